#pragma once

#include <cstdint>
#include <vector>

#include "sc_models/core/params/switch.h"
#include "sc_models/core/random.h"
#include "sc_models/core/stats.h"
#include "sc_models/core/units.h"
#include "sc_models/policy/flow_hash.h"

namespace headroom {

/// State of a switch's egress ports, as a choice among them needs it. Nothing changes by asking.
class EgressPorts {
 public:
  /// Charges of everything that waits for the port or is being serialized there.
  [[nodiscard]] virtual Bytes load(std::uint32_t port) const = 0;
  /// The port's peer has paused the class.
  [[nodiscard]] virtual bool paused(std::uint32_t port, unsigned traffic_class) const = 0;

 protected:
  ~EgressPorts() = default;
};

/// Chooses the port of a packet that may leave by several: by its flow's hash alone, or, under flowlet switching, the
/// least loaded one whenever the flow has been silent for the gap. What is chosen counts when the packet is admitted.
/// Invariant: a set's members have together been given the bytes admitted through it.
class EqualCostPaths {
 public:
  static constexpr std::size_t kSlots = 512;   ///< flows that a set tells apart
  static constexpr std::size_t kTables = 128;  ///< sets that get slots, the first to form
  static constexpr std::uint16_t kNoMember = 0xFFFF;

  /// A slot's flow: where it goes, and when its last packet was admitted.
  struct Slot {
    std::uint16_t member = kNoMember;
    Ps last;
  };
  struct Choice {
    std::uint32_t port;
    std::uint16_t set, member;
    Slot* slot;  ///< null without flowlets
  };
  /// A set that has been needed.
  struct Set {
    std::uint16_t table_set;  ///< its number in the route table
    Ps formed;
    std::size_t slots;
  };

  /// `sets`: ports of each set, ascending. `node` salts the hash; `ties` decides between equal loads.
  EqualCostPaths(const SwitchParams& params, std::uint32_t node, RandomStream ties,
                 const std::vector<std::vector<std::uint16_t>>& sets, const EgressPorts& ports);

  [[nodiscard]] Choice choose(std::uint16_t set, const FlowKey& flow, unsigned traffic_class, Ps now);
  /// The packet of the choice was admitted to its port.
  void admitted(const Choice& choice, Bytes charge, Ps now);

  /// Sets in the order in which they were first needed, which numbers them [C].
  [[nodiscard]] const std::vector<Set>& formed() const { return formed_; }
  [[nodiscard]] const std::vector<std::uint16_t>& members(const Set& set) const { return sets_[set.table_set].ports; }
  [[nodiscard]] const PathStats& stats(const Set& set, std::size_t member) const {
    return sets_[set.table_set].stats[member];
  }

 private:
  struct SetState {
    std::vector<std::uint16_t> ports;
    std::vector<PathStats> stats;  // by member
    bool formed = false;
    Slot* slots = nullptr;
  };
  void form(std::uint16_t set, Ps now);
  std::uint16_t least_loaded(SetState& set, unsigned traffic_class, std::uint16_t current);

  const FlowHash hash_;
  const bool flowlets_, pfc_aware_;
  const Ps gap_;
  RandomStream ties_;
  const EgressPorts& ports_;
  std::vector<SetState> sets_;
  std::vector<Set> formed_;
  std::vector<Slot> slots_;           // of all tables
  std::vector<std::uint16_t> best_;   // of the choice being made
  std::vector<std::uint8_t> paused_;  // of the choice being made, by member
};

}  // namespace headroom
