# A source file over 400 lines is more than one idea.
. "$(dirname "$0")/house.sh"

tree '*.h' '*.cpp' '*.sv' '*.sh' '*.py' | xargs awk '
  FNR == 401 { print FILENAME ": over 400 lines" }' >"$findings"
verdict "files that are too long"
