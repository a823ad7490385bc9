#include "sc_models/nic/roce_nic.h"

namespace headroom {

RoceNic::RoceNic(const sc_core::sc_module_name& name, const RoceNicParams& params, const NicPlace& place,
                 Agenda& agenda, FramePool& frames, HostNotices& notices)
    : NicDatapath(name, params, place, kPfcBytes, agenda, frames),
      params_(params),
      engine_("engine",
              {params.transport, params.rate_loop, place.link_rate, place.node, place.address, place.carry_data},
              agenda, frames, egress(), ingress(), notices) {
  bind_engine(engine_);
}

void RoceNic::audit(Audit& audit) const {
  engine_.audit(audit);
  audit_datapath(audit);
}

}  // namespace headroom
