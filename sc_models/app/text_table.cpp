#include "sc_models/app/text_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "sc_models/core/check.h"

namespace headroom {

std::string TextTable::text() const {
  std::vector<std::size_t> widths(alignment_.size());
  for (const auto& cells : rows_) {
    HEADROOM_CHECK(cells.size() == alignment_.size(), "text table: {} cells in {} columns", cells.size(),
                   alignment_.size());
    for (std::size_t i = 0; i < cells.size(); ++i) widths[i] = std::max(widths[i], cells[i].size());
  }
  std::string out;
  for (const auto& cells : rows_) {
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i)
      line += alignment_[i] == 'r' ? fmt::format("  {:>{}}", cells[i], widths[i])
                                   : fmt::format("  {:<{}}", cells[i], widths[i]);
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + '\n';
  }
  return out;
}

}  // namespace headroom
