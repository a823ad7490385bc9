// The two records of a switch's shared buffer: all ports of one side together, and each port alone.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sc_models/core/records/column.h"
#include "sc_models/core/records/periodic_record.h"
#include "sc_models/core/records/probes.h"

namespace headroom {

struct SwitchBufferRow {
  RowTime time;
  const NodeIdentity& node;
  std::string_view buffer;  ///< buff_id
  std::uint32_t ifid;       ///< of the per-port record
  std::string_view direction;
  unsigned pool;
  Bytes limit;
  SampleMeter samples;

  [[nodiscard]] double mean() const {
    return samples.count == 0 ? 0.0 : static_cast<double>(samples.sum.count()) / static_cast<double>(samples.count);
  }
};

[[nodiscard]] const Record<SwitchBufferRow>& switch_aggregate_buffers_record();
[[nodiscard]] const Record<SwitchBufferRow>& switch_port_buffers_record();

/// `scala-switch-agg-buff-stats`: rows of one switch at a time, each at its own interval.
class SwitchAggregateBuffers {
 public:
  SwitchAggregateBuffers(OutputFolder& folder, std::string run);
  void sample(const SwitchBufferProbe& probe, Ps now, Ps since);
  RecordFile& file() { return table_.file(); }

 private:
  const std::string run_;
  RecordTable<SwitchBufferRow> table_;
};

/// `scala-switch-buff-stats`; rows without a sample are left out.
class SwitchPortBuffers {
 public:
  SwitchPortBuffers(OutputFolder& folder, std::string run);
  void sample(const SwitchBufferProbe& probe, Ps now, Ps since);
  RecordFile& file() { return table_.file(); }

 private:
  const std::string run_;
  RecordTable<SwitchBufferRow> table_;
};

}  // namespace headroom
