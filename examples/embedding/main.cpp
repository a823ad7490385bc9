// Two RoCE NICs in a SystemC program that is not headroom: a memory and a thread of its own behind each of them, real
// data between the memories. docs/embedding.md goes through it step by step.
#include <tlm_utils/simple_target_socket.h>
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <systemc>
#include <tlm>
#include <vector>

#include "sc_models/core/agenda.h"
#include "sc_models/core/audit.h"
#include "sc_models/core/config/defaults.h"
#include "sc_models/core/frame.h"
#include "sc_models/kernel/agenda_driver.h"
#include "sc_models/nic/roce_nic.h"
#include "tlm_if/time.h"

namespace {

using headroom::Ps;

constexpr std::uint32_t kRounds = 3;
constexpr std::size_t kMessage = 4'096;
constexpr std::uint64_t kOut = 0x0000, kIn = 0x2000, kMemoryBytes = 0x4000;
constexpr headroom::Ipv4 kFirstAddress = 0x20000001;  // 32.0.0.1

/// The platform's memory: blocking transport, 50 ns an access. It has never heard of headroom.
class Memory final : public sc_core::sc_module {
 public:
  tlm_utils::simple_target_socket<Memory> socket{"socket"};
  explicit Memory(const sc_core::sc_module_name& name) : sc_module(name) {
    socket.register_b_transport(this, &Memory::b_transport);
  }
  unsigned char* at(std::uint64_t address) { return bytes_.data() + address; }

 private:
  void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
    const std::uint64_t address = payload.get_address();
    const std::size_t length = payload.get_data_length();
    if (address > bytes_.size() || length > bytes_.size() - address) {
      payload.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
      return;
    }
    if (payload.is_write()) std::memcpy(at(address), payload.get_data_ptr(), length);
    if (payload.is_read()) std::memcpy(payload.get_data_ptr(), at(address), length);
    delay += sc_core::sc_time(50, sc_core::SC_NS);
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
  }

  std::vector<unsigned char> bytes_ = std::vector<unsigned char>(kMemoryBytes);
};

/// What both hosts share: the model's time, its frames, and who gives it the kernel's time.
struct Model {
  headroom::Agenda agenda;
  headroom::AgendaDriver driver{"driver", agenda, headroom::Scheduling::kAhead};
  headroom::FramePool frames{kMessage};  // room for a packet's payload in each frame, as data is carried
};

/// One host of the platform: a memory, a NIC, and a driver as a thread. Host 0 sends a message, host 1 sends one back
/// as soon as it has found it in its memory.
class Host final : public sc_core::sc_module, private headroom::HostNotices {
 public:
  SC_HAS_PROCESS(Host);
  Host(const sc_core::sc_module_name& name, unsigned number, Model& model)
      : sc_module(name),
        number_(number),
        driver_(model.driver),
        memory_("memory"),
        nic_("nic", headroom::default_roce_nic_params(), place(number), model.agenda, model.frames, *this) {
    nic_.memory.bind(memory_.socket);
    nic_.create_queue_pair({.local = 1, .remote = kFirstAddress + 1 - number, .remote_qp = 1});
    SC_THREAD(run);
  }
  void cable_to(Host& peer) { nic_.wire_tx.bind(peer.nic_.wire_rx); }
  const headroom::RoceNic& nic() const { return nic_; }
  unsigned correct() const { return correct_; }

