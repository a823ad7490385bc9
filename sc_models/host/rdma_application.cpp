#include "sc_models/host/rdma_application.h"

#include <algorithm>
#include <tuple>

#include "sc_models/core/check.h"

namespace headroom {

RdmaApplication::RdmaApplication(NodeId node, Agenda& agenda, Workload& workload, Done& done, MessageData* data)
    : node_(node), agenda_(agenda), workload_(workload), done_(done), data_(data) {}

void RdmaApplication::add_flow(std::uint32_t flow, Ps begin) {
  begin_ = begin;
  schedule(due_time(workload_.flows()[flow]), flow);
}

Ps RdmaApplication::due_time(const FlowProgress& flow) const {
  const Ps start = begin_ + flow.params->start;
  return flow.params->interval ? start + *flow.params->interval * static_cast<std::int64_t>(flow.posted) : start;
}

bool RdmaApplication::may_post(const FlowProgress& flow) const {
  return flow.posted < flow.params->messages && flow.posted - flow.acknowledged < flow.params->outstanding;
}

void RdmaApplication::schedule(Ps earliest, std::uint32_t flow) {
  posts_.emplace(earliest, flow);
  arm();
}

void RdmaApplication::arm() {
  if (posts_.empty() || posts_.top().first >= armed_) return;
  armed_ = posts_.top().first;
  agenda_.at(armed_, Rank(Due::kPost, node_, 0), *this, 0);
}

void RdmaApplication::due(Ps now, AgendaTag) {
  if (now != armed_) return;  // an earlier post was scheduled after this entry was made
  armed_ = kNever;
  while (!posts_.empty() && posts_.top().first <= now) {
    const std::uint32_t flow = posts_.top().second;
    posts_.pop();
    FlowProgress& progress = workload_.flows()[flow];
    while (may_post(progress) && due_time(progress) <= now) post_next(flow, now);
    if (may_post(progress)) posts_.emplace(due_time(progress), flow);
  }
  arm();
}

void RdmaApplication::post_next(std::uint32_t flow, Ps now) {
  FlowProgress& progress = workload_.flows()[flow];
  const auto message = static_cast<std::uint32_t>(progress.posted);
  WorkRequest request{.flow = flow,
                      .message = message,
                      .queue_pair = progress.source_qps[message % progress.source_qps.size()],
                      .length = progress.params->message_size};
  if (data_) {
    std::tie(request.local_address, request.remote_address) = data_->addresses(flow, message);
    data_->fill(flow, message);
  }
  workload_.posted(flow, message, now);
  doorbell_->post(request);
}

void RdmaApplication::started(std::uint32_t flow, std::uint32_t message, Ps now) {
  workload_.started(flow, message, now);
}

void RdmaApplication::sent(std::uint32_t flow, std::uint32_t message, Ps now) { workload_.sent(flow, message, now); }

void RdmaApplication::received(std::uint32_t flow, std::uint32_t message, Ps now) {
  workload_.received(flow, message, now);
}

void RdmaApplication::acknowledged(std::uint32_t flow, std::uint32_t message, Ps now) {
  FlowProgress& progress = workload_.flows()[flow];
  const bool was_full = progress.posted - progress.acknowledged >= progress.params->outstanding;
  workload_.acknowledged(flow, message, now);
  if (was_full && may_post(progress)) schedule(std::max(now, due_time(progress)), flow);
  if (workload_.complete()) done_.maybe_done();
}

void RdmaApplication::landed(Ps) {
  if (workload_.complete()) done_.maybe_done();
}

}  // namespace headroom
