// Two transport engines back to back on fake ports, wire and hosts, with the default configuration of the documents.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "sc_models/nic/roce_transport_engine.h"
#include "testbench/common/fake_pcie.h"
#include "testbench/common/fake_port.h"

namespace headroom::test {

inline RateLoopParams default_rate_loop() { return {true, 0.10, 3, 0.90, 10, 45'000, 0.5, 5}; }

inline RoceTransportEngineParams default_engine(NodeId node) {
  RoceTransportEngineParams params;
  params.transport = {Ps{64'000'000'000}, true, Ps{1'000'000'000}, 16, Bytes{4096}, false};
  params.rate_loop = default_rate_loop();
  params.line_rate = BitRate{400'000'000'000};
  params.node = node;
  params.address = 0x20000001 + node;
  return params;
}

/// What the hosts hear, by (flow, message).
struct HostLog final : HostNotices {
  using Times = std::map<std::pair<std::uint32_t, std::uint32_t>, Ps>;
  void started(std::uint32_t f, std::uint32_t m, Ps now) override { once(start, f, m, now); }
  void sent(std::uint32_t f, std::uint32_t m, Ps now) override { once(send_done, f, m, now); }
  void received(std::uint32_t f, std::uint32_t m, Ps now) override { once(arrival, f, m, now); }
  void acknowledged(std::uint32_t f, std::uint32_t m, Ps now) override { once(done, f, m, now); }
  void landed(Ps now) override { last_landed = now; }
  static void once(Times& times, std::uint32_t f, std::uint32_t m, Ps now) {
    EXPECT_TRUE(times.emplace(std::pair{f, m}, now).second) << "notice given twice for message " << m;
  }
  Times start, send_done, arrival, done;
  Ps last_landed;
};

/// One of the two nodes.
struct RoceNode {
  RoceNode(Agenda& agenda, FramePool& frames, HostLog& log, const RoceTransportEngineParams& params, std::size_t memory)
      : port(("port" + std::to_string(params.node)).c_str(), agenda, frames, params.node),
        pcie(("pcie" + std::to_string(params.node)).c_str(), agenda, params.node, memory),
        engine(("engine" + std::to_string(params.node)).c_str(), params, agenda, frames, port, port.ingress, log) {
    engine.egress_tx.bind(port.engine_rx);
    port.engine_tx.bind(engine.ingress_rx);
    engine.host_tx.bind(pcie.nic_rx);
  }
  FakePort port;
  FakePcie pcie;
  RoceTransportEngine engine;
};

/// Queue pair n of node 0 is joined to queue pair n of node 1.
class RocePair final : private AgendaClient {
 public:
  explicit RocePair(const RoceTransportEngineParams& a = default_engine(0),
                    const RoceTransportEngineParams& b = default_engine(1), unsigned queue_pairs = 1,
                    std::size_t memory = 0)
      : frames(memory > 0 ? static_cast<std::size_t>(a.transport.mss.count()) : 0),
        nodes{std::make_unique<RoceNode>(agenda, frames, log, a, memory),
              std::make_unique<RoceNode>(agenda, frames, log, b, memory)} {
    node(0).port.connect(node(1).port);
    node(1).port.connect(node(0).port);
    for (unsigned n = 1; n <= queue_pairs; ++n) connect(0, 1);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
  }
  ~RocePair() {
    Audit audit;
    node(0).engine.audit(audit);
    node(1).engine.audit(audit);
    EXPECT_TRUE(audit.violated().empty()) << testing::PrintToString(audit.violated());
  }
  RocePair(const RocePair&) = delete;
  RocePair& operator=(const RocePair&) = delete;

  RoceNode& node(unsigned i) { return *nodes[i]; }
  FakePort& port(unsigned i) { return node(i).port; }
  FakePcie& pcie(unsigned i) { return node(i).pcie; }
  const RoceStats& stats(unsigned i) { return node(i).engine.stats(); }
  void connect(unsigned data_class, unsigned control_class) {
    ++queue_pairs_;
    node(0).engine.create_queue_pair({queue_pairs_, 0x20000002, queue_pairs_, data_class, control_class});
    node(1).engine.create_queue_pair({queue_pairs_, 0x20000001, queue_pairs_, data_class, control_class});
  }

  /// Posts at `time`; messages of one call get the numbers 0, 1, ... of their flow.
  void post(Ps time, std::int64_t length, QpNumber qp = 1, unsigned from = 0) {
    const std::uint32_t flow = 100 * from + qp;
    WorkRequest request{flow, messages_[flow]++, qp, length, next_address_, next_address_};
    next_address_ += static_cast<std::uint64_t>(length);
    posts_.push_back({from, request});
    agenda.at(time, Rank(Due::kPost, from, 0), *this, static_cast<AgendaTag>(posts_.size() - 1));
  }
  void run(Ps until = Ps{10'000'000'000'000}) { agenda.run(until); }
  [[nodiscard]] Ps done(std::uint32_t flow = 1, std::uint32_t message = 0) { return log.done.at({flow, message}); }
  /// Frames of a kind that a node has queued for sending.
  [[nodiscard]] std::vector<Psn> numbers(unsigned i, FrameKind kind) {
    std::vector<Psn> psns;
    for (const Frame& frame : port(i).queued_frames) {
      if (frame.kind == kind) psns.push_back(frame.psn);
    }
    return psns;
  }
  /// Payload that reached the host of node `i`: every byte once and, from one sender, in order.
  void expect_written_once(unsigned i, std::int64_t bytes) {
    std::uint64_t address = 0;
    for (const auto& [at, length] : pcie(i).written) {
      EXPECT_EQ(at, address);
      address += static_cast<std::uint64_t>(length);
    }
    EXPECT_EQ(address, static_cast<std::uint64_t>(bytes));
  }

  Agenda agenda;
  FramePool frames;
  HostLog log;
  std::unique_ptr<RoceNode> nodes[2];

 private:
  struct Post {
    unsigned from;
    WorkRequest request;
  };
  void due(Ps, AgendaTag tag) override { node(posts_[tag].from).engine.post(posts_[tag].request); }

  QpNumber queue_pairs_ = 0;
  std::map<std::uint32_t, std::uint32_t> messages_;
  std::uint64_t next_address_ = 0;
  std::vector<Post> posts_;
};

/// Loses the packet `psn` the first `times` it comes.
inline auto lose_data(Psn psn, int times = 1) {
  return [psn, times](const Frame& f) mutable { return f.kind == FrameKind::kData && f.psn == psn && times-- > 0; };
}

}  // namespace headroom::test
