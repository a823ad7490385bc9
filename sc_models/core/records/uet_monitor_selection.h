#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>

#include "sc_models/core/params/uet_nic.h"
#include "sc_models/core/uet_observer.h"

namespace headroom {

/// Decides of which connections `uet-monitor` writes the packets. A packet that passes every filter selects its
/// connection, both ends, for the rest of the run; so does one that sets off a trigger, while their common budget
/// lasts. The packet that selects is the first one written. What the filters select costs no budget.
class UetMonitorSelection {
 public:
  explicit UetMonitorSelection(const UetMonitorParams& params);

  /// True if the packet is to be written. `fep_id`: of the NIC at whose end it is seen.
  [[nodiscard]] bool sees(NodeId fep_id, const UetPacketView& packet);

 private:
  /// `All`, or one value; a text that no value has matches nothing.
  template <class Value>
  class Filter {
   public:
    Filter(const std::string& text, std::optional<Value> (*parse)(std::string_view))
        : all_(text == "All"), value_(parse(text)) {}
    [[nodiscard]] bool all() const { return all_; }
    [[nodiscard]] bool passes(const Value& value) const { return all_ || value_ == value; }

   private:
    bool all_;
    std::optional<Value> value_;
  };
  struct Hash {
    std::size_t operator()(const UetConnection& connection) const;
  };

  [[nodiscard]] bool passes_filters(NodeId fep_id, const UetPacketView& packet) const;
  [[nodiscard]] bool sets_off_a_trigger(const UetPacketView& packet) const;

  const UetMonitorParams params_;
  const Filter<NodeId> fep_id_;
  const Filter<Ipv4> local_, remote_;
  const Filter<UetPdcEnd> pdc_;
  const bool everything_;  ///< the monitor is on and filters nothing
  std::uint64_t budget_;   ///< connections that triggers may still select
  std::unordered_set<UetConnection, Hash> selected_;
};

}  // namespace headroom
