#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>

#include "sc_models/core/audit.h"
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
  bool every_transfer = false;   ///< the plain form, transfer by transfer, not the computed one
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
/// The receiving end takes data at once, so a data transfer never lacks room there; a request keeps its header slot
/// until `return_request_slot`. Both buffers keep one slot that only data may use.
///
/// Two forms of the same rules, which share their counts alone and show the same at every instant: PcieTransfers moves
/// each transfer, PcieTrain computes those that nobody outside can tell apart.
class PcieDirection {
 public:
  static std::unique_ptr<PcieDirection> make(const PcieDirectionParams& params);
  virtual ~PcieDirection() = default;
  PcieDirection(const PcieDirection&) = delete;
  PcieDirection& operator=(const PcieDirection&) = delete;

  /// A request joins its outer queue. Decide afterwards.
  virtual void offer_request(Ps now) = 0;
  /// A data message of `length` bytes joins its outer queue. Returns whether to decide afterwards; if not, what a
  /// decision would have changed is done.
  [[nodiscard]] virtual bool offer_data(Ps now, Bytes length) = 0;
  /// The receiving end has dealt with one more request. Decide afterwards, if requests wait.
  virtual void return_request_slot(Ps now) = 0;

  /// Ends the transfer that is due at `now`, if one is; what has arrived with it can be taken.
  virtual void advance(Ps now) = 0;
  /// Entries into the transmit buffer and the start of the next transfer, after everything else of the instant.
  virtual void decide(Ps now) = 0;
  /// After `advance`, and the offers that followed from it: lets the next data message go on if nothing else can come
  /// of a decision. Returns whether to decide.
  [[nodiscard]] virtual bool go_on(Ps now) = 0;
  /// When to call `advance` next, if nothing is offered before; kNever while the link is idle.
  [[nodiscard]] virtual Ps next() const = 0;
  /// What `next()` has named is no arrival: the start of a transfer lets a message enter to its end. Decide, without
  /// `advance`.
  [[nodiscard]] virtual bool only_acceptance_at(Ps) const { return false; }

  /// A request has been offered and not started.
  [[nodiscard]] bool requests_waiting() const { return requests_out_ + requests_in_ > 0; }
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

 protected:
  explicit PcieDirection(const PcieDirectionParams& params);

  /// A transfer is on the link, and its payload.
  [[nodiscard]] virtual bool carrying() const = 0;
  void check_length(Bytes length) const {
    if (length <= Bytes{0} || length > largest_message_) refuse(length);
  }
  [[noreturn]] void refuse(Bytes length) const;
  /// At a boundary the receiving end holds requests only.
  [[nodiscard]] bool request_may_go() const { return requests_in_ > 0 && requests_held_ + 2 <= rx_slots_; }

  // What both forms count in the same way; inlined where it happens.
  void enter_requests();
  void count_requests_entered(std::int64_t count);
  void count_entered(std::int64_t transfers, Bytes payload);
  void note_buffer();
  void leave_idle(Ps now);
  void count_request_started();
  void count_data_started(std::int64_t transfers, Bytes payload);
  void count_request_arrived();
  void give_request_slot_back();
  void begin_stall(Ps now);
  void end_stall(Ps now);

  const BitRate rate_;
  const std::int64_t tx_slots_, rx_slots_;
  const Bytes tx_data_, largest_message_, request_wire_;

  std::int64_t requests_out_ = 0, requests_in_ = 0;  ///< in the outer queue and in the transmit buffer
  std::int64_t slots_ = 0;                           ///< of the transmit buffer, requests and data
  Bytes data_;
  Serializer wire_;       ///< up to the end of the transfer on the link
  Ps boundary_ = kNever;  ///< end of the transfer on the link
  Bytes link_payload_;    ///< of it
  std::int64_t requests_held_ = 0;
  std::uint64_t accepted_ = 0, arrived_ = 0, arrived_requests_ = 0;
  std::int64_t ended_data_ = 0;
  Bytes ended_payload_;
  Bytes rx_data_max_;

 private:
  [[nodiscard]] static std::uint64_t take(std::uint64_t& count) {
    const std::uint64_t taken = count;
    count = 0;
    return taken;
  }

  bool stalled_ = false;
  Ps stalled_since_, stall_;
  Ps idle_;  ///< of the link, up to the start of the transfer that was last on it
  std::int64_t entered_ = 0, started_requests_ = 0, started_data_ = 0, ended_requests_ = 0;
  std::int64_t request_slots_returned_ = 0, requests_held_max_ = 0;
  Bytes entered_payload_, started_payload_;
  std::int64_t tx_slots_max_ = 0, rx_slots_max_ = 0;
  Bytes tx_data_max_;
};

inline void PcieDirection::count_entered(std::int64_t transfers, Bytes payload) {
  slots_ += transfers;
  data_ += payload;
  entered_ += transfers;
  entered_payload_ += payload;
}

inline void PcieDirection::note_buffer() {
  tx_slots_max_ = std::max(tx_slots_max_, slots_);
  tx_data_max_ = std::max(tx_data_max_, data_);
}

/// The link starts something at `now`; the receiving end is never fuller than at a start.
inline void PcieDirection::leave_idle(Ps now) {
  rx_slots_max_ = std::max(rx_slots_max_, requests_held_ + 1);
  if (const Ps last_end = std::max(wire_.busy_until(), Ps{0}); last_end < now) idle_ += now - last_end;
}

inline void PcieDirection::count_request_started() {
  --requests_in_;
  --slots_;
  ++started_requests_;
}

inline void PcieDirection::count_data_started(std::int64_t transfers, Bytes payload) {
  slots_ -= transfers;
  data_ -= payload;
  started_data_ += transfers;
  started_payload_ += payload;
}

/// It keeps its slot.
inline void PcieDirection::count_request_arrived() {
  ++ended_requests_;
  ++arrived_requests_;
  ++requests_held_;
  requests_held_max_ = std::max(requests_held_max_, requests_held_);
}

inline void PcieDirection::begin_stall(Ps now) {
  if (stalled_) return;
  stalled_ = true;
  stalled_since_ = now;
}

inline void PcieDirection::end_stall(Ps now) {
  if (!stalled_) return;
  stalled_ = false;
  stall_ += now - stalled_since_;
}

}  // namespace headroom
