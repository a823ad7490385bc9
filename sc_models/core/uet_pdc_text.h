// The text of addresses and PDC ids, as records write it and monitor filters name it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "sc_models/core/frame.h"
#include "sc_models/core/uet_observer.h"

namespace headroom {

/// Dotted form, `32.0.0.1`.
void append_address(std::string& out, Ipv4 address);
/// `<IPv4>:<number>`, `32.0.0.1:4500`.
void append_pdc_id(std::string& out, UetPdcEnd end);

// Nothing unless the text is exactly what would be written: no blanks, signs or leading zeros.
[[nodiscard]] std::optional<NodeId> parse_node_id(std::string_view text);
[[nodiscard]] std::optional<Ipv4> parse_address(std::string_view text);
[[nodiscard]] std::optional<UetPdcEnd> parse_pdc_id(std::string_view text);

}  // namespace headroom
