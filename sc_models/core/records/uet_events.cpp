#include "sc_models/core/records/uet_events.h"

#include <array>
#include <utility>

#include "sc_models/core/uet_pdc_text.h"

namespace headroom {

bool UetEventRow::of_work_request() const {
  return event.kind == UetEventKind::kWqeCreated || event.kind == UetEventKind::kSendComplete ||
         event.kind == UetEventKind::kWqeComplete;
}

const Record<UetEventRow>& uet_events_record() {
  using Row = UetEventRow;
  static constexpr std::array<std::string_view, 6> kNames{"PDC_CREATED",  "WQE_CREATED",   "SEND_COMPLETE",
                                                          "WQE_COMPLETE", "RECV_COMPLETE", "PDC_TERMINATED"};
  static const Record<Row> record{
      "uet-events",
      "`EnableEventLogging` of a UET NIC",
      "one for each event of a NIC with the switch",
      {
          utc_column<Row>(),
          {"sim_time_ns", Format::kNanoseconds, [](const Row& r) -> Cell { return r.time.now; },
           "simulated time of the event"},
          {"component_name", Format::kText, [](const Row& r) -> Cell { return r.nic.name; }, "`server<i>.nic`"},
          {"FEP_ID", Format::kInteger, [](const Row& r) -> Cell { return r.nic.id; },
           "number of the NIC, as `node_id` elsewhere"},
          {"local_PDC_ID", Format::kText, [](const Row& r) -> Cell { return r.local; },
           "this end of the PDC, `<IPv4>:<number>`"},
          {"remote_PDC_ID", Format::kText, [](const Row& r) -> Cell { return r.remote; },
           "the other end; number 0 at a sender that has not heard from it"},
          {"wqe_ID", Format::kInteger, [](const Row& r) { return r.of_work_request() ? Cell(r.event.wqe) : Cell(); },
           "work request of the NIC, counted from 1; empty unless the event is `WQE_CREATED`, `SEND_COMPLETE` or "
           "`WQE_COMPLETE`"},
          {"wqe_size_bytes", Format::kInteger,
           [](const Row& r) { return r.of_work_request() ? Cell(r.event.wqe_bytes) : Cell(); },
           "its bytes; empty likewise"},
          {"ev_type", Format::kText,
           [](const Row& r) -> Cell { return kNames[static_cast<std::size_t>(r.event.kind)]; },
           "`PDC_CREATED`, `PDC_TERMINATED` at either end; `WQE_CREATED` when posted; `SEND_COMPLETE` when the fetch "
           "of "
           "the last segment is issued; `WQE_COMPLETE` when every packet is acknowledged; `RECV_COMPLETE` at the "
           "receiver when the message is whole"},
          exact_time_column<Row>(),
      }};
  return record;
}

UetEvents::UetEvents(OutputFolder& folder, std::string run)
    : run_(std::move(run)), table_(folder, run_, uet_events_record()) {}

void UetEvents::write(const NodeIdentity& nic, const UetEvent& event) {
  local_.clear(), remote_.clear();
  append_pdc_id(local_, event.local);
  append_pdc_id(remote_, event.remote);
  table_.add({{run_, event.time, Ps{0}}, nic, event, local_, remote_});
}

}  // namespace headroom
