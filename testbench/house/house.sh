# Shared by the tests of the tree: sourced, never run.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cd "$root"
findings=$(mktemp)
trap 'rm -f "$findings"' EXIT

# Every file of the tree, or those whose names match the given patterns, without what a build or a run leaves behind.
tree() {
  local names=()
  for pattern in "$@"; do names+=(${names[0]+-o} -name "$pattern"); done
  find . -type d \( -path ./.git -o -path ./build -o -path ./headroom-out \) -prune -o \
    -type f ! -path ./.git ${names[0]+\( "${names[@]}" \)} -print | sed 's|^\./||' | sort
}

# Ends the test: what stands in $findings is what is wrong.
verdict() {
  [[ ! -s $findings ]] || { printf '%s:\n' "$1"; cat "$findings"; exit 1; }
}
