#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "sc_models/core/audit.h"
#include "sc_models/core/ring.h"
#include "sc_models/core/serializer.h"
#include "sc_models/core/units.h"
#include "sc_models/policy/pcie_transfer.h"

namespace headroom {

/// One direction: the sending end's rate and transmit buffers, the receiving end's receive buffers.
struct PcieDirectionParams {
  BitRate rate;
  Bytes tx_header, tx_data, rx_header, rx_data;
  Bytes request_size;            ///< of a request on the link, without the overhead of its transfer
  bool carries_requests = true;  ///< false: `offer_request` is never called
  bool every_transfer = false;   ///< ask to be woken at the end of every transfer, not only at what can be seen outside
};

/// What one direction has carried up to an instant. Maxima are of the interval.
struct PcieDirectionStats {
  std::uint64_t requests = 0, data_transfers = 0;  ///< started
  Bytes payload, wire;
  Ps busy, stall;
  Bytes tx_header_max, tx_data_max, rx_header_max, rx_data_max;
};

/// One direction of a PCIe link: requests (one transfer without payload each) and data messages, cut into transfers,
/// pass the transmit buffer and the link in order. A request goes at the next boundary between two transfers.
///
/// One state machine moves transfer by transfer; both forms of the link are that machine. It is brought forward only
/// when somebody looks: nothing after the last instant it was told of is decided yet, so a request that comes later
/// finds the boundary it needs still open. `next()` is the first instant at which something can be seen from outside;
/// with `every_transfer` it is the end of the transfer on the link.
///
/// The receiving end takes data at once, so a data transfer never lacks room there; a request keeps its header slot
/// until `return_request_slot`. Both buffers keep one slot that only data may use.
/// Invariant: while the link carries data, every boundary before `next()` starts the next transfer of the same message.
class PcieDirection {
 public:
  explicit PcieDirection(const PcieDirectionParams& params);

  /// A request joins its outer queue. Decide afterwards.
  void offer_request(Ps now);
  /// A data message of `length` bytes joins its outer queue. Returns whether to decide afterwards; if not, what a
  /// decision would have changed is done.
  [[nodiscard]] bool offer_data(Ps now, Bytes length);
  /// The receiving end has dealt with one more request. Decide afterwards.
  void return_request_slot(Ps now);

  /// Ends the transfer that is due at `now`, if one is; what has arrived with it can be taken.
  void advance(Ps now);
  /// Entries into the transmit buffer and the start of the next transfer, after everything else of the instant.
  void decide(Ps now);
  /// After `advance`, and the offers that followed from it: lets the next data message go on if nothing else can come
  /// of a decision. Returns whether to decide.
  [[nodiscard]] bool go_on(Ps now);
  /// A request has been offered and not started.
  [[nodiscard]] bool requests_waiting() const { return requests_out_ + requests_in_ > 0; }
  /// When to call `advance` next, if nothing is offered before; kNever while the link is idle.
  [[nodiscard]] Ps next() const;
  /// A transfer that nobody outside can tell from the one after it ends at `now`.
  [[nodiscard]] bool boundary_at(Ps now) const { return boundary_ == now && link_ != OnLink::kOpen; }
  /// What `next()` has named is no arrival: the start of a transfer lets a message enter to its end. Decide.
  [[nodiscard]] bool only_acceptance_at(Ps now) const {
    return boundary_ < now && !last_of_message_ && train_.busy_until() > now;
  }

  /// Data messages accepted, data messages arrived and requests arrived since last taken; each kind in order of offers.
  [[nodiscard]] std::uint64_t take_accepted() { return take(accepted_); }
  [[nodiscard]] std::uint64_t take_arrived() { return take(arrived_); }
  [[nodiscard]] std::uint64_t take_arrived_requests() { return take(arrived_requests_); }

