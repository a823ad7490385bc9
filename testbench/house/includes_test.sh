# The repository root is the only include path: an include in quotes names a file from there.
. "$(dirname "$0")/house.sh"

tree '*.h' '*.cpp' | xargs grep -HnE '^ *# *include *"' | while IFS=: read -r file line include; do
  path=$(cut -d'"' -f2 <<<"$include")
  [[ -f $path ]] || printf '%s:%s: %s is no file of the tree\n' "$file" "$line" "$path"
done >"$findings"
verdict "includes that are not named from the root"
