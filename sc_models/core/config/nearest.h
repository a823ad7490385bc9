// The known word nearest to a mistyped one.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace headroom {

/// Edits up to which a word was most likely meant to be another.
inline constexpr std::size_t kLikelyTypo = 3;

/// Single-character insertions, deletions, replacements and swaps of neighbours that turn one word into the other.
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b);

/// Whether an unknown `word` was most likely meant to be `near`; long words may differ more.
[[nodiscard]] bool likely_meant(std::string_view word, std::string_view near);

/// The first of the nearest `known` words, upper and lower case taken as equal; empty when there is none.
[[nodiscard]] std::string_view nearest(std::string_view word, std::span<const std::string_view> known);

/// "a, b, c"
[[nodiscard]] std::string list_of(std::span<const std::string_view> words);

}  // namespace headroom
