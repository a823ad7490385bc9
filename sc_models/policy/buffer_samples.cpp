#include "sc_models/policy/buffer_samples.h"

#include <utility>

namespace headroom {

BufferSamples::BufferSamples(std::vector<LinkDirection> directions, bool per_port)
    : directions_(std::move(directions)), ports_(per_port ? directions_.size() * kTrafficClasses : 0) {}

void BufferSamples::begin_interval() {
  pools_ = {};
  for (PortMeters& port : ports_) port = {};
}

}  // namespace headroom
