#include "sc_models/core/records/uet_monitor_selection.h"

#include <functional>

#include "sc_models/core/uet_pdc_text.h"

namespace headroom {

UetMonitorSelection::UetMonitorSelection(const UetMonitorParams& params)
    : params_(params),
      fep_id_(params.filter_fep_id, parse_node_id),
      local_(params.filter_local_ip, parse_address),
      remote_(params.filter_remote_ip, parse_address),
      pdc_(params.filter_pdc, parse_pdc_id),
      everything_(params.enable && fep_id_.all() && local_.all() && remote_.all() && pdc_.all()),
      budget_(params.triggered_pdc_limit) {}

bool UetMonitorSelection::sees(NodeId fep_id, const UetPacketView& packet) {
  if (everything_ || selected_.contains(packet.connection)) return true;
  if (!passes_filters(fep_id, packet)) {
    if (budget_ == 0 || !sets_off_a_trigger(packet)) return false;
    --budget_;
  }
  selected_.insert(packet.connection);
  return true;
}

bool UetMonitorSelection::passes_filters(NodeId fep_id, const UetPacketView& packet) const {
  return params_.enable && fep_id_.passes(fep_id) && local_.passes(packet.local.address) &&
         remote_.passes(packet.remote.address) && (pdc_.passes(packet.local) || pdc_.passes(packet.remote));
}

bool UetMonitorSelection::sets_off_a_trigger(const UetPacketView& packet) const {
  const bool ack = packet.frame.kind == FrameKind::kUetAck;
  const bool received = packet.direction == UetDirection::kRx;
  if (params_.trigger_on_rtt && ack && received && packet.round_trip && *packet.round_trip >= params_.rtt_threshold)
    return true;
  if (!params_.trigger_on_penalty) return false;
  if (ack) return packet.frame.uet.penalty >= params_.penalty_threshold;
  return packet.frame.kind == FrameKind::kUetData && !received && packet.penalty >= params_.penalty_threshold;
}

std::size_t UetMonitorSelection::Hash::operator()(const UetConnection& connection) const {
  const std::uint64_t end = std::uint64_t{connection.sender.address} << 16 | connection.sender.number;
  return std::hash<std::uint64_t>{}(end * 0x9E3779B97F4A7C15 ^ connection.start);
}

}  // namespace headroom
