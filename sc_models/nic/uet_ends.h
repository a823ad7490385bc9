// What a UET transport engine keeps of its PDCs and groups.
#pragma once

#include <cstdint>
#include <optional>

#include "sc_models/nic/pdc_ports.h"
#include "sc_models/policy/uet/ack_request.h"
#include "sc_models/policy/uet/entropy.h"
#include "sc_models/policy/uet/nscc.h"
#include "sc_models/policy/uet/pdc_receiver.h"
#include "sc_models/policy/uet/pdc_sender.h"
#include "sc_models/policy/uet/pdc_turns.h"

namespace headroom {

/// PDCs to and from one peer, or one PDC: what they share.
struct UetGroup {
  Ipv4 remote = 0;
  std::uint32_t serial = 0;   ///< the NIC's count of groups
  std::uint32_t members = 0;  ///< open ends, receiving ones included
  std::uint64_t created = 0;  ///< sending ends so far
  std::optional<Nscc> congestion;
  std::optional<EntropySource> entropy;
  PdcTurns turns;
  std::int64_t smallest = 0;  ///< nominal: none of them has less to send than this; 0: not known
  unsigned penalty = 0;       ///< latest that an ACK has brought
  bool has_port = false;      ///< a sending end has given its UDP port
};

struct UetSendingEnd {
  enum class State : std::uint8_t { kClosed, kIdle, kOpen };  ///< kIdle: no id yet
  UetSendingEnd(const PdsParams& params, FramePool& frames) : sender(params.mss, frames), ack_request(params) {}

  State state = State::kClosed;
  bool closing = false;  ///< once what is being processed is done with
  PdcParams ends;
  PdcId id = 0;
  std::uint32_t group = 0;
  std::uint32_t waiting_posts = 0;  ///< for an id
  PdcTurns::Member turn;
  PdcSender sender;
  AckRequest ack_request;
  std::uint16_t probe_tag = 0;  ///< of the probe that is out
  bool probe_out = false;
  Ps probe_end = kNever;                 ///< of its serialization
  std::uint64_t probe_work_request = 0;  ///< whose first ACK drew it; for observers
};

struct UetReceivingEnd {
  UetReceivingEnd(ReorderSets& sets, PdcId own, Psn start) : receiver(sets, own, start) {}

  Ipv4 remote = 0;
  PdcId remote_id = 0;
  unsigned data_class = 0, control_class = 1;
  std::uint32_t group = 0;  ///< while it is open
  PdcReceiver receiver;
};

}  // namespace headroom
