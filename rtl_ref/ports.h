// Fields of a Verilated model's packed ports, whatever C++ type Verilator gave the port.
#pragma once

#include <verilated.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace headroom::rtl {

/// Writes bits [at + width - 1 : at] of a port. `width`: 1 to 64.
template <class Port>
void put(Port& port, std::size_t at, unsigned width, std::uint64_t value) {
  if constexpr (std::is_integral_v<Port>) {
    const Port mask = static_cast<Port>((width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1) << at);
    port = static_cast<Port>((port & ~mask) | (static_cast<Port>(value << at) & mask));
  } else {
    for (unsigned bit = 0; bit < width;) {  // word by word
      const std::size_t word = (at + bit) / 32;
      const unsigned shift = (at + bit) % 32;
      const unsigned count = width - bit < 32 - shift ? width - bit : 32 - shift;
      const std::uint32_t mask = (count == 32 ? ~0u : (1u << count) - 1) << shift;
      port.at(word) = (port.at(word) & ~mask) | (static_cast<std::uint32_t>(value >> bit << shift) & mask);
      bit += count;
    }
  }
}

/// Reads bits [at + width - 1 : at] of a port.
template <class Port>
[[nodiscard]] std::uint64_t get(const Port& port, std::size_t at, unsigned width) {
  if constexpr (std::is_integral_v<Port>) {
    return std::uint64_t{port} >> at & (width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1);
  } else {
    std::uint64_t value = 0;
    for (unsigned bit = 0; bit < width;) {
      const std::size_t word = (at + bit) / 32;
      const unsigned shift = (at + bit) % 32;
      const unsigned count = width - bit < 32 - shift ? width - bit : 32 - shift;
      value |= (std::uint64_t{port.at(word)} >> shift & ((std::uint64_t{1} << count) - 1)) << bit;
      bit += count;
    }
    return value;
  }
}

}  // namespace headroom::rtl
