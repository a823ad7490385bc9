// What the record writers read of the model. The builder of a network implements these over its modules; nothing here
// changes what is observed, except that meters begin a new interval when a row has been made.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "sc_models/core/params/configuration.h"
#include "sc_models/core/params/uet_nic.h"
#include "sc_models/core/records/identity.h"
#include "sc_models/core/stats.h"
#include "sc_models/core/uet_stats.h"

namespace headroom {

/// One network port: a NIC's, or a connected one of a switch.
class PortProbe {
 public:
  struct Drops {
    std::uint64_t tx = 0;  ///< switch: at egress admission; NIC: always 0
    std::uint64_t rx = 0;  ///< switch: at ingress admission; NIC: no room in the receive pool
  };
  [[nodiscard]] virtual const PortIdentity& identity() const = 0;
  [[nodiscard]] virtual PortStats traffic() const = 0;
  [[nodiscard]] virtual Drops drops() const = 0;
  /// Classes that `ecn-pfc-stats` reports: NIC, those with a receive pool; switch, all.
  [[nodiscard]] virtual bool reports_class(unsigned traffic_class) const = 0;
  [[nodiscard]] virtual PfcStats pfc(unsigned traffic_class) const = 0;
  /// Belongs to `ecn-pfc-stats`, which begins its intervals.
  [[nodiscard]] virtual PauseClock& pause_clock(unsigned traffic_class) = 0;

 protected:
  ~PortProbe() = default;
};

/// One pool of a NIC with EnableBufferStats.
class PoolProbe {
 public:
  enum class Direction : std::uint8_t { kReceive, kTransmit };
  struct Identity {
    NodeIdentity node;
    Direction direction = Direction::kReceive;
    unsigned traffic_class = 0;
    Bytes size, xoff, xon;  ///< thresholds of a receive pool that sends PFC, else 0
  };
  [[nodiscard]] virtual const Identity& identity() const = 0;
  /// Belongs to `net-buff-stats`, which begins its intervals.
  [[nodiscard]] virtual PoolMeter& meter() = 0;

 protected:
  ~PoolProbe() = default;
};

/// The transport engine of one RoCE NIC.
class RoceProbe {
 public:
  [[nodiscard]] virtual const NodeIdentity& node() const = 0;
  [[nodiscard]] virtual RoceStats stats() const = 0;
  /// `generation_stall` in all, a stretch in progress counted up to `now`.
  [[nodiscard]] virtual RoceGauges gauges(Ps now) const = 0;
  /// Belongs to `roce-transport-stats`, which begins its intervals.
  [[nodiscard]] virtual DelaySamples& round_trips() = 0;

 protected:
  ~RoceProbe() = default;
};

/// The transport engine of one UET NIC with EnableTransportStats.
class UetProbe {
 public:
  [[nodiscard]] virtual const NodeIdentity& node() const = 0;
  [[nodiscard]] virtual UetStats stats() const = 0;
  /// The row has been made: peaks and samples of the interval begin anew.
  virtual void begin_interval() = 0;

 protected:
  ~UetProbe() = default;
};

/// The PCIe link of one NIC.
class PcieProbe {
 public:
  enum class End : std::uint8_t { kNic, kHost };
  struct Identity {
    NodeIdentity nic;
    std::array<BitRate, 2> lane_rate;  ///< by End; what that end sends at
    std::array<std::uint64_t, 2> lane_count{};
  };
  [[nodiscard]] virtual const Identity& identity() const = 0;
  /// Busy and stalled times count up to `now`.
  [[nodiscard]] virtual PcieEndStats read(End end, Ps now) const = 0;
  /// Largest fills, open reads, latencies and waits begin anew.
  virtual void begin_interval(Ps now) = 0;

