// A rack switch with test servers: each sends the frames it was given back to back whenever it is not paused, honours
// pauses, and remembers what arrives. No model of a NIC.
#pragma once

#include <algorithm>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <systemc>
#include <vector>

#include "sc_models/core/class_mask.h"
#include "sc_models/fabric/switch.h"
#include "sc_models/policy/node_random.h"
#include "sc_models/policy/pause_time.h"
#include "testbench/common/pfc_log.h"
#include "testbench/common/script.h"
#include "testbench/common/switch_defaults.h"

namespace headroom {

inline constexpr BitRate k400Gbps{400'000'000'000};
/// After everything of the network that is due then and before its decisions.
inline constexpr Rank kAfterTheNetwork(Due::kPost, 0, 0);
inline constexpr Ps kLong{10'000'000'000};        ///< no test's traffic takes as long
inline constexpr Ps kDelivery{83'080 + 100'000};  ///< a RoCE frame of full size on a wire of a test server
inline constexpr std::int64_t kRoceWire = 4'154, kUetWire = 4'202;

struct TestServerParams {
  BitRate rate = k400Gbps;
  Ps delay{100'000};
  double loss_probability = 0;  ///< of the server's link, both directions
};

/// Loss of what a port sends; seed 1.
inline LinkLoss link_loss(double probability, std::uint32_t random_node, std::uint32_t port = 0) {
  return {probability, node_stream(1, 0, random_node, RandomPurpose::kLinkLoss, port)};
}

class TestServer final : public sc_core::sc_module, private AgendaClient {
  void on_frame(Frame& frame, FramePhase, sc_core::sc_time) {
    received_.push_back({agenda_.now(), frame});
    frames_.give_back(frame);
  }
  void on_control(Frame& frame, FramePhase, sc_core::sc_time) {
    const Ps now = agenda_.now();
    for (ClassMask named = frame.class_enable; named != 0; named &= named - 1) {
      const unsigned c = lowest_class(named);
      if (frame.quanta[c] == 0) {
        pauses_.resume(now, c);
      } else if (const Ps wake = pauses_.pause(now, c, pause_time(frame.quanta[c], params_.rate, params_.delay));
                 wake != kNever) {
        agenda_.at(wake, Rank(Due::kPauseEnd, node_, c), *this, c);
      }
    }
    control_.push_back({now, frame});
    frames_.give_back(frame);
    agenda_.decide(next_);
  }
  void on_mac(Frame&, FramePhase, sc_core::sc_time) { agenda_.decide(next_); }

 public:
  struct Received {
    Ps time;
    Frame frame;
  };

  TestServer(const sc_core::sc_module_name& name, std::uint32_t server, const TestServerParams& params, Agenda& agenda,
             FramePool& frames, std::optional<NodeId> node = {})
      : sc_module(name),
        server_(server),
        node_(node.value_or(server + 1)),
        params_(params),
        agenda_(agenda),
        frames_(frames),
        mac_("mac",
             MacPortParams{params.rate, params.delay, node_, 0, link_loss(params.loss_probability, server), &frames},
             agenda),
        next_{Rank(Due::kPortDecision, node_, 0), this, kTrafficClasses} {
    mac_.rx.bind(rx_);
    mac_.control.bind(control_rx_);
    tx_.bind(mac_.tx);
  }

  /// Puts frames behind those that wait. Classes share one queue: a paused head holds back the rest.
  void send(int count, std::uint32_t destination, unsigned traffic_class, std::int64_t wire = kRoceWire,
            Ecn ecn = Ecn::kEct0, DscpRole role = DscpRole::kNoTrim) {
    for (int i = 0; i < count; ++i) {
      Frame& frame = frames_.take();
      frame.kind = FrameKind::kData;
      frame.source = kFirstServer + server_;
      frame.destination = kFirstServer + destination;
      frame.psn = psn_++;
      frame.traffic_class = static_cast<std::uint8_t>(traffic_class);
      frame.wire_bytes = static_cast<std::uint32_t>(wire);
      frame.payload_bytes = static_cast<std::uint32_t>(std::max(wire - kUetDataOverhead, std::int64_t{0}));
      frame.ecn = ecn;
      frame.role = role;
      frame.udp_source = udp_source_;
      frame.udp_destination = kUetPort;
      waiting_.push_back(&frame);
    }
    agenda_.decide(next_);
  }
  /// UDP source port of the frames of later calls of send(): another flow.
  void use_port(std::uint16_t port) { udp_source_ = port; }
  /// A PFC frame, ahead of everything that waits; quanta 0 resumes.
  void send_pfc(ClassMask classes, std::uint16_t quanta) {
    Frame& frame = frames_.take();
    frame.kind = FrameKind::kPfc;
    frame.wire_bytes = kPfcBytes;
    frame.class_enable = static_cast<std::uint8_t>(classes);
    for (; classes != 0; classes &= classes - 1) frame.quanta[lowest_class(classes)] = quanta;
    waiting_.push_front(&frame);
    agenda_.decide(next_);
  }

  /// Makes room for what will arrive, so that remembering it allocates nothing.
  void expect(std::size_t frames) { received_.reserve(frames); }
  void expect_control(std::size_t frames) { control_.reserve(frames); }

  [[nodiscard]] MacPort& mac() { return mac_; }
  [[nodiscard]] const std::vector<Received>& received() const { return received_; }
  [[nodiscard]] const std::vector<Received>& control() const { return control_; }
  [[nodiscard]] Ps paused(unsigned traffic_class) { return pauses_.clock(traffic_class).paused(agenda_.now()).total; }
  [[nodiscard]] bool held(unsigned traffic_class) const { return pauses_.held(traffic_class); }

 private:
  void due(Ps now, AgendaTag tag) override {
    if (tag < kTrafficClasses) {
      const PauseTimers::Wake wake = pauses_.wake(now, tag);
      if (wake.again != kNever) agenda_.at(wake.again, Rank(Due::kPauseEnd, node_, tag), *this, tag);
      if (wake.resumed) agenda_.decide(next_);
      return;
    }
    if (mac_.sending() || waiting_.empty()) return;
    Frame& head = *waiting_.front();
    if (head.kind != FrameKind::kPfc && pauses_.held(head.traffic_class)) return;
    waiting_.pop_front();
    tx_.send(head, FramePhase::kSend);
  }

  const std::uint32_t server_;
  const NodeId node_;
  const TestServerParams params_;
  Agenda& agenda_;
  FramePool& frames_;
  MacPort mac_;
  FrameLink::Target<TestServer, &TestServer::on_frame> rx_{"rx", *this};
  FrameLink::Target<TestServer, &TestServer::on_control> control_rx_{"control_rx", *this};
  FrameLink::Initiator<TestServer, &TestServer::on_mac> tx_{"tx", *this};
  PauseTimers pauses_;
  Decision next_;
  std::deque<Frame*> waiting_;
  std::vector<Received> received_, control_;
  Psn psn_ = 0;
  std::uint16_t udp_source_ = 256;
};

struct Rack {
  Rack(const SwitchParams& params, std::uint32_t servers_count, const TestServerParams& server = {}) {
    std::vector<SwitchPortParams> ports;
    std::vector<std::uint16_t> routes;
    for (std::uint32_t i = 0; i < servers_count; ++i) {
      logs.push_back(std::make_unique<PfcLog>());
      ports.push_back({server.rate, server.delay, LinkDirection::kDown, logs.back().get(), true,
                       link_loss(server.loss_probability, servers_count, i)});
      routes.push_back(static_cast<std::uint16_t>(i));
    }
    sw = std::make_unique<Switch>("rack0", params, ports, routes, SwitchIdentity{0, servers_count, 1}, agenda, frames);
    for (std::uint32_t i = 0; i < servers_count; ++i) {
      const std::string name = "server" + std::to_string(i);
      servers.push_back(std::make_unique<TestServer>(name.c_str(), i, server, agenda, frames));
      servers[i]->mac().wire_tx.bind(sw->mac(i).wire_rx);
      sw->mac(i).wire_tx.bind(servers[i]->mac().wire_rx);
    }
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
  }

  /// Serves everything up to `end` and checks the switch's conservation laws.
  std::vector<std::string> run(Ps end) {
    agenda.run(end);
    Audit audit;
    sw->audit(audit);
    return audit.violated();
  }
  TestServer& server(std::uint32_t i) { return *servers[i]; }
  PfcLog& log(std::uint32_t i) { return *logs[i]; }

  Agenda agenda;
  FramePool frames;
  Script script{agenda, kAfterTheNetwork};
  std::vector<std::unique_ptr<PfcLog>> logs;
  std::unique_ptr<Switch> sw;
  std::vector<std::unique_ptr<TestServer>> servers;
};

/// The UET policy with trimming, PFC off.
inline SwitchParams trimming_switch() {
  SwitchParams params = default_switch();
  params.buffer.uet_policy = params.trimming = true;
  params.buffer.enable_pfc = {};
  return params;
}

inline SwitchParams with_buffer(const SharedBufferParams& buffer) {
  SwitchParams params = default_switch();
  params.buffer = buffer;
  return params;
}

}  // namespace headroom
