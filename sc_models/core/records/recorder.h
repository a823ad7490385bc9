#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sc_models/core/params/configuration.h"
#include "sc_models/core/records/cpu_mem_stats.h"
#include "sc_models/core/records/load_balancing.h"
#include "sc_models/core/records/messages.h"
#include "sc_models/core/records/output_folder.h"
#include "sc_models/core/records/periodic_record.h"
#include "sc_models/core/records/pfc_events.h"
#include "sc_models/core/records/probes.h"
#include "sc_models/core/records/switch_buffers.h"
#include "sc_models/core/records/uet_events.h"
#include "sc_models/core/records/uet_monitor.h"

namespace headroom {

/// All record files of one run: those that are switched on exist from the start, with their header. Told when to
/// sample; knows no agenda.
class Recorder {
 public:
  Recorder(OutputFolder& folder, const SimulationParams& params, RunProbes probes);
  ~Recorder();
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  /// Records with periodic rows, as numbers 0 to series() - 1, and the time between their rows.
  [[nodiscard]] std::size_t series() const { return series_.size(); }
  [[nodiscard]] Ps interval(std::size_t series) const { return series_[series].interval; }
  /// Makes the rows of one of them and sees that they reach the disk, together with all event rows so far.
  void sample(std::size_t series, Ps now);

  // Null when the record is off.
  [[nodiscard]] PfcEvents* pfc_events() { return pfc_events_ ? &*pfc_events_ : nullptr; }
  [[nodiscard]] UetEvents* uet_events() { return uet_events_ ? &*uet_events_ : nullptr; }
  [[nodiscard]] UetMonitor* uet_monitor() { return uet_monitor_ ? &*uet_monitor_ : nullptr; }
  /// A message is acknowledged: its `post` and `acknowledged` are known.
  void message_acknowledged(const MessageInstants& message);
  /// A message is both acknowledged and received.
  void message_complete(const MessageInstants& message);
  /// Between two batches of work; for the record of the machine's load.
  void poll(Ps now) {
    if (cpu_mem_) cpu_mem_->poll(now);
  }

  /// Makes the last rows, one result a flow, and closes every file. After an error too: what can still be written is,
  /// and then the first RecordError is thrown. Does nothing the second time.
  void finish(Ps now, const std::vector<FlowResult>& results);

 private:
  struct Series {
    std::unique_ptr<PeriodicRecord> record;
    Ps interval, last;
    bool sampled;
  };
  void add(std::unique_ptr<PeriodicRecord> record, Ps interval);
  void open_periodic(OutputFolder& folder, const SimulationParams& params);
  void open_switches(OutputFolder& folder, const std::string& run);
  void make_rows(Series& series, Ps now);
  void flush();

  const std::string run_;
  const RunProbes probes_;
  std::vector<Series> series_;
  std::optional<PfcEvents> pfc_events_;
  std::optional<UetEvents> uet_events_;
  std::optional<UetMonitor> uet_monitor_;
  std::optional<RecordTable<PerfRow>> perf_;
  std::optional<RecordTable<MessageRow>> messages_;
  std::optional<RecordTable<FlowRow>> flows_;
  std::optional<CpuMemStats> cpu_mem_;
  std::optional<SwitchAggregateBuffers> switch_buffers_;
  std::optional<SwitchPortBuffers> switch_port_buffers_;
  std::optional<RecordTable<LoadBalancingRow>> load_balancing_;
  std::vector<std::string> paths_;  ///< metric_path of each flow
  std::vector<RecordFile*> files_;  ///< all that are open
  bool finished_ = false;
};

}  // namespace headroom
