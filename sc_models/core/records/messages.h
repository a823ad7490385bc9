// Records of the workload: `perf` and `messages`, a row a message, and `flows`, a row a flow.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "sc_models/core/records/column.h"
#include "sc_models/core/records/probes.h"

namespace headroom {

/// The instants of one message.
struct MessageInstants {
  std::uint64_t flow = 0;     ///< number of the flow
  std::uint64_t message = 0;  ///< its number in the flow, from 0
  Ps post, started, sent, received, acknowledged;
};

/// What became of one flow.
struct FlowResult {
  std::uint64_t completed = 0;  ///< messages acknowledged
  std::optional<Ps> first_post, last_acknowledged;
  std::uint64_t retransmitted = 0;  ///< data packets sent again
};

struct PerfRow {
  RowTime time;
  const FlowIdentity& flow;
  const MessageInstants& message;
  std::string_view path;
};
struct MessageRow {
  const FlowIdentity& flow;
  const MessageInstants& message;
};
struct FlowRow {
  const FlowIdentity& flow;
  const FlowResult& result;

  /// From the first post to the last acknowledgement; only of a flow that has completed.
  [[nodiscard]] std::optional<Ps> completion_time() const;
};

[[nodiscard]] const Record<PerfRow>& perf_record();
[[nodiscard]] const Record<MessageRow>& messages_record();
[[nodiscard]] const Record<FlowRow>& flows_record();

/// Verb as configuration and records name it.
[[nodiscard]] std::string_view name(Verb verb);
/// metric_path of a flow's rows in `perf`.
[[nodiscard]] std::string metric_path(const FlowParams& flow);

}  // namespace headroom
