// pcie_link_bench FORM COUNT [LOAD]: one PCIe link alone, so that its instructions can be counted.
//   FORM  train or tlp
//   LOAD  writes   COUNT writes of 4,096 B, the link never idle and the transmit buffer never full (default)
//         backlog  the same, more offered than the transmit buffer holds
//         fetches  COUNT fetches of 4,096 B
//         pairs    a fetch and a write at a time, COUNT times
#include <cstdio>
#include <cstdlib>
#include <string>
#include <systemc>
#include <vector>

#include "sc_models/core/agenda.h"
#include "sc_models/host/pcie_link.h"
#include "tlm_if/tlp_link.h"

namespace headroom {
namespace {

/// Both neighbours of the link: keeps so many messages on their way, and answers reads at once.
class Load final : public sc_core::sc_module {
  void accepted(Tlp&, TlpPhase, sc_core::sc_time) {}
  void answered(Tlp& tlp, TlpPhase, sc_core::sc_time) { finish(tlp, TlpKind::kRead); }
  void arrived(Tlp& tlp, TlpPhase, sc_core::sc_time) {
    if (tlp.kind == TlpKind::kWrite) return finish(tlp, TlpKind::kWrite);
    tlp.kind = TlpKind::kCompletion;
    host_tx.send(tlp, TlpPhase::kOffer);
  }
  void ignore(Tlp&, TlpPhase, sc_core::sc_time) {}

 public:
  TlpLink::Initiator<Load, &Load::accepted> nic_tx{"nic_tx", *this};
  TlpLink::Target<Load, &Load::answered> nic_rx{"nic_rx", *this};
  TlpLink::Target<Load, &Load::arrived> host_rx{"host_rx", *this};
  TlpLink::Initiator<Load, &Load::ignore> host_tx{"host_tx", *this};

  Load(const sc_core::sc_module_name& name, long count, std::size_t reads, std::size_t writes)
      : sc_module(name), messages_(reads + writes), left_{reads > 0 ? count : 0, writes > 0 ? count : 0} {
    for (std::size_t i = 0; i < reads; ++i) messages_[i].kind = TlpKind::kRead;
    for (std::size_t i = reads; i < messages_.size(); ++i) messages_[i].kind = TlpKind::kWrite;
  }
  void start() {
    for (Tlp& tlp : messages_) offer(tlp);
  }
  [[nodiscard]] long done() const { return done_; }

 private:
  void offer(Tlp& tlp) {
    long& left = left_[tlp.kind == TlpKind::kWrite];
    if (left-- <= 0) return;
    tlp.length = Bytes(4'096);
    nic_tx.send(tlp, TlpPhase::kOffer);
  }
  void finish(Tlp& tlp, TlpKind kind) {
    ++done_;
    tlp.kind = kind;
    offer(tlp);
  }
  std::vector<Tlp> messages_;
  long left_[2], done_ = 0;
};

int run(const std::string& form, long count, const std::string& load) {
  const bool fetches = load == "fetches" || load == "pairs", writes = load != "fetches";
  const std::size_t window = load == "backlog" ? 100 : load == "pairs" ? 1 : 8;
  PcieLinkParams params;
  params.nic =
      params.host = {Bytes(16'000), Bytes(16'000), Bytes(256'000), Bytes(256'000), BitRate(31'520'000'000), 16};
  params.read_request_size = Bytes(64);
  params.granularity = form == "tlp" ? PcieGranularity::kTlp : PcieGranularity::kTrain;
  Agenda agenda;
  PcieLink link("link", params, agenda);
  Load both("load", count, fetches ? window : 0, writes ? window : 0);
  both.nic_tx.bind(link.nic_rx);
  link.nic_tx.bind(both.nic_rx);
  both.host_tx.bind(link.host_rx);
  link.host_tx.bind(both.host_rx);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  both.start();
  agenda.run(kNever);
  const long transfers = static_cast<long>(link.tlps(agenda.now()));
  std::printf("%s %s: %ld messages, %ld transfers, %ld events\n", form.c_str(), load.c_str(), both.done(), transfers,
              static_cast<long>(agenda.served()));
  return 0;
}

}  // namespace
}  // namespace headroom

int sc_main(int argc, char* argv[]) {
  if (argc < 3) {
    std::fputs("usage: pcie_link_bench train|tlp COUNT [writes|backlog|fetches|pairs]\n", stderr);
    return 2;
  }
  return headroom::run(argv[1], std::atol(argv[2]), argc > 3 ? argv[3] : "writes");
}

int main(int argc, char* argv[]) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  return sc_core::sc_elab_and_sim(argc, argv);
}
