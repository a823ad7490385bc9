#pragma once

#include <tlm>

#include "sc_models/app/message_data.h"
#include "sc_models/core/check.h"
#include "sc_models/nic/nic_datapath.h"

namespace headroom {

/// A server's memory through its debug transport, as its NIC is bound to it.
class DebugMemory final : public MemoryView {
 public:
  explicit DebugMemory(NicDatapath& nic) : nic_(nic) {}
  void write(std::uint64_t address, std::span<std::byte> bytes) override {
    access(tlm::TLM_WRITE_COMMAND, address, bytes);
  }
  void read(std::uint64_t address, std::span<std::byte> bytes) override {
    access(tlm::TLM_READ_COMMAND, address, bytes);
  }

 private:
  void access(tlm::tlm_command command, std::uint64_t address, std::span<std::byte> bytes) {
    tlm::tlm_generic_payload payload;
    payload.set_command(command);
    payload.set_address(address);
    payload.set_data_ptr(reinterpret_cast<unsigned char*>(bytes.data()));
    payload.set_data_length(static_cast<unsigned>(bytes.size()));
    payload.set_streaming_width(static_cast<unsigned>(bytes.size()));
    HEADROOM_CHECK(nic_.memory->transport_dbg(payload) == bytes.size(), "{}: debug access of {} B at {:#x} cut short",
                   nic_.name(), bytes.size(), address);
  }
  NicDatapath& nic_;
};

}  // namespace headroom
