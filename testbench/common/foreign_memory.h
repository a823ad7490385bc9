// Memories as another vendor would write them: the base protocol in each of the ways it allows.
#pragma once

#include <gtest/gtest.h>

#include <tlm_utils/peq_with_cb_and_phase.h>
#include <cstdint>
#include <functional>
#include <map>
#include <systemc>
#include <tlm>
#include <vector>

namespace headroom::test {

enum class MemoryStyle : std::uint8_t {
  kFourPhases,        ///< TLM_ACCEPTED; END_REQ and BEGIN_RESP come back later
  kResponseOnly,      ///< TLM_ACCEPTED; BEGIN_RESP comes back and implies END_REQ
  kEndReqReturned,    ///< TLM_UPDATED with END_REQ; BEGIN_RESP comes back later
  kResponseReturned,  ///< TLM_UPDATED with BEGIN_RESP; waits for END_RESP
  kCompletedEarly,    ///< TLM_COMPLETED with a delay
};

/// Takes a request `accept` after its BEGIN_REQ and answers it `latency(payload)` after that BEGIN_REQ. Fails the test
/// when the initiator breaks the request or response exclusion rule.
class ForeignMemory final : public sc_core::sc_module, private tlm::tlm_fw_transport_if<> {
 public:
  tlm::tlm_target_socket<> socket{"socket"};
  ForeignMemory(const sc_core::sc_module_name& name, MemoryStyle style, sc_core::sc_time accept,
                std::function<sc_core::sc_time(const tlm::tlm_generic_payload&)> latency)
      : sc_module(name),
        style_(style),
        accept_(accept),
        latency_(std::move(latency)),
        queue_(this, &ForeignMemory::due) {
    socket.bind(static_cast<tlm::tlm_fw_transport_if<>&>(*this));
  }
  std::map<std::uint64_t, unsigned char> bytes;
  std::vector<sc_core::sc_time> requested;  ///< BEGIN_REQ of each transaction
  unsigned responses_ended = 0;             ///< END_RESP received
  bool broken = false;                      ///< answers everything with a generic error

 private:
  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override {
    if (phase == tlm::END_RESP) {
      ++responses_ended;
      payload.release();
      return tlm::TLM_COMPLETED;
    }
    EXPECT_EQ(phase, tlm::BEGIN_REQ);
    EXPECT_EQ(payload.get_response_status(), tlm::TLM_INCOMPLETE_RESPONSE);
    const sc_core::sc_time begin = sc_core::sc_time_stamp() + delay;
    EXPECT_GE(begin, request_free_) << "a request before the one before it has ended";
    requested.push_back(begin);
    const sc_core::sc_time latency = latency_(payload);
    switch (style_) {
      case MemoryStyle::kFourPhases:
        request_free_ = begin + accept_;
        payload.acquire();
        queue_.notify(payload, tlm::END_REQ, delay + accept_);
        queue_.notify(payload, tlm::BEGIN_RESP, delay + latency);
        return tlm::TLM_ACCEPTED;
      case MemoryStyle::kResponseOnly:
        request_free_ = begin + latency;
        payload.acquire();
        queue_.notify(payload, tlm::BEGIN_RESP, delay + latency);
        return tlm::TLM_ACCEPTED;
      case MemoryStyle::kEndReqReturned:
        request_free_ = begin + accept_;
        payload.acquire();
        queue_.notify(payload, tlm::BEGIN_RESP, delay + latency);
        phase = tlm::END_REQ;
        delay += accept_;
        return tlm::TLM_UPDATED;
      case MemoryStyle::kResponseReturned:
        request_free_ = begin + latency;
        payload.acquire();
        access(payload);
        phase = tlm::BEGIN_RESP;
        delay += latency;
        return tlm::TLM_UPDATED;
      default:
        request_free_ = begin + latency;
        access(payload);
        delay += latency;
        return tlm::TLM_COMPLETED;
    }
  }
  void due(tlm::tlm_generic_payload& payload, const tlm::tlm_phase& phase) {
    tlm::tlm_phase next = phase;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    if (phase == tlm::BEGIN_RESP) access(payload);
    const tlm::tlm_sync_enum answer = socket->nb_transport_bw(payload, next, delay);
    if (phase == tlm::END_REQ) return;
    const bool ended = answer == tlm::TLM_COMPLETED || (answer == tlm::TLM_UPDATED && next == tlm::END_RESP);
    EXPECT_TRUE(ended) << "this memory expects its responses to be consumed at once";
    payload.release();
  }
  void access(tlm::tlm_generic_payload& payload) {
    for (unsigned i = 0; i < payload.get_data_length(); ++i) {
      unsigned char& stored = bytes[payload.get_address() + i];
      if (payload.is_write()) {
        stored = payload.get_data_ptr()[i];
      } else {
        payload.get_data_ptr()[i] = stored;
      }
    }
    payload.set_response_status(broken ? tlm::TLM_GENERIC_ERROR_RESPONSE : tlm::TLM_OK_RESPONSE);
  }
  void b_transport(tlm::tlm_generic_payload&, sc_core::sc_time&) override { ADD_FAILURE() << "blocking call"; }
  bool get_direct_mem_ptr(tlm::tlm_generic_payload&, tlm::tlm_dmi&) override {
    ADD_FAILURE() << "direct access asked for without the hint";
    return false;
  }
  unsigned transport_dbg(tlm::tlm_generic_payload&) override { return 0; }

  const MemoryStyle style_;
  const sc_core::sc_time accept_;
  const std::function<sc_core::sc_time(const tlm::tlm_generic_payload&)> latency_;
  tlm_utils::peq_with_cb_and_phase<ForeignMemory> queue_;
  sc_core::sc_time request_free_;
};

}  // namespace headroom::test
