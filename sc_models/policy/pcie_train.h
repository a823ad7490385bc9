#pragma once

#include <cstddef>

#include "sc_models/core/ring.h"
#include "sc_models/policy/pcie_direction.h"

namespace headroom {

/// The computed form of a direction. It is brought forward only when somebody looks: nothing after the last instant it
/// was told of is decided yet, so a request that comes later finds the boundary it needs still open. `next()` is the
/// first instant at which something can be seen from outside.
/// Invariant: while the link carries data, every boundary before `next()` starts the next transfer of the same message.
class PcieTrain final : public PcieDirection {
 public:
  explicit PcieTrain(const PcieDirectionParams& params);

  void offer_request(Ps now) override;
  bool offer_data(Ps now, Bytes length) override;
  void return_request_slot(Ps now) override;
  void advance(Ps now) override;
  void decide(Ps now) override;
  bool go_on(Ps now) override;
  Ps next() const override;
  bool only_acceptance_at(Ps now) const override {
    return boundary_ < now && !last_of_message_ && train_.busy_until() > now;
  }

 private:
  enum class OnLink : std::uint8_t {
    kNothing,
    kOpen,  ///< nothing yet: the front message starts at `boundary_` unless a decision of that instant says otherwise
    kRequest,
    kData,
  };

  bool carrying() const override { return link_ == OnLink::kRequest || link_ == OnLink::kData; }
  [[nodiscard]] bool entering() const { return entered_messages_ < messages_.size(); }
  [[nodiscard]] bool data_may_enter() const {
    return entering() && slots_ < tx_slots_ && data_ + std::min(entering_left_, kTransferPayload) <= tx_data_;
  }
  /// A transfer that nobody outside can tell from the one after it ends at `now`.
  [[nodiscard]] bool boundary_at(Ps now) const { return boundary_ == now && link_ != OnLink::kOpen; }
  /// Data space that the first message outside lacks to enter to its end.
  [[nodiscard]] Bytes missing() const { return data_ + entering_left_ - tx_data_; }
  [[nodiscard]] Ps next_acceptance() const;

  void catch_up(Ps now) {
    if (boundary_ < now) pass_boundaries(now);
  }
  void pass_boundaries(Ps now);
  void run_train(Ps now);
  void end_transfer();
  void enter_and_start(Ps now);
  void enter_data();
  void start_request(Ps now);
  void start_data(Ps now);
  void finish_front();
  void open(Ps now);

  const Ps full_transfer_;  ///< time of a full one on the link, rounded down
  const bool carries_requests_;

  Ring<Bytes> messages_;              ///< lengths of those whose last transfer has not started; the front one is next
  std::size_t entered_messages_ = 0;  ///< of them, those wholly inside the transmit buffer
  Bytes front_left_, entering_left_;  ///< payload of the front one not started; of the first one outside not entered
  Serializer train_;                  ///< up to the end of the message on the link, if nothing comes between
  OnLink link_ = OnLink::kNothing;
  bool last_of_message_ = false;
};

}  // namespace headroom
