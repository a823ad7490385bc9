#pragma once

#include <cstdint>
#include <vector>

#include "sc_models/core/params/configuration.h"
#include "sc_models/core/ring.h"
#include "sc_models/core/units.h"

namespace headroom {

/// The instants of one message; Ps{-1} while one has not come.
struct MessageTimes {
  Ps post{-1}, start{-1}, sent{-1}, received{-1}, acknowledged{-1};
};

/// What has become of one flow.
struct FlowProgress {
  const FlowParams* params = nullptr;
  std::uint32_t index = 0;
  std::uint64_t posted = 0, received = 0, acknowledged = 0;
  Ps first_post{-1}, last_acknowledgement{-1};
  /// RoCE: numbers on either NIC, message k uses k mod size. UET: handles of the PDCs of a flow that keeps its own.
  std::vector<std::uint32_t> source_qps, destination_qps;

  [[nodiscard]] bool complete() const { return acknowledged == params->messages; }
  [[nodiscard]] std::int64_t bytes_acknowledged() const {
    return static_cast<std::int64_t>(acknowledged) * params->message_size;
  }
};

/// Hears of messages when the records want a row.
class WorkloadObserver {
 public:
  virtual void message_acknowledged(const FlowProgress& flow, std::uint32_t message, const MessageTimes& times) = 0;
  /// Both acknowledged and received, whichever came later.
  virtual void message_done(const FlowProgress& flow, std::uint32_t message, const MessageTimes& times) = 0;

 protected:
  ~WorkloadObserver() = default;
};

/// Keeps the books of all flows of a run: who posted what and when its four instants came. Sees both ends of a flow,
/// so it is an observer of the servers, never a way from one to another.
class Workload {
 public:
  explicit Workload(const std::vector<FlowParams>& flows);
  void set_observer(WorkloadObserver* observer) { observer_ = observer; }

  [[nodiscard]] std::vector<FlowProgress>& flows() { return flows_; }
  [[nodiscard]] const std::vector<FlowProgress>& flows() const { return flows_; }
  [[nodiscard]] bool complete() const { return open_ == 0; }
  /// Bytes of messages acknowledged so far, and of all messages.
  [[nodiscard]] std::int64_t bytes_acknowledged() const { return bytes_acknowledged_; }
  [[nodiscard]] std::int64_t bytes_total() const { return bytes_total_; }

  void posted(std::uint32_t flow, std::uint32_t message, Ps now);
  void started(std::uint32_t flow, std::uint32_t message, Ps now) { times(flow, message).start = now; }
  void sent(std::uint32_t flow, std::uint32_t message, Ps now);
  void received(std::uint32_t flow, std::uint32_t message, Ps now);
  void acknowledged(std::uint32_t flow, std::uint32_t message, Ps now);

 private:
  /// Messages of a flow from the oldest that is not done; the rest of what is known about the flow is its progress.
  struct OpenMessages {
    std::uint32_t first = 0;
    Ring<MessageTimes> times;
  };
  MessageTimes& times(std::uint32_t flow, std::uint32_t message);
  void retire(std::uint32_t flow, std::uint32_t message);

  std::vector<FlowProgress> flows_;
  std::vector<OpenMessages> open_messages_;
  WorkloadObserver* observer_ = nullptr;
  std::size_t open_ = 0;
  std::int64_t bytes_acknowledged_ = 0, bytes_total_ = 0;
};

}  // namespace headroom
