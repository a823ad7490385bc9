#include "sc_models/policy/qp_sender.h"

#include <algorithm>

#include "sc_models/core/check.h"

namespace headroom {

bool QpSender::begin_next() {
  busy_ = !queue_.empty();
  if (!busy_) return false;
  current_ = queue_.pop_front();
  first_ = oldest_;
  packets_ = std::max<std::int64_t>(1, (current_.length + mss_ - 1) / mss_);
  cursor_ = 0;
  return true;
}

bool QpSender::assign(PsnCount psn) {
  HEADROOM_CHECK(psn == next_, "QpSender: payload of PSN {} has come, {} is next", psn, next_);
  next_ = psn + 1;
  if (next_ <= highest_) return false;
  highest_ = next_;
  return true;
}

QpSender::Answer QpSender::on_ack(Psn named) {
  const PsnCount psn = place(named, oldest_);
  if (psn >= highest_) return Answer::kGhost;
  if (psn < oldest_) return Answer::kOld;
  retire(psn + 1);
  return Answer::kRetired;
}

QpSender::Answer QpSender::on_nak(Psn named) {
  const PsnCount psn = place(named, oldest_);
  if (psn >= highest_) return Answer::kGhost;
  if (psn < oldest_) return Answer::kOld;
  go_back_to(psn);
  return Answer::kGoBack;
}

/// An ACK of copies sent before a go-back may run ahead of what has been assigned or generated since.
void QpSender::retire(PsnCount first_unacknowledged) {
  oldest_ = first_unacknowledged;
  next_ = std::max(next_, oldest_);
  cursor_ = std::max(cursor_, oldest_ - first_);
}

void QpSender::go_back_to(PsnCount psn) {
  ++epoch_;
  oldest_ = next_ = psn;
  cursor_ = psn - first_;
}

}  // namespace headroom
