// Where a value of a configuration came from.
#pragma once

#include <compare>
#include <cstdint>

namespace headroom {

enum class Source : std::uint8_t { kFile, kPatch, kSet, kSeed, kUntil };

/// Source, line in it (0: none; options have none) and position in reading order.
struct Place {
  Source source = Source::kFile;
  std::int32_t line = 1;
  std::int32_t order = 0;
};

}  // namespace headroom