  /// Requests that the receiving end has not dealt with, and their largest number ever.
  [[nodiscard]] std::int64_t requests_held() const { return requests_held_; }
  [[nodiscard]] std::int64_t requests_held_max() const { return requests_held_max_; }
  /// As of `now`, after everything of that instant.
  [[nodiscard]] PcieDirectionStats stats(Ps now);
  void begin_interval(Ps now);
  /// Transfers entered, started and ended; room taken and returned.
  void audit(Audit& audit, const std::string& owner) const;

 private:
  enum class OnLink : std::uint8_t {
    kNothing,
    kOpen,  ///< nothing yet: the front message starts at `boundary_` unless a decision of that instant says otherwise
    kRequest,
    kData,
  };

  [[nodiscard]] static std::uint64_t take(std::uint64_t& count) {
    const std::uint64_t taken = count;
    count = 0;
    return taken;
  }
  [[nodiscard]] bool entering() const { return entered_messages_ < messages_.size(); }
  [[nodiscard]] bool data_may_enter() const {
    return entering() && slots_ < tx_slots_ && data_ + std::min(entering_left_, kTransferPayload) <= tx_data_;
  }
  /// At a boundary the receiving end holds requests only.
  [[nodiscard]] bool request_may_go() const { return requests_in_ > 0 && requests_held_ + 2 <= rx_slots_; }

  void catch_up(Ps now) {
    if (boundary_ < now) pass_boundaries(now);
  }
  void pass_boundaries(Ps now);
  void run_train(Ps now);
  void end_transfer();
  void enter_and_start(Ps now);
  void enter_requests();
  void enter_data();
  void start_request(Ps now);
  void start_data(Ps now);
  void finish_front();
  void occupy(Ps now, OnLink what, Bytes wire);
  void leave_idle(Ps now);
  void open(Ps now);
  [[nodiscard]] std::int64_t on_link() const { return link_ == OnLink::kRequest || link_ == OnLink::kData ? 1 : 0; }
  /// Data space that the first message outside lacks to enter to its end.
  [[nodiscard]] Bytes missing() const { return data_ + entering_left_ - tx_data_; }
  [[nodiscard]] Ps next_acceptance() const;

  const BitRate rate_;
  const std::int64_t tx_slots_, rx_slots_;
  const Bytes tx_data_, largest_message_, request_wire_;
  const Ps full_transfer_;  ///< time of a full one on the link, rounded down
  const bool every_transfer_, decides_always_;

  // outer queues and transmit buffer
  std::int64_t requests_out_ = 0, requests_in_ = 0;
  Ring<Bytes> messages_;              ///< lengths of those whose last transfer has not started; the front one is next
  std::size_t entered_messages_ = 0;  ///< of them, those wholly inside the transmit buffer
  Bytes front_left_, entering_left_;  ///< payload of the front one not started; of the first one outside not entered
  std::int64_t slots_ = 0;            ///< of the transmit buffer, requests and data
  Bytes data_;

  // link and receiving end
  Serializer wire_;   ///< up to the end of the transfer on the link
  Serializer train_;  ///< up to the end of its message, if nothing comes between; unless it is the last
  OnLink link_ = OnLink::kNothing;
  Ps boundary_ = kNever;  ///< end of the transfer on the link
  bool last_of_message_ = false;
  Bytes link_payload_;
  std::int64_t requests_held_ = 0, requests_held_max_ = 0;

  std::uint64_t accepted_ = 0, arrived_ = 0, arrived_requests_ = 0;

  // counts
  bool stalled_ = false;
  Ps stalled_since_, stall_;
  Ps idle_;  ///< of the link, up to the start of the transfer that was last on it
  std::int64_t entered_ = 0, started_requests_ = 0, started_data_ = 0, ended_requests_ = 0, ended_data_ = 0;
  std::int64_t request_slots_returned_ = 0;
  Bytes entered_payload_, started_payload_, ended_payload_;
  std::int64_t tx_slots_max_ = 0, rx_slots_max_ = 0;
  Bytes tx_data_max_, rx_data_max_;
};

}  // namespace headroom
