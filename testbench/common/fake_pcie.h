// A PCIe link and a host without buffer limits: transfers of 512 B, requests ahead of writes at every transfer
// boundary.
#pragma once

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "sc_models/core/agenda.h"
#include "sc_models/core/ring.h"
#include "sc_models/core/serializer.h"
#include "tlm_if/tlp_link.h"

namespace headroom::test {

class FakePcie final : public sc_core::sc_module, private AgendaClient {
  void offered(Tlp& tlp, TlpPhase, sc_core::sc_time) {
    tlp.offered = agenda_.now();
    if (tlp.kind == TlpKind::kRead) {
      read_offers.push_back(agenda_.now());
      requests_.push_back(&tlp);
    } else {
      writes_.push_back({&tlp, tlp.length.count()});
      unaccepted_.push_back(&tlp);
    }
    agenda_.decide(up_decision_);
  }

 public:
  TlpLink::Target<FakePcie, &FakePcie::offered> nic_rx{"nic_rx", *this};

  FakePcie(const sc_core::sc_module_name& name, Agenda& agenda, NodeId node, std::size_t memory_size = 0)
      : sc_module(name),
        to_nic_rate(31'520'000'000 * 16),
        memory(memory_size),
        agenda_(agenda),
        node_(node),
        down_decision_{Rank(Due::kPcieDecision, node, 0), this, kDecideDown},
        up_decision_{Rank(Due::kPcieDecision, node, 1), this, kDecideUp} {}

  BitRate to_nic_rate;    ///< the host's lanes
  bool accepting = true;  ///< false: the transmit buffer takes no write
  void resume_accepting() {
    accepting = true;
    agenda_.decide(up_decision_);
  }
  std::vector<Ps> read_offers;
  std::vector<std::pair<std::uint64_t, std::int64_t>> written;  ///< address and length, in order
  Ps last_write;                                                ///< when its last byte reached host memory
  std::vector<std::byte> memory;                                ///< of the host; empty when no data is carried

 private:
  static constexpr std::int64_t kTransfer = 512, kOverhead = 34, kRequest = 98;
  static constexpr BitRate kToHostRate{31'520'000'000 * 16};
  enum : AgendaTag { kDecideDown, kDecideUp, kDownEnd, kUpRequestEnd, kUpWriteEnd };
  struct Message {
    Tlp* tlp = nullptr;
    std::int64_t left = 0;
  };

  void due(Ps now, AgendaTag tag) override {
    switch (tag) {
      case kDecideDown: return decide_down(now);
      case kDecideUp: return decide_up(now);
      case kDownEnd: return down_end();
      case kUpRequestEnd: return request_end();
      default: return write_end(now);
    }
  }
  static std::int64_t take_transfer(Message& message) {
    const std::int64_t bytes = std::min(message.left, kTransfer);
    message.left -= bytes;
    return bytes + kOverhead;
  }
  void decide_down(Ps now) {
    if (down_busy_ || answers_.empty()) return;
    down_busy_ = true;
    agenda_.at(down_.send(now, Bytes(take_transfer(answers_.front())), to_nic_rate), Rank(Due::kPcie, node_, 0), *this,
               kDownEnd);
  }
  void decide_up(Ps now) {
    while (accepting && !unaccepted_.empty()) nic_rx.reply(*unaccepted_.pop_front(), TlpPhase::kAccepted);
    const bool write_ready = !writes_.empty() && (unaccepted_.empty() || writes_.front().tlp != unaccepted_.front());
    if (up_busy_ || (requests_.empty() && !write_ready)) return;
    up_busy_ = true;
    const bool request = !requests_.empty();
    const Bytes bytes(request ? kRequest : take_transfer(writes_.front()));
    agenda_.at(up_.send(now, bytes, kToHostRate), Rank(Due::kPcie, node_, 1), *this,
               request ? kUpRequestEnd : kUpWriteEnd);
  }
  void request_end() {
    up_busy_ = false;
    Tlp* const tlp = requests_.pop_front();
    answers_.push_back({tlp, tlp->length.count()});
    agenda_.decide(down_decision_);
    agenda_.decide(up_decision_);
  }
  void write_end(Ps now) {
    up_busy_ = false;
    agenda_.decide(up_decision_);
    if (writes_.front().left > 0) return;
    Tlp& tlp = *writes_.pop_front().tlp;
    written.emplace_back(tlp.address, tlp.length.count());
    last_write = now;
    if (tlp.data) std::memcpy(&memory.at(tlp.address), tlp.data, static_cast<std::size_t>(tlp.length.count()));
    nic_rx.reply(tlp, TlpPhase::kCompleted);
  }
  void down_end() {
    down_busy_ = false;
    agenda_.decide(down_decision_);
    if (answers_.front().left > 0) return;
    Tlp& tlp = *answers_.pop_front().tlp;
    if (tlp.data) std::memcpy(tlp.data, &memory.at(tlp.address), static_cast<std::size_t>(tlp.length.count()));
    nic_rx.reply(tlp, TlpPhase::kCompleted);
  }

  Agenda& agenda_;
  const NodeId node_;
  Decision down_decision_, up_decision_;
  Serializer down_, up_;
  bool down_busy_ = false, up_busy_ = false;
  Ring<Tlp*> requests_, unaccepted_;
  Ring<Message> writes_, answers_;
};

}  // namespace headroom::test
