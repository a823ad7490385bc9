// Probes with values that a test sets.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "sc_models/core/records/probes.h"

namespace headroom {

inline constexpr Ps kMillisecond{1'000'000'000};

inline NodeIdentity nic_node(std::uint32_t server, NodeId id) {
  return {"server" + std::to_string(server) + ".nic", NodeKind::kNic, id, 3, kNoSubtier};
}
inline NodeIdentity host_node(std::uint32_t server, NodeId id) {
  return {"server" + std::to_string(server), NodeKind::kHost, id, 3, kNoSubtier};
}
inline NodeIdentity rack_node(std::uint32_t rack, NodeId id) {
  return {"rack" + std::to_string(rack), NodeKind::kSwitch, id, 2, kNoSubtier};
}
/// Port 0 of a NIC at 400 Gbps.
inline PortIdentity nic_port(std::uint32_t server, NodeId id) {
  return {nic_node(server, id), 0, true, BitRate{400'000'000'000}};
}
inline PortIdentity rack_port(std::uint32_t ifid, NodeId id) {
  return {rack_node(0, id), ifid, false, BitRate{400'000'000'000}};
}

struct FakePort final : PortProbe {
  explicit FakePort(PortIdentity who) : port(std::move(who)) {}
  const PortIdentity& identity() const override { return port; }
  PortStats traffic() const override { return stats; }
  Drops drops() const override { return dropped; }
  bool reports_class(unsigned c) const override { return (classes >> c & 1) != 0; }
  PfcStats pfc(unsigned c) const override { return counters[c]; }
  PauseClock& pause_clock(unsigned c) override { return clocks[c]; }

  PortIdentity port;
  PortStats stats;
  Drops dropped;
  unsigned classes = 0xff;
  std::array<PfcStats, kTrafficClasses> counters{};
  std::array<PauseClock, kTrafficClasses> clocks{};
};

struct FakePool final : PoolProbe {
  explicit FakePool(Identity who) : pool(std::move(who)) {}
  const Identity& identity() const override { return pool; }
  PoolMeter& meter() override { return fill; }

  Identity pool;
  PoolMeter fill;
};

struct FakeRoce final : RoceProbe {
  explicit FakeRoce(NodeIdentity who) : nic(std::move(who)) {}
  const NodeIdentity& node() const override { return nic; }
  RoceStats stats() const override { return counters; }
  RoceGauges gauges(Ps) const override { return now; }
  DelaySamples& round_trips() override { return samples; }

  NodeIdentity nic;
  RoceStats counters;
  RoceGauges now;
  DelaySamples samples;
};

struct FakeUet final : UetProbe {
  explicit FakeUet(NodeIdentity who) : nic(std::move(who)) {}
  const NodeIdentity& node() const override { return nic; }
  UetStats stats() const override { return counters; }
  void begin_interval() override { counters.begin_interval(); }

  NodeIdentity nic;
  UetStats counters;
};

struct FakePcie final : PcieProbe {
  explicit FakePcie(Identity who) : link(std::move(who)) {}
  const Identity& identity() const override { return link; }
  PcieEndStats read(End end, Ps) const override { return ends[static_cast<std::size_t>(end)]; }
  void begin_interval(Ps) override {
    for (PcieEndStats& stats : ends) {
      stats.tx_data_max = Bytes{0};
      stats.read_latency.begin_interval();
    }
  }

  Identity link;
  std::array<PcieEndStats, 2> ends;
};

struct FakeSwitchBuffer final : SwitchBufferProbe {
  const NodeIdentity& node() const override { return who; }
  Ps interval() const override { return every; }
  bool per_port() const override { return each_port; }
  const std::vector<LinkDirection>& ports() const override { return directions; }
  const std::vector<unsigned>& pools() const override { return pool_numbers; }
  Bytes pool_size(unsigned) const override { return size; }
  Bytes limit(Kind kind, std::uint32_t, unsigned) const override {
    return kind == Kind::kHeadroom ? headroom_limit : port_limit;
  }
  SampleMeter group(Kind kind, LinkDirection, unsigned) const override {
    return kind == Kind::kEgressQueue ? egress : SampleMeter{};
  }
  SampleMeter shared_buffer(unsigned) const override { return shared; }
  SampleMeter port(Kind kind, std::uint32_t ifid, unsigned) const override {
    return ifid == 1 && kind == Kind::kHeadroom ? headroom : SampleMeter{};
  }
  void begin_interval() override { egress = shared = headroom = SampleMeter{}; }

  NodeIdentity who = rack_node(0, 0);
  Ps every{1'000'000'000};
  bool each_port = false;
  std::vector<LinkDirection> directions{LinkDirection::kDown, LinkDirection::kDown};
  std::vector<unsigned> pool_numbers{0};
  Bytes size, port_limit, headroom_limit;
  SampleMeter egress, shared, headroom;
};

struct FakePaths final : LoadBalancingProbe {
  struct FakeSet {
    std::vector<std::uint16_t> ports;
    Ps formed;
    std::size_t slots = 0;
    std::vector<PathStats> members;
  };
  const NodeIdentity& node() const override { return who; }
  Ps interval() const override { return every; }
  std::size_t sets() const override { return formed.size(); }
  Set set(std::size_t number) const override {
    return {formed[number].ports, formed[number].formed, formed[number].slots};
  }
  PathStats member(std::size_t set, std::size_t member) const override { return formed[set].members[member]; }
  PortIdentity port(std::uint32_t ifid) const override { return {who, ifid, true, BitRate{400'000'000'000}}; }

  NodeIdentity who = rack_node(0, 2);
  Ps every{1'000'000'000};
  std::vector<FakeSet> formed;
};

struct FakeTrimmer final : TrimProbe {
  explicit FakeTrimmer(PortIdentity who) : port(std::move(who)) {}
  const PortIdentity& identity() const override { return port; }
  TrimStats trimmed() const override { return stats; }

  PortIdentity port;
  TrimStats stats;
};

struct FakeTiers final : TierProbe {
  std::array<std::uint64_t, 3> forwarded() const override { return counts; }
  std::array<std::uint64_t, 3> counts{};
};

}  // namespace headroom