 protected:
  ~PcieProbe() = default;
};

/// The shared buffer of one switch. A sample is taken at each admission, the value after it.
class SwitchBufferProbe {
 public:
  enum class Kind : std::uint8_t { kEgressQueue, kIngressUsage, kHeadroom };
  [[nodiscard]] virtual const NodeIdentity& node() const = 0;
  [[nodiscard]] virtual Ps interval() const = 0;    ///< BufferStatsReportInterval
  [[nodiscard]] virtual bool per_port() const = 0;  ///< ReportPerPortBufferStats
  /// Directions of the connected ports, by ifid.
  [[nodiscard]] virtual const std::vector<LinkDirection>& ports() const = 0;
  /// Pools that exist, ascending.
  [[nodiscard]] virtual const std::vector<unsigned>& pools() const = 0;
  [[nodiscard]] virtual Bytes pool_size(unsigned pool) const = 0;
  /// The port and pool's own limit: static egress limit, Xoff threshold, headroom.
  [[nodiscard]] virtual Bytes limit(Kind kind, std::uint32_t ifid, unsigned pool) const = 0;
  /// All ports of one direction together; kHeadroom is not asked for.
  [[nodiscard]] virtual SampleMeter group(Kind kind, LinkDirection direction, unsigned pool) const = 0;
  [[nodiscard]] virtual SampleMeter shared_buffer(unsigned pool) const = 0;
  [[nodiscard]] virtual SampleMeter port(Kind kind, std::uint32_t ifid, unsigned pool) const = 0;
  /// Both records have their rows.
  virtual void begin_interval() = 0;

 protected:
  ~SwitchBufferProbe() = default;
};

/// The equal-cost sets of one switch, numbered in the order in which they were first needed.
class LoadBalancingProbe {
 public:
  struct Set {
    const std::vector<std::uint16_t>& ports;
    Ps formed;
    std::size_t slots;
  };
  [[nodiscard]] virtual const NodeIdentity& node() const = 0;
  [[nodiscard]] virtual Ps interval() const = 0;  ///< LoadBalancingStatsReportInterval
  [[nodiscard]] virtual std::size_t sets() const = 0;
  [[nodiscard]] virtual Set set(std::size_t number) const = 0;
  [[nodiscard]] virtual PathStats member(std::size_t set, std::size_t member) const = 0;
  [[nodiscard]] virtual PortIdentity port(std::uint32_t ifid) const = 0;

 protected:
  ~LoadBalancingProbe() = default;
};

/// One port of a switch that trims and reports it.
class TrimProbe {
 public:
  [[nodiscard]] virtual const PortIdentity& identity() const = 0;
  [[nodiscard]] virtual TrimStats trimmed() const = 0;

 protected:
  ~TrimProbe() = default;
};

/// Frames other than PFC whose serialization has ended on a switch of each tier: spine, fabric, rack.
class TierProbe {
 public:
  [[nodiscard]] virtual std::array<std::uint64_t, 3> forwarded() const = 0;

 protected:
  ~TierProbe() = default;
};

/// One Ethernet link; `a` is the end with the lower tier, then the lower node.
struct LinkIdentity {
  PortIdentity a, b;
  Ps delay;
};

/// One flow as the reports know it.
struct FlowIdentity {
  FlowParams params;
  NodeIdentity source_host, destination_host;
  // of its data packets, as they leave the first time
  Ecn ecn = Ecn::kEct0;
  DscpRole role = DscpRole::kNoTrim;
};

/// Everything that records of one run are made from. What a pointer refers to outlives the recorder.
struct RunProbes {
  std::vector<PortProbe*> ports;
  std::vector<PoolProbe*> pools;  ///< of NICs with EnableBufferStats only
  std::vector<RoceProbe*> roce;
  std::vector<UetProbe*> uet;                   ///< of NICs with EnableTransportStats only
  bool uet_events = false;                      ///< some UET NIC has EnableEventLogging
  std::optional<UetMonitorParams> uet_monitor;  ///< the settings that hold, if monitor or a trigger is on
  std::vector<PcieProbe*> pcie;
  std::vector<SwitchBufferProbe*> switches;
  std::vector<LoadBalancingProbe*> load_balancing;  ///< of switches with EnableLoadBalancingStats
  std::vector<TrimProbe*> trimmers;                 ///< of switches with TrimmingEnabled and TrimmingStatsEnabled
  TierProbe* tiers = nullptr;                       ///< null without switches
  bool lossy_links = false;                         ///< some LossProbability is above 0
  std::vector<LinkIdentity> links;
  std::vector<FlowIdentity> flows;
};

}  // namespace headroom
