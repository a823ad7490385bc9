#include "testbench/rtl/common/report.h"

#include <verilated.h>
#include <verilated_cov.h>

#include <string_view>

namespace headroom::rtl {

Options read_options(int argc, char** argv) {
  Options options;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string_view name = argv[i];
    const std::string value = argv[i + 1];
    if (name == "--transactions") {
      options.transactions = std::stoull(value);
    } else if (name == "--seed") {
      options.seed = std::stoull(value);
    } else if (name == "--coverage") {
      options.coverage = value;
    } else {
      throw std::invalid_argument(fmt::format("{}: no option of a bench", name));
    }
  }
  if (argc % 2 == 0) throw std::invalid_argument("--transactions N, --seed N, --coverage FILE");
  return options;
}

void Report::lag(std::uint64_t cycles, std::uint64_t largest) {
  if (cycles > largest) throw Mismatch(fmt::format("{} cycles after its cause, {} are allowed", cycles, largest));
  ++lags_.at(cycles);
}

std::string Report::text() const {
  std::string text = fmt::format("{} transactions, no mismatch; decisions by their lag in cycles:", transactions_);
  for (std::size_t cycles = 0; cycles < lags_.size(); ++cycles) {
    if (lags_[cycles] > 0) text += fmt::format(" {}: {}", cycles, lags_[cycles]);
  }
  return text;
}

void write_coverage(const std::string& file) { Verilated::threadContextp()->coveragep()->write(file.c_str()); }

}  // namespace headroom::rtl
