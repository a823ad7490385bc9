#include "sc_models/fabric/switch.h"

#include <fmt/format.h>

#include "sc_models/core/check.h"
#include "sc_models/policy/node_random.h"
#include "sc_models/policy/packet_trimmer.h"
#include "sc_models/policy/shared_buffer_plan.h"
#include "sc_models/policy/switch_class.h"

namespace headroom {
namespace {

std::vector<LinkDirection> directions(const std::vector<SwitchPortParams>& ports) {
  std::vector<LinkDirection> result;
  for (const SwitchPortParams& port : ports) result.push_back(port.direction);
  return result;
}

}  // namespace

Switch::Switch(const sc_core::sc_module_name& name, const SwitchParams& params,
               const std::vector<SwitchPortParams>& ports, const RouteTable& routes, const SwitchIdentity& identity,
               Agenda& agenda, FramePool& frames)
    : sc_module(name),
      uet_policy_(params.buffer.uet_policy),
      trimming_(params.trimming),
      agenda_(agenda),
      frames_(frames),
      buffer_(plan_shared_buffer(params, static_cast<std::uint32_t>(ports.size())),
              static_cast<std::uint32_t>(ports.size())),
      marker_(params.ecn, buffer_.plan().static_limit, static_cast<std::uint32_t>(ports.size()),
              node_stream(identity.seed, 0, identity.random_node, RandomPurpose::kEcnMarking)),
      routes_(routes),
      paths_(params, identity.random_node,
             node_stream(identity.seed, 0, identity.random_node, RandomPurpose::kLoadBalancing), routes_.sets(), *this),
      samples_(directions(ports), params.buffer.report_per_port_buffer_stats),
      drops_(ports.size()),
      trimmed_(ports.size()) {
  HEADROOM_CHECK(ports.size() * kTrafficClasses <= 1u << Rank::kSubBits, "{}: {} ports do not fit a rank", this->name(),
                 ports.size());
  for (std::uint32_t ifid = 0; ifid < ports.size(); ++ifid) {
    ports_.push_back(std::make_unique<SwitchPort>(fmt::format("port{}", ifid).c_str(), ports[ifid], identity.node, ifid,
                                                  buffer_.plan().pool_lossless, static_cast<SwitchCore&>(*this), agenda,
                                                  frames));
  }
}

void Switch::arrived(std::uint32_t port, Frame& frame) {
  frame.rate = BitRate{0};  // a slowed sender's rate ends with its link
  frame.switch_class = static_cast<std::uint8_t>(switch_class(frame, uet_policy_));
  if (!admit_ingress(port, frame)) {
    ++drops_[port].rx;
    return frames_.give_back(frame);
  }
  const RouteTable::Way way = routes_.way_to(frame.destination);
  if (way.is_set()) {
    forward_by_set(way.number(), frame);
  } else {
    (void)forward(way.number(), frame);
  }
}

void Switch::forward_by_set(std::uint16_t set, Frame& frame) {
  const Ps now = agenda_.now();
  const EqualCostPaths::Choice choice = paths_.choose(set, flow_key(frame), frame.switch_class, now);
  if (!forward(choice.port, frame)) return;
  paths_.admitted(choice, Bytes{frame.egress_charge}, now);
  through_sets_ += Bytes{frame.egress_charge};
}

/// False: dropped, and the frame is no longer the switch's.
bool Switch::forward(std::uint32_t port, Frame& frame) {
  if (!admit_egress(port, frame)) {
    ++drops_[port].tx;
    release_ingress(frame, Bytes{frame.ingress_charge});
    frames_.give_back(frame);
    return false;
  }
  ports_[port]->enqueue(frame);
  return true;
}

bool Switch::admit_ingress(std::uint32_t port, Frame& frame) {
  const Bytes charge = switch_charge(frame.wire());
  const unsigned pool = pool_of(frame.switch_class);
  const SharedBuffer::Arrival arrival = buffer_.arrive(port, frame.switch_class, charge);
  if (arrival.start_pause) {
    const Bytes with_packet = buffer_.occupancy(port, pool);
    ports_[port]->pause_sender(pool, arrival.admitted ? with_packet - charge : with_packet);
  }
  if (!arrival.admitted) {
    ++pool_drops_[pool];
    return false;
  }
  frame.ingress_port = static_cast<std::uint16_t>(port);
  frame.ingress_pool = static_cast<std::uint8_t>(pool);
  frame.ingress_charge = static_cast<std::uint32_t>(charge.count());
  samples_.ingress(port, pool, buffer_.occupancy(port, pool), buffer_.ingress_used(pool));
  if (arrival.in_headroom) samples_.headroom(port, pool, buffer_.headroom(port, pool));
  return true;
}

bool Switch::admit_egress(std::uint32_t port, Frame& frame) {
  const bool second_try = frame.role == DscpRole::kTrimmableRetransmission;
  if (!buffer_.enqueue(port, frame.switch_class, Bytes{frame.ingress_charge}, second_try))
    return trimming_ && is_trimmable(frame.role) && admit_trimmed(port, frame);
  enqueued(port, pool_of(frame.switch_class), frame);
  return true;
}

/// What is cut off leaves the ingress account at once; what is left stays there until it has been sent [C].
bool Switch::admit_trimmed(std::uint32_t port, Frame& frame) {
  TrimStats& stats = trimmed_[port];
  ++stats.trimmed;
  stats.trimmed_bytes += frame.wire();
  trim(frame, ports_[port]->faces_nic());
  const Bytes left = switch_charge(frame.wire());
  release_ingress(frame, Bytes{frame.ingress_charge} - left);
  frame.ingress_charge = static_cast<std::uint32_t>(left.count());
  frame.switch_class = kUetTrimmedClass;
  if (!buffer_.enqueue(port, kUetTrimmedClass, left)) {
    ++stats.refused;
    return false;
  }
  enqueued(port, pool_of(kUetTrimmedClass), frame);
  return true;
}

void Switch::enqueued(std::uint32_t port, unsigned pool, Frame& frame) {
  frame.egress_pool = static_cast<std::uint8_t>(pool);
  frame.egress_charge = frame.ingress_charge;
  const Bytes queue = buffer_.queue(port, pool);
  marker_.admitted(port, pool, queue);
  samples_.egress(port, pool, queue);
}

bool Switch::marks(std::uint32_t port, const Frame& frame) {
  return !is_trimmed(frame.role) && marker_.marks(port, frame.egress_pool, frame.ecn);
}

void Switch::departed(std::uint32_t port, const Frame& frame) {
  buffer_.dequeue(port, frame.egress_pool, Bytes{frame.egress_charge});
  release_ingress(frame, Bytes{frame.ingress_charge});
}

void Switch::release_ingress(const Frame& frame, Bytes charge) {
  const bool resume = buffer_.release(frame.ingress_port, frame.ingress_pool, frame.switch_class, charge);
  if (resume) ports_[frame.ingress_port]->resume_sender(frame.ingress_pool);
}

std::uint64_t Switch::forwarded() const {
  std::uint64_t sum = 0;
  for (const auto& port : ports_) sum += port->forwarded();
  return sum;
}

std::uint64_t Switch::stuck_pauses() const {
  std::vector<bool> holds_lossless(ports_.size() * kTrafficClasses);
  for (const auto& port : ports_) {
    port->for_each_inside([&](const Frame& frame) {
      if (!buffer_.plan().is_lossless(frame.switch_class)) return;
      holds_lossless[std::size_t{frame.ingress_port} * kTrafficClasses + frame.ingress_pool] = true;
    });
  }
  std::uint64_t stuck = 0;
  for (std::uint32_t port = 0; port < ports(); ++port) {
    for (unsigned pool = 0; pool < kTrafficClasses; ++pool) {
      if (buffer_.pausing(port, pool) && !holds_lossless[std::size_t{port} * kTrafficClasses + pool]) ++stuck;
    }
  }
  return stuck;
}

}  // namespace headroom
