// The set-up of the slow host's worked examples: one real NIC with its host, and at the other end of its link a port
// that streams 4,154 B frames of class 0 from time 0 and obeys PFC.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <systemc>
#include <vector>

#include "sc_models/core/config/loader.h"
#include "sc_models/host/server.h"
#include "testbench/common/frame_sink.h"
#include "testbench/common/frame_source.h"
#include "testbench/common/nic_attributes.h"
#include "testbench/common/pfc_log.h"
#include "testbench/common/scenario_text.h"
#include "testbench/common/slow_host_oracle.h"

namespace headroom::test {

/// How the reference names the bench's only NIC component.
inline const std::string kSlowNic = "SlowNic";

/// Acknowledgements never use the link: the threshold is out of reach and the delay longer than any run here.
/// `queue_pairs`: frames go to them in turn. With one, a lost frame would make a gap and the transport would discard
/// what follows; with one for each frame, every frame stands alone.
class SlowHostBench final : private RdmaApplication::Done {
 public:
  explicit SlowHostBench(const Sets& sets, PcieGranularity granularity = PcieGranularity::kTrain,
                         std::uint32_t queue_pairs = 1)
      : loaded_(load(sets)),
        workload_(no_flows_),
        server_("server", nic_params(), place(granularity), 2, agenda_, frames_, workload_, *this, nullptr),
        peer_("peer", {kRate, kDelay, 0, 0}, agenda_),
        source_("source",
                {.count = INT64_MAX,
                 .start = Ps{0},
                 .wire = Bytes{4'154},
                 .line_rate = kRate,
                 .delay = kDelay,
                 .payload = Bytes{4'096},
                 .queue_pairs = queue_pairs},
                agenda_, frames_),
        sink_("sink", agenda_, frames_) {
    server_.nic().wire_tx.bind(peer_.wire_rx);
    peer_.wire_tx.bind(server_.nic().wire_rx);
    source_.port_tx.bind(peer_.tx);
    peer_.rx.bind(sink_.rx);
    peer_.control.bind(source_.control_rx);
    for (QpNumber qp = 1; qp <= queue_pairs; ++qp) server_.roce().create_queue_pair({qp, 0x20000001, qp, 0, 1});
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
  }

  /// Up to and including `until`; every conservation law holds then.
  void run(Ps until) {
    agenda_.run(until);
    Audit audit;
    server_.nic().audit(audit);
    peer_.audit(audit);
    EXPECT_EQ(peer_.handed_over(), server_.nic().port().announced());
    EXPECT_THAT(audit.violated(), testing::IsEmpty());
    EXPECT_THAT(sink_.seen(), testing::IsEmpty()) << "nothing but PFC frames comes back";
  }

  [[nodiscard]] RoceNic& nic() { return server_.roce(); }
  [[nodiscard]] const PfcLog& log() const { return log_; }
  [[nodiscard]] std::vector<Ps> pauses() const { return log_.times(PfcEventKind::kXoffTx); }
  [[nodiscard]] std::vector<Ps> xons() const { return log_.times(PfcEventKind::kXonTx); }
  /// Pause frames, repeats among them.
  [[nodiscard]] std::uint64_t xoff_tx() { return nic().pfc_stats(0).xoff_tx; }
  [[nodiscard]] std::uint64_t xon_tx() { return nic().pfc_stats(0).xon_tx; }
  [[nodiscard]] std::uint64_t drops() { return nic().ingress().rx_drops(); }
  [[nodiscard]] std::uint64_t frames_arrived() { return nic().port().stats().rx_frames; }
  [[nodiscard]] Bytes occupancy() { return nic().ingress().occupied(0); }
  [[nodiscard]] Bytes peak() { return nic().ingress().meter(0).peak; }
  [[nodiscard]] Bytes in_memory() { return nic().engine().delivery().confirmed; }
  /// PFC frames as they reached the sending port.
  [[nodiscard]] const std::vector<FrameEvent>& at_sender() const { return source_.control(); }
  /// How long they have held it up to `now`.
  [[nodiscard]] Ps sender_held(Ps now) const {
    Ps total{0}, since = kNever;
    for (const auto& [time, frame] : at_sender()) {
      if (frame.quanta[0] > 0) {
        since = std::min(since, time);
      } else if (since != kNever) {
        total += time - std::exchange(since, kNever);
      }
    }
    return since == kNever ? total : total + (now - since);
  }

 private:
  static constexpr BitRate kRate{400'000'000'000};
  static constexpr Ps kDelay{100'000};

  static LoadResult load(const Sets& sets) {
    const Sets silent = {roce(kSlowNic) + "AckThreshold=1000000000", roce(kSlowNic) + "AckDelay=1000s"};
    LoadResult result = load_configuration_text(back_to_back(R"({ "src": 0, "dst": 1, "message_size": "1MB" })"),
                                                "bench.json", {.sets = silent + sets, .seed = {}, .until = {}});
    if (!result.ok()) throw std::runtime_error(result.faults.text());
    return result;
  }
  [[nodiscard]] const RoceNicParams& nic_params() const {
    return loaded_.configuration->nics[loaded_.configuration->topology.server_nic[1]].roce();
  }
  NicPlace place(PcieGranularity granularity) {
    return {.node = 1,
            .address = 0x20000002,
            .link_rate = kRate,
            .link_delay = kDelay,
            .pcie_granularity = granularity,
            .carry_data = false,
            .pfc_observer = &log_};
  }
  void maybe_done() override {}

  const LoadResult loaded_;
  const std::vector<FlowParams> no_flows_;
  Agenda agenda_;
  FramePool frames_;
  PfcLog log_;
  Workload workload_;
  Server server_;
  MacPort peer_;
  FrameSource source_;
  FrameSink sink_;
};

}  // namespace headroom::test
