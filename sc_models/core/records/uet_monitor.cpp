#include "sc_models/core/records/uet_monitor.h"

#include <fmt/format.h>

#include <array>
#include <iterator>
#include <utility>

#include "sc_models/core/uet_pdc_text.h"

namespace headroom {
namespace {

using MonitorColumns = std::vector<Column<UetMonitorRow>>;

std::string_view packet_type(const Frame& frame) {
  switch (frame.kind) {
    case FrameKind::kUetAck: return "ACK_CC";
    case FrameKind::kUetNack: return "NACK";
    case FrameKind::kUetProbe: return "CTRL";
    default: return "RUD_REQUEST";
  }
}

std::string_view dscp_type(DscpRole role) {
  switch (role) {
    case DscpRole::kNoTrim: return "NO_TRIM";
    case DscpRole::kTrimmable: return "TRIMMABLE";
    case DscpRole::kTrimmableRetransmission: return "TRIMMABLE_RTX";
    case DscpRole::kTrimmed: return "TRIMMED";
    case DscpRole::kTrimmedLastHop: return "TRIMMED_LAST_HOP";
    case DscpRole::kControl: return "CONTROL";
  }
  return "UNRECOGNIZED";  // the three bits have two values more
}

/// Data and ACKs carry one; of a NACK or probe the record shows the id of the end that sent it.
Cell entropy(const UetMonitorRow& r) {
  if (r.is(FrameKind::kUetData) || r.is(FrameKind::kUetAck)) return r.frame().udp_source;
  return r.sent() ? r.packet.local.number : r.packet.remote.number;
}

Cell psn(const UetMonitorRow& r) {
  const bool names_a_tag = r.is(FrameKind::kUetProbe) || (r.is(FrameKind::kUetAck) && r.frame().uet.probe_answer);
  return names_a_tag ? Cell(r.frame().uet.probe_tag) : Cell(r.frame().psn);
}

Cell nack_code(const UetMonitorRow& r) {
  if (!r.is(FrameKind::kUetNack)) return {};
  return r.frame().uet.nack_code == kNackTrimmedLastHop ? "UET_TRIMMED_LASTHOP" : "UET_TRIMMED";
}

/// `value` where the row shows it, else an empty cell.
template <class Value>
Cell only(bool shown, const Value& value) {
  return shown ? Cell(value) : Cell();
}
template <class Value>
Cell only(bool shown, const std::optional<Value>& value) {
  return shown && value ? Cell(*value) : Cell();
}

void identity(MonitorColumns& c) {
  static constexpr std::array<std::string_view, 3> kDirections{"Tx", "ReTx", "Rx"};
  c.push_back({"sim_time_ns", Format::kNanoseconds, [](const UetMonitorRow& r) -> Cell { return r.time.now; },
               "data, ACK or probe sent: end of its serialization; NACK sent, anything received: when processed"});
  c.push_back({"component_name", Format::kText, [](const UetMonitorRow& r) -> Cell { return r.nic.name; },
               "`server<i>.nic` at whose end the packet is seen"});
  c.push_back({"FEP_ID", Format::kInteger, [](const UetMonitorRow& r) -> Cell { return r.nic.id; },
               "number of that NIC, as `node_id` elsewhere"});
  c.push_back({"job_ID", Format::kInteger,
               [](const UetMonitorRow& r) -> Cell { return r.of_sender() ? r.packet.wqe : 0; },
               "`wqe_ID` of the packet's work request; data or probe sent, ACK received; else 0"});
  c.push_back({"packet_UID", Format::kInteger, [](const UetMonitorRow& r) -> Cell { return r.frame().uid; },
               "number of the frame, the same at every end: counts all frames of the run as they are made"});
  c.push_back({"packet_size", Format::kInteger, [](const UetMonitorRow& r) -> Cell { return r.frame().wire_bytes; },
               "bytes on the wire"});
  c.push_back({"local_PDC_ID", Format::kText, [](const UetMonitorRow& r) -> Cell { return r.local; },
               "this end of the PDC, `<IPv4>:<number>`"});
  c.push_back({"remote_PDC_ID", Format::kText, [](const UetMonitorRow& r) -> Cell { return r.remote; },
               "the other end; number 0 at a sender that has not heard from it"});
  c.push_back({"entropy_value", Format::kInteger, entropy,
               "UDP source port of data and ACKs; of a NACK or probe the PDC number of the end that sent it"});
  c.push_back({"RTT_ns", Format::kNanoseconds,
               [](const UetMonitorRow& r) { return only(r.is(FrameKind::kUetAck) && !r.sent(), r.packet.round_trip); },
               "round trip that a received ACK gave, if it did"});
  c.push_back({"direction", Format::kText,
               [](const UetMonitorRow& r) -> Cell { return kDirections[static_cast<std::size_t>(r.packet.direction)]; },
               "`Tx`, `ReTx` (data sent again), `Rx`"});
  c.push_back({"packet_type", Format::kText, [](const UetMonitorRow& r) -> Cell { return packet_type(r.frame()); },
               "`RUD_REQUEST` (data, also trimmed), `ACK_CC`, `NACK`, `CTRL` (probe)"});
  c.push_back({"nack_code", Format::kText, nack_code, "NACK: `UET_TRIMMED` or `UET_TRIMMED_LASTHOP`"});
}

void flags_and_state(MonitorColumns& c) {
  c.push_back({"AR_bit", Format::kFlag,
               [](const UetMonitorRow& r) { return only(r.is(FrameKind::kUetData), r.frame().uet.ack_requested); },
               "data: it asks for an ACK"});
  c.push_back(
      {"ECN_marked", Format::kFlag,
       [](const UetMonitorRow& r) { return only(!r.sent() && !r.is(FrameKind::kUetNack), r.frame().ecn == Ecn::kCe); },
       "data, ACK or probe received: it arrived with congestion experienced"});
  c.push_back({"M_Flag", Format::kFlag,
               [](const UetMonitorRow& r) {
                 return only(r.is(FrameKind::kUetAck) || r.is(FrameKind::kUetNack), r.frame().uet.marked);
               },
               "ACK, NACK: what drew it arrived with congestion experienced"});
  c.push_back({"NIC_prefetched_bytes", Format::kInteger,
               [](const UetMonitorRow& r) { return only(r.of_sender(), r.packet.nic_prefetched); },
               "bytes in the NIC's prefetch buffer; data or probe sent, ACK received; after processing"});
  c.push_back({"PDC_prefetched_bytes", Format::kInteger,
               [](const UetMonitorRow& r) { return only(r.of_sender(), r.packet.pdc_prefetched); },
               "of this PDC, likewise"});
  c.push_back({"bytes_fetched", Format::kInteger,
               [](const UetMonitorRow& r) { return only(r.of_sender(), r.packet.fetched); },
               "bytes fetched and not yet acknowledged, of the PDC group, likewise"});
  c.push_back({"bytes_in_flight", Format::kInteger,
               [](const UetMonitorRow& r) { return only(r.of_sender(), r.packet.in_flight); },
               "of the PDC group, likewise"});
  c.push_back({"congestion_window", Format::kInteger,
               [](const UetMonitorRow& r) { return only(r.of_sender(), r.packet.window); },
               "of the PDC group, likewise"});
  c.push_back({"receiver_congestion_window_penalty", Format::kInteger,
               [](const UetMonitorRow& r) { return only(r.is(FrameKind::kUetAck), r.frame().uet.penalty); },
               "ACK: receiver penalty, 0 to 127"});
  c.push_back({"DSCP_type", Format::kText, [](const UetMonitorRow& r) -> Cell { return dscp_type(r.frame().role); },
               "`NO_TRIM`, `TRIMMABLE`, `TRIMMABLE_RTX`, `TRIMMED`, `TRIMMED_LAST_HOP`, `CONTROL`, `UNRECOGNIZED`"});
}

void numbers(MonitorColumns& c) {
  c.push_back({"PSN", Format::kInteger, psn,
               "data: its number; ACK, NACK: the number it names; probe and its answer: the probe's tag"});
  c.push_back({"CACK_PSN", Format::kInteger,
               [](const UetMonitorRow& r) { return only(r.is(FrameKind::kUetAck), r.frame().uet.cumulative); },
               "ACK: highest number received in order"});
  c.push_back({"SACK_base_PSN", Format::kInteger,
               [](const UetMonitorRow& r) { return only(r.is(FrameKind::kUetAck), r.frame().uet.sack_base); },
               "ACK: number of the bitmap's first bit"});
  c.push_back({"ACK_bitmap_PSNs", Format::kText, [](const UetMonitorRow& r) -> Cell { return r.received; },
               "ACK: numbers that the bitmap reports as received, `[p1:p2]`; else `[]`"});
}

void ours(MonitorColumns& c) {
  static constexpr std::array<std::string_view, 11> kRoutines{
      "NONE", "PROP", "FAST", "FAIR", "MD", "MD_HELD", "QA", "QA_IGNORE", "TRIM_CUT", "LIMITED", "NO_SAMPLE"};
  static constexpr std::array<std::string_view, 3> kStates{"NORMAL", "FROZEN", "EXPLORE"};
  c.push_back(
      {"x_routine", Format::kText,
       [](const UetMonitorRow& r) {
         return only(r.of_reaction(), kRoutines[static_cast<std::size_t>(r.packet.routine)]);
       },
       "ACK or NACK received: what congestion control did: `PROP`, `FAST`, `FAIR`, `MD`, `MD_HELD`, `NONE`, `QA`, "
       "`QA_IGNORE`, `TRIM_CUT`, `LIMITED`, `NO_SAMPLE`"});
  c.push_back({"x_fulfil", Format::kInteger,
               [](const UetMonitorRow& r) { return only(r.of_reaction(), r.packet.fulfil); },
               "likewise: 1 if accumulated increase was added to the window, 2 if the additive term was too, else 0"});
  c.push_back({"x_base_rtt_ns", Format::kNanoseconds,
               [](const UetMonitorRow& r) { return only(r.of_reaction(), r.packet.base_rtt); },
               "likewise: base round trip"});
  c.push_back({"x_qdelay_ns", Format::kNanoseconds,
               [](const UetMonitorRow& r) { return only(r.of_reaction(), r.packet.delay); },
               "likewise: queueing delay of the sample, if there was one"});
  c.push_back({"x_avg_qdelay_ns", Format::kReal,
               [](const UetMonitorRow& r) { return only(r.of_reaction(), r.packet.average_delay / 1e3); },
               "likewise: average queueing delay"});
  c.push_back({"x_reps_state", Format::kText,
               [](const UetMonitorRow& r) {
                 return r.of_reaction() && r.packet.spray ? Cell(kStates[static_cast<std::size_t>(*r.packet.spray)])
                                                          : Cell();
               },
               "likewise, Recycled Entropy Packet Spraying only: `NORMAL`, `FROZEN`, `EXPLORE`"});
}

MonitorColumns all_columns() {
  MonitorColumns c;
  identity(c);
  flags_and_state(c);
  numbers(c);
  ours(c);
  c.push_back(exact_time_column<UetMonitorRow>());
  return c;
}

void append_bitmap(std::string& out, const Frame& frame) {
  out += '[';
  if (frame.kind == FrameKind::kUetAck) {
    for (unsigned bit = 0; bit < 64; ++bit) {
      if ((frame.uet.sack_bitmap >> bit & 1) == 0) continue;
      fmt::format_to(std::back_inserter(out), "{}{}", out.size() > 1 ? ":" : "", frame.uet.sack_base + bit);
    }
  }
  out += ']';
}

}  // namespace

const Record<UetMonitorRow>& uet_monitor_record() {
  static const Record<UetMonitorRow> record{
      "uet-monitor",
      "`EnableUETMonitor`, `TriggerLoggingOnRttEnable` or `TriggerLoggingOnCWindPen` of the UET NIC of the "
      "lowest-numbered server, whose settings hold for the run",
      "one for each packet of a selected connection at each of its ends; no PFC frames", all_columns()};
  return record;
}

UetMonitor::UetMonitor(OutputFolder& folder, std::string run, const UetMonitorParams& settings)
    : run_(std::move(run)), table_(folder, run_, uet_monitor_record()), selection_(settings) {}

void UetMonitor::add(const NodeIdentity& nic, const UetPacketView& packet) {
  local_.clear(), remote_.clear(), received_.clear();
  append_pdc_id(local_, packet.local);
  append_pdc_id(remote_, packet.remote);
  append_bitmap(received_, packet.frame);
  table_.add({{run_, packet.time, Ps{0}}, nic, packet, local_, remote_, received_});
}

}  // namespace headroom
