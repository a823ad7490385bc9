// Two PcieDirections joined as a link and a host that answers at once, on an agenda, without a simulation kernel.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "sc_models/core/agenda.h"
#include "sc_models/policy/pcie_direction.h"
#include "testbench/common/pcie_oracle.h"

namespace headroom::test {

class PcieLoop final : private AgendaClient {
 public:
  PcieLoop(const oracle::PcieSetup& setup, bool every_transfer)
      : lanes_{{{PcieDirection::make(params(setup.down, setup.request_size, false, every_transfer))},
                {PcieDirection::make(params(setup.up, setup.request_size, true, every_transfer))}}} {
    for (AgendaTag way : {kDown, kUp}) {
      lanes_[way].decision = {Rank(Due::kPcieDecision, 0, way), this, kDecide + way, false};
    }
  }

  oracle::PcieResult run(const std::vector<oracle::PcieJob>& jobs, const std::vector<std::int64_t>& samples) {
    jobs_ = jobs;
    // Offers come before the ends of transfers of their instant, or after them; it makes no difference.
    const Due group = jobs.size() % 2 == 0 ? Due::kFrame : Due::kGenerate;
    for (const auto& job : jobs) agenda_.at(Ps{job.time}, Rank(group, 0, 0), *this, kJob);
    for (const std::int64_t time : samples) agenda_.at(Ps{time}, Rank(Due::kRecord, 0, 0), *this, kSample);
    // Rows alone do not make time pass.
    if (!samples.empty()) agenda_.at(Ps{samples.back()}, Rank(Due::kPost, 0, 0), *this, kNothing);
    agenda_.run(kNever);
    std::sort(result_.events.begin(), result_.events.end());
    return result_;
  }
  /// From now on each accepted write is followed by a read of `length` bytes.
  void read_per_accepted_write(std::int64_t length) { read_per_write_ = length; }
  /// From now on each answer is followed by a read of `length` bytes, as long as it comes by `until`.
  void read_per_answer(std::int64_t length, std::int64_t until) { read_per_answer_ = length, reads_until_ = until; }
  [[nodiscard]] std::uint64_t served() const { return agenda_.served(); }
  [[nodiscard]] PcieDirection& up() { return *lanes_[kUp].direction; }
  [[nodiscard]] PcieDirection& down() { return *lanes_[kDown].direction; }
  [[nodiscard]] Ps now() const { return agenda_.now(); }

 private:
  enum : AgendaTag { kDown, kUp, kDecide, kJob = kDecide + 2, kSample, kNothing };
  struct Lane {
    std::unique_ptr<PcieDirection> direction;
    Decision decision{};
    Ps armed = kNever;
    std::int64_t accepted = 0, arrived = 0;
  };

  static PcieDirectionParams params(const oracle::PcieSide& side, std::int64_t request_size, bool requests,
                                    bool every_transfer) {
    return {BitRate(side.rate),
            Bytes(side.tx_header),
            Bytes(side.tx_data),
            Bytes(side.rx_header),
            Bytes(side.rx_data),
            Bytes(request_size),
            requests,
            every_transfer};
  }
  void due(Ps now, AgendaTag tag) override {
    switch (tag) {
      case kDown:
      case kUp: return end(now, tag);
      case kDecide + kDown:
      case kDecide + kUp: return decide(now, tag - kDecide);
      case kJob: return offer(now);
      case kSample: return sample(now);
      default: return;
    }
  }
  void offer(Ps now) {
    const oracle::PcieJob& job = jobs_[next_job_++];
    if (job.read) return read(now, job.length);
    offer_data(now, kUp, job.length);
  }
  void read(Ps now, std::int64_t length) {
    reads_.push_back(length);
    up().offer_request(now);
    agenda_.decide(lanes_[kUp].decision);
  }
  void end(Ps now, AgendaTag way) {
    using oracle::PcieSight;
    Lane& lane = lanes_[way];
    if (lane.armed != now) return;
    lane.armed = kNever;
    if (lane.direction->only_acceptance_at(now)) return agenda_.decide(lane.decision);
    lane.direction->advance(now);
    for (std::uint64_t n = lane.direction->take_arrived_requests(); n > 0; --n, ++answered_) {
      see(now, PcieSight::kRequestArrived, answered_);
      offer_data(now, kDown, reads_[static_cast<std::size_t>(answered_)]);
    }
    for (std::uint64_t n = lane.direction->take_arrived(); n > 0; --n) {
      see(now, way == kUp ? PcieSight::kWriteArrived : PcieSight::kAnswerArrived, lane.arrived++);
      if (way == kDown && read_per_answer_ > 0 && now.count() <= reads_until_) read(now, read_per_answer_);
    }
    if (lane.decision.pending) return;
    if (lane.direction->go_on(now)) {
      agenda_.decide(lane.decision);
    } else {
      arm(way);
    }
  }
  void offer_data(Ps now, AgendaTag way, std::int64_t length) {
    if (lanes_[way].direction->offer_data(now, Bytes(length))) {
      agenda_.decide(lanes_[way].decision);
    } else {
      decided(now, way);
    }
  }
  void decide(Ps now, AgendaTag way) {
    lanes_[way].direction->decide(now);
    decided(now, way);
  }
  void decided(Ps now, AgendaTag way) {
    using oracle::PcieSight;
    Lane& lane = lanes_[way];
    arm(way);
    for (std::uint64_t n = lane.direction->take_accepted(); n > 0; --n) {
      see(now, way == kUp ? PcieSight::kWriteAccepted : PcieSight::kAnswerAccepted, lane.accepted++);
      if (way == kUp && read_per_write_ > 0) read(now, read_per_write_);
      if (way == kUp) continue;
      up().return_request_slot(now);
      if (up().requests_waiting()) agenda_.decide(lanes_[kUp].decision);
    }
  }
  void arm(AgendaTag way) {
    Lane& lane = lanes_[way];
    const Ps next = lane.direction->next();
    if (next >= lane.armed) return;
    lane.armed = next;
    agenda_.at(next, Rank(Due::kPcie, 0, way), *this, way);
  }
  void sample(Ps now) {
    std::array<oracle::PcieSample, 2> both;
    for (AgendaTag way : {kDown, kUp}) {
      PcieDirection& direction = *lanes_[way].direction;
      const PcieDirectionStats s = direction.stats(now);
      both[way] = {static_cast<std::int64_t>(s.requests),
                   static_cast<std::int64_t>(s.data_transfers),
                   s.payload.count(),
                   s.busy.count(),
                   s.stall.count(),
                   s.tx_header_max.count() / 20,
                   s.tx_data_max.count(),
                   s.rx_header_max.count() / 20,
                   s.rx_data_max.count()};
      direction.begin_interval(now);
    }
    result_.samples.emplace_back(both[kDown], both[kUp]);
  }
  void see(Ps now, oracle::PcieSight sight, std::int64_t number) {
    result_.events.push_back({now.count(), sight, number});
  }

  Agenda agenda_;
  std::array<Lane, 2> lanes_;
  std::vector<oracle::PcieJob> jobs_;
  std::size_t next_job_ = 0;
  std::vector<std::int64_t> reads_;
  std::int64_t answered_ = 0, read_per_write_ = 0, read_per_answer_ = 0, reads_until_ = 0;
  oracle::PcieResult result_;
};

}  // namespace headroom::test
