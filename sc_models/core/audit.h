#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace headroom {

/// Collects the conservation laws that modules state about themselves at the end of a run.
class Audit {
 public:
  void law(const std::string& owner, const std::string& statement, bool holds) {
    ++checked_;
    if (!holds) violated_.push_back(owner + ": " + statement);
  }
  /// States that two sums that must balance do.
  void balance(const std::string& owner, const std::string& statement, std::int64_t left, std::int64_t right) {
    law(owner, statement + " (" + std::to_string(left) + " = " + std::to_string(right) + ")", left == right);
  }
  [[nodiscard]] std::uint64_t checked() const { return checked_; }
  [[nodiscard]] const std::vector<std::string>& violated() const { return violated_; }

 private:
  std::uint64_t checked_ = 0;
  std::vector<std::string> violated_;
};

}  // namespace headroom
