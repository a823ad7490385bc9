// A PCIe link by its rules alone: one event per transfer, queues of transfers, 128-bit times. Shares no code with the
// model, so that the two can be compared.
#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <deque>
#include <vector>

namespace headroom::oracle {

/// One direction: rate in bit/s, sizes in bytes.
struct PcieSide {
  std::int64_t rate, tx_header, tx_data, rx_header, rx_data;
};
struct PcieSetup {
  PcieSide down, up;
  std::int64_t request_size;
};
struct PcieJob {
  std::int64_t time;
  bool read;
  std::int64_t length;
};

__extension__ typedef __int128 Wide;

enum class PcieSight : std::uint8_t { kWriteAccepted, kWriteArrived, kRequestArrived, kAnswerAccepted, kAnswerArrived };
struct PcieEvent {
  std::int64_t time;
  PcieSight sight;
  std::int64_t number;  ///< among the reads, or among the writes
  auto operator<=>(const PcieEvent&) const = default;
};
/// One direction as sampled; maxima since the sample before.
struct PcieSample {
  std::int64_t requests = 0, transfers = 0, payload = 0, busy = 0, stall = 0;
  std::int64_t tx_slots = 0, tx_data = 0, rx_slots = 0, rx_data = 0;
  bool operator==(const PcieSample&) const = default;
};
struct PcieResult {
  std::vector<PcieEvent> events;                           ///< sorted
  std::vector<std::pair<PcieSample, PcieSample>> samples;  ///< down, up
};

class PcieOracle {
 public:
  explicit PcieOracle(const PcieSetup& setup) : setup_(setup), down_{setup.down}, up_{setup.up} {}

  /// `jobs` and `samples` in order of time.
  PcieResult run(const std::vector<PcieJob>& jobs, const std::vector<std::int64_t>& samples) {
    std::size_t job = 0, sample = 0;
    for (;;) {
      std::int64_t now = std::min(down_.end(), up_.end());
      if (job < jobs.size()) now = std::min(now, jobs[job].time);
      if (sample < samples.size()) now = std::min(now, samples[sample]);
      if (now == kNever) break;
      pass_time(down_, now);
      pass_time(up_, now);
      end_down(now);
      end_up(now);
      for (; job < jobs.size() && jobs[job].time == now; ++job) offer(jobs[job]);
      while (decide(down_, now) || decide(up_, now)) {}
      for (; sample < samples.size() && samples[sample] == now; ++sample) take_sample();
    }
    std::sort(result_.events.begin(), result_.events.end());
    return result_;
  }

 private:
  static constexpr std::int64_t kNever = INT64_MAX;
  struct Transfer {
    bool request;
    std::int64_t payload, message;
    bool last;
  };
  struct Direction {
    PcieSide side;
    std::deque<Transfer> small_out{}, bulk_out{}, small_in{}, bulk_in{};
    std::int64_t slots = 0, data = 0, rslots = 0, rdata = 0;
    bool sending = false;
    Transfer on_link{};
    std::int64_t t0 = 0, cum = 0, last_end = -1, since = 0;
    PcieSample seen{};
    [[nodiscard]] std::int64_t end() const { return sending ? last_end : kNever; }
    [[nodiscard]] bool idle_with_work() const { return !sending && slots > 0; }
  };

