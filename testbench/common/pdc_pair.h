// A NIC that sends and one that receives, of the policies alone, with a channel between them that loses, trims, delays
// and so reorders packets of every kind.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <queue>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "sc_models/core/check.h"
#include "sc_models/core/random.h"
#include "sc_models/policy/uet/ack_request.h"
#include "sc_models/policy/uet/pdc_ids.h"
#include "sc_models/policy/uet/pdc_receiver.h"
#include "sc_models/policy/uet/pdc_sender.h"
#include "sc_models/policy/uet/retransmission_timeout.h"

namespace headroom {

struct PdcPairParams {
  double loss = 0, trim = 0;         ///< chance of each packet, of whatever kind; of each data packet
  std::int64_t delay = 10'000'000;   ///< ps; each packet takes up to this
  double straggler = 0;              ///< chance to take up to 100 times as long
  bool per_message = true;           ///< a PDC for each message; else one for each flow
  PdcId sending_ids = 32'767;        ///< ids of sending ends: few make the ids come back soon
  std::int64_t window = 64 * 4'184;  ///< nominal bytes in flight, all PDCs together
  bool prefetch = false;
  Psn first_start = 1;                           ///< Start_PSN of the first use of each id
  std::vector<std::vector<std::int64_t>> flows;  ///< lengths of the messages of each
  PdsParams pds;
  std::uint64_t seed = 1;
};

class PdcPair {
 public:
  struct Counts {
    std::uint64_t sent = 0, lost = 0, trimmed = 0, timeouts = 0, retransmissions = 0, duplicates = 0, out_of_order = 0;
    std::uint64_t acks = 0, no_pdc = 0, stale_nacks = 0, probes = 0, later_uses = 0;
  };

  explicit PdcPair(PdcPairParams params)
      : params_(std::move(params)), random_(params_.seed), ids_(1, params_.sending_ids) {
    for (std::uint32_t flow = 0; flow < params_.flows.size(); ++flow) {
      std::vector<PdcMessage> messages;
      for (std::uint32_t m = 0; m < params_.flows[flow].size(); ++m) {
        PdcMessage message;
        message.flow = flow, message.message = m, message.length = params_.flows[flow][m];
        messages.push_back(message);
        if (params_.per_message) waiting_.push_back(std::exchange(messages, {}));
      }
      if (!messages.empty()) waiting_.push_back(messages);
    }
  }
  /// Until nothing happens any more.
  void run();
  [[nodiscard]] const Counts& counts() const { return counts_; }
  /// What is wrong at the end; empty: every message is complete at both ends and nothing is left of it.
  [[nodiscard]] std::string fault() const;

 private:
  using Name = std::pair<std::uint32_t, std::uint32_t>;
  struct Sending {
    Sending(const PdsParams& pds, FramePool& frames) : sender(pds.mss, frames), ack_request(pds) {}
    PdcSender sender;
    AckRequest ack_request;
    PdcId id = 0;
    std::uint16_t probe_tag = 0;
  };
  struct Receiving {
    PdcReceiver receiver;
    std::size_t complete = 0;
  };
  enum class What : std::uint8_t { kSent, kTimeout, kAtReceiver, kAtSender };
  struct Event {
    std::int64_t time;
    std::uint64_t order;
    What what;
    std::uint32_t transmission;
    Frame frame;
    bool operator<(const Event& other) const { return time != other.time ? time > other.time : order > other.order; }
  };

  void at(std::int64_t time, What what, const Frame& frame, std::uint32_t transmission = 0) {
    events_.push({time, order_++, what, transmission, frame});
  }
  void cross(Frame frame, What where);
  void open_what_waits();
  void pump();
  bool serve(Sending& end);
  void transmit(Sending& end, const PdcSender::Packet& packet);
  void sent(const Frame& frame);
  void timed_out(const Frame& frame, std::uint32_t transmission);
  void at_receiver(const Frame& frame);
  void answer(Receiving& end, const Frame& drawn_by, FrameKind kind);
  void at_sender(const Frame& frame);
  void acknowledged(Sending& end, const Frame& frame);
  [[nodiscard]] Sending* find(PdcId id) {
    const auto place = sending_.find(id);
    return place == sending_.end() ? nullptr : place->second.get();
  }

  const PdcPairParams params_;
  RandomStream random_;
  std::int64_t now_ = 0, busy_until_ = 0, in_flight_ = 0;
  std::uint64_t order_ = 0;
  std::uint16_t probe_tag_ = 0;
  std::priority_queue<Event> events_;
  Counts counts_;
  // the sender
  FramePool frames_;
  PdcIds ids_;
  StartPsns starts_;
  std::set<PdcId> used_ids_;
  std::deque<std::vector<PdcMessage>> waiting_;  ///< for an id, together on one PDC
  std::map<PdcId, std::unique_ptr<Sending>> sending_;
  PdcId turn_ = 0;
  std::map<Name, int> complete_;
  // the receiver
  ReorderSets sets_;
  PdcIds receiving_ids_ = PdcIds::receiving();
  std::map<PdcId, Receiving> receiving_;
  std::map<Name, int> received_;
  std::map<Name, std::int64_t> delivered_bytes_;
  std::set<std::tuple<std::uint32_t, std::uint32_t, Psn>> delivered_;
  std::uint64_t delivered_again_ = 0;
  std::vector<MessageEnd> ends_;
};

}  // namespace headroom
