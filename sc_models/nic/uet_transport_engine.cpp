// PDCs and groups: how they begin and end, and what is posted on them.
#include "sc_models/nic/uet_transport_engine.h"

#include <algorithm>

#include "sc_models/core/check.h"

namespace headroom {
namespace {

/// From a doorbell to the transmit pass it starts [R].
constexpr Ps kDoorbellDelay{15'000};
constexpr std::int64_t kLongestMessage = (std::int64_t{1} << 32) - 1;
/// UDP port of a group that does not spray and whose application gives none: this and the PDC's id [C].
constexpr unsigned kFirstOwnPort = 49'152, kOwnPorts = 16'384;

}  // namespace

UetTransportEngine::UetTransportEngine(const sc_core::sc_module_name& name, const UetTransportEngineParams& params,
                                       Agenda& agenda, FramePool& frames, EgressRoom& egress, ReceivePools& ingress,
                                       HostNotices& notices, PdcNotices& pdc_notices)
    : sc_module(name),
      params_(params),
      agenda_(agenda),
      frames_(frames),
      egress_(egress),
      ingress_(ingress),
      notices_(notices),
      pdc_notices_(pdc_notices),
      sending_ids_(PdcIds::sending()),
      receiving_ids_(PdcIds::receiving()),
      prefetch_(params.pds.prefetch_buffer_size),
      ack_hold_(params.pcie_rate),
      penalty_(params.nscc),
      pass_{Rank(Due::kGenerate, params.node, 0), this, kPass} {}

void UetTransportEngine::due(Ps now, AgendaTag tag) {
  switch (static_cast<Reminder>(tag)) {
    case kPass: return pass();
    case kRetransmission: return retransmissions_due(now);
    case kFailure: return failures_due(now);
    case kAckRelease: return acks_due(now);
  }
}

PdcHandle UetTransportEngine::open(const PdcParams& params) {
  HEADROOM_CHECK(params.data_class < kTrafficClasses && params.control_class < kTrafficClasses,
                 "{}: PDC with classes {} and {}", name(), params.data_class, params.control_class);
  const PdcHandle handle = sending_.take(params_.pds, frames_);
  UetSendingEnd& end = sending_[handle];
  end.state = UetSendingEnd::State::kIdle;
  end.closing = false;
  end.ends = params;
  end.waiting_posts = 0;
  return handle;
}

void UetTransportEngine::post(const WorkRequest& request) {
  HEADROOM_CHECK(request.length >= 0 && request.length <= kLongestMessage, "{}: a work request of {} B", name(),
                 request.length);
  HEADROOM_CHECK(request.queue_pair >= 1 && request.queue_pair <= sending_.size() &&
                     sending_[request.queue_pair].state != UetSendingEnd::State::kClosed,
                 "{}: work posted on PDC {}, which is not open", name(), request.queue_pair);
  check_connection();
  ++stats_.wqes_created;
  UetSendingEnd& end = sending_[request.queue_pair];
  if (end.waiting_posts == 0 && connect(request.queue_pair)) return accept_post(request);
  ++end.waiting_posts;
  waiting_posts_.push_back(request);
}

void UetTransportEngine::check_connection() {
  if (connected_) return;
  HEADROOM_CHECK(params_.fault.empty(), "{}: {}", name(), params_.fault);
  connected_ = true;
}

/// Gives the end its id and its group, unless it has them. False: no id is free [C].
bool UetTransportEngine::connect(PdcHandle handle) {
  UetSendingEnd& end = sending_[handle];
  if (end.state == UetSendingEnd::State::kOpen) return true;
  const auto id = sending_ids_.take();
  if (!id) return false;
  end.state = UetSendingEnd::State::kOpen;
  end.id = *id;
  end.sender.open(start_psns_.of(end.id));
  end.ack_request = AckRequest(params_.pds);
  end.probe_out = false;
  if (sending_by_id_.size() <= end.id) sending_by_id_.resize(std::max<std::size_t>(64, 2 * std::size_t{end.id}));
  sending_by_id_[end.id] = handle;
  end.group = join_group(end.ends.remote);
  UetGroup& group = groups_[end.group];
  end.turn = {group.created++, handle};
  if (!group.has_port) {
    const unsigned own = kFirstOwnPort + end.id % kOwnPorts;
    group.entropy->set_port(end.ends.port != 0 ? end.ends.port : static_cast<std::uint16_t>(own));
    group.has_port = true;
  }
  event(UetEventKind::kPdcCreated, end);
  return true;
}

void UetTransportEngine::accept_post(const WorkRequest& request) {
  UetSendingEnd& end = sending_[request.queue_pair];
  PdcMessage message;
  message.flow = request.flow;
  message.message = request.message;
  message.length = request.length;
  message.local_address = request.local_address;
  message.remote_address = request.remote_address;
  message.work_request = ++work_requests_;
  end.sender.post(message);
  event(UetEventKind::kWqeCreated, end, message.work_request, message.length);
  take_turns(end);
  scheduler_.to_tail(end.group);
  const Ps time = agenda_.now() + kDoorbellDelay;
  if (doorbell_pass_ == time) return;
  doorbell_pass_ = time;
  agenda_.at(time, Rank(Due::kGenerate, params_.node, 0), *this, kPass);
}

void UetTransportEngine::close(PdcHandle handle) {
  UetSendingEnd& end = sending_[handle];
  HEADROOM_CHECK(end.state != UetSendingEnd::State::kClosed, "{}: PDC {} closed, which is not open", name(), handle);
  HEADROOM_CHECK(end.waiting_posts == 0 && end.sender.open_messages() == 0, "{}: PDC {} closed with work left", name(),
                 end.id);
  if (handle == processing_) {
    end.closing = true;
  } else {
    disconnect(handle);
  }
}

void UetTransportEngine::disconnect(PdcHandle handle) {
  UetSendingEnd& end = sending_[handle];
  if (end.state == UetSendingEnd::State::kOpen) {
    event(UetEventKind::kPdcTerminated, end);
    groups_[end.group].turns.leave(end.turn.creation);
    leave_group(end.group);
    sending_by_id_[end.id] = 0;
    start_psns_.end_use(end.id, end.sender.next());
    sending_ids_.give_back(end.id);
  }
  end.state = UetSendingEnd::State::kClosed;
  sending_.give_back(handle);
  serve_waiting_posts();
}

void UetTransportEngine::serve_waiting_posts() {
  while (!waiting_posts_.empty() && connect(waiting_posts_.front().queue_pair)) {
    const WorkRequest request = waiting_posts_.pop_front();
    --sending_[request.queue_pair].waiting_posts;
    accept_post(request);
  }
}

/// The group of the PDCs of one peer, with a member more.
std::uint32_t UetTransportEngine::join_group(Ipv4 remote) {
  std::uint32_t number = 0;
  if (params_.pds.pdc_groups) {
    const auto place = std::lower_bound(group_by_remote_.begin(), group_by_remote_.end(), std::pair{remote, 0u});
    if (place != group_by_remote_.end() && place->first == remote) {
      number = place->second;
    } else {
      number = make_group(remote);
      group_by_remote_.insert(place, {remote, number});
    }
  } else {
    number = make_group(remote);
  }
  ++groups_[number].members;
  return number;
}

std::uint32_t UetTransportEngine::make_group(Ipv4 remote) {
  const std::uint32_t before = groups_.size();
  const std::uint32_t number = groups_.take();
  if (groups_.size() > before) scheduler_.add_group();
  UetGroup& group = groups_[number];
  group.remote = remote;
  group.serial = group_serial_++;
  group.created = 0;
  group.smallest = 0;
  group.penalty = 0;
  group.has_port = false;
  group.congestion.emplace(params_.nscc, params_.pds.mss, params_.pds.trimming, params_.line_rate, agenda_.now());
  group.entropy.emplace(params_.pds.spraying, params_.spraying,
                        entropy_seed(params_.seed, params_.server, group.serial),
                        group.congestion->exploration_packets());
  return number;
}

/// The last member takes the group with it: the next PDC to the peer begins anew.
void UetTransportEngine::leave_group(std::uint32_t number) {
  UetGroup& group = groups_[number];
  if (--group.members > 0) return;
  HEADROOM_CHECK(group.congestion->in_flight() == 0 && group.congestion->bytes_fetched() == 0,
                 "{}: a group ends with {} B in flight and {} B fetched", name(), group.congestion->in_flight(),
                 group.congestion->bytes_fetched());
  stats_.window += group.congestion->counts();
  stats_.spraying += group.entropy->counts();
  group.congestion.reset();
  group.entropy.reset();
  scheduler_.leave(number);
  if (params_.pds.pdc_groups) {
    group_by_remote_.erase(
        std::lower_bound(group_by_remote_.begin(), group_by_remote_.end(), std::pair{group.remote, 0u}));
  }
  groups_.give_back(number);
}

}  // namespace headroom
