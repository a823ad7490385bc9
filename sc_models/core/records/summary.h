// What `summary.json` holds, and its text.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sc_models/core/audit.h"
#include "sc_models/core/records/messages.h"
#include "sc_models/core/units.h"

namespace headroom {

enum class StopReason : std::uint8_t { kWorkloadComplete, kDuration, kInterrupted, kError };
[[nodiscard]] std::string_view name(StopReason reason);

/// All flows of a run together.
struct FlowsSummary {
  struct CompletionTimes {
    Ps p50, p99, max;
  };
  std::uint64_t total = 0, completed = 0;
  double goodput_gbps = 0;  ///< bytes of completed messages x 8 / time from the first post to the last completion
  std::optional<CompletionTimes> fct;  ///< of completed flows; nothing when there is none
};
[[nodiscard]] FlowsSummary summarize(const std::vector<FlowIdentity>& flows, const std::vector<FlowResult>& results);

/// The ceil(count x per_mille / 1000)-th smallest of values in ascending order; there is at least one.
[[nodiscard]] Ps nearest_rank(const std::vector<Ps>& ascending, std::uint64_t per_mille);

/// One NIC (under its server's name) or switch, with what it has; the numbers are traffic classes, a switch's ingress
/// and egress go by pool.
struct NodeSummary {
  struct Ingress {
    Bytes size, xoff, xon, peak;
    std::uint64_t dropped = 0;
    std::optional<Bytes> headroom_peak = {};  ///< of a switch, whose pools do not hold its headroom
  };
  struct Egress {
    Bytes size, peak;
  };
  struct Pfc {
    std::uint64_t xoff_tx = 0, xon_tx = 0, xoff_rx = 0, xon_rx = 0;
    Ps paused;
  };
  struct Pcie {
    Bytes to_host, from_host;  ///< payload
    Ps to_host_busy, from_host_busy;
  };
  std::string name;
  std::map<unsigned, Ingress> ingress;
  std::map<unsigned, Egress> egress;
  std::map<unsigned, Pfc> pfc;
  std::optional<Pcie> pcie;
  std::optional<std::uint64_t> stuck_pauses;  ///< switches
};

struct Summary {
  std::string version, config_sha256;
  std::uint64_t seed = 0;
  StopReason stop_reason{};
  Ps sim_time;
  double wall_seconds = 0;  ///< the only value that differs between runs
  std::uint64_t packets = 0, packet_hops = 0, tlps = 0, events = 0, kernel_activations = 0;
  FlowsSummary flows;
  std::vector<NodeSummary> nodes;
  std::vector<std::string> findings;  ///< sentences for a person: what was paused, for how long, why
  Audit audit;
};

/// The file's text.
[[nodiscard]] std::string summary_json(const Summary& summary);

}  // namespace headroom
