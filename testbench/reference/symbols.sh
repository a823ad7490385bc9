# The library shows the functions of its header and nothing else.
. "$(dirname "$0")/common.sh"

nm -D --defined-only "$library" | awk '{ print $3 }' | sort >"$box/shown"
sed -e 's|/\*[^*]*\*/||g' "$root/ref/headroom_ref.h" | tr '\n' ' ' | grep -oE 'HEADROOM_API [a-z0-9_ *]+\(' | grep -v __attribute__ |
  sed -E 's/^.*[ *]([a-z0-9_]+)\($/\1/' | sort >"$box/declared"
[[ $(wc -l <"$box/declared") -gt 80 ]]
diff "$box/declared" "$box/shown"
