#include "sc_models/core/config/nearest.h"

#include <algorithm>
#include <cctype>
#include <vector>

namespace headroom {
namespace {

constexpr std::size_t kLongestWord = 64;  // bounds the work for a key of a megabyte

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), previous(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) previous[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replace = previous[j - 1] + (lower(a[i - 1]) == lower(b[j - 1]) ? 0 : 1);
      row[j] = std::min({previous[j] + 1, row[j - 1] + 1, replace});
      if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]))
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, previous);
    std::swap(previous, row);
  }
  return previous[b.size()];
}

bool likely_meant(std::string_view word, std::string_view near) {
  return edit_distance(word, near) <= std::max(kLikelyTypo, word.size() / 3);
}

std::string_view nearest(std::string_view word, std::span<const std::string_view> known) {
  std::string_view best;
  std::size_t distance = 0;
  for (const std::string_view candidate : known) {
    const std::size_t d = edit_distance(word.substr(0, kLongestWord), candidate);
    if (best.empty() || d < distance) best = candidate, distance = d;
  }
  return best;
}

std::string list_of(std::span<const std::string_view> words) {
  std::string out;
  for (const std::string_view word : words) {
    if (!out.empty()) out += ", ";
    out += word;
  }
  return out;
}

}  // namespace headroom
