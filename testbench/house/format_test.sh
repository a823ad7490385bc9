# .clang-format formats everything.
. "$(dirname "$0")/house.sh"

formatter=$(command -v clang-format-14 || command -v clang-format)
tree '*.h' '*.cpp' | xargs -P 2 -n 20 "$formatter" --dry-run --Werror 2>&1 | grep -E 'error:' >"$findings" || true
verdict "not as .clang-format writes it (to mend: $(basename "$formatter") -i FILE)"
