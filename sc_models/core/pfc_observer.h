#pragma once

#include <cstdint>

#include "sc_models/core/units.h"

namespace headroom {

/// What PFC does on a port, as the record `pfc-events` names it.
enum class PfcEventKind : std::uint8_t {
  kXoffTx,     ///< a pause is queued because a pool filled
  kRefreshTx,  ///< a pause is queued again
  kXonTx,      ///< a resume is queued
  kXoffRx,     ///< a pause takes effect
  kXonRx,      ///< a resume takes effect
  kResume,     ///< a received pause has run out
};

struct PfcEvent {
  Ps time;
  PfcEventKind kind{};
  unsigned traffic_class = 0;
  Bytes occupancy;           ///< of the receive pool; for kXoffTx without the arriving frame
  std::uint16_t quanta = 0;  ///< of the frame; 0 for kResume
};

/// Looks on as one port sends and obeys pauses. Must not act on the model.
class PfcObserver {
 public:
  virtual void pfc_event(const PfcEvent& event) = 0;

 protected:
  ~PfcObserver() = default;
};

}  // namespace headroom
