#pragma once

#include <cstdint>

#include "sc_models/core/params/uet_nic.h"

namespace headroom {

/// Which transmissions of a PDC ask for an acknowledgement. Counts them, retransmissions included, as they are handed
/// to the egress queue.
class AckRequest {
 public:
  explicit AckRequest(const PdsParams& params)
      : every_(params.ack_every_nth_packet),
        place_(params.ack_first_packet ? params.ack_every_nth_packet - 1 : 0),
        last_(params.ack_last_packet) {}

  /// The next transmission is committed: does it ask?
  [[nodiscard]] bool next(bool last_of_message) {
    const bool nth = ++place_ == every_;
    if (nth) place_ = 0;
    return nth || (last_ && last_of_message);
  }

 private:
  std::uint64_t every_;
  std::uint64_t place_;  ///< transmissions since the last one whose turn it was to ask
  bool last_;
};

}  // namespace headroom
