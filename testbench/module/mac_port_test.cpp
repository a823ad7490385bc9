#include "sc_models/nic/mac_port.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <tlm>

#include "sc_models/core/check.h"
#include "sc_models/kernel/agenda_driver.h"
#include "testbench/common/frame_sink.h"
#include "testbench/common/frame_source.h"
#include "testbench/common/port_defaults.h"
#include "tlm_if/time.h"

namespace headroom {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// A stream from one port to another.
struct Link {
  explicit Link(const FrameStream& stream, BitRate rate = kLine)
      : near("near", {rate, kDelay, 0, 3}, agenda),
        far("far", {rate, kDelay, 1, 0}, agenda),
        source("source", stream, agenda, frames),
        sink("sink", agenda, frames),
        control("control", agenda, frames) {
    source.port_tx.bind(near.tx);
    near.wire_tx.bind(far.wire_rx);
    far.rx.bind(sink.rx);
    far.control.bind(control.rx);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
  }
  void check() const {
    Audit audit;
    near.audit(audit);
    far.audit(audit);
    EXPECT_THAT(audit.violated(), IsEmpty());
    EXPECT_EQ(near.handed_over(), far.announced());
  }
  Agenda agenda;
  FramePool frames;
  MacPort near, far;
  FrameSource source;
  FrameSink sink, control;
};

FrameStream stream(std::int64_t count, Bytes wire, BitRate rate = BitRate{0}) {
  return {count, Ps{0}, wire, 0, rate, kLine, kDelay};
}

TEST(MacPort, AFrameArrivesADelayAfterItsSerializationAndNotBefore) {
  Link link(stream(1, kDataWire));
  link.agenda.run(Ps{183'079});
  EXPECT_THAT(link.sink.seen(), IsEmpty());
  EXPECT_EQ(link.near.stats().tx_frames, 1u) << "sent at 83,080";
  EXPECT_EQ(link.far.arriving(), 1u);
  link.agenda.run(Ps{183'080});
  EXPECT_THAT(link.sink.times(), ElementsAre(Ps{183'080}));
  EXPECT_EQ(link.far.stats().rx_bytes, kDataWire);
  link.check();
}

TEST(MacPort, CountsAFrameAsSentAtTheEndOfItsSerialization) {
  Link link(stream(1, kDataWire));
  link.agenda.run(Ps{83'079});
  EXPECT_EQ(link.near.stats().tx_frames, 0u);
  EXPECT_TRUE(link.near.sending());
  link.check();
  link.agenda.run(Ps{83'080});
  EXPECT_EQ(link.near.stats().tx_frames, 1u);
  EXPECT_EQ(link.near.stats().tx_bytes, kDataWire);
  link.check();
}

TEST(MacPort, AStreamWithoutABreakLosesNoPicosecond) {
  constexpr BitRate k25G{25'781'250'000};
  Link link(stream(10'000, Bytes{1'500}), k25G);
  link.agenda.run(kNever - Ps{1});
  ASSERT_EQ(link.sink.seen().size(), 10'000u);
  EXPECT_EQ(link.sink.times().back(), Ps{4'654'545'454} + kDelay);  // floor(1.2e8 bits / 25.78125 Gb/s)
  link.check();
}

TEST(MacPort, ServesTwoEntriesAFrame) {
  Link link(stream(1'000, kDataWire));
  link.agenda.run(kNever - Ps{1});
  EXPECT_EQ(link.agenda.served(), 2 * 1'000u + 1) << "and the one that starts the stream";
}

TEST(MacPort, AFrameWithARateOfItsOwnKeepsThePortBusyForItsTime) {  // P51
  Link link(stream(2, kDataWire, BitRate{40'000'000'000}));
  link.agenda.run(kNever - Ps{1});
  EXPECT_THAT(link.sink.times(), ElementsAre(Ps{830'800} + kDelay, Ps{2 * 830'800} + kDelay));
}

TEST(MacPort, ManyFramesAreOnALongWireAtOnceAndArriveInOrder) {
  Link link(stream(500, Bytes{64}));  // 1.28 ns each: 78 on the wire
  link.agenda.run(Ps{50 * 1'280});
  EXPECT_EQ(link.far.arriving(), 51u) << "50 sent and one being serialized";
  link.check();
  link.agenda.run(kNever - Ps{1});
  for (std::size_t i = 0; i < 500; ++i) {
    ASSERT_EQ(link.sink.seen()[i].frame.psn, i + 1);
    ASSERT_EQ(link.sink.seen()[i].time, Ps{static_cast<std::int64_t>(i + 1) * 1'280} + kDelay);
  }
  EXPECT_EQ(link.frames.in_use(), 0u);
}

/// Calls a socket of the model from outside.
class Outside final : public sc_core::sc_module {
  void ignore(Frame&, FramePhase, sc_core::sc_time) {}

 public:
  FrameLink::Initiator<Outside, &Outside::ignore> out{"out", *this};
  SC_HAS_PROCESS(Outside);
  Outside(const sc_core::sc_module_name& name, FramePool& frames) : sc_module(name), frames_(frames) { SC_THREAD(run); }

 private:
  void run() {
    wait(sc_core::sc_time(50, sc_core::SC_NS));
    Frame& frame = frames_.take();
    frame.kind = FrameKind::kPfc;
    frame.wire_bytes = kPfcBytes;
    out.send(frame, FramePhase::kWire, sc_core::sc_time(7, sc_core::SC_NS));
  }
  FramePool& frames_;
};

TEST(MacPort, ForeignComponentsHandFramesOverAtKernelTimeWithAnAnnotatedDelay) {
  Agenda agenda;
  FramePool frames;
  AgendaDriver driver("driver", agenda, Scheduling::kAhead);
  MacPort port("port", {kLine, kDelay, 0, 0}, agenda);
  FrameSink ordinary("ordinary", agenda, frames), control("control", agenda, frames);
  Outside outside("outside", frames);
  outside.out.bind(port.wire_rx);
  port.rx.bind(ordinary.rx);
  port.control.bind(control.rx);
  sc_core::sc_start();
  EXPECT_THAT(ordinary.seen(), IsEmpty());
  EXPECT_THAT(control.times(), ElementsAre(Ps{57'000})) << "MAC control frames are recognised first";
  EXPECT_EQ(port.stats().rx_frames, 1u);
}

TEST(MacPort, AFrameWhileAnotherIsBeingSerializedContradictsTheModel) {
  Link link(stream(1, kDataWire));
  link.agenda.run(Ps{1});
  Frame& frame = link.frames.take();
  FramePhase phase = FramePhase::kSend;
  sc_core::sc_time none;
  EXPECT_THROW(link.near.tx.get_base_interface().nb_transport_fw(frame, phase, none), ModelError);
}

TEST(MacPort, ALinkWithoutDelayOrRateIsRefused) {
  Agenda agenda;
  EXPECT_THROW(MacPort("port", {kLine, Ps{0}, 0, 0}, agenda), ModelError);
}

}  // namespace
}  // namespace headroom
