// Reads what RFC 4180 says, with lines that end in '\n'. Written from the RFC, not from the writer.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace headroom {

using CsvRow = std::vector<std::string>;

/// Throws unless every row ends in a line end and quoting is well formed.
inline std::vector<CsvRow> parse_csv(std::string_view text) {
  std::vector<CsvRow> rows;
  CsvRow row;
  std::string field;
  std::size_t i = 0;
  while (i < text.size()) {
    if (text[i] == '"') {
      for (++i;; ++i) {
        if (i >= text.size()) throw std::runtime_error("open quote");
        if (text[i] != '"') {
          field += text[i];
        } else if (i + 1 < text.size() && text[i + 1] == '"') {
          field += text[++i];
        } else {
          break;
        }
      }
      ++i;
    } else {
      while (i < text.size() && text[i] != ',' && text[i] != '\n') {
        if (text[i] == '"') throw std::runtime_error("quote inside a bare field");
        field += text[i++];
      }
    }
    if (i >= text.size()) throw std::runtime_error("last row without its end");
    if (text[i] != ',' && text[i] != '\n') throw std::runtime_error("text after a quoted field");
    row.push_back(std::exchange(field, {}));
    if (text[i++] == '\n') rows.push_back(std::exchange(row, {}));
  }
  if (!row.empty()) throw std::runtime_error("last row without its end");
  return rows;
}

/// Rows of a file by the names of its header.
class CsvTable {
 public:
  explicit CsvTable(std::string_view text) : rows_(parse_csv(text)) {
    header_ = rows_.at(0);
    rows_.erase(rows_.begin());
    for (const CsvRow& row : rows_)
      if (row.size() != header_.size()) throw std::runtime_error("a row of another length than the header");
  }
  [[nodiscard]] const CsvRow& header() const { return header_; }
  [[nodiscard]] std::size_t size() const { return rows_.size(); }
  [[nodiscard]] const std::string& at(std::size_t row, std::string_view column) const {
    for (std::size_t i = 0; i < header_.size(); ++i)
      if (header_[i] == column) return rows_.at(row)[i];
    throw std::runtime_error("no column " + std::string(column));
  }
  [[nodiscard]] CsvRow column(std::string_view name) const {
    CsvRow cells;
    for (std::size_t i = 0; i < rows_.size(); ++i) cells.push_back(at(i, name));
    return cells;
  }

 private:
  CsvRow header_;
  std::vector<CsvRow> rows_;
};

}  // namespace headroom
