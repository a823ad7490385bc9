#include "sc_models/core/records/ecn_pfc_stats.h"

#include <utility>

#include "sc_models/core/records/port_columns.h"

namespace headroom {

bool EcnPfcRow::blank() const {
  return pfc.xoff_tx == 0 && pfc.xoff_rx == 0 && pfc.xon_tx == 0 && pfc.xon_rx == 0 && pfc.ecn_marked == 0 &&
         paused.total == Ps{0};  // the five other times are parts of it
}

const Record<EcnPfcRow>& ecn_pfc_stats_record() {
  using Row = EcnPfcRow;
  static const Record<Row> record{
      "ecn-pfc-stats",
      "`EnablePFCECNStatsLogging`",
      "each `NDStatsReportInterval` and at the end, one for each port and class (NIC: those with a receive pool); left "
      "out while all eleven counters are 0",
      {
          job_column<Row>(),
          utc_column<Row>(),
          sim_time_column<Row>(),
          node_id_column<Row>(),
          component_name_column<Row>(),
          component_type_column<Row>(),
          ifid_column<Row>(),
          uldl_column<Row>(),
          tier_column<Row>(),
          subtier_column<Row>(),
          {"priority", Format::kInteger, [](const Row& r) -> Cell { return r.traffic_class; }, "traffic class"},
          {"pfcxoff_tx", Format::kInteger, [](const Row& r) -> Cell { return r.pfc.xoff_tx; },
           "pause frames sent for the class since the start, refreshes included, counted when queued"},
          {"pfcxoff_rx", Format::kInteger, [](const Row& r) -> Cell { return r.pfc.xoff_rx; },
           "pause frames received since the start"},
          {"pfcxon_tx", Format::kInteger, [](const Row& r) -> Cell { return r.pfc.xon_tx; },
           "resume frames sent since the start"},
          {"pfcxon_rx", Format::kInteger, [](const Row& r) -> Cell { return r.pfc.xon_rx; },
           "resume frames received since the start"},
          {"pfc_time_paused_usec", Format::kMicroseconds, [](const Row& r) -> Cell { return r.paused.total; },
           "time since the start in which received pauses held the class on this port, up to the row"},
          {"interval_total_time_xoff_usec", Format::kMicroseconds,
           [](const Row& r) -> Cell { return r.paused.interval_total; }, "that time within the interval"},
          {"interval_max_time_xoff_usec", Format::kMicroseconds,
           [](const Row& r) -> Cell { return r.paused.interval_longest; },
           "its longest uninterrupted stretch inside the interval"},
          {"interval_total_time_xoff_egr_occ_usec", Format::kMicroseconds,
           [](const Row& r) -> Cell { return r.blocked.interval_total; },
           "held time of the interval in which the class's egress queue was not empty"},
          {"interval_max_time_xoff_egr_occ_usec", Format::kMicroseconds,
           [](const Row& r) -> Cell { return r.blocked.interval_longest; }, "its longest stretch inside the interval"},
          {"total_xoff_time_egr_occ_usec", Format::kMicroseconds, [](const Row& r) -> Cell { return r.blocked.total; },
           "the same since the start"},
          {"percent_xon", Format::kReal,
           [](const Row& r) -> Cell {
             const auto whole = static_cast<double>(r.time.now.count());
             return r.time.now > Ps{0} ? percent(whole - static_cast<double>(r.paused.total.count()), whole) : 100.0;
           },
           "part of the time since the start in which the class was not held, in percent"},
          {"xoff_egr_occ_ratio", Format::kReal,
           [](const Row& r) -> Cell {
             return percent(static_cast<double>(r.blocked.total.count()), static_cast<double>(r.paused.total.count())) /
                    100.0;
           },
           "total_xoff_time_egr_occ_usec / pfc_time_paused_usec; 0 if never held"},
          {"pkts_ecn_marked", Format::kInteger, [](const Row& r) -> Cell { return r.pfc.ecn_marked; },
           "packets of the class that this port marked CE since the start; NIC: 0"},
          {"x_pfc_refresh_tx", Format::kInteger, [](const Row& r) -> Cell { return r.pfc.refresh_tx; },
           "the refreshes within pfcxoff_tx"},
          {"x_pause_expired", Format::kInteger, [](const Row& r) -> Cell { return r.pfc.expired; },
           "received pauses that ran out since the start"},
          exact_time_column<Row>(),
      }};
  return record;
}

EcnPfcStats::EcnPfcStats(OutputFolder& folder, std::string run, std::vector<PortProbe*> ports)
    : run_(std::move(run)), table_(folder, run_, ecn_pfc_stats_record()), ports_(std::move(ports)) {}

void EcnPfcStats::sample(Ps now, Ps since) {
  for (PortProbe* port : ports_) {
    for (unsigned c = 0; c < kTrafficClasses; ++c) {
      if (!port->reports_class(c)) continue;
      PauseClock& clock = port->pause_clock(c);
      const EcnPfcRow row{{run_, now, since}, port->identity(),  c,
                          port->pfc(c),       clock.paused(now), clock.paused_with_packets_waiting(now)};
      if (!row.blank()) table_.add(row);
      clock.begin_interval(now);
    }
  }
}

}  // namespace headroom
