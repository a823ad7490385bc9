// Counts heap allocations. The program that links allocation_counter.cpp has its global operator new and delete
// replaced, so only tests about allocation live in it.
#pragma once

#include <cstdint>

namespace headroom {

/// How often this program's threads have allocated through operator new, and how many allocations they still hold.
/// What C libraries take with malloc is not seen.
class AllocationCounter {
 public:
  [[nodiscard]] static std::uint64_t count();
  [[nodiscard]] static std::uint64_t bytes();
  [[nodiscard]] static std::uint64_t live();
};

}  // namespace headroom
