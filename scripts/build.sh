#!/usr/bin/env bash
# Builds one preset: build.sh PRESET on|off [TARGET...]; on: with the tests. Output goes to stderr. Exit 3: failed.
# Configures only when it must, so that a second call costs no more than ninja's look at the sources.
set -euo pipefail

root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
preset=$1 tests=${2^^}
shift 2
folder=$root/build/$preset
mkdir -p "$folder"

fail() {
  printf 'headroom build: %s\n' "$*" >&2
  exit 3
}
cached() { sed -n "s/^$1:[A-Z]*=//p" "$folder/CMakeCache.txt"; }

exec 9>"$folder/.lock"  # two callers at once: the second waits, then finds all built
flock 9

if [[ ! -f $folder/build.ninja ]]; then
  configure=(--fresh)
elif [[ $(cached CMAKE_HOME_DIRECTORY) != "$root" ]]; then
  configure=(--fresh)  # the tree was moved
elif [[ $tests == ON && $(cached HEADROOM_BUILD_TESTS) != ON ]]; then
  configure=(-D HEADROOM_BUILD_TESTS=ON)
fi
if [[ -v configure ]]; then
  cmake -S "$root" --preset "$preset" -D HEADROOM_BUILD_TESTS="$tests" "${configure[@]}" >&2 || fail "cmake failed"
fi

idle='^ninja: (no work to do|Entering directory)|Re-checking globbed directories'
{ ninja -C "$folder" "$@" 2>&1 || touch "$folder/.failed"; } | { grep --line-buffered -vE "$idle" >&2 || true; }
if [[ -f $folder/.failed ]]; then
  rm "$folder/.failed"
  fail "the build failed"
fi
