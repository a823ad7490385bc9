#include "sc_models/host/host_memory.h"

#include <algorithm>
#include <cstring>

#include "sc_models/core/check.h"
#include "tlm_if/time.h"

namespace headroom {

HostMemory::HostMemory(const sc_core::sc_module_name& name, const HostMemoryParams& params)
    : sc_module(name), params_(params) {
  socket.bind(static_cast<tlm::tlm_fw_transport_if<>&>(*this));
}

void HostMemory::write(std::uint64_t address, const std::byte* from, std::size_t length) {
  HEADROOM_CHECK(inside(address, length), "{}: {} B at {:#x} are outside", name(), length, address);
  copy_in(address, reinterpret_cast<const unsigned char*>(from), length);
}

void HostMemory::read(std::uint64_t address, std::byte* to, std::size_t length) const {
  HEADROOM_CHECK(inside(address, length), "{}: {} B at {:#x} are outside", name(), length, address);
  copy_out(address, reinterpret_cast<unsigned char*>(to), length);
}

void HostMemory::b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
  payload.set_response_status(access(payload));
  delay += to_sc(payload.is_read() ? params_.read_latency : params_.write_latency);
}

tlm::tlm_sync_enum HostMemory::nb_transport_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                               sc_core::sc_time& delay) {
  if (phase != tlm::BEGIN_REQ) {
    SC_REPORT_ERROR("/headroom/host_memory",
                    "every transaction completes with its BEGIN_REQ, no other phase can follow");
    return tlm::TLM_COMPLETED;
  }
  b_transport(payload, delay);
  phase = tlm::BEGIN_RESP;
  return tlm::TLM_COMPLETED;
}

bool HostMemory::get_direct_mem_ptr(tlm::tlm_generic_payload& payload, tlm::tlm_dmi& dmi) {
  const std::uint64_t address = payload.get_address();
  dmi.init();
  if (!inside(address, 1)) {
    dmi.set_start_address(params_.size);
    return false;
  }
  const std::uint64_t start = address / kPageBytes * kPageBytes;
  dmi.set_dmi_ptr(page(address).data());
  dmi.set_start_address(start);
  dmi.set_end_address(start + std::min(kPageBytes, params_.size - start) - 1);
  dmi.set_read_latency(to_sc(params_.read_latency));
  dmi.set_write_latency(to_sc(params_.write_latency));
  dmi.allow_read_write();
  return true;
}

unsigned int HostMemory::transport_dbg(tlm::tlm_generic_payload& payload) {
  const std::uint64_t address = payload.get_address();
  if (address >= params_.size || payload.get_command() == tlm::TLM_IGNORE_COMMAND) return 0;
  const auto length =
      static_cast<unsigned int>(std::min<std::uint64_t>(payload.get_data_length(), params_.size - address));
  if (payload.is_write()) {
    copy_in(address, payload.get_data_ptr(), length);
  } else {
    copy_out(address, payload.get_data_ptr(), length);
  }
  return length;
}

/// Streaming repeats the addresses of the first `width` bytes; byte enables repeat along the data.
tlm::tlm_response_status HostMemory::access(tlm::tlm_generic_payload& payload) {
  const std::uint64_t address = payload.get_address();
  const unsigned int length = payload.get_data_length(), width = std::min(length, payload.get_streaming_width());
  if (payload.get_command() == tlm::TLM_IGNORE_COMMAND) return tlm::TLM_OK_RESPONSE;
  if (length == 0 || width == 0 || payload.get_data_ptr() == nullptr) return tlm::TLM_BURST_ERROR_RESPONSE;
  if (!inside(address, width)) return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  const unsigned char* const enables = payload.get_byte_enable_ptr();
  const unsigned int enable_length = payload.get_byte_enable_length();
  if (enables && enable_length == 0) return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
  unsigned char* const data = payload.get_data_ptr();
  const unsigned int piece = enables ? 1 : width;
  for (unsigned int i = 0; i < length; i += piece) {
    if (enables && enables[i % enable_length] != TLM_BYTE_ENABLED) continue;
    const unsigned int count = std::min(piece, length - i);
    if (payload.is_write()) {
      copy_in(address + i % width, data + i, count);
    } else {
      copy_out(address + i % width, data + i, count);
    }
  }
  payload.set_dmi_allowed(true);
  return tlm::TLM_OK_RESPONSE;
}

HostMemory::Page& HostMemory::page(std::uint64_t address) {
  std::unique_ptr<Page>& page = pages_[address / kPageBytes];
  if (!page) page = std::make_unique<Page>();
  return *page;
}

void HostMemory::copy_in(std::uint64_t address, const unsigned char* from, std::size_t length) {
  while (length > 0) {
    const std::uint64_t offset = address % kPageBytes;
    const std::size_t count = std::min<std::uint64_t>(length, kPageBytes - offset);
    std::memcpy(page(address).data() + offset, from, count);
    address += count, from += count, length -= count;
  }
}

void HostMemory::copy_out(std::uint64_t address, unsigned char* to, std::size_t length) const {
  while (length > 0) {
    const std::uint64_t offset = address % kPageBytes;
    const std::size_t count = std::min<std::uint64_t>(length, kPageBytes - offset);
    const auto found = pages_.find(address / kPageBytes);
    if (found == pages_.end()) {
      std::memset(to, 0, count);
    } else {
      std::memcpy(to, found->second->data() + offset, count);
    }
    address += count, to += count, length -= count;
  }
}

}  // namespace headroom
