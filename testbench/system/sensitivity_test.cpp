// Every attribute changes a record, is refused, or is listed as one that changes none: shown by two runs that differ in
// it alone.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cctype>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "sc_models/core/config/loader.h"
#include "testbench/common/forked_run.h"
#include "testbench/common/sensitivity/global_cases.h"
#include "testbench/common/sensitivity/nic_cases.h"
#include "testbench/common/sensitivity/switch_cases.h"
#include "testbench/common/sensitivity/uet_congestion_cases.h"
#include "testbench/common/sensitivity/uet_nic_cases.h"
#include "testbench/common/sensitivity/uet_transport_cases.h"
#include "testbench/common/sensitivity/workload_cases.h"

namespace headroom::test {

// For gtest's lists of parameters.
void PrintTo(const SensitivityCase& one, std::ostream* out) { *out << one.model->name << " " << one.path; }

namespace {

const SensitivityCases& all_cases() {
  static const SensitivityCases kCases = [] {
    SensitivityCases all;
    for (const auto make :
         {nic_port_and_pool_cases, nic_pcie_cases,          nic_transport_cases, switch_cases,
          switch_buffer_cases,     switch_ecn_cases,        time_cases,          switched_record_cases,
          other_global_cases,      application_cases,       flow_cases,          pattern_cases,
          topology_cases,          uet_port_and_pool_cases, uet_pcie_cases,      uet_delivery_cases,
          uet_spraying_cases,      uet_monitor_cases,       uet_window_cases,    uet_routine_cases,
          uet_penalty_cases})
      for (SensitivityCase& one : make()) all.push_back(std::move(one));
    return all;
  }();
  return kCases;
}

bool matches(const CsvTable& table, std::size_t row, const std::string& where) {
  std::istringstream conditions(where);
  for (std::string condition; std::getline(conditions, condition, ';');) {
    const std::size_t equals = condition.find('=');
    if (table.at(row, condition.substr(0, equals)) != condition.substr(equals + 1)) return false;
  }
  return true;
}

/// What a probe reads; a counter without a row is 0.
std::string read(const ForkedRun& run, const Probe& probe) {
  const std::optional<CsvTable> table = run.record(probe.record);
  if (!table) return "no file";
  CsvRow cells;
  for (std::size_t row = 0; row < table->size(); ++row)
    if (matches(*table, row, probe.where)) cells.push_back(table->at(row, probe.column));
  if (probe.pick == Pick::kText) return fmt::format("{}", fmt::join(cells, " "));
  if (probe.pick == Pick::kRows) return std::to_string(cells.size());
  if (cells.empty()) return "0";
  if (probe.pick == Pick::kFirst) return cells.front();
  if (probe.pick == Pick::kLast) return cells.back();
  double sum = 0, largest = 0;
  for (const std::string& cell : cells) {
    sum += std::stod(cell);
    largest = std::max(largest, std::stod(cell));
  }
  return fmt::format("{}", probe.pick == Pick::kSum ? sum : largest);
}

std::vector<std::string> sets(const SensitivityCase& one, const std::string& value) {
  return (one.scene + one.set(value)).sets;
}

void expect_refused(const SensitivityCase& one, const std::string& value, const std::string& message) {
  const LoadResult loaded = load_configuration_text(one.scene.text, "case.json", {sets(one, value), {}, {}});
  EXPECT_FALSE(loaded.ok());
  EXPECT_NE(loaded.faults.text().find(message), std::string::npos) << loaded.faults.text();
}

/// Files are there in one of the two runs only.
void expect_switched(const std::string& records, const ForkedRun& off, const ForkedRun& on) {
  std::istringstream names(records);
  for (std::string name; std::getline(names, name, ';');) {
    EXPECT_FALSE(off.record(name).has_value()) << name;
    EXPECT_TRUE(on.record(name).has_value()) << name;
  }
}

void expect_effect(const Effect& effect, const ForkedRun& before, const ForkedRun& after) {
  if (effect.expect == Expect::kAppears) return expect_switched(effect.probe.record, before, after);
  if (effect.expect == Expect::kVanishes) return expect_switched(effect.probe.record, after, before);
  const std::string first = read(before, effect.probe), second = read(after, effect.probe);
  SCOPED_TRACE(fmt::format("{} of {}: {}, then {}", effect.probe.column, effect.probe.record, first, second));
  EXPECT_NE(first, second);
  if (!effect.before.empty()) { EXPECT_EQ(first, effect.before); }
  if (!effect.after.empty()) { EXPECT_EQ(second, effect.after); }
  if (effect.expect == Expect::kLess) { EXPECT_LT(std::stod(second), std::stod(first)); }
  if (effect.expect == Expect::kMore) { EXPECT_GT(std::stod(second), std::stod(first)); }
}

void expect_same(const ForkedRun& before, const ForkedRun& after) {
  const auto first = before.records(), second = after.records();
  EXPECT_GT(first.size(), 14u);
  ASSERT_EQ(first.size(), second.size());
  for (const auto& [name, content] : first) EXPECT_TRUE(second.at(name) == content) << name << " differs";
}

class EveryAttribute : public testing::TestWithParam<SensitivityCase> {};

TEST_P(EveryAttribute, ShowsInARecordOrIsRefusedOrSaysWhyNot) {
  const SensitivityCase& one = GetParam();
  const Expect expect = one.effect.expect;
  if (expect == Expect::kRefused) return expect_refused(one, one.to, one.effect.after);
  const ForkedRun after(one.scene.text, sets(one, one.to));
  EXPECT_EQ(after.exit_code(), 0);
  if (expect == Expect::kAccepted) return expect_refused(one, one.from, one.effect.before);
  const ForkedRun before(one.scene.text, sets(one, one.from));
  EXPECT_EQ(before.exit_code(), 0);
  if (expect == Expect::kSame) return expect_same(before, after);
  expect_effect(one.effect, before, after);
}

INSTANTIATE_TEST_SUITE_P(, EveryAttribute, testing::ValuesIn(all_cases()), [](const auto& instance) {
  std::string name = std::string(instance.param.model->name) + "_" + instance.param.path;
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name;
});

TEST(Sensitivity, HasACaseForEveryRowOfEveryTable) {
  std::set<std::pair<const Model*, std::string>> covered;
  for (const SensitivityCase& one : all_cases()) {
    const Attribute* const attribute = one.model->find(one.path);
    ASSERT_TRUE(attribute) << one.path;
    EXPECT_TRUE(covered.insert({one.model, one.path}).second) << one.path << " twice";
    EXPECT_EQ(attribute->no_effect.has_value(), one.effect.expect == Expect::kSame)
        << one.path << " must say why it changes no record exactly if it does not";
  }
  for (const Model* model : all_models())
    for (const Attribute& attribute : model->attributes)
      EXPECT_TRUE(covered.contains({model, std::string(attribute.path)})) << attribute.path << " has no case";
}

// What changes no record shows in the work that the run took.
TEST(Sensitivity, SchedulingAndGranularityShowInTheSummary) {
  const auto work = [](const std::vector<std::string>& more) {
    const ForkedRun run(every_record().text, every_record().sets + more);
    return nlohmann::json::parse(file_content(run.out() / "summary.json"))["work"];
  };
  const auto usual = work({}), strict = work({"simulation.Scheduling=strict"}),
             transfers = work({"simulation.PcieGranularity=tlp"});
  EXPECT_GT(strict["kernel_activations"], usual["kernel_activations"]);
  EXPECT_EQ(strict["events"], usual["events"]);
  EXPECT_GT(transfers["events"], usual["events"]);
}

}  // namespace
}  // namespace headroom::test
