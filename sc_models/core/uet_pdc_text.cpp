#include "sc_models/core/uet_pdc_text.h"

#include <charconv>
#include <cstdint>

namespace headroom {
namespace {

void append_number(std::string& out, std::uint32_t number) {
  char digits[12];
  out.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
}

/// A number of at most `largest`, written the one way it can be.
std::optional<std::uint32_t> parse_number(std::string_view text, std::uint32_t largest) {
  std::uint32_t number = 0;
  const char* const end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, number);
  if (result.ec != std::errc{} || result.ptr != end || number > largest) return std::nullopt;
  if (text.size() > 1 && text.front() == '0') return std::nullopt;
  return number;
}

}  // namespace

void append_address(std::string& out, Ipv4 address) {
  for (int shift = 24; shift >= 0; shift -= 8) {
    append_number(out, address >> shift & 0xff);
    if (shift > 0) out += '.';
  }
}

void append_pdc_id(std::string& out, UetPdcEnd end) {
  append_address(out, end.address);
  out += ':';
  append_number(out, end.number);
}

std::optional<NodeId> parse_node_id(std::string_view text) { return parse_number(text, UINT32_MAX); }

std::optional<Ipv4> parse_address(std::string_view text) {
  Ipv4 address = 0;
  for (int octet = 0; octet < 4; ++octet) {
    const std::size_t dot = octet < 3 ? text.find('.') : text.size();
    if (dot == std::string_view::npos) return std::nullopt;
    const auto value = parse_number(text.substr(0, dot), 255);
    if (!value) return std::nullopt;
    address = address << 8 | *value;
    text.remove_prefix(octet < 3 ? dot + 1 : dot);
  }
  return address;
}

std::optional<UetPdcEnd> parse_pdc_id(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const auto address = parse_address(text.substr(0, colon));
  const auto number = parse_number(text.substr(colon + 1), UINT16_MAX);
  if (!address || !number) return std::nullopt;
  return UetPdcEnd{*address, static_cast<PdcId>(*number)};
}

}  // namespace headroom
