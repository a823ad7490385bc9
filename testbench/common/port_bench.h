// The port side of a NIC and the peer at the other end of its link, wired for tests without transport and PCIe.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "sc_models/core/agenda.h"
#include "sc_models/core/audit.h"
#include "sc_models/nic/egress_buffer.h"
#include "sc_models/nic/ingress_buffer.h"
#include "sc_models/nic/mac_port.h"
#include "sc_models/nic/pfc_generator.h"
#include "testbench/common/engine_stub.h"
#include "testbench/common/frame_sink.h"
#include "testbench/common/frame_source.h"
#include "testbench/common/pfc_log.h"
#include "testbench/common/port_defaults.h"
#include "testbench/common/script.h"

namespace headroom {

struct PortBenchParams {
  IngressParams ingress = default_ingress();
  EgressParams egress = default_egress();
  Ps service{0};            ///< of the host behind the NIC, for one packet
  std::int64_t stream = 0;  ///< frames of class 0 that the peer sends from time 0
  BitRate rate = kLine;
  Ps delay = kDelay;
};

struct PortBench {
  explicit PortBench(const PortBenchParams& p)
      : pfc("pfc", {p.ingress, p.rate, p.delay, 1}, agenda, frames, &log),
        ingress("ingress", p.ingress, agenda, frames, pfc),
        egress("egress", {p.egress, p.rate, p.delay, 1}, agenda, frames, &log, &ingress),
        port("port", {p.rate, p.delay, 1, 0}, agenda),
        engine("engine", agenda, frames, egress, &ingress, p.service),
        peer("peer", {p.rate, p.delay, 0, 0}, agenda),
        source("source", {p.stream, Ps{0}, kDataWire, 0, BitRate{0}, p.rate, p.delay}, agenda, frames),
        sink("sink", agenda, frames) {
    engine.egress_tx.bind(egress.engine_rx);
    pfc.egress_tx.bind(egress.pfc_rx);
    egress.port_tx.bind(port.tx);
    port.rx.bind(ingress.port_rx);
    port.control.bind(egress.control_rx);
    ingress.engine_tx.bind(engine.ingress_rx);
    port.wire_tx.bind(peer.wire_rx);
    peer.wire_tx.bind(port.wire_rx);
    source.port_tx.bind(peer.tx);
    peer.rx.bind(sink.rx);
    peer.control.bind(source.control_rx);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
  }

  /// A PFC frame that reaches the transmit buffer now.
  void receive_pause(std::uint8_t classes, std::uint16_t quanta) {
    Frame& frame = frames.take();
    frame.kind = FrameKind::kPfc;
    frame.wire_bytes = kPfcBytes;
    frame.class_enable = classes;
    frame.quanta.fill(quanta);
    sc_core::sc_time none = sc_core::SC_ZERO_TIME;
    FramePhase phase = FramePhase::kReceived;
    egress.control_rx.get_base_interface().nb_transport_fw(frame, phase, none);
  }

  /// Every test ends with it: the conservation laws of all modules, and of the link in both directions.
  void check() const {
    Audit audit;
    pfc.audit(audit);
    ingress.audit(audit);
    egress.audit(audit);
    port.audit(audit);
    peer.audit(audit);
    EXPECT_EQ(port.handed_over(), peer.announced());
    EXPECT_EQ(peer.handed_over(), port.announced());
    EXPECT_THAT(audit.violated(), testing::IsEmpty());
  }

  Agenda agenda;
  FramePool frames;
  PfcLog log;
  Script script{agenda};
  PfcGenerator pfc;
  IngressBuffer ingress;
  EgressBuffer egress;
  MacPort port;
  EngineStub engine;
  MacPort peer;
  FrameSource source;
  FrameSink sink;
};

}  // namespace headroom
