#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>

#include "sc_models/core/config/listing.h"
#include "sc_models/core/config/model.h"
#include "sc_models/core/config/number_text.h"
#include "sc_models/core/config/value.h"
#include "testbench/common/expected_attributes.h"

namespace headroom {
namespace {

TEST(AttributeTables, HoldEveryAttributeWithDefaultAndRangeOfTheReference) {
  for (const ExpectedAttribute& expected : kExpectedAttributes) {
    const Model* model = find_model(expected.model);
    ASSERT_NE(model, nullptr) << expected.model;
    const Attribute* attribute = model->find(expected.path);
    ASSERT_NE(attribute, nullptr) << expected.path;
    EXPECT_EQ(attribute->fallback, expected.fallback) << expected.path;
    EXPECT_EQ(attribute->min, expected.min) << expected.path;
    EXPECT_EQ(attribute->max, expected.max) << expected.path;
  }
}

TEST(AttributeTables, HoldNothingElse) {
  for (const Model* model : {&kRoceNicModel, &kUetNicModel, &kSwitchModel, &kGlobalModel}) {
    for (const Attribute& a : model->attributes) {
      const bool listed = std::any_of(std::begin(kExpectedAttributes), std::end(kExpectedAttributes),
                                      [&](const auto& e) { return e.model == model->name && e.path == a.path; });
      EXPECT_TRUE(listed) << model->name << " " << a.path;
    }
  }
}

/// Each run of blanks and line ends as one blank.
std::string unwrapped(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  text.erase(std::unique(text.begin(), text.end(), [](char a, char b) { return a == ' ' && b == ' '; }), text.end());
  return text;
}

TEST(AttributeTables, FitATerminalAndLeaveNothingBlank) {
  std::istringstream lines(attribute_table(all_models()));
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 120u) << line;
  EXPECT_EQ(attribute_table(all_models()).find("allowed ,"), std::string::npos);
  EXPECT_EQ(attribute_markdown(all_models()).find("|  |  |"), std::string::npos);
}

TEST(AttributeTables, HaveDefaultsAndLimitsThatTheReaderAccepts) {
  for (const Model* model : all_models()) {
    for (const Attribute& a : model->attributes) {
      EXPECT_NO_THROW(static_cast<void>(default_value(a))) << a.path;
      EXPECT_TRUE(a.fallback.empty() || check_entries(a, default_value(a)).empty()) << a.path;
      EXPECT_TRUE(a.meaning.ends_with('.')) << a.path;
      for (const std::string_view limit : {a.min, a.max})
        EXPECT_NO_THROW(static_cast<void>(limit.empty() ? Decimal() : in_base(a.type, limit))) << a.path;
    }
  }
}

TEST(AttributeTables, SayWhyAnAttributeChangesNoRecord) {
  const Attribute* const capacity = kSwitchModel.find("SwitchingCapacity");
  ASSERT_TRUE(capacity && capacity->no_effect);
  const Model* const models[] = {&kSwitchModel};
  for (const std::string& list : {attribute_table(models), attribute_markdown(models), attribute_json(models).dump()})
    EXPECT_NE(unwrapped(list).find(capacity->no_effect->why), std::string::npos) << list;
  EXPECT_EQ(attribute_json(models)[0]["no_effect"], kSwitchModel.attributes[0].no_effect->why);
  EXPECT_TRUE(attribute_json(models).back()["no_effect"].is_null()) << "MaxMarkProbability";
  const Model* const flows[] = {&kFlowModel};
  EXPECT_EQ(attribute_markdown(flows).find("change no record"), std::string::npos);
}

TEST(AttributeTables, AreThePageInDocs) {
  std::ifstream page(HEADROOM_SOURCE_DIR "/docs/attributes.md");
  const std::string text{std::istreambuf_iterator<char>(page), {}};
  EXPECT_EQ(text, attribute_markdown(all_models()))
      << "docs/attributes.md is stale: headroom attributes --format markdown > docs/attributes.md";
}

}  // namespace
}  // namespace headroom
