#!/usr/bin/env bash
# Builds everything and runs every test: test.sh [--extended]; --extended adds the long sets.
# One run of ctest over the release and the sanitizer build comes last, so that its summary closes the output.
set -euo pipefail

root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
left_out='^extended$' packages=(run test)
case "${1:-}" in
  '') ;;
  --extended) export HEADROOM_EXTENDED=1 left_out='^$' packages+=(extended) ;;
  *) printf 'usage: test.sh [--extended]\n' >&2; exit 2 ;;
esac

"$root/scripts/setup.sh" "${packages[@]}"
"$root/scripts/build.sh" release on
"$root/scripts/build.sh" asan on unit_tests module_tests

mkdir -p "$root/build/all"
printf 'subdirs("%s" "%s")\n' "$root/build/release" "$root/build/asan" >"$root/build/all/CTestTestfile.cmake"

# Every fault that can be put into the RTL blocks, in a table; a test of ctest's would keep it to itself.
escaped=0
if [[ -v HEADROOM_EXTENDED && -f $root/build/release/testbench/rtl/tools.link ]]; then
  "$root/testbench/rtl/mutants.sh" "$root/build/release/testbench/rtl" || escaped=1
fi

ctest --test-dir "$root/build/all" --output-on-failure --no-tests=error --label-exclude "$left_out" \
  --parallel "$(nproc)"
exit "$escaped"
