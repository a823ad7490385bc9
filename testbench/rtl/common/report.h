// What a lockstep bench counts and says, and its command line.
#pragma once

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace headroom::rtl {

/// The block and the policy differ. Says where.
class Mismatch : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct Options {
  std::uint64_t transactions = 1'000'000;
  std::uint64_t seed = 1;
  std::string coverage;  ///< file to write; empty: none
};
[[nodiscard]] Options read_options(int argc, char** argv);

/// Counts transactions, and how many cycles after its cause each decision came.
class Report {
 public:
  void count() { ++transactions_; }
  [[nodiscard]] std::uint64_t transactions() const { return transactions_; }
  /// One more decision, `cycles` after the edge that sampled its cause; refused above `largest`, the page's figure.
  void lag(std::uint64_t cycles, std::uint64_t largest);
  [[nodiscard]] std::string text() const;

 private:
  std::uint64_t transactions_ = 0;
  std::array<std::uint64_t, 64> lags_{};
};

/// For messages; a type of a bench's own brings `describe`.
template <class T>
[[nodiscard]] std::string shown(const T& value) {
  if constexpr (requires { describe(value); }) {
    return describe(value);
  } else {
    return fmt::format("{}", value);
  }
}

/// Writes Verilator's coverage counts.
void write_coverage(const std::string& file);

}  // namespace headroom::rtl
