#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "sc_models/core/records/column.h"

namespace headroom {

/// What the system says about this process and its memory.
struct ProcessLoad {
  Bytes virtual_size, resident;
  Bytes memory_total, memory_free, swap_total, swap_free;
  std::int64_t user_ticks = 0, kernel_ticks = 0;
};

/// From the text of /proc/self/stat and /proc/meminfo; nothing when either is not of the expected form.
[[nodiscard]] std::optional<ProcessLoad> parse_process_load(const std::string& stat, const std::string& meminfo,
                                                            std::int64_t page_bytes);

struct CpuMemRow {
  RowTime time;
  const std::string& utc;  ///< real time
  const std::string& host;
  std::int64_t pid;
  ProcessLoad load;
  std::int64_t user_ticks, kernel_ticks, elapsed_ticks;  ///< since the start
};

[[nodiscard]] const Record<CpuMemRow>& cpu_mem_stats_record();

/// `cpu-mem-stats`: a row a second of real time. The one place among the records that reads the wall clock.
class CpuMemStats {
 public:
  CpuMemStats(OutputFolder& folder, std::string run);
  /// To be called now and then between batches of work; writes a row when a second has passed since the one before.
  void poll(Ps now);
  RecordFile& file() { return table_.file(); }

 private:
  using Clock = std::chrono::steady_clock;
  [[nodiscard]] std::optional<ProcessLoad> read() const;
  void write(Ps now, Clock::time_point clock);

  const std::string run_;
  RecordTable<CpuMemRow> table_;
  std::string host_;
  const Clock::time_point start_;
  Clock::time_point last_;
  std::optional<ProcessLoad> first_;
};

}  // namespace headroom
