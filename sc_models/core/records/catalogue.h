#pragma once

#include <string>
#include <vector>

#include "sc_models/core/records/column.h"

namespace headroom {

/// Every record that headroom writes, in the order of the documentation.
[[nodiscard]] std::vector<RecordPage> record_pages();

/// The page `docs/records.md`.
[[nodiscard]] std::string records_markdown();

}  // namespace headroom
