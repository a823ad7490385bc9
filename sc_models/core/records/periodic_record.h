#pragma once

#include "sc_models/core/records/record_file.h"
#include "sc_models/core/units.h"

namespace headroom {

/// A record whose rows are made at fixed intervals and once more at the end of the run.
class PeriodicRecord {
 public:
  virtual ~PeriodicRecord() = default;
  /// Makes the rows of the interval from `since` to `now`.
  virtual void sample(Ps now, Ps since) = 0;
  virtual RecordFile& file() = 0;
};

}  // namespace headroom
