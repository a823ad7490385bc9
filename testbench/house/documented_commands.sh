# Every command of headroom that README or docs show runs and succeeds. Each starts in a folder that looks like the tree's root.
. "$(dirname "$0")/house.sh"

box=$(mktemp -d)
trap 'rm -rf "$box" "$findings"' EXIT
ln -s "$root/scripts" "$root/examples" "$root/build" "$box"

tree '*.md' | xargs awk '/^```/ { shell = !shell && /^```(sh|bash)$/; next } shell { sub(/ +#.*/, ""); print }' |
  sed -E ':more; /\\$/ { N; s/ *\\\n */ /; b more }' | grep -E '^(scripts/run\.sh|build/release/headroom)( |$)' | sort -u >"$box/commands"
[[ -s $box/commands ]] || printf 'no commands found\n' >"$findings"
while read -r command; do
  (cd "$box" && bash -c "$command" </dev/null >out 2>&1) || { printf '%s: exit code %s\n' "$command" $?; tail -n 5 "$box/out"; } >>"$findings"
  rm -rf "$box/headroom-out"
done <"$box/commands"
verdict "documented commands that fail"
