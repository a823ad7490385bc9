// The forms that columns of `uet-transport-stats` have: counters, peaks, parts of sample blocks.
#pragma once

#include <string>
#include <vector>

#include "sc_models/core/records/uet_transport_stats.h"

namespace headroom::uet_columns {

using Row = UetRow;
using Columns = std::vector<Column<Row>>;
using S = UetStats;

inline std::uint64_t number(std::uint64_t count) { return count; }
inline std::uint64_t number(Bytes size) { return static_cast<std::uint64_t>(size.count()); }

template <auto Field>
std::uint64_t count(const S& s) {
  return number(s.*Field);
}
template <auto Group, auto Field>
std::uint64_t count(const S& s) {
  return number(s.*Group.*Field);
}
/// `ivl_` before a published name, `x_ivl_` in place of the `x_` of ours.
inline std::string interval_name(const std::string& name) {
  return name.rfind("x_", 0) == 0 ? "x_ivl_" + name.substr(2) : "ivl_" + name;
}

/// A counter as two columns: since the start, and in the interval.
template <std::uint64_t (*Count)(const S&)>
void counter(Columns& columns, const std::string& name, const std::string& meaning) {
  columns.push_back({name, Format::kInteger, [](const Row& r) -> Cell { return Count(r.total); }, meaning});
  columns.push_back({interval_name(name), Format::kInteger,
                     [](const Row& r) -> Cell { return Count(r.total) - Count(r.before); },
                     "the same in the interval"});
}

/// The largest value of the run, and of the interval.
template <Peak S::*Field>
void peak(Columns& columns, const std::string& name, const std::string& meaning) {
  columns.push_back({name, Format::kInteger, [](const Row& r) -> Cell { return (r.total.*Field).run(); }, meaning});
  columns.push_back({interval_name(name), Format::kInteger,
                     [](const Row& r) -> Cell { return (r.total.*Field).interval(); }, "the largest in the interval"});
}

enum class Span : std::uint8_t { kRun, kInterval };
enum class Part : std::uint8_t { kMin, kMean, kMax };
/// What one picosecond counts for in the column; everything else is written as it is sampled.
constexpr double kPlain = 1, kMicrosecond = 1e6;

template <auto Field, Span kSpan, Part kPart, double kUnit = kPlain>
Cell sampled(const Row& row) {
  const auto range = kSpan == Span::kRun ? (row.total.*Field).run() : (row.total.*Field).interval();
  if constexpr (kPart == Part::kMean) {
    return range.mean() / kUnit;
  } else {
    const auto value = kPart == Part::kMin ? range.min : range.max;
    if constexpr (kUnit == kPlain)
      return value;
    else
      return static_cast<double>(value) / kUnit;
  }
}

/// Those beyond the published ones, in their order.
void append_own_columns(Columns& columns);

}  // namespace headroom::uet_columns
