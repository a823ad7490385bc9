#!/usr/bin/env bash
# Runs a lockstep bench and looks at what of the block it reached: lockstep.sh BENCH COVERAGE_FILE
set -euo pipefail

"$1" --coverage "$2"
awk '
  /^C / {
    count = $NF; fields = split($0, field, "\001")
    for (i = 1; i <= fields; ++i) { split(field[i], part, "\002"); value[part[1]] = part[2] }
    kind = value["page"] ~ /^v_toggle/ ? "toggle" : "line"
    ++all[kind]
    if (count > 0) ++reached[kind]
    else printf "not reached: %s %s of line %s\n", kind, value["o"], value["l"]
  }
  END {
    least["line"] = 95; least["toggle"] = 90
    for (kind in least) {
      percent = all[kind] ? 100 * reached[kind] / all[kind] : 0
      printf "%s coverage %.1f %%, %d of %d\n", kind, percent, reached[kind], all[kind]
      if (percent < least[kind]) { printf "at least %d %% are asked for\n", least[kind]; failed = 1 }
    }
    exit failed
  }' "$2"
