# What README and docs point at is there: links to files, and the scripts and examples in shell blocks. The README names
# every package that the set-up installs. The tests that a page names exist.
. "$(dirname "$0")/house.sh"

tree '*.md' | while read -r page; do
  folder=$(dirname "$page")
  { grep -oE '\]\([^)#: ]+' "$page" || true; } | cut -c3- | while read -r link; do
    [[ -e $folder/$link ]] || printf '%s: link to %s, which is not there\n' "$page" "$link"
  done
  awk '/^```/ { shell = !shell && /^```(sh|bash)$/; next } shell' "$page" |
    { grep -oE '(^|[ ./])(scripts|examples|testbench|\.ci)/[A-Za-z0-9_./-]+' || true; } | sed -E 's|^[ ./]*||' |
    sed -E 's|^ci/|.ci/|' | while read -r file; do
    [[ -e $file ]] || printf '%s: command names %s, which is not there\n' "$page" "$file"
    [[ $file != scripts/*.sh || -x $file ]] || printf '%s: %s cannot be executed\n' "$page" "$file"
  done
done >"$findings"
awk '!/^#/ && NF { print $2 }' scripts/packages.txt | while read -r package; do
  grep -qF -- "$package" README.md || printf 'README.md: does not name the package %s\n' "$package"
done >>"$findings"
tests=$(tree '*_test.cpp' | xargs sed -nE 's/^(TEST|TEST_F|TEST_P|RC_GTEST_PROP)\(([A-Za-z0-9]+), ([A-Za-z0-9]+).*/\2.\3/p')
{ grep -oE '`[A-Z][A-Za-z0-9]+\.[A-Z][A-Za-z0-9]+`' docs/accuracy.md || true; } | tr -d '`' | while read -r name; do
  grep -qxF -- "$name" <<<"$tests" || printf 'docs/accuracy.md: names the test %s, which is not there\n' "$name"
done >>"$findings"
verdict "documents that point at nothing"
