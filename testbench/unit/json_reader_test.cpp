#include "sc_models/core/config/json_reader.h"

#include <gmock/gmock.h>

#include "sc_models/core/config/json_writer.h"

namespace headroom {
namespace {

using testing::HasSubstr;

TEST(JsonReader, KnowsTheLineOfEveryValueAndKey) {
  Faults faults("f");
  const JsonNode root =
      read_json("{ // one\n\"a\": 1\n, /* two\nlines */ \"b\": [true,\n \"x\"\n]}", Source::kFile, faults);
  ASSERT_TRUE(faults.ok()) << faults.text();
  EXPECT_EQ(root.place.line, 1);
  EXPECT_EQ(root.find("a")->place.line, 2) << "a number is read up to the character after it";
  EXPECT_EQ(root.find("b")->place.line, 4);
  EXPECT_EQ(root.find("b")->members[1].node.place.line, 5);
}

TEST(JsonReader, KeepsNumbersAsWritten) {
  Faults faults("f");
  const JsonNode root = read_json("[0.10, 31.52, 123456789012345678901, 4e3]", Source::kFile, faults);
  EXPECT_EQ(write_json(root), "[0.10, 31.52, 123456789012345678901, 4e3]\n");
}

TEST(JsonReader, RefusesAKeyThatStandsTwiceAndKeepsTheFirst) {
  Faults faults("f");
  const JsonNode root = read_json("{\"a\":1,\n\"a\":{\"b\":2},\"c\":3}", Source::kFile, faults);
  EXPECT_EQ(faults.text(), "f:2: a: stands twice in one object (each key once)\n");
  EXPECT_EQ(root.find("a")->text, "1");
  EXPECT_EQ(root.find("c")->text, "3");
}

TEST(JsonReader, RefusesWhatIsNotJsonWithItsLine) {
  for (const auto& [text, line] :
       {std::pair{"", 1}, {" \n ", 1}, {"{\n\"a\": }", 2}, {"{\"a\":1}\n\nx", 3}, {"[1,\n", 1}}) {
    Faults faults("f");
    static_cast<void>(read_json(text, Source::kFile, faults));
    ASSERT_EQ(faults.errors().size(), 1u) << text;
    EXPECT_EQ(faults.errors()[0].code, "NOT_JSON");
    EXPECT_EQ(faults.errors()[0].line, line) << text;
  }
}

TEST(JsonReader, RefusesNestingThatWouldExhaustTheStack) {
  Faults faults("f");
  static_cast<void>(read_json(std::string(1'000'000, '['), Source::kFile, faults));
  EXPECT_THAT(faults.text(), HasSubstr("nested too deeply"));
}

}  // namespace
}  // namespace headroom
