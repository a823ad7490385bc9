#include <gtest/gtest.h>

#include <sstream>

#include "sc_models/app/cli.h"
#include "sc_models/core/records/catalogue.h"

namespace headroom {
namespace {

std::string output(std::vector<const char*> arguments, int expected) {
  arguments.insert(arguments.begin(), {"headroom", "records"});
  std::ostringstream out, err;
  EXPECT_EQ(run_cli(static_cast<int>(arguments.size()), arguments.data(), out, err), expected);
  return expected == kExitDone ? out.str() : err.str();
}

TEST(RecordsCommand, PrintsThePageOfTheDocumentation) {
  EXPECT_EQ(output({"--format", "markdown"}, kExitDone), records_markdown());
}

TEST(RecordsCommand, ListsEveryColumnOnALineOfItsOwn) {
  std::istringstream lines(output({}, kExitDone));
  std::string line;
  for (const RecordPage& record : record_pages()) {
    for (const auto& column : record.columns) {
      ASSERT_TRUE(std::getline(lines, line));
      EXPECT_EQ(line.find(record.name), 0u) << line;
      EXPECT_NE(line.find(" " + column.name + " "), std::string::npos) << line;
    }
  }
}

TEST(RecordsCommand, RefusesAnUnknownFormat) {
  EXPECT_NE(output({"--format", "xml"}, kExitRefused).find("--format"), std::string::npos);
}

}  // namespace
}  // namespace headroom
