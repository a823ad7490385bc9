#include "sc_models/core/records/catalogue.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <set>

#include "testbench/common/temporary_folder.h"

namespace headroom {
namespace {

// records.md, case 17, and its section 2.6 and 3.5 for the rest.
TEST(RecordCatalogue, PublishedRecordsHaveAsManyColumnsAsTheDocumentSays) {
  const std::map<std::string, std::size_t> expected{{"nd-stats", 22},
                                                    {"ecn-pfc-stats", 24},
                                                    {"net-buff-stats", 21},
                                                    {"roce-transport-stats", 74},
                                                    {"uet-transport-stats", 69},
                                                    {"uet-events", 9},
                                                    {"uet-monitor", 27},
                                                    {"perf", 12},
                                                    {"application-report", 10},
                                                    {"topology-report", 16},
                                                    {"tier-hop", 9},
                                                    {"cpu-mem-stats", 21},
                                                    {"scala-switch-agg-buff-stats", 16},
                                                    {"scala-switch-buff-stats", 16},
                                                    {"scala-switch-load-balancing-stats", 28},
                                                    {"x-switch-trim-stats", 5},
                                                    {"pcie-stats", 4},
                                                    {"pfc-events", 7},
                                                    {"flows", 13},
                                                    {"messages", 8}};
  std::map<std::string, std::size_t> found;
  for (const RecordPage& record : record_pages()) {
    std::size_t& published = found[record.name];
    for (const auto& column : record.columns) published += column.name.rfind("x_", 0) != 0;
  }
  EXPECT_EQ(found, expected);
}

TEST(RecordCatalogue, OurColumnsFollowThePublishedOnesAndTheExactTimeIsLast) {
  const std::set<std::string> ours{"pfc-events", "flows", "messages", "x-switch-trim-stats"};
  for (const RecordPage& record : record_pages()) {
    // The column of lost frames stands behind the exact time, and only where links can lose them.
    const bool lossy = record.columns.back().name == "x_link_lost";
    const std::string& last = record.columns[record.columns.size() - (lossy ? 2 : 1)].name;
    EXPECT_EQ(lossy, record.name == "nd-stats");
    EXPECT_EQ(last == "x_time_ps", ours.count(record.name) == 0) << record.name;
    bool x = false;
    for (const auto& column : record.columns) {
      const bool is_ours = column.name.rfind("x_", 0) == 0;
      EXPECT_TRUE(is_ours || !x) << record.name << ": " << column.name;
      x = is_ours;
    }
  }
}

TEST(RecordCatalogue, EveryColumnHasANameOfItsOwnAndAMeaning) {
  for (const RecordPage& record : record_pages()) {
    std::set<std::string> names;
    for (const auto& column : record.columns) {
      EXPECT_TRUE(names.insert(column.name).second) << record.name << ": " << column.name;
      EXPECT_FALSE(column.meaning.empty()) << record.name << ": " << column.name;
    }
  }
}

TEST(RecordCatalogue, IsWhatTheDocumentationSays) {
  const std::filesystem::path root = HEADROOM_SOURCE_DIR;
  EXPECT_TRUE(file_content(root / "docs" / "records.md") == records_markdown())
      << "docs/records.md is stale; renew it with: headroom records --format markdown > docs/records.md";
}

}  // namespace
}  // namespace headroom
