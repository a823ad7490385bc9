#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sc_models/core/audit.h"
#include "sc_models/core/params/configuration.h"
#include "sc_models/host/rdma_application.h"

namespace headroom {

/// Memory of one server as a debugger sees it.
class MemoryView {
 public:
  virtual void write(std::uint64_t address, std::span<std::byte> bytes) = 0;
  virtual void read(std::uint64_t address, std::span<std::byte> bytes) = 0;

 protected:
  ~MemoryView() = default;
};

/// Lays the messages of all flows out in the memories of their servers, one after the other from 4 GiB up, fills each
/// with bytes of its own before it is posted, and compares what has arrived.
class CarriedData final : public MessageData {
 public:
  CarriedData(const std::vector<FlowParams>& flows, std::uint32_t servers, std::uint64_t seed);
  /// All servers in order, before the run starts.
  void attach(std::vector<MemoryView*> memories) { memories_ = std::move(memories); }

  std::pair<std::uint64_t, std::uint64_t> addresses(std::uint32_t flow, std::uint32_t message) override;
  void fill(std::uint32_t flow, std::uint32_t message) override;
  /// After a run in which every message has landed: each byte at its destination is the one that was sent.
  void audit(Audit& audit);

 private:
  template <class Use>
  void each_chunk(std::uint32_t flow, std::uint32_t message, Use use);

  const std::vector<FlowParams>& flows_;
  const std::uint64_t seed_;
  std::vector<std::uint64_t> source_base_, destination_base_;
  std::vector<MemoryView*> memories_;
};

}  // namespace headroom
