#include "sc_models/core/records/cpu_mem_stats.h"

#include <unistd.h>

#include <array>
#include <fstream>
#include <iterator>
#include <sstream>
#include <utility>

namespace headroom {
namespace {

std::string content(const char* file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

double share(std::int64_t part, std::int64_t whole) {
  return percent(static_cast<double>(part), static_cast<double>(whole));
}

}  // namespace

std::optional<ProcessLoad> parse_process_load(const std::string& stat, const std::string& meminfo,
                                              std::int64_t page_bytes) {
  ProcessLoad load;
  // The second field is the program's name in parentheses and may hold anything; fields are counted after it.
  const std::size_t name_end = stat.rfind(')');
  if (name_end == std::string::npos) return std::nullopt;
  std::istringstream fields(stat.substr(name_end + 1));
  std::string skipped;
  for (int field = 3; field < 14; ++field) fields >> skipped;
  std::int64_t virtual_bytes = 0, resident_pages = 0;
  fields >> load.user_ticks >> load.kernel_ticks;
  for (int field = 16; field < 23; ++field) fields >> skipped;
  fields >> virtual_bytes >> resident_pages;
  if (!fields) return std::nullopt;
  load.virtual_size = Bytes{virtual_bytes};
  load.resident = Bytes{resident_pages * page_bytes};

  std::istringstream lines(meminfo);
  std::string line;
  unsigned found = 0;
  while (std::getline(lines, line)) {
    std::istringstream parts(line);
    std::string key;
    std::int64_t kibibytes = 0;
    parts >> key >> kibibytes;
    for (const auto& [wanted, place] : {std::pair{"MemTotal:", &load.memory_total},
                                        {"MemFree:", &load.memory_free},
                                        {"SwapTotal:", &load.swap_total},
                                        {"SwapFree:", &load.swap_free}})
      if (key == wanted) *place = Bytes{kibibytes * 1024}, ++found;
  }
  if (found != 4) return std::nullopt;
  return load;
}

const Record<CpuMemRow>& cpu_mem_stats_record() {
  using Row = CpuMemRow;
  static const Record<Row> record{
      "cpu-mem-stats",
      "`EnableCpuMemStats`; differs from run to run",
      "one for each second of wall-clock time",
      {
          job_column<Row>(),
          {"time_utc", Format::kText, [](const Row& r) -> Cell { return r.utc; }, "real time, whole seconds"},
          sim_time_column<Row>(),
          {"host_name", Format::kText, [](const Row& r) -> Cell { return r.host; }, "name of the machine"},
          {"pid", Format::kInteger, [](const Row& r) -> Cell { return r.pid; }, "process number"},
          {"core_vm_usage_M", Format::kMegabytes, [](const Row& r) -> Cell { return r.load.virtual_size; },
           "virtual memory of the process"},
          {"core_rss_M", Format::kMegabytes, [](const Row& r) -> Cell { return r.load.resident; },
           "resident memory of the process"},
          {"core_vm_usage_pct", Format::kReal,
           [](const Row& r) -> Cell { return share(r.load.virtual_size.count(), r.load.memory_total.count()); },
           "core_vm_usage_M in percent of sys_total_mem_M"},
          {"core_rss_usage_pct", Format::kReal,
           [](const Row& r) -> Cell { return share(r.load.resident.count(), r.load.memory_total.count()); },
           "core_rss_M likewise"},
          {"sys_total_mem_M", Format::kMegabytes, [](const Row& r) -> Cell { return r.load.memory_total; },
           "memory of the machine"},
          {"sys_free_mem_M", Format::kMegabytes, [](const Row& r) -> Cell { return r.load.memory_free; },
           "free memory of the machine"},
          {"sys_used_mem_M", Format::kMegabytes,
           [](const Row& r) -> Cell { return r.load.memory_total - r.load.memory_free; }, "the rest of it"},
          {"sys_mem_usage_pct", Format::kReal,
           [](const Row& r) -> Cell {
             return share((r.load.memory_total - r.load.memory_free).count(), r.load.memory_total.count());
           },
           "sys_used_mem_M in percent of sys_total_mem_M"},
          {"sys_swap_usage_pct", Format::kReal,
           [](const Row& r) -> Cell {
             return share((r.load.swap_total - r.load.swap_free).count(), r.load.swap_total.count());
           },
           "swap in use, in percent; 0 without swap"},
          {"user_time_ticks", Format::kInteger, [](const Row& r) -> Cell { return r.user_ticks; },
           "processor time of the process in user mode since the start, in ticks of `sysconf(_SC_CLK_TCK)`"},
          {"kernel_time_ticks", Format::kInteger, [](const Row& r) -> Cell { return r.kernel_ticks; },
           "likewise in the kernel"},
          {"total_time_ticks", Format::kInteger, [](const Row& r) -> Cell { return r.user_ticks + r.kernel_ticks; },
           "their sum"},
          {"elapse_time_ticks", Format::kInteger, [](const Row& r) -> Cell { return r.elapsed_ticks; },
           "wall-clock time since the start"},
          {"user_time_pct", Format::kReal, [](const Row& r) -> Cell { return share(r.user_ticks, r.elapsed_ticks); },
           "user_time_ticks in percent of elapse_time_ticks"},
          {"system_time_pct", Format::kReal,
           [](const Row& r) -> Cell { return share(r.kernel_ticks, r.elapsed_ticks); }, "kernel_time_ticks likewise"},
          {"total_time_pct", Format::kReal,
           [](const Row& r) -> Cell { return share(r.user_ticks + r.kernel_ticks, r.elapsed_ticks); },
           "total_time_ticks likewise"},
          exact_time_column<Row>(),
      }};
  return record;
}

CpuMemStats::CpuMemStats(OutputFolder& folder, std::string run)
    : run_(std::move(run)),
      table_(folder, run_, cpu_mem_stats_record()),
      start_(Clock::now()),
      last_(start_),
      first_(read()) {
  std::array<char, 256> name{};
  if (::gethostname(name.data(), name.size() - 1) == 0) host_ = name.data();
}

std::optional<ProcessLoad> CpuMemStats::read() const {
  return parse_process_load(content("/proc/self/stat"), content("/proc/meminfo"), ::sysconf(_SC_PAGESIZE));
}

void CpuMemStats::poll(Ps now) {
  const Clock::time_point clock = Clock::now();
  if (clock - last_ < std::chrono::seconds(1)) return;
  last_ = clock;
  write(now, clock);
}

void CpuMemStats::write(Ps now, Clock::time_point clock) {
  const std::optional<ProcessLoad> load = read();
  if (!load || !first_) return;
  const std::chrono::duration<double> elapsed = clock - start_;
  const auto ticks = static_cast<std::int64_t>(elapsed.count() * static_cast<double>(::sysconf(_SC_CLK_TCK)));
  std::string utc;
  append_utc_seconds(
      utc, std::chrono::floor<std::chrono::seconds>(std::chrono::system_clock::now()).time_since_epoch().count());
  table_.add({{run_, now, Ps{0}},
              utc,
              host_,
              ::getpid(),
              *load,
              load->user_ticks - first_->user_ticks,
              load->kernel_ticks - first_->kernel_ticks,
              ticks});
  table_.file().flush();
}

}  // namespace headroom
