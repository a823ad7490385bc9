#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace headroom {

/// Lines of cells in aligned columns, for a person. The first row is the header.
class TextTable {
 public:
  /// One letter a column: 'l' aligned to the left, 'r' to the right.
  explicit TextTable(std::string alignment) : alignment_(std::move(alignment)) {}
  /// As many cells as columns.
  void row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  /// There is more than the header.
  [[nodiscard]] bool filled() const { return rows_.size() > 1; }
  [[nodiscard]] std::string text() const;

 private:
  const std::string alignment_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace headroom
