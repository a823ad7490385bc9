// Two transport engines back to back on fake ports, wire and hosts, with the default configuration of the documents.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "sc_models/nic/roce_transport_engine.h"
#include "testbench/common/fake_pcie.h"
#include "testbench/common/fake_port.h"
#include "testbench/common/host_log.h"

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

/// One of the two nodes.
struct RoceNode {
  RoceNode(Agenda& agenda, FramePool& frames, HostLog& log, const RoceTransportEngineParams& params, std::size_t memory)
      : port(sc_core::sc_gen_unique_name("port"), agenda, frames, params.node),
        pcie(sc_core::sc_gen_unique_name("pcie"), agenda, params.node, memory),
        engine(sc_core::sc_gen_unique_name("engine"), params, agenda, frames, port, port.ingress, log) {
    engine.egress_tx.bind(port.engine_rx);
    port.engine_tx.bind(engine.ingress_rx);
    engine.host_tx.bind(pcie.nic_rx);
  }
  FakePort port;
  FakePcie pcie;
  RoceTransportEngine engine;
};

/// Queue pair n of node 0 is joined to queue pair n of node 1. Several of these can be built before the first one runs.
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
  }
  ~RocePair() {
    Audit audit;
    node(0).engine.audit(audit);
    node(1).engine.audit(audit);
    EXPECT_TRUE(audit.violated().empty()) << ::testing::PrintToString(audit.violated());
    if (agenda.next() == kNever && node(0).engine.quiet() && node(1).engine.quiet()) {
      EXPECT_EQ(frames.in_use(), 0u);
      for (unsigned i = 0; i < 2; ++i) {
        EXPECT_EQ(port(i).ingress.filled, Bytes{0});
        for (unsigned c = 0; c < kTrafficClasses; ++c) EXPECT_EQ(port(i).reserved(c), Bytes{0});
      }
    }
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
    call(time, Rank(Due::kPost, from, 0), [this, from, request] { node(from).engine.post(request); });
  }
  /// Lets a frame arrive at node `to` that nobody has sent.
  void inject(Ps time, unsigned to, const Frame& forged) {
    call(time, Rank(Due::kFrame, to, 0), [this, to, forged] {
      Frame& frame = frames.take();
      std::byte* const data = frame.data;
      frame = forged;
      frame.data = data;
      port(to).ingress.charge(frame.charge());
      port(to).engine_tx.send(frame, FramePhase::kReceived);
    });
  }
  void call(Ps time, Rank rank, std::function<void()> what) {
    calls_.push_back(std::move(what));
    agenda.at(time, rank, *this, static_cast<AgendaTag>(calls_.size() - 1));
  }
  /// Serves the agenda up to `until`, by default until nothing is due any more.
  void run(Ps until = Ps{10'000'000'000'000}) {
    if (sc_core::sc_get_status() == sc_core::SC_ELABORATION) sc_core::sc_start(sc_core::SC_ZERO_TIME);
    agenda.run(until);
  }
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
  void due(Ps, AgendaTag tag) override { calls_[tag](); }

  QpNumber queue_pairs_ = 0;
  std::map<std::uint32_t, std::uint32_t> messages_;
  std::uint64_t next_address_ = 0;
  std::vector<std::function<void()>> calls_;
};

/// Loses the packet `psn` the first `times` it comes.
inline auto lose_data(Psn psn, int times = 1) {
  return [psn, times](const Frame& f) mutable { return f.kind == FrameKind::kData && f.psn == psn && times-- > 0; };
}

}  // namespace headroom::test
