#include "testbench/common/slow_host_oracle.h"

#include <algorithm>
#include <deque>
#include <iterator>

namespace headroom {
namespace {

using Time = std::int64_t;
using Kind = SlowHostEvent::Kind;
__extension__ using Wide = __int128;

constexpr Time kFar = INT64_MAX;
constexpr std::int64_t kWireOverhead = 58, kNeverCharged = 18, kPfcFrame = 84;  // [S]; size of a PFC frame [R]
constexpr std::int64_t kTransfer = 512, kTransferOverhead = 34, kHeader = 20;   // [R]

Time time_of_bits(Wide bits, std::int64_t bps) { return static_cast<Time>(bits * 1'000'000'000'000 / bps); }

/// One direction of a link. Its end times are computed from the start of the busy period, so that nothing drifts.
struct Line {
  std::int64_t bps;
  Time start = 0, end = -1;
  Wide bits = 0;
  bool busy = false;

  Time send(Time now, std::int64_t bytes) {
    if (end < now) start = now, bits = 0;
    bits += Wide{8} * bytes;
    busy = true;
    return end = start + time_of_bits(bits, bps);
  }
  [[nodiscard]] Time due() const { return busy ? end : kFar; }
  bool ends(Time now) {
    if (due() != now) return false;
    busy = false;
    return true;
  }
};

struct Arrival {
  Time time;
  std::int64_t value;  ///< payload of a data frame; quanta of a PFC frame
};

Time first(const std::deque<Arrival>& in_flight) { return in_flight.empty() ? kFar : in_flight.front().time; }

/// A write of received payload on its way into the PCIe transmit buffer and over the link.
struct Write {
  std::int64_t payload, to_enter, to_send, to_land;
};

class Simulation {
 public:
  explicit Simulation(const SlowHost& setup) : s_(setup), unsent_(setup.stream_bytes) {
    half_pause_ = pause_time(s_.quanta) / 2;
  }

  SlowHostRun run() {
    instant();
    for (;;) {
      now_ = std::min({sender_.busy || held() || unsent_ == 0 ? kFar : std::max(now_, s_.first_frame_ps), first(data_),
                       first(pfc_), pcie_.due(), sender_.due(), nic_.due(), pause_end_, refresh_});
      if (now_ > s_.duration_ps) break;
      instant();
    }
    if (held()) out_.sender_held_ps += s_.duration_ps - held_since_;
    out_.occupancy_bytes = occupancy_;
    return std::move(out_);
  }

 private:
  // Everything of one instant in the stated order: frames, PCIe, ends of serialization, timers, decisions [C].
  void instant() {
    if (first(pfc_) == now_) sender_receives_pfc();
    if (first(data_) == now_) nic_receives_frame();
    if (pcie_.ends(now_)) host_takes_transfer();
    sender_.ends(now_);
    nic_.ends(now_);
    if (pause_end_ == now_) sender_resumes();
    if (refresh_ == now_) refresh();
    fill_pcie();
    send_frame();
    send_pfc();
  }

  // --- the sender: obeys PFC, but finishes the frame it is sending
  void send_frame() {
    if (sender_.busy || held() || unsent_ == 0 || now_ < s_.first_frame_ps) return;
    const std::int64_t payload = std::min(s_.payload_bytes, unsent_);
    unsent_ -= payload;
    data_.push_back({sender_.send(now_, payload + kWireOverhead) + s_.delay_ps, payload});
  }
  [[nodiscard]] bool held() const { return pause_end_ != kFar; }
  void sender_receives_pfc() {
    const std::int64_t quanta = pfc_.front().value;
    pfc_.pop_front();
    if (quanta == 0) return sender_resumes();
    if (!held()) held_since_ = now_;
    pause_end_ = now_ + pause_time(quanta);
    log(Kind::kHeld, occupancy_);
  }
  void sender_resumes() {
    if (!held()) return;
    out_.sender_held_ps += now_ - held_since_;
    pause_end_ = kFar;
    log(Kind::kResumed, occupancy_);
  }

