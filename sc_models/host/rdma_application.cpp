#include "sc_models/host/rdma_application.h"

#include <algorithm>
#include <tuple>

#include "sc_models/core/check.h"
#include "sc_models/policy/route_table.h"

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
                      .queue_pair = connection(progress, message),
                      .length = progress.params->message_size};
  if (data_) {
    std::tie(request.local_address, request.remote_address) = data_->addresses(flow, message);
    data_->fill(flow, message);
  }
  workload_.posted(flow, message, now);
  doorbell_->post(request);
}

/// What the message goes over. A PDC is opened at its first use.
std::uint32_t RdmaApplication::connection(FlowProgress& flow, std::uint32_t message) {
  if (pdcs_ == nullptr) return flow.source_qps[message % flow.source_qps.size()];
  const FlowParams& params = *flow.params;
  const PdcParams pdc{.remote = server_address(params.destination),
                      .data_class = params.data_class,
                      .control_class = params.control_class};
  if (params.pdc == PdcUse::kPerMessage) return pdcs_->open(pdc);
  if (flow.source_qps.size() < params.queue_pairs) flow.source_qps.push_back(pdcs_->open(pdc));
  return flow.source_qps[message % params.queue_pairs];
}

void RdmaApplication::completed(PdcHandle sending_end, std::uint32_t flow, std::uint32_t) {
  FlowProgress& progress = workload_.flows()[flow];
  if (progress.params->pdc == PdcUse::kPerMessage) return pdcs_->close(sending_end);
  if (!progress.complete()) return;
  for (const PdcHandle end : progress.source_qps) pdcs_->close(end);
}

// The receiver closes what a flow keeps when it has the flow's last byte; that its sender knows it, it does not.
void RdmaApplication::arrived(PdcHandle receiving_end, std::uint32_t flow, std::uint32_t) {
  FlowProgress& progress = workload_.flows()[flow];
  if (progress.params->pdc == PdcUse::kPerMessage) return pdcs_->close_receiving_end(receiving_end);
  auto& ends = progress.destination_qps;
  if (std::find(ends.begin(), ends.end(), receiving_end) == ends.end()) ends.push_back(receiving_end);
  if (progress.received < progress.params->messages) return;
  for (const PdcHandle end : ends) pdcs_->close_receiving_end(end);
}

unsigned RdmaApplication::answer_class(std::uint32_t flow) { return workload_.flows()[flow].params->control_class; }

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
