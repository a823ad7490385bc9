#pragma once

#include <string>
#include <vector>

#include "sc_models/app/holds.h"
#include "sc_models/app/remedies.h"

namespace headroom {

/// Why a run went as it did, for a person: which transmissions were held, by whom and why; what stood in the way and
/// what would cure it. Empty when nothing did.
struct Findings {
  std::vector<Hold> holds;
  std::vector<Remedy> remedies;

  /// One sentence each, as `summary.json` has them. `run`: how long it was.
  [[nodiscard]] std::vector<std::string> sentences(Ps run) const;
};

[[nodiscard]] Findings findings(Network& network, Ps now);

/// Microseconds to the nanosecond, "185.862", or "185.862 to 221.005" when the two differ.
[[nodiscard]] std::string microseconds_text(Ps shortest, Ps longest);
/// Likewise as a percentage of `whole`, to a tenth.
[[nodiscard]] std::string percent_text(Ps shortest, Ps longest, Ps whole);

}  // namespace headroom
