// Keys of the topology that say which component each server or switch is.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "sc_models/core/config/draft.h"

namespace headroom {

inline constexpr PlacementWords kNicWords{"nic", "servers", "nic", "server"};
inline constexpr PlacementWords kLeafWords{"leaf_switch", "switches", "switch", "rack"};
inline constexpr PlacementWords kSpineWords{"spine_switch", "switches", "switch", "spine"};

/// What is written under `words.key`.
[[nodiscard]] Placement read_placement(const JsonNode& section, const PlacementWords& words, const Misspelt& misspelt,
                                       Faults& faults);

/// Finds the component of each of `count` numbers; every one needs exactly one.
void resolve_placement(const Draft& draft, std::uint64_t count, Place section, Placement& placement, Faults& faults);

/// The component of that name and type, or a fault.
[[nodiscard]] const DraftComponent* placed(const Draft& draft, const std::string& name, std::string_view type,
                                           Place place, const std::string& path, Faults& faults);

/// As it would be written.
[[nodiscard]] nlohmann::ordered_json placement_json(const Placement& placement);

/// The numbers of "0-3,7", all below `count`; nothing when it is not of that form.
[[nodiscard]] std::optional<std::vector<std::uint32_t>> parse_numbers(std::string_view text, std::uint64_t count);

/// Ascending numbers in that form, or the beginning of a long one.
[[nodiscard]] std::string numbers_text(const std::vector<std::uint32_t>& numbers);

}  // namespace headroom
