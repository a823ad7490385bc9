// What traces of each block look like.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace headroom {

/// A cell of a trace. Each goes into one member of TraceEvent.
enum class TraceColumn : std::uint8_t { kClass, kBytes, kQuanta, kClasses, kSize, kSource, kClassQuanta, kFrame };
[[nodiscard]] std::string_view column_name(TraceColumn column);
/// What may stand in it, for messages.
[[nodiscard]] std::string_view column_content(TraceColumn column);

struct EventFormat {
  std::string_view name;
  bool decision;
  std::span<const TraceColumn> columns;  ///< those it has; others are empty
};

/// The event that starts a block anew, in the trace of any block.
inline constexpr std::string_view kResetEvent = "reset";

struct BlockFormat {
  std::string_view name;
  std::span<const TraceColumn> columns;  ///< after time_ps and event
  std::span<const EventFormat> events;

  [[nodiscard]] const EventFormat* find(std::string_view event) const;
};

[[nodiscard]] std::span<const BlockFormat> block_formats();
[[nodiscard]] const BlockFormat* find_block(std::string_view name);

}  // namespace headroom
