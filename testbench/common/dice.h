// Random numbers of the shapes that find boundaries.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "sc_models/core/random.h"

namespace headroom::oracle {

/// Depends on nothing but its seed.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : random_(mix64(seed + 1)) {}
  std::int64_t pick(std::int64_t n) { return static_cast<std::int64_t>(random_.draw(static_cast<std::uint64_t>(n))); }
  bool one_in(std::int64_t n) { return pick(n) == 0; }
  std::int64_t between(std::int64_t low, std::int64_t high) { return high <= low ? low : low + pick(high - low + 1); }
  /// All orders of magnitude alike.
  std::int64_t scaled(std::int64_t low, std::int64_t high) {
    const auto digits = static_cast<std::int64_t>(std::bit_width(static_cast<std::uint64_t>(high)));
    return std::clamp(pick(std::int64_t{1} << between(0, digits)), low, std::max(low, high));
  }
  std::int64_t near(std::int64_t x) { return x + pick(3) - 1; }
  /// Either end, the usual value, or any.
  double real(double low, double high, double usual) {
    const std::int64_t which = pick(8);
    return which == 0 ? low : which == 1 ? high : which < 5 ? usual : low + random_.unit() * (high - low);
  }
  std::int64_t whole(std::int64_t low, std::int64_t high, std::int64_t usual) {
    const std::int64_t which = pick(8);
    return which == 0 ? low : which == 1 ? high : which < 4 ? std::clamp(usual, low, high) : scaled(low, high);
  }

 private:
  RandomStream random_;
};

}  // namespace headroom::oracle
