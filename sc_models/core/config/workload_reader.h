// What the readers of the workload section share.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "sc_models/core/config/draft.h"

namespace headroom {

struct RdmaParams {
  unsigned data_class = 0, control_class = 0;
};

inline constexpr std::size_t kMaxFlows = 4'000'000;
/// Why so many flows are refused, if they are.
[[nodiscard]] std::optional<std::string> too_many_flows(std::size_t count);

/// Reports fields and verbs that come later; returns their keys, which the table shall not see.
[[nodiscard]] std::vector<std::string_view> later_fields(const JsonNode& node, const std::string& path, Faults& faults);
/// Reports a field that must be given and is not.
void require(std::string_view key, const JsonNode& node, const BoundValues& values, Faults& faults);
/// Fills in what a flow takes from elsewhere when it does not say it.
void complete_flow(DraftFlow& flow, std::size_t number, const Draft& draft);
/// Rules between a flow's own fields.
void check_flow(const DraftFlow& flow, std::uint64_t servers, Faults& faults);
/// Adds the flow; its name must be its own.
void add_flow(DraftFlow flow, Draft& draft, std::unordered_set<std::string>& names, Faults& faults);

/// Expands the patterns into flows, after those that stand there.
void read_patterns(const JsonNode& patterns, Draft& draft, std::unordered_set<std::string>& names, Faults& faults);

/// A whole number as it would be read.
[[nodiscard]] Value whole_value(std::int64_t count);
[[nodiscard]] Value text_value(std::string text);

}  // namespace headroom
