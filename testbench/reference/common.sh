# Of every test of the reference library: TEST.sh LIBRARY FOLDER, FOLDER being made anew.
# shellcheck shell=bash
set -euo pipefail

library=$1 box=$2
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# shellcheck disable=SC2034
examples=$root/examples/reference
link=(-L"$(dirname "$library")" -lheadroom_ref "-Wl,-rpath,$(dirname "$library")")
rm -rf "$box"
mkdir -p "$box"

# What the command prints is the file, to the letter.
prints() {
  local expected=$1
  shift
  "$@" >"$box/printed"
  diff "$expected" "$box/printed"
}