 private:
  static headroom::NicPlace place(unsigned number) {
    return {.node = number,
            .address = kFirstAddress + number,
            .link_rate = headroom::BitRate{400'000'000'000},
            .link_delay = Ps{100'000},
            .carry_data = true};
  }

  // ---- the thread: what is printed is the kernel's time

  void run() {
    if (number_ == 0) wait(sc_core::sc_time(12'345, sc_core::SC_NS));
    for (std::uint32_t round = 0; round < kRounds; ++round) {
      if (number_ == 0) send(round);
      while (in_memory_ == round) wait(told_);
      take(round);
      if (number_ == 1) send(round);
    }
    if (number_ == 0) sc_core::sc_stop();
  }

  /// The message begins with the time of its post, and the rest is a pattern that no two messages share.
  void send(std::uint32_t round) {
    const sc_core::sc_time posted = sc_core::sc_time_stamp();
    fill(memory_.at(kOut), posted.value(), 2 * round + number_);
    nic_.doorbell().post(
        {.message = round, .queue_pair = 1, .length = kMessage, .local_address = kOut, .remote_address = kIn});
    print(round, "is posted", posted);
    while (acknowledged_ == round) wait(told_);
    print(round, "is acknowledged", posted);
  }

  void take(std::uint32_t round) {
    std::array<unsigned char, kMessage> expected;
    sc_dt::uint64 posted;
    std::memcpy(&posted, memory_.at(kIn), sizeof posted);
    fill(expected.data(), posted, 2 * round + 1 - number_);
    const bool same = std::equal(expected.begin(), expected.end(), memory_.at(kIn));
    if (same) ++correct_;
    print(round, same ? "is in memory" : "is WRONG in memory", sc_core::sc_time::from_value(posted));
  }

  static void fill(unsigned char* to, sc_dt::uint64 posted, unsigned message) {
    for (std::size_t i = 0; i < kMessage; ++i) to[i] = static_cast<unsigned char>(17 * message + i + i / 256);
    std::memcpy(to, &posted, sizeof posted);
  }

  void print(std::uint32_t round, const char* what, const sc_core::sc_time& posted) const {
    const sc_core::sc_time now = sc_core::sc_time_stamp();
    std::printf("%llu ps  %s  message %u %s", static_cast<unsigned long long>(now.value()), name(), round, what);
    if (now > posted) std::printf(", %llu ps after its post", static_cast<unsigned long long>((now - posted).value()));
    std::printf("\n");
  }

  // ---- what the NIC tells; called inside the model, which may be ahead of the kernel

  void started(std::uint32_t, std::uint32_t, Ps) override {}
  void sent(std::uint32_t, std::uint32_t, Ps) override {}
  void received(std::uint32_t, std::uint32_t, Ps) override { ++received_; }
  void acknowledged(std::uint32_t, std::uint32_t, Ps) override {
    ++acknowledged_;
    driver_.notify(told_);
  }
  /// `received` says that the host link has taken the last byte; only now the memory has it.
  void landed(Ps) override {
    in_memory_ = received_;
    driver_.notify(told_);
  }

  const unsigned number_;
  headroom::AgendaDriver& driver_;
  Memory memory_;
  headroom::RoceNic nic_;
  sc_core::sc_event told_;
  std::uint32_t received_ = 0, in_memory_ = 0, acknowledged_ = 0;
  unsigned correct_ = 0;
};

}  // namespace

/// Argument: TLM's global quantum in ns; 0, its default, keeps model and kernel together at every step.
int sc_main(int argc, char* argv[]) {
  if (argc > 1) {
    const double quantum = std::strtod(argv[1], nullptr);
    tlm::tlm_global_quantum::instance().set(sc_core::sc_time(quantum, sc_core::SC_NS));
  }
  sc_core::sc_report_handler::set_actions("/OSCI/SystemC", sc_core::SC_INFO, sc_core::SC_DO_NOTHING);  // sc_stop's line
  Model model;
  Host host0("host0", 0, model), host1("host1", 1, model);
  host0.cable_to(host1);
  host1.cable_to(host0);
  sc_core::sc_start();

  headroom::Audit audit;
  host0.nic().audit(audit);
  host1.nic().audit(audit);
  for (const std::string& law : audit.violated()) std::printf("violated: %s\n", law.c_str());
  const headroom::RoceStats& stats = host0.nic().engine().stats();
  std::printf("host0: %llu packets sent, %llu accepted, %llu sent again; %u of %u messages correct\n",
              static_cast<unsigned long long>(stats.data_sent), static_cast<unsigned long long>(stats.in_order),
              static_cast<unsigned long long>(stats.retransmitted), host0.correct() + host1.correct(), 2 * kRounds);
  std::fprintf(stderr, "the kernel gave the model %llu turns\n",
               static_cast<unsigned long long>(model.driver.activations()));
  return audit.violated().empty() && host0.correct() + host1.correct() == 2 * kRounds ? 0 : 1;
}

int main(int argc, char* argv[]) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  return sc_core::sc_elab_and_sim(argc, argv);
}
