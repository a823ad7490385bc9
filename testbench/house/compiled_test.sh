# Every test file is part of a program, every test script is registered.
. "$(dirname "$0")/house.sh"

for file in $(tree '*_test.cpp'); do
  grep -qF "/$file\"" "$HEADROOM_BUILD/compile_commands.json" || printf '%s is not compiled\n' "$file"
done >"$findings"
for file in $(tree '*_test.sh'); do
  grep -rqF "/$file" "$HEADROOM_BUILD/testbench" --include=CTestTestfile.cmake || printf '%s is not run\n' "$file"
done >>"$findings"
verdict "tests that never run"
