#include "sc_models/check/csv_trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "sc_models/core/config/nearest.h"

namespace headroom {
namespace {

constexpr std::string_view kTime = "time_ps", kEvent = "event";
/// Room for sums.
constexpr std::uint64_t kLargestNumber = std::uint64_t{1} << 60;

std::vector<std::string_view> cells_of(std::string_view line, char separator) {
  std::vector<std::string_view> cells;
  for (;;) {
    const std::size_t end = line.find(separator);
    cells.push_back(line.substr(0, end));
    if (end == std::string_view::npos) return cells;
    line.remove_prefix(end + 1);
  }
}

std::optional<std::uint64_t> number(std::string_view text, std::uint64_t largest, int base = 10) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (error != std::errc() || end != text.data() + text.size() || value > largest) return std::nullopt;
  return value;
}

bool read_frame(std::string_view text, std::vector<std::uint8_t>& bytes) {
  if (text.empty() || text.size() % 2 != 0) return false;
  for (std::size_t i = 0; i < text.size(); i += 2) {
    const auto byte = number(text.substr(i, 2), 255, 16);
    if (!byte) return false;
    bytes.push_back(static_cast<std::uint8_t>(*byte));
  }
  return true;
}

bool read_class_quanta(std::string_view text, PfcFields& fields) {
  const std::vector<std::string_view> words = cells_of(text, ' ');
  if (words.size() != fields.quanta.size()) return false;
  for (unsigned c = 0; c < kTrafficClasses; ++c) {
    const auto quanta = number(words[c], 65'535);
    if (!quanta) return false;
    fields.quanta[c] = static_cast<std::uint16_t>(*quanta);
  }
  return true;
}

/// Puts the cell into its member; false: something else stands there.
bool read_cell(TraceColumn column, std::string_view text, TraceEvent& event) {
  const auto whole = [&](std::uint64_t least, std::uint64_t largest, auto& member) {
    const auto value = number(text, largest);
    if (!value || *value < least) return false;
    member = static_cast<std::remove_reference_t<decltype(member)>>(*value);
    return true;
  };
  switch (column) {
    case TraceColumn::kClass: return whole(0, kTrafficClasses - 1, event.traffic_class);
    case TraceColumn::kBytes: return whole(0, kLargestNumber, event.amount);
    case TraceColumn::kQuanta: return whole(0, 65'535, event.amount);
    case TraceColumn::kSize: return whole(kStandardPfcBytes, 1'000'000, event.size);
    case TraceColumn::kFrame: return read_frame(text, event.frame);
    case TraceColumn::kClassQuanta: return read_class_quanta(text, event.fields);
    case TraceColumn::kClasses: {
      const bool hex = text.starts_with("0x") || text.starts_with("0X");
      const auto mask = hex ? number(text.substr(2), 255, 16) : number(text, 255);
      event.amount = static_cast<std::int64_t>(mask.value_or(0));
      event.fields.class_enable = static_cast<std::uint8_t>(mask.value_or(0));
      return mask.has_value();
    }
    case TraceColumn::kSource: {
      std::vector<std::uint8_t> octets;
      if (text.size() != 2 * event.fields.source.size() || !read_frame(text, octets)) return false;
      std::ranges::copy(octets, event.fields.source.begin());
      return true;
    }
  }
  return false;
}

class CsvReader {
 public:
  CsvReader(const std::string& file, const BlockFormat& block) : file_(file), block_(block) {}

  Trace read(std::string_view text) {
    while (!text.empty()) {
      const std::size_t end = text.find('\n');
      std::string_view line = text.substr(0, end);
      text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
      if (line.ends_with('\r')) line.remove_suffix(1);
      ++line_;
      if (line_ == 1) {
        read_header(line);
      } else if (!line.empty()) {
        read_event(line);
      }
    }
    if (line_ == 0) fail(fmt::format("the trace is empty (a line with the columns {})", columns_text()), 1);
    if (trace_.events.empty()) fail(fmt::format("the trace has no event ({})", events_text()));
    trace_.end = trace_.events.back().time;
    std::ranges::stable_sort(trace_.events, {}, [](const TraceEvent& e) { return std::pair(e.time, e.decision); });
    return std::move(trace_);
  }

 private:
  [[noreturn]] void fail(const std::string& what, int line = 0) const {
    throw TraceFault(file_, line > 0 ? line : line_, what);
  }
  [[nodiscard]] std::vector<std::string_view> known_columns() const {
    std::vector<std::string_view> names{kTime, kEvent};
    for (const TraceColumn column : block_.columns) names.push_back(column_name(column));
    return names;
  }
  [[nodiscard]] std::string columns_text() const { return list_of(known_columns()); }
  [[nodiscard]] std::string events_text() const {
    std::vector<std::string_view> names;
    for (const EventFormat& event : block_.events) names.push_back(event.name);
    names.push_back(kResetEvent);
    return list_of(names);
  }

  void read_header(std::string_view line) {
    const std::vector<std::string_view> known = known_columns();
    header_ = cells_of(line, ',');
    for (const std::string_view name : header_) {
      if (std::ranges::find(known, name) == known.end())
        fail(fmt::format("unknown column \"{}\" (did you mean {}? {})", name, nearest(name, known), columns_text()));
      if (std::ranges::count(header_, name) > 1) fail(fmt::format("column {} stands twice (once)", name));
    }
    for (const std::string_view name : known)
      if (std::ranges::find(header_, name) == header_.end())
        fail(fmt::format("column {} is missing ({})", name, columns_text()));
  }

  void read_event(std::string_view line) {
    const std::vector<std::string_view> cells = cells_of(line, ',');
    if (cells.size() != header_.size())
      fail(fmt::format("has {} cells ({}, as the header)", cells.size(), header_.size()));
    const auto cell = [&](std::string_view name) {
      return cells[static_cast<std::size_t>(std::ranges::find(header_, name) - header_.begin())];
    };
    TraceEvent event;
    event.line = line_;
    const auto time = number(cell(kTime), kLargestNumber);
    if (!time) fail(fmt::format("{}: \"{}\" (whole picoseconds)", kTime, cell(kTime)));
    event.time = Ps{static_cast<std::int64_t>(*time)};
    if (!trace_.events.empty() && event.time < trace_.events.back().time)
      fail(fmt::format("{}: {} after {} (times that do not go back)", kTime, *time, trace_.events.back().time.count()));
    const EventFormat* const format = block_.find(cell(kEvent));
    if (format == nullptr) fail(fmt::format("{}: \"{}\" ({})", kEvent, cell(kEvent), events_text()));
    event.name = format->name;
    event.decision = format->decision;
    for (const TraceColumn column : block_.columns) {
      const std::string_view name = column_name(column), text = cell(name);
      if (std::ranges::find(format->columns, column) == format->columns.end()) {
        if (!text.empty()) fail(fmt::format("{}: \"{}\" (empty, {} has none)", name, text, format->name));
      } else if (!read_cell(column, text, event)) {
        fail(fmt::format("{}: \"{}\" ({})", name, text, column_content(column)));
      }
    }
    trace_.events.push_back(std::move(event));
  }

  const std::string& file_;
  const BlockFormat& block_;
  std::vector<std::string_view> header_;
  int line_ = 0;
  Trace trace_;
};

}  // namespace

Trace read_csv_trace(std::string_view text, const std::string& file, const BlockFormat& block) {
  return CsvReader(file, block).read(text);
}

}  // namespace headroom
