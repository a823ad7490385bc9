#include "sc_models/core/config/defaults.h"

#include "sc_models/core/config/binder.h"

namespace headroom {

RoceNicParams default_roce_nic_params() {
  return BoundValues(kRoceNicModel, Place{}, std::string()).make<RoceNicParams>();
}

UetNicParams default_uet_nic_params() { return BoundValues(kUetNicModel, Place{}, std::string()).make<UetNicParams>(); }

}  // namespace headroom
