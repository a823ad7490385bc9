#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <systemc>
#include <tlm>
#include <unordered_map>

#include "sc_models/core/units.h"

namespace headroom {

struct HostMemoryParams {
  std::uint64_t size = UINT64_MAX;     ///< addresses 0 to size - 1
  Ps read_latency{}, write_latency{};  ///< added to the delay of each transaction
};

/// A plain TLM memory: any initiator of the base protocol can use it, and any other memory can take its place. Pages
/// exist once written to or lent out; the rest reads as zero. Non-blocking transactions complete early.
class HostMemory final : public sc_core::sc_module, private tlm::tlm_fw_transport_if<> {
 public:
  static constexpr std::uint64_t kPageBytes = 65'536;

  tlm::tlm_target_socket<32, tlm::tlm_base_protocol_types, 1, sc_core::SC_ZERO_OR_MORE_BOUND> socket{"socket"};

  explicit HostMemory(const sc_core::sc_module_name& name, const HostMemoryParams& params = {});

  /// For drivers and tests, without simulated time. `address` and the bytes after it must be inside the memory.
  void write(std::uint64_t address, const std::byte* from, std::size_t length);
  void read(std::uint64_t address, std::byte* to, std::size_t length) const;
  [[nodiscard]] std::size_t pages() const { return pages_.size(); }

 private:
  using Page = std::array<unsigned char, kPageBytes>;

  void b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) override;
  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override;
  bool get_direct_mem_ptr(tlm::tlm_generic_payload& payload, tlm::tlm_dmi& dmi) override;
  unsigned int transport_dbg(tlm::tlm_generic_payload& payload) override;

  [[nodiscard]] tlm::tlm_response_status access(tlm::tlm_generic_payload& payload);
  [[nodiscard]] bool inside(std::uint64_t address, std::uint64_t length) const {
    return address < params_.size && length <= params_.size - address;
  }
  [[nodiscard]] Page& page(std::uint64_t address);
  void copy_in(std::uint64_t address, const unsigned char* from, std::size_t length);
  void copy_out(std::uint64_t address, unsigned char* to, std::size_t length) const;

  const HostMemoryParams params_;
  std::unordered_map<std::uint64_t, std::unique_ptr<Page>> pages_;  ///< by address / kPageBytes; never iterated
};

}  // namespace headroom
