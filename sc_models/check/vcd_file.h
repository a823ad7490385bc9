#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sc_models/check/trace.h"

namespace headroom {

/// A value change dump: its signals, and their values before each rising edge of one of them.
class VcdFile {
 public:
  struct Signal {
    std::string scope;  ///< "top.dut"
    std::string name;
    std::size_t value;  ///< which of the values: names that mean the same signal share one
  };

  /// Reads the declarations. `text` must outlive it. Throws TraceFault.
  VcdFile(std::string_view text, std::string file);

  [[nodiscard]] const std::vector<Signal>& signals() const { return signals_; }
  /// Bits as 0, 1, x and z, the first one highest.
  [[nodiscard]] const std::string& bits(std::size_t value) const { return values_[value]; }
  [[nodiscard]] Ps time() const { return time_; }  ///< of the edge
  [[nodiscard]] int line() const { return line_at_time_; }
  [[noreturn]] void fail(int line, const std::string& what) const { throw TraceFault(file_, line, what); }

  /// Reads on to the next rising edge of this value; false: the dump is over. Values are then those before the edge.
  [[nodiscard]] bool next_edge(std::size_t clock);

 private:
  struct Change {
    std::size_t value;
    std::string bits;
  };
  [[nodiscard]] std::string_view word();
  [[nodiscard]] std::string_view needed(std::string_view what);
  void skip_to_end(std::string_view keyword);
  void read_declarations();
  void declare(const std::string& scope);
  void read_timescale();
  void read_time(std::string_view text);
  void read_change(std::string_view text);
  [[nodiscard]] std::size_t value_of(std::string_view code) const;
  void settle();

  std::string_view text_;
  const std::string file_;
  int line_ = 1;
  std::int64_t numerator_ = 0, denominator_ = 1;  ///< picoseconds of one unit of time
  std::vector<Signal> signals_;
  std::vector<std::pair<std::string, std::size_t>> codes_;  ///< sorted
  std::vector<std::size_t> widths_;
  std::vector<std::string> values_;
  std::vector<Change> changes_;  ///< at time_, not yet in values_
  Ps time_;
  int line_at_time_ = 1;
  std::string_view pending_time_;
};

}  // namespace headroom
