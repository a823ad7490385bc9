#!/usr/bin/env bash
# Fuzzes the configuration reader with libFuzzer and the sanitizers: fuzz.sh [SECONDS], 60 by default.
# Builds core alone with clang; a finding is kept in build/fuzz/found and makes the script fail.
set -euo pipefail

seconds=${1:-60}
root=$(dirname "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")")
build=$root/build/fuzz
compiler=$(command -v clang++-14 || command -v clang++)
export ROOT=$root BUILD=$build
export COMPILE="$(command -v ccache || true) $compiler -std=c++20 -O1 -g1 -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all"

mkdir -p "$build/found" "$build/corpus"
printf '%s\n' "$root"/sc_models/core/*.cpp "$root"/sc_models/core/config/*.cpp "$root"/testbench/fuzz/*.cpp |
  xargs -P "$(nproc)" -I{} sh -c 'exec $COMPILE -I "$ROOT" -c "$1" -o "$BUILD/$(basename "$1" .cpp).o"' sh {}
"$compiler" -fsanitize=fuzzer,address,undefined "$build"/*.o -lfmt -lcrypto -o "$build/configuration_fuzzer"
exec "$build/configuration_fuzzer" -max_total_time="$seconds" -max_len=4096 -timeout=10 -print_final_stats=1 \
  -verbosity=0 -dict="$root/testbench/fuzz/words.dict" -artifact_prefix="$build/found/" \
  "$build/corpus" "$root/testbench/fuzz/corpus"