  // --- the NIC's receive pool and its PFC
  void nic_receives_frame() {
    const std::int64_t payload = data_.front().value, charge = payload + kWireOverhead - kNeverCharged;
    data_.pop_front();
    ++out_.frames_arrived;
    if (s_.pfc && refresh_ == kFar && occupancy_ + charge >= s_.xoff_bytes) pause(Kind::kPause);
    if (occupancy_ + charge > s_.pool_bytes) {
      ++out_.drops;
      return log(Kind::kDrop, occupancy_);
    }
    occupancy_ += charge;
    out_.peak_bytes = std::max(out_.peak_bytes, occupancy_);
    writes_.push_back({payload, payload, payload, payload});
  }
  void release(std::int64_t payload) {
    occupancy_ -= payload + kWireOverhead - kNeverCharged;
    out_.accepted_ps.push_back(now_);
    if (out_.pauses > 0) out_.lowest_after_pause_bytes = std::min(out_.lowest_after_pause_bytes, occupancy_);
    if (refresh_ != kFar && occupancy_ <= s_.xon_bytes) resume(Kind::kXonAtRelease);
  }
  void refresh() {
    if (occupancy_ < s_.xoff_bytes) return resume(Kind::kXonAtRefresh);
    ++out_.refreshes;
    pause(Kind::kRefresh);
  }
  void pause(Kind why) {
    ++out_.pauses;
    waiting_pfc_.push_back(s_.quanta);
    refresh_ = now_ + half_pause_;
    log(why, occupancy_);
  }
  void resume(Kind why) {
    ++out_.xons;
    waiting_pfc_.push_back(0);
    refresh_ = kFar;
    log(why, occupancy_);
  }
  void send_pfc() {
    if (nic_.busy) return;
    if (!waiting_pfc_.empty()) {
      pfc_.push_back({nic_.send(now_, kPfcFrame) + s_.delay_ps, waiting_pfc_.front()});
      waiting_pfc_.pop_front();
    } else if (s_.reverse_frame_bytes > 0) {
      nic_.send(now_, s_.reverse_frame_bytes);
    }
  }
  [[nodiscard]] Time pause_time(std::int64_t quanta) const {
    return time_of_bits(Wide{512} * quanta, s_.link_bps) + s_.delay_ps;
  }

  // --- PCIe toward the host, which takes a transfer as soon as it has ended, so that it never refuses one. Writes go
  // in order: writes_ [0, entered_) have been accepted; the link works on the first one that has something left to
  // send.
  void fill_pcie() {
    const auto header_room = [&] { return headers_ < s_.tx_header_bytes / kHeader; };
    for (bool moved = true; moved;) {
      moved = false;
      while (entered_ < writes_.size() && header_room()) {
        Write& write = writes_[entered_];
        const std::int64_t bytes = std::min(kTransfer, write.to_enter);
        if (buffered_ + bytes > s_.tx_data_bytes) break;
        moved = true;
        ++headers_;
        buffered_ += bytes;
        write.to_enter -= bytes;
        if (write.to_enter == 0) ++entered_, release(write.payload);
      }
      if (!pcie_.busy && headers_ > 0) {
        moved = true;
        // The transfer before has ended, so at most one write at the front has been sent and not removed.
        Write& write = writes_.front();
        const std::int64_t bytes = std::min(kTransfer, write.to_send);
        --headers_;
        buffered_ -= bytes;
        write.to_send -= bytes;
        on_link_ = bytes;
        pcie_.send(now_, bytes + kTransferOverhead);
      }
    }
  }
  void host_takes_transfer() {
    Write& write = writes_.front();
    write.to_land -= on_link_;
    if (write.to_land > 0) return;
    out_.host_bytes += write.payload;
    out_.in_memory_ps.push_back(now_);
    writes_.pop_front();
    --entered_;
  }

  void log(Kind kind, std::int64_t occupancy) { out_.events.push_back({now_, kind, occupancy, out_.frames_arrived}); }

  const SlowHost s_;
  SlowHostRun out_;
  Time now_ = 0;

  std::int64_t unsent_;
  Line sender_{s_.link_bps};
  std::deque<Arrival> data_, pfc_;  // on the link, each way
  Time pause_end_ = kFar, held_since_ = 0;

  std::int64_t occupancy_ = 0;
  Line nic_{s_.link_bps};
  std::deque<std::int64_t> waiting_pfc_;  // quanta
  Time half_pause_ = 0, refresh_ = kFar;  // a refresh is due exactly while a pause is outstanding

  Line pcie_{s_.host_bps};
  std::deque<Write> writes_;  // admitted and not yet wholly in host memory
  std::size_t entered_ = 0;
  std::int64_t headers_ = 0, buffered_ = 0, on_link_ = 0;
};

}  // namespace

std::vector<SlowHostEvent> SlowHostRun::only(SlowHostEvent::Kind kind) const {
  std::vector<SlowHostEvent> found;
  std::copy_if(events.begin(), events.end(), std::back_inserter(found), [&](const auto& e) { return e.kind == kind; });
  return found;
}

SlowHostRun run_slow_host(const SlowHost& setup) { return Simulation(setup).run(); }

}  // namespace headroom
