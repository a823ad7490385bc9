#pragma once

#include <cstdint>

#include "sc_models/core/units.h"

namespace headroom {

/// Finalizer of SplitMix64, also used to derive the start of a stream.
[[nodiscard]] constexpr std::uint64_t mix64(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

/// SplitMix64. One stream per purpose, so that the draws of one mechanism never shift those of another [C].
class RandomStream {
 public:
  constexpr explicit RandomStream(std::uint64_t state) : state_(state) {}
  constexpr std::uint64_t next64() { return mix64(state_ += 0x9E3779B97F4A7C15u); }
  /// Uniform over 0..n-1.
  constexpr std::uint64_t draw(std::uint64_t n) {
    return static_cast<std::uint64_t>((static_cast<UInt128>(next64()) * n) >> 64);
  }
  /// Uniform over [0, 1).
  constexpr double unit() { return static_cast<double>(next64() >> 11) * 0x1p-53; }

 private:
  std::uint64_t state_;
};

}  // namespace headroom
