#include "sc_models/app/message_data.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <string>

#include "sc_models/core/random.h"

namespace headroom {

namespace {
constexpr std::uint64_t kFirstAddress = 0x1'0000'0000;
constexpr std::uint64_t kAlignment = 4096;
constexpr std::size_t kChunk = 4096;
}  // namespace

CarriedData::CarriedData(const std::vector<FlowParams>& flows, std::uint32_t servers, std::uint64_t seed)
    : flows_(flows), seed_(seed) {
  std::vector<std::uint64_t> next(servers, kFirstAddress);
  const auto place = [&](const FlowParams& flow, std::uint32_t server) {
    const std::uint64_t base = next[server];
    const std::uint64_t size = static_cast<std::uint64_t>(flow.message_size) * flow.messages;
    next[server] = (base + size + kAlignment - 1) / kAlignment * kAlignment;
    return base;
  };
  for (const FlowParams& flow : flows) {
    source_base_.push_back(place(flow, flow.source));
    destination_base_.push_back(place(flow, flow.destination));
  }
}

std::pair<std::uint64_t, std::uint64_t> CarriedData::addresses(std::uint32_t flow, std::uint32_t message) {
  const std::uint64_t offset = static_cast<std::uint64_t>(flows_[flow].message_size) * message;
  return {source_base_[flow] + offset, destination_base_[flow] + offset};
}

/// Walks the bytes that a message is made of, in order: `use(offset, bytes)`.
template <class Use>
void CarriedData::each_chunk(std::uint32_t flow, std::uint32_t message, Use use) {
  RandomStream stream(mix64(mix64(seed_ + flow) ^ (0x44415441ULL << 32) ^ message));
  std::array<std::byte, kChunk> chunk;
  const std::int64_t size = flows_[flow].message_size;
  for (std::int64_t offset = 0; offset < size; offset += kChunk) {
    for (std::size_t i = 0; i < kChunk; i += sizeof(std::uint64_t)) {
      const std::uint64_t word = stream.next64();
      std::memcpy(&chunk[i], &word, sizeof word);
    }
    const auto length = static_cast<std::size_t>(std::min<std::int64_t>(kChunk, size - offset));
    use(static_cast<std::uint64_t>(offset), std::span(chunk).first(length));
  }
}

void CarriedData::fill(std::uint32_t flow, std::uint32_t message) {
  const std::uint64_t base = addresses(flow, message).first;
  MemoryView& memory = *memories_[flows_[flow].source];
  each_chunk(flow, message,
             [&](std::uint64_t offset, std::span<std::byte> bytes) { memory.write(base + offset, bytes); });
}

void CarriedData::audit(Audit& audit) {
  for (std::uint32_t flow = 0; flow < flows_.size(); ++flow) {
    MemoryView& memory = *memories_[flows_[flow].destination];
    std::int64_t wrong = 0;
    for (std::uint32_t message = 0; message < flows_[flow].messages; ++message) {
      const std::uint64_t base = addresses(flow, message).second;
      each_chunk(flow, message, [&](std::uint64_t offset, std::span<std::byte> sent) {
        std::array<std::byte, kChunk> arrived;
        memory.read(base + offset, std::span(arrived).first(sent.size()));
        for (std::size_t i = 0; i < sent.size(); ++i) wrong += arrived[i] != sent[i];
      });
    }
    audit.balance(flows_[flow].name, "bytes at the destination that differ from those sent", wrong, 0);
  }
}

}  // namespace headroom
