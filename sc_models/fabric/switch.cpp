#include "sc_models/fabric/switch.h"

#include <fmt/format.h>

#include <utility>

#include "sc_models/core/check.h"
#include "sc_models/policy/node_random.h"
#include "sc_models/policy/shared_buffer_plan.h"

namespace headroom {
namespace {

std::vector<LinkDirection> directions(const std::vector<SwitchPortParams>& ports) {
  std::vector<LinkDirection> result;
  for (const SwitchPortParams& port : ports) result.push_back(port.direction);
  return result;
}

}  // namespace

Switch::Switch(const sc_core::sc_module_name& name, const SwitchParams& params,
               const std::vector<SwitchPortParams>& ports, std::vector<std::uint16_t> routes,
               const SwitchIdentity& identity, Agenda& agenda, FramePool& frames)
    : sc_module(name),
      frames_(frames),
      buffer_(plan_shared_buffer(params.buffer, static_cast<std::uint32_t>(ports.size())),
              static_cast<std::uint32_t>(ports.size())),
      marker_(params.ecn, buffer_.plan().static_limit, static_cast<std::uint32_t>(ports.size()),
              node_stream(identity.seed, 0, identity.random_node, RandomPurpose::kEcnMarking)),
      routes_(std::move(routes)),
      samples_(directions(ports), params.buffer.report_per_port_buffer_stats),
      drops_(ports.size()) {
  HEADROOM_CHECK(ports.size() * kTrafficClasses <= 1u << Rank::kSubBits, "{}: {} ports do not fit a rank", this->name(),
                 ports.size());
  HEADROOM_CHECK(!params.trimming && params.load_balancing == LoadBalancing::kNone,
                 "{}: trimming and flowlets are not built", this->name());
  for (std::uint32_t ifid = 0; ifid < ports.size(); ++ifid) {
    ports_.push_back(std::make_unique<SwitchPort>(fmt::format("port{}", ifid).c_str(), ports[ifid], identity.node, ifid,
                                                  buffer_.plan().pool_lossless, static_cast<SwitchCore&>(*this), agenda,
                                                  frames));
  }
}

void Switch::arrived(std::uint32_t port, Frame& frame) {
  frame.rate = BitRate{0};  // a slowed sender's rate ends with its link
  if (!admit_ingress(port, frame)) {
    ++drops_[port].rx;
    return frames_.give_back(frame);
  }
  const std::uint32_t egress = routes_.port_to(frame.destination);
  if (!admit_egress(egress, frame)) {
    ++drops_[egress].tx;
    release_ingress(frame);
    return frames_.give_back(frame);
  }
  ports_[egress]->enqueue(frame);
}

bool Switch::admit_ingress(std::uint32_t port, Frame& frame) {
  const Bytes charge = switch_charge(frame.wire());
  const unsigned pool = pool_of(frame.traffic_class);
  const SharedBuffer::Arrival arrival = buffer_.arrive(port, frame.traffic_class, charge);
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
  const Bytes charge{frame.ingress_charge};
  if (!buffer_.enqueue(port, frame.traffic_class, charge)) return false;
  const unsigned pool = pool_of(frame.traffic_class);
  frame.egress_pool = static_cast<std::uint8_t>(pool);
  frame.egress_charge = frame.ingress_charge;
  const Bytes queue = buffer_.queue(port, pool);
  marker_.admitted(port, pool, queue);
  samples_.egress(port, pool, queue);
  return true;
}

bool Switch::marks(std::uint32_t port, const Frame& frame) { return marker_.marks(port, frame.egress_pool, frame.ecn); }

void Switch::departed(std::uint32_t port, const Frame& frame) {
  buffer_.dequeue(port, frame.egress_pool, Bytes{frame.egress_charge});
  release_ingress(frame);
}

void Switch::release_ingress(const Frame& frame) {
  const bool resume =
      buffer_.release(frame.ingress_port, frame.ingress_pool, frame.traffic_class, Bytes{frame.ingress_charge});
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
      if (!buffer_.plan().is_lossless(frame.traffic_class)) return;
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
