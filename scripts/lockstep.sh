#!/usr/bin/env bash
# Runs a block of rtl_ref, or a source of yours with its name and ports, in lockstep with the policy:
#   lockstep.sh BLOCK [SOURCE.sv] [--transactions N] [--seed N]
# Exit code 0: they agree; 1: they do not, and where; 3: could not be built.
set -euo pipefail

root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
block=${1:-}
if [[ ! -f $root/rtl_ref/$block/$block.sv ]]; then
  printf 'usage: lockstep.sh BLOCK [SOURCE.sv] [--transactions N] [--seed N]; blocks:\n' >&2
  (cd "$root/rtl_ref" && printf '  %s\n' */ | tr -d / >&2)
  exit 2
fi
shift

"$root/scripts/setup.sh" run test
"$root/scripts/build.sh" release on "${block}_bench"
folder=$root/build/release/testbench/rtl
if [[ $# -eq 0 || $1 == --* ]]; then
  exec "$folder/${block}_bench" "$@"
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$root/testbench/rtl/bench_of.sh" "$folder" "$block" "$1" "$work" || exit 3
shift
"$work/bench" "$@"
