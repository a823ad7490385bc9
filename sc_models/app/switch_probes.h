#pragma once

#include <memory>
#include <vector>

#include "sc_models/app/fabric.h"
#include "sc_models/core/records/probes.h"

namespace headroom {

/// What the record writers read of the switches. The fabric must outlive it.
class SwitchProbes {
 public:
  explicit SwitchProbes(Fabric& fabric);
  ~SwitchProbes();
  SwitchProbes(const SwitchProbes&) = delete;
  SwitchProbes& operator=(const SwitchProbes&) = delete;

  /// Adds everything of the switches, by node, then port.
  void add_to(RunProbes& probes) const;

 private:
  class Port;
  class Buffer;
  class Paths;
  class Trimmer;
  class Tiers;

  const Fabric& fabric_;
  std::vector<std::unique_ptr<Port>> ports_;
  std::vector<std::unique_ptr<Buffer>> buffers_;
  std::vector<std::unique_ptr<Paths>> paths_;
  std::vector<std::unique_ptr<Trimmer>> trimmers_;
  std::unique_ptr<Tiers> tiers_;
};

}  // namespace headroom
