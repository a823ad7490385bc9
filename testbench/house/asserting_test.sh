# Every TEST asserts something, itself or through a function of the testbench that does; none is disabled, and one that
# skips says why.
. "$(dirname "$0")/house.sh"

tree '*.h' '*.cpp' | grep '^testbench/' | xargs awk '
  FNR == 1 { name = ""; helper = "" }
  /DISABLED_/ { print FILENAME ":" FNR ": a disabled test" }
  /GTEST_SKIP\(\) *;/ { print FILENAME ":" FNR ": skips without a reason" }
  /^(TEST|TEST_F|TEST_P|TYPED_TEST|RC_GTEST_PROP|RC_GTEST_FIXTURE_PROP)\(/ {
    name = FILENAME ":" FNR ": " $0; body[name] = ""; helper = ""
  }
  /^ ? ?[A-Za-z].*[A-Za-z0-9_]\(/ && !/^ *(TEST|RC_GTEST|if |for |while |switch |return )/ && /[{,] *$/ {
    helper = $0; sub(/\(.*/, "", helper); sub(/.*[^A-Za-z0-9_]/, "", helper)
  }
  /(EXPECT_|ASSERT_|RC_ASSERT|RC_FAIL|FAIL\(\)|ADD_FAILURE)/ { asserts[name] = 1; if (helper != "") proving[helper] = 1 }
  name != "" { body[name] = body[name] " " $0 }
  /^}/ || /^(TEST|RC_GTEST).*} *$/ { name = "" }
  END {
    for (test in body) {
      if (test in asserts) continue
      found = 0
      count = split(body[test], word, /[^A-Za-z0-9_]+/)
      for (i = 1; i <= count && !found; ++i) found = word[i] in proving
      if (!found) print test " asserts nothing"
    }
  }' >"$findings"
verdict "tests that prove nothing"
