# Every TEST asserts something, itself or through a function named expect..., assert..., check..., verify... or compare...;
# none is disabled, and one that skips says why.
. "$(dirname "$0")/house.sh"

tree '*_test.cpp' | xargs awk '
  function close_test() { if (name != "" && !asserts) print place ": " name " asserts nothing"; name = "" }
  FNR == 1 { close_test() }
  /^(TEST|TEST_F|TEST_P|TYPED_TEST|RC_GTEST_PROP|RC_GTEST_FIXTURE_PROP)\(/ {
    close_test(); name = $0; place = FILENAME ":" FNR; asserts = 0
  }
  name != "" && /(EXPECT_|ASSERT_|RC_ASSERT|RC_FAIL|FAIL\(\)|ADD_FAILURE)/ { asserts = 1 }
  name != "" && tolower($0) ~ /(^|[^a-z_])(expect|assert|check|verify|compare)[a-z_0-9]*(<[^>]*>)?\(/ { asserts = 1 }
  /DISABLED_/ { print FILENAME ":" FNR ": a disabled test" }
  /GTEST_SKIP\(\) *;/ { print FILENAME ":" FNR ": skips without a reason" }
  END { close_test() }' >"$findings"
verdict "tests that prove nothing"
