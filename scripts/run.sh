#!/usr/bin/env bash
# Builds headroom if need be and runs a simulation: run.sh [CONFIG.json] [options of headroom run]
# Without CONFIG: examples/slow_host.json. Exit code: headroom's own, or 3 when it could not be built.
set -euo pipefail

root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
"$root/scripts/setup.sh" run
"$root/scripts/build.sh" release off headroom

if [[ $# -eq 0 || $1 == -* ]]; then
  set -- "$root/examples/slow_host.json" "$@"
fi
exec "$root/build/release/headroom" run "$@"
