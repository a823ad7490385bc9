// Records written once at the start: who talks to whom, and what is connected to what.
#pragma once

#include <string_view>
#include <vector>

#include "sc_models/core/records/column.h"
#include "sc_models/core/records/probes.h"

namespace headroom {

struct ApplicationRow {
  RowTime time;
  const FlowIdentity& flow;
  bool client;

  [[nodiscard]] const NodeIdentity& own() const { return client ? flow.source_host : flow.destination_host; }
  [[nodiscard]] const NodeIdentity& peer() const { return client ? flow.destination_host : flow.source_host; }
};

struct TopologyRow {
  RowTime time;
  const LinkIdentity& link;
};

[[nodiscard]] const Record<ApplicationRow>& application_report_record();
[[nodiscard]] const Record<TopologyRow>& topology_report_record();

void write_application_report(OutputFolder& folder, std::string_view run, const std::vector<FlowIdentity>& flows);
/// Turns and sorts the links as the record wants them.
void write_topology_report(OutputFolder& folder, std::string_view run, std::vector<LinkIdentity> links);

}  // namespace headroom
