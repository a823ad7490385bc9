#include "sc_models/nic/pcie_endpoint.h"

#include <algorithm>

#include "sc_models/core/check.h"

namespace headroom {

void PcieEndpoint::from_engine(Tlp& tlp, TlpPhase phase, sc_core::sc_time) {
  HEADROOM_CHECK(phase == TlpPhase::kOffer && tlp.kind != TlpKind::kCompletion && tlp.length > Bytes{0},
                 "{}: the engine offers reads and writes of at least 1 B only", name());
  tlp.offered = agenda_.now();
  if (tlp.kind == TlpKind::kRead) {
    ++reads_issued_;
    reads_open_max_ = std::max(reads_open_max_, reads_open());
  } else {
    ++writes_offered_;
  }
  link_tx.send(tlp, phase);
}

void PcieEndpoint::from_link_back(Tlp& tlp, TlpPhase phase, sc_core::sc_time) {
  if (phase == TlpPhase::kAccepted) {
    ++writes_accepted_;
    write_wait_.add(agenda_.now() - tlp.offered);
  } else {
    ++writes_completed_;
    bytes_written_ += tlp.length;
  }
  engine_rx.reply(tlp, phase);
}

void PcieEndpoint::from_link(Tlp& tlp, TlpPhase phase, sc_core::sc_time) {
  HEADROOM_CHECK(phase == TlpPhase::kArrived && tlp.kind == TlpKind::kCompletion, "{}: not an answer to a read",
                 name());
  ++reads_completed_;
  bytes_fetched_ += tlp.length;
  read_latency_.add(agenda_.now() - tlp.offered);
  engine_rx.reply(tlp, TlpPhase::kCompleted);
}

void PcieEndpoint::add_to(PcieEndStats& stats) const {
  stats.reads_open_max = reads_open_max_;
  stats.read_latency = read_latency_;
  stats.write_wait = write_wait_;
}

void PcieEndpoint::begin_interval() {
  reads_open_max_ = reads_open();
  read_latency_.begin_interval();
  write_wait_.begin_interval();
}

void PcieEndpoint::audit(Audit& audit) const {
  audit.law(name(), "no read completes that was not issued", reads_completed_ <= reads_issued_);
  audit.law(name(), "writes offered >= accepted >= completed",
            writes_offered_ >= writes_accepted_ && writes_accepted_ >= writes_completed_);
}

}  // namespace headroom
