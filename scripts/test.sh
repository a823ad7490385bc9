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
exec ctest --test-dir "$root/build/all" --output-on-failure --no-tests=error --label-exclude "$left_out" \
  --parallel "$(nproc)"
