// The configuration as it runs, with every default filled in.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "sc_models/core/config/draft.h"

namespace headroom {

/// Components in the nested typedParameters form, the other sections as bare values; loading it again gives the same
/// configuration and the same text.
[[nodiscard]] nlohmann::ordered_json effective_configuration(const Draft& draft);

/// As it is written to files and hashed.
[[nodiscard]] std::string canonical_text(const nlohmann::ordered_json& configuration);

/// Lower-case hexadecimal SHA-256.
[[nodiscard]] std::string sha256(std::string_view text);

}  // namespace headroom
