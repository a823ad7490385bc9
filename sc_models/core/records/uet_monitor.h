#pragma once

#include <string>
#include <string_view>

#include "sc_models/core/records/column.h"
#include "sc_models/core/records/identity.h"
#include "sc_models/core/records/uet_monitor_selection.h"
#include "sc_models/core/uet_observer.h"

namespace headroom {

struct UetMonitorRow {
  RowTime time;
  const NodeIdentity& nic;
  const UetPacketView& packet;
  std::string_view local, remote;
  std::string_view received;  ///< numbers that the bitmap names, `[p1:p2]`

  [[nodiscard]] const Frame& frame() const { return packet.frame; }
  [[nodiscard]] bool is(FrameKind kind) const { return packet.frame.kind == kind; }
  [[nodiscard]] bool sent() const { return packet.direction != UetDirection::kRx; }
  /// Rows that show the sender's state: data and probe sent, ACK received.
  [[nodiscard]] bool of_sender() const {
    return sent() ? is(FrameKind::kUetData) || is(FrameKind::kUetProbe) : is(FrameKind::kUetAck);
  }
  /// Rows that show what congestion control did: ACK and NACK received.
  [[nodiscard]] bool of_reaction() const { return !sent() && (is(FrameKind::kUetAck) || is(FrameKind::kUetNack)); }
};

[[nodiscard]] const Record<UetMonitorRow>& uet_monitor_record();

/// `uet-monitor`: one row for each packet of a selected connection, in the order they are seen, all NICs in one file.
class UetMonitor {
 public:
  UetMonitor(OutputFolder& folder, std::string run, const UetMonitorParams& settings);
  void write(const NodeIdentity& nic, const UetPacketView& packet) {
    if (selection_.sees(nic.id, packet)) add(nic, packet);
  }
  RecordFile& file() { return table_.file(); }

 private:
  void add(const NodeIdentity& nic, const UetPacketView& packet);

  const std::string run_;
  RecordTable<UetMonitorRow> table_;
  UetMonitorSelection selection_;
  std::string local_, remote_, received_;  ///< of the row being written
};

}  // namespace headroom
