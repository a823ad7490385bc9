#include "sc_models/nic/uet_nic.h"

namespace headroom {
namespace {

UetTransportEngineParams engine_params(const UetNicParams& params, const NicPlace& place,
                                       const UetNicSurroundings& surroundings) {
  return {.pds = params.pds,
          .spraying = params.spraying,
          .nscc = params.nscc,
          .line_rate = place.link_rate,
          .pcie_rate = params.pcie_nic.rate(),
          .node = place.node,
          .address = place.address,
          .carry_data = place.carry_data,
          .server = surroundings.server,
          .seed = surroundings.seed,
          .fault = surroundings.fault,
          .events = surroundings.events,
          .packets = surroundings.packets};
}

}  // namespace

UetNic::UetNic(const sc_core::sc_module_name& name, const UetNicParams& params, const NicPlace& place,
               const UetNicSurroundings& surroundings, Agenda& agenda, FramePool& frames, HostNotices& notices,
               PdcNotices& pdc_notices)
    : NicDatapath(name, params, place, kUetPfcBytes, agenda, frames),
      params_(params),
      engine_("engine", engine_params(params, place, surroundings), agenda, frames, egress(), ingress(), notices,
              pdc_notices) {
  bind_engine(engine_);
}

void UetNic::audit(Audit& audit) const {
  engine_.audit(audit);
  audit_datapath(audit);
}

}  // namespace headroom
