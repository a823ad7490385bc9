# Includes run one way, and neither core nor policy reaches SystemC or TLM, not even through other headers.
. "$(dirname "$0")/house.sh"

# $findings gets "file: includes ..., which ..." for each breach.
tree '*.h' '*.cpp' | grep -E '^(sc_models|tlm_if)/' | xargs grep -HE '^ *# *include' | sed -E 's/ *# *include *//' |
  awk -F: '
    function layer(f) {
      if (f ~ /^sc_models\/core\//) return "core"
      if (f ~ /^sc_models\/policy\//) return "policy"
      if (f ~ /^tlm_if\//) return "tlm_if"
      if (f ~ /^sc_models\/app\//) return "app"
      return "module"
    }
    BEGIN {
      may["core"] = " core "; may["policy"] = " core policy "; may["tlm_if"] = " core tlm_if "
      may["module"] = " core policy tlm_if module "; may["app"] = " core policy tlm_if module app "
    }
    { split($2, part, /["<>]/); edges[$1] = edges[$1] " " part[2]; kernel = part[2] ~ /^(systemc|sysc|tlm|tlm_utils)(\.h|\/|$)/
      if (kernel) foreign[$1] = part[2]
      else if ($2 ~ /^"/ && index(may[layer($1)], " " layer(part[2]) " ") == 0)
        print $1 ": includes " part[2] ", which " layer($1) " must not know" }
    END {
      for (start in edges) {
        if (layer(start) != "core" && layer(start) != "policy") continue
        split("", seen); todo = start
        while (todo != "") {
          split(todo, head, " "); sub(/^ *[^ ]+ */, "", todo)
          if (head[1] in seen) continue
          seen[head[1]] = 1
          if (head[1] in foreign) print start ": reaches <" foreign[head[1]] "> through " head[1]
          todo = todo edges[head[1]]; sub(/^ +/, "", todo)
        }
      }
    }' >"$findings"
verdict "includes against the layers"
