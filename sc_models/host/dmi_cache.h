#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <tlm>

namespace headroom {

/// The ranges of a memory that its target has opened for direct access.
class DmiCache {
 public:
  /// Remembers what the target has granted. A grant replaces those it overlaps.
  void add(const tlm::tlm_dmi& grant);
  /// Forgets everything that overlaps `first` to `last`.
  void invalidate(std::uint64_t first, std::uint64_t last);

  /// Copies between `data` and the memory and sets `latency` to the longest of the ranges touched; false, and nothing
  /// is copied, unless all of it may be accessed.
  [[nodiscard]] bool write(std::uint64_t address, const std::byte* data, std::size_t length, sc_core::sc_time& latency);
  [[nodiscard]] bool read(std::uint64_t address, std::byte* data, std::size_t length, sc_core::sc_time& latency);
  [[nodiscard]] std::size_t size() const { return ranges_.size(); }

 private:
  template <bool kWrite, class Copy>
  bool access(std::uint64_t address, std::size_t length, sc_core::sc_time& latency, Copy copy);

  std::map<std::uint64_t, tlm::tlm_dmi> ranges_;  ///< by first address; they do not overlap
};

}  // namespace headroom
