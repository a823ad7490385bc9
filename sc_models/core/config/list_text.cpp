#include "sc_models/core/config/list_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace headroom {
namespace {

bool is_alphanumeric(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

std::vector<std::string_view> split(std::string_view inside) {
  std::vector<std::string_view> entries;
  for (std::size_t from = 0; from <= inside.size();) {
    const std::size_t comma = std::min(inside.find(',', from), inside.size());
    entries.push_back(trimmed(inside.substr(from, comma - from)));
    from = comma + 1;
  }
  return entries;
}

std::string_view inside(std::string_view text) {
  text = trimmed(text);
  return text.substr(1, text.size() - 2);
}

}  // namespace

std::optional<std::string> list_fault(std::string_view text) {
  text = trimmed(text);
  if (text.size() < 2 || text.front() != '[' || text.back() != ']')
    return "is not in square brackets (eight entries: [a, b, c, d, e, f, g, h])";
  const std::vector<std::string_view> entries = split(inside(text));
  if (entries.size() != kTrafficClasses)
    return fmt::format("has {} {} ({}, one a traffic class)", entries.size(), entries.size() == 1 ? "entry" : "entries",
                       kTrafficClasses);
  const auto strange = [](char c) {
    return !is_alphanumeric(c) && std::string_view("._+-").find(c) == std::string_view::npos;
  };
  std::string wrong;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const char* const separator = wrong.empty() ? "" : ", ";
    if (entries[i].empty())
      wrong += fmt::format("{}entry {} is empty", separator, i);
    else if (std::any_of(entries[i].begin(), entries[i].end(), strange))
      wrong += fmt::format("{}entry {} has a character that no number has", separator, i);
  }
  if (wrong.empty()) return std::nullopt;
  return wrong + " (letters, digits, . _ + - in each entry)";
}

std::array<std::string_view, kTrafficClasses> split_list(std::string_view text) {
  const std::vector<std::string_view> entries = split(inside(text));
  std::array<std::string_view, kTrafficClasses> out;
  std::copy_n(entries.begin(), std::min<std::size_t>(entries.size(), kTrafficClasses), out.begin());
  return out;
}

std::array<Decimal, kTrafficClasses> list_entries(std::string_view text) {
  std::array<Decimal, kTrafficClasses> out;
  const std::array<std::string_view, kTrafficClasses> texts = split_list(text);
  std::transform(texts.begin(), texts.end(), out.begin(),
                 [](std::string_view entry) { return Decimal::parse(entry).value_or(Decimal()); });
  return out;
}

std::optional<char> forbidden_character(std::string_view text) {
  const auto found = std::find_if(text.begin(), text.end(), [](char c) {
    const auto code = static_cast<unsigned char>(c);
    return code < ' ' || code == 0x7F || std::string_view("[]{}()'\";$*?#~!&<>|`\\").find(c) != std::string_view::npos;
  });
  return found == text.end() ? std::nullopt : std::optional(*found);
}

bool is_name(std::string_view text, std::size_t longest) {
  return !text.empty() && text.size() <= longest && is_alphanumeric(text.front()) &&
         std::all_of(text.begin(), text.end(), [](char c) { return is_alphanumeric(c) || c == '-' || c == '_'; });
}

}  // namespace headroom
