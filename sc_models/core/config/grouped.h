// Sizes in messages: 4,154 B.
#pragma once

#include <string>

#include "sc_models/core/units.h"

namespace headroom {

/// With a comma before every three digits.
[[nodiscard]] inline std::string grouped(std::int64_t number) {
  const std::string digits = std::to_string(number);
  std::string out;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (!out.empty() && out != "-" && (digits.size() - i) % 3 == 0) out += ',';
    out += digits[i];
  }
  return out;
}
[[nodiscard]] inline std::string grouped(Bytes size) { return grouped(size.count()); }

}  // namespace headroom
