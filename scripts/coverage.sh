#!/usr/bin/env bash
# Builds the coverage preset, runs its tests and prints which share of each file's lines they reach.
set -euo pipefail

root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
"$root/scripts/setup.sh" run test coverage
"$root/scripts/build.sh" coverage on
find "$root/build/coverage" -name '*.gcda' -delete
ctest --test-dir "$root/build/coverage" --output-on-failure --no-tests=error --parallel "$(nproc)"
gcovr --root "$root" --object-directory "$root/build/coverage" --filter "$root/sc_models/" --filter "$root/tlm_if/" \
  --sort-percentage --print-summary "$root/build/coverage"
