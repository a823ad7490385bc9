#pragma once

#include "sc_models/core/ring.h"
#include "sc_models/policy/credit_counter.h"
#include "sc_models/policy/pcie_direction.h"

namespace headroom {

/// The plain form of a direction: every transfer is an object that waits outside, enters the transmit buffer, goes over
/// the link and arrives, each step at its own instant. It says what the rules mean; PcieTrain is checked against it.
class PcieTransfers final : public PcieDirection {
 public:
  explicit PcieTransfers(const PcieDirectionParams& params)
      : PcieDirection(params), transmit_(tx_slots_, tx_data_), receive_(rx_slots_, params.rx_data) {}

  void offer_request(Ps) override { ++requests_out_; }
  bool offer_data(Ps now, Bytes length) override;
  void return_request_slot(Ps) override {
    give_request_slot_back();
    receive_.give_back(Bytes{0});
  }
  void advance(Ps now) override;
  void decide(Ps now) override;
  bool go_on(Ps) override { return !carrying() && (requests_waiting() || !inside_.empty() || !outside_.empty()); }
  Ps next() const override { return boundary_; }

 private:
  enum class Kind : std::uint8_t { kNone, kRequest, kData };
  struct Transfer {
    Bytes payload;
    bool last = false;  ///< of its message
  };

  bool carrying() const override { return link_ != Kind::kNone; }
  void enter();
  void start(Ps now);

  CreditCounter transmit_, receive_;  ///< room for transfers that wait; for those on the link or not yet dealt with
  Ring<Transfer> outside_, inside_;   ///< of data; requests are only counted
  Kind link_ = Kind::kNone;
  bool link_last_ = false;
};

}  // namespace headroom
