// What the block of a trace should have decided.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "sc_models/check/scoreboard.h"
#include "sc_models/check/trace.h"
#include "sc_models/core/params/nic.h"

namespace headroom {

/// Runs one block's policy beside its trace and tells the scoreboard what it decides.
class BlockChecker {
 public:
  virtual ~BlockChecker() = default;
  /// The block is told something. Throws ModelError where that contradicts what it was told before.
  virtual void told(const TraceEvent& event) = 0;
  /// The block has decided something.
  virtual void decided(const TraceEvent& event) = 0;
  /// No event comes any more.
  virtual void finish([[maybe_unused]] Ps end) {}
};

/// What a block's policy is made from.
struct CheckSettings {
  const NicParams* nic = nullptr;  ///< null only for blocks that need no configuration
  std::string buffer;              ///< which of the component's buffers, see buffer_choices()
  Clock clock;
  std::int64_t tolerance_cycles = 0;
};

/// The buffers a block may stand for, its usual one first; empty: there is no choice.
[[nodiscard]] std::span<const std::string_view> buffer_choices(std::string_view block);
/// Whether the block's policy has settings of a component.
[[nodiscard]] bool needs_configuration(std::string_view block);
/// `block` is the name of a format.
[[nodiscard]] std::unique_ptr<BlockChecker> make_checker(std::string_view block, const CheckSettings& settings,
                                                         Scoreboard& scoreboard);

}  // namespace headroom