  void offer(const PcieJob& job) {
    if (job.read) {
      read_lengths_.push_back(job.length);
      up_.small_out.push_back({true, 0, static_cast<std::int64_t>(read_lengths_.size()) - 1, true});
    } else {
      cut(up_, writes_++, job.length);
    }
  }
  static void cut(Direction& d, std::int64_t message, std::int64_t length) {
    for (std::int64_t at = 0; at < length; at += 512) {
      d.bulk_out.push_back({false, std::min<std::int64_t>(512, length - at), message, at + 512 >= length});
    }
  }
  static void pass_time(Direction& d, std::int64_t now) {
    if (d.sending) d.seen.busy += now - d.since;
    if (d.idle_with_work()) d.seen.stall += now - d.since;
    d.since = now;
  }
  void end_down(std::int64_t now) {
    if (down_.end() != now) return;
    down_.sending = false;
    --down_.rslots;
    down_.rdata -= down_.on_link.payload;
    if (down_.on_link.last) see(now, PcieSight::kAnswerArrived, down_.on_link.message);
  }
  void end_up(std::int64_t now) {
    if (up_.end() != now) return;
    up_.sending = false;
    const Transfer t = up_.on_link;
    if (t.request) {
      see(now, PcieSight::kRequestArrived, t.message);
      cut(down_, t.message, read_lengths_[static_cast<std::size_t>(t.message)]);
      return;  // its slot stays taken
    }
    --up_.rslots;
    up_.rdata -= t.payload;
    if (t.last) see(now, PcieSight::kWriteArrived, t.message);
  }
  bool decide(Direction& d, std::int64_t now) {
    bool moved = false;
    const std::int64_t ht = d.side.tx_header / 20, hr = d.side.rx_header / 20;
    while (!d.small_out.empty() && d.slots + 1 <= ht - 1) {
      d.small_in.push_back(d.small_out.front());
      d.small_out.pop_front();
      ++d.slots;
      moved = true;
    }
    while (!d.bulk_out.empty() && d.slots + 1 <= ht && d.data + d.bulk_out.front().payload <= d.side.tx_data) {
      const Transfer t = d.bulk_out.front();
      d.bulk_out.pop_front();
      d.bulk_in.push_back(t);
      ++d.slots;
      d.data += t.payload;
      moved = true;
      if (!t.last) continue;
      see(now, &d == &up_ ? PcieSight::kWriteAccepted : PcieSight::kAnswerAccepted, t.message);
      if (&d == &down_) --up_.rslots;
    }
    d.seen.tx_slots = std::max(d.seen.tx_slots, d.slots);
    d.seen.tx_data = std::max(d.seen.tx_data, d.data);
    if (d.sending) return moved;
    if (!d.small_in.empty() && d.rslots + 1 <= hr - 1) {
      send(d, d.small_in, now);
      return true;
    }
    if (!d.bulk_in.empty() && d.rslots + 1 <= hr && d.rdata + d.bulk_in.front().payload <= d.side.rx_data) {
      send(d, d.bulk_in, now);
      return true;
    }
    return moved;
  }
  void send(Direction& d, std::deque<Transfer>& from, std::int64_t now) {
    const Transfer t = from.front();
    from.pop_front();
    --d.slots;
    d.data -= t.payload;
    ++d.rslots;
    d.rdata += t.payload;
    d.seen.rx_slots = std::max(d.seen.rx_slots, d.rslots);
    d.seen.rx_data = std::max(d.seen.rx_data, d.rdata);
    d.seen.payload += t.payload;
    ++(t.request ? d.seen.requests : d.seen.transfers);
    if (now > d.last_end) {
      d.t0 = now;
      d.cum = 0;
    }
    d.cum += (t.request ? setup_.request_size : t.payload) + 34;
    d.last_end = d.t0 + static_cast<std::int64_t>(static_cast<Wide>(8'000'000'000'000) * d.cum / d.side.rate);
    d.sending = true;
    d.on_link = t;
  }
  void see(std::int64_t now, PcieSight sight, std::int64_t number) { result_.events.push_back({now, sight, number}); }
  void take_sample() {
    result_.samples.emplace_back(down_.seen, up_.seen);
    for (Direction* d : {&down_, &up_}) {
      d->seen.tx_slots = d->slots;
      d->seen.tx_data = d->data;
      d->seen.rx_slots = d->rslots;
      d->seen.rx_data = d->rdata;
    }
  }

  const PcieSetup setup_;
  Direction down_, up_;
  std::vector<std::int64_t> read_lengths_;
  std::int64_t writes_ = 0;
  PcieResult result_;
};

}  // namespace headroom::oracle
