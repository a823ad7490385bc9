# Every test file is part of a program, every test script is registered.
. "$(dirname "$0")/house.sh"

# What is compiled by itself or joined with others.
compiled=$(cat "$HEADROOM_BUILD/compile_commands.json"; find "$HEADROOM_BUILD/testbench" -name 'unity_*.cxx' -exec cat {} +)
for file in $(tree '*_test.cpp'); do
  grep -qF "/$file\"" <<<"$compiled" || printf '%s is not compiled\n' "$file"
done >"$findings"
for file in $(tree '*_test.sh'); do
  grep -rqF "/$file" "$HEADROOM_BUILD/testbench" --include=CTestTestfile.cmake || printf '%s is not run\n' "$file"
done >>"$findings"
verdict "tests that never run"
