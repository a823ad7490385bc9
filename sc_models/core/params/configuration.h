// A whole configuration after it has been checked: what the model is built from.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "sc_models/core/params/nic.h"
#include "sc_models/core/params/switch.h"
#include "sc_models/core/params/uet_nic.h"

namespace headroom {

enum class AgendaMode : std::uint8_t { kAhead, kStrict };
enum class PcieGranularity : std::uint8_t { kTrain, kTlp };

/// The `simulation` section: global parameters. Times given in seconds are whole picoseconds here.
struct SimulationParams {
  std::string name;  ///< default: the configuration file's base name
  std::uint64_t seed = 1;
  std::optional<Ps> duration;
  Ps nd_stats_interval, buffer_stats_interval, beacon_interval;
  bool enable_net_device_stats = true, enable_pfc_ecn_stats = true, enable_roce_stats = true;
  bool enable_buffer_stats = false, enable_pcie_stats = false;
  Ps start_time, client_start_offset;
  std::optional<Ps> warm_up, run_time, cool_down;
  Bytes mtu;
  AgendaMode scheduling{};
  PcieGranularity pcie_granularity{};
  bool carry_data = false;
  bool enable_perf = true, enable_reports = true, enable_tier_hop = true;
  bool enable_pfc_events = false, record_messages = false, enable_cpu_mem_stats = false, write_annotated_traces = false;

  /// The latest end: Duration, or StartTime + WarmUp + RunTime + CoolDown when any of these is given.
  [[nodiscard]] std::optional<Ps> stop_time() const {
    if (duration || !(warm_up || run_time || cool_down)) return duration;
    return start_time + warm_up.value_or(Ps{0}) + run_time.value_or(Ps{0}) + cool_down.value_or(Ps{0});
  }
};

enum class Verb : std::uint8_t { kWrite, kSend };
/// Over UET: a packet delivery context for each message, or `queue_pairs` of them for the whole flow.
enum class PdcUse : std::uint8_t { kPerMessage, kPerFlow };

/// One flow of the workload.
struct FlowParams {
  std::string name;
  std::uint32_t source = 0, destination = 0;  ///< server numbers
  Verb verb = Verb::kWrite;
  std::int64_t message_size = 0;  ///< bytes, 0 to 2^32
  std::uint64_t messages = 1, outstanding = 1, queue_pairs = 1;
  Ps start;
  std::optional<Ps> interval;
  unsigned data_class = 0, control_class = 1;
  PdcUse pdc = PdcUse::kPerMessage;  ///< of UET NICs only
};

enum class TopologyKind : std::uint8_t { kBackToBack, kRack, kLeafSpine };

struct TopologyParams {
  TopologyKind kind = TopologyKind::kRack;
  std::vector<std::uint32_t> server_nic;  ///< for each server, index into Configuration::nics
  /// For each switch of a tier, index into Configuration::switches: none back to back, one rack in kRack.
  std::vector<std::uint32_t> rack_switch, spine_switch;

  /// Servers r x this to (r + 1) x this - 1 are below rack r.
  [[nodiscard]] std::uint32_t servers_per_rack() const {
    return static_cast<std::uint32_t>(server_nic.size() / (rack_switch.empty() ? 1 : rack_switch.size()));
  }
};

/// One NIC component, of either model.
struct NicComponent {
  std::string name;
  std::variant<RoceNicParams, UetNicParams> params;

  [[nodiscard]] bool is_uet() const { return std::holds_alternative<UetNicParams>(params); }
  /// What both models have.
  [[nodiscard]] const NicParams& common() const {
    return std::visit([](const auto& nic) -> const NicParams& { return nic; }, params);
  }
  /// Of the model that the component is; the other one throws.
  [[nodiscard]] const RoceNicParams& roce() const { return std::get<RoceNicParams>(params); }
  [[nodiscard]] const UetNicParams& uet() const { return std::get<UetNicParams>(params); }
  /// Most payload of one packet.
  [[nodiscard]] Bytes mss() const { return is_uet() ? uet().pds.mss : roce().transport.mss; }
};
struct SwitchComponent {
  std::string name;
  SwitchParams params;
};

struct Configuration {
  SimulationParams simulation;
  std::vector<NicComponent> nics;
  std::vector<SwitchComponent> switches;
  TopologyParams topology;
  std::vector<FlowParams> flows;

  /// The settings of the UET monitor that hold for the run: those of the lowest-numbered server with a UET NIC. Null
  /// without one.
  [[nodiscard]] const UetMonitorParams* monitor() const {
    for (const std::uint32_t nic : topology.server_nic)
      if (nics[nic].is_uet()) return &nics[nic].uet().monitor;
    return nullptr;
  }
};

}  // namespace headroom
