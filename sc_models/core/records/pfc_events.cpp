#include "sc_models/core/records/pfc_events.h"

#include <array>

namespace headroom {

const Record<PfcEventRow>& pfc_events_record() {
  using Row = PfcEventRow;
  static constexpr std::array<std::string_view, 6> kNames{"xoff_tx", "refresh_tx", "xon_tx",
                                                          "xoff_rx", "xon_rx",     "resume"};
  static const Record<Row> record{
      "pfc-events",
      "`EnablePfcEventLogging`",
      "one for each event and class",
      {
          {"time_ps", Format::kInteger, [](const Row& r) -> Cell { return r.event.time; }, "when, in picoseconds"},
          {"component_name", Format::kText, [](const Row& r) -> Cell { return r.component; },
           "`server<i>.nic` or the switch's name"},
          {"ifid", Format::kInteger, [](const Row& r) -> Cell { return r.ifid; }, "number of the port on its node"},
          {"tc", Format::kInteger, [](const Row& r) -> Cell { return r.event.traffic_class; }, "traffic class"},
          {"event", Format::kText, [](const Row& r) -> Cell { return kNames[static_cast<std::size_t>(r.event.kind)]; },
           "`xoff_tx`, `refresh_tx`, `xon_tx` when queued; `xoff_rx`, `xon_rx` when they take effect; `resume`: a "
           "received pause ran out"},
          {"occupancy_B", Format::kInteger, [](const Row& r) -> Cell { return r.event.occupancy; },
           "bytes in the class's receive pool (switch: of the port in the pool); for `xoff_tx` without the packet that "
           "arrives"},
          {"quanta", Format::kInteger, [](const Row& r) -> Cell { return r.event.quanta; },
           "pause quanta of the frame; 0 of a resume"},
      }};
  return record;
}

}  // namespace headroom
