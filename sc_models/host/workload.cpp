#include "sc_models/host/workload.h"

#include "sc_models/core/check.h"

namespace headroom {

namespace {
constexpr Ps kNotYet{-1};
}  // namespace

Workload::Workload(const std::vector<FlowParams>& flows)
    : flows_(flows.size()), open_messages_(flows.size()), open_(flows.size()) {
  for (std::uint32_t i = 0; i < flows.size(); ++i) {
    flows_[i].params = &flows[i];
    flows_[i].index = i;
    bytes_total_ += static_cast<std::int64_t>(flows[i].messages) * flows[i].message_size;
  }
}

void Workload::posted(std::uint32_t flow, std::uint32_t message, Ps now) {
  FlowProgress& progress = flows_[flow];
  HEADROOM_CHECK(message == progress.posted, "workload: message {} of flow {} posted out of turn", message, flow);
  if (progress.posted++ == 0) progress.first_post = now;
  open_messages_[flow].times.push_back(MessageTimes{.post = now});
}

void Workload::sent(std::uint32_t flow, std::uint32_t message, Ps now) {
  MessageTimes& t = times(flow, message);
  if (t.sent == kNotYet) t.sent = now;
}

void Workload::received(std::uint32_t flow, std::uint32_t message, Ps now) {
  MessageTimes& t = times(flow, message);
  HEADROOM_CHECK(t.received == kNotYet, "workload: message {} of flow {} received twice", message, flow);
  t.received = now;
  ++flows_[flow].received;
  retire(flow, message);
}

void Workload::acknowledged(std::uint32_t flow, std::uint32_t message, Ps now) {
  FlowProgress& progress = flows_[flow];
  MessageTimes& t = times(flow, message);
  HEADROOM_CHECK(t.acknowledged == kNotYet, "workload: message {} of flow {} acknowledged twice", message, flow);
  t.acknowledged = now;
  ++progress.acknowledged;
  progress.last_acknowledgement = now;
  bytes_acknowledged_ += progress.params->message_size;
  if (progress.complete()) --open_;
  if (observer_) observer_->message_acknowledged(progress, message, t);
  retire(flow, message);
}

MessageTimes& Workload::times(std::uint32_t flow, std::uint32_t message) {
  OpenMessages& open = open_messages_[flow];
  HEADROOM_CHECK(message >= open.first && message - open.first < open.times.size(),
                 "workload: notice for message {} of flow {}, which is not open", message, flow);
  return open.times[message - open.first];
}

void Workload::retire(std::uint32_t flow, std::uint32_t message) {
  OpenMessages& open = open_messages_[flow];
  const auto done = [](const MessageTimes& t) { return t.received != kNotYet && t.acknowledged != kNotYet; };
  const MessageTimes& t = times(flow, message);
  if (!done(t)) return;
  if (observer_) observer_->message_done(flows_[flow], message, t);
  while (!open.times.empty() && done(open.times.front())) {
    open.times.pop_front();
    ++open.first;
  }
}

}  // namespace headroom
