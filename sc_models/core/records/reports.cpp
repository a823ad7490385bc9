#include "sc_models/core/records/reports.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace headroom {

const Record<ApplicationRow>& application_report_record() {
  using Row = ApplicationRow;
  static const Record<Row> record{
      "application-report",
      "`EnableReports`",
      "at the start, two for each flow: `CLIENT` on the source's host, `SERVER` on the destination's",
      {
          job_column<Row>(),
          utc_column<Row>(),
          {"component_name", Format::kText, [](const Row& r) -> Cell { return r.own().name; }, "`server<i>`"},
          {"node_id", Format::kInteger, [](const Row& r) -> Cell { return r.own().id; }, "number of the host"},
          {"socket_type", Format::kText, [](const Row& r) -> Cell { return r.client ? "CLIENT" : "SERVER"; },
           "`CLIENT` or `SERVER`"},
          {"app_typeid", Format::kText, [](const Row&) -> Cell { return "headroom::ScalaRDMA"; },
           "kind of the application"},
          {"app_name", Format::kText, [](const Row& r) -> Cell { return r.flow.params.name; }, "name of the flow"},
          {"dscp", Format::kInteger,
           [](const Row& r) -> Cell { return dscp_of(r.flow.params.data_class, r.flow.role); },
           "DSCP of its data packets when first sent: traffic class x 8, + 1 where a UET NIC marks them trimmable"},
          {"ect", Format::kInteger, [](const Row& r) -> Cell { return static_cast<unsigned>(r.flow.ecn); },
           "ECN code point of its data packets: 2 ECT(0), 1 ECT(1), 0 Not-ECT"},
          {"peer_node_id", Format::kInteger, [](const Row& r) -> Cell { return r.peer().id; },
           "number of the other host"},
          exact_time_column<Row>(),
      }};
  return record;
}

const Record<TopologyRow>& topology_report_record() {
  using Row = TopologyRow;
  static const Record<Row> record{
      "topology-report",
      "`EnableReports`",
      "at the start, one for each Ethernet link, from its end with the lower tier, then the lower node",
      {
          {"component_name", Format::kText, [](const Row& r) -> Cell { return r.link.a.node.name; },
           "node at this end"},
          {"component_type", Format::kText, [](const Row& r) -> Cell { return r.link.a.node.type(); },
           "`Nic` or `Switch`"},
          {"tier", Format::kInteger, [](const Row& r) -> Cell { return r.link.a.node.tier; },
           "0 spine, 1 fabric, 2 rack, 3 NIC"},
          {"subtier", Format::kInteger, [](const Row& r) -> Cell { return r.link.a.node.subtier; },
           "plane of the switch, else 4294967295"},
          {"node_id", Format::kInteger, [](const Row& r) -> Cell { return r.link.a.node.id; }, "number of the node"},
          {"net_device", Format::kText, [](const Row& r) -> Cell { return r.link.a.node.device(); },
           "kind of the port"},
          {"dev_id", Format::kInteger, [](const Row& r) -> Cell { return r.link.a.ifid; },
           "number of the port, `ifid` of the other records"},
          {"peer_component_name", Format::kText, [](const Row& r) -> Cell { return r.link.b.node.name; },
           "node at the other end"},
          {"peer_component_type", Format::kText, [](const Row& r) -> Cell { return r.link.b.node.type(); }, "likewise"},
          {"peer_tier", Format::kInteger, [](const Row& r) -> Cell { return r.link.b.node.tier; }, "likewise"},
          {"peer_subtier", Format::kInteger, [](const Row& r) -> Cell { return r.link.b.node.subtier; }, "likewise"},
          {"peer_node_id", Format::kInteger, [](const Row& r) -> Cell { return r.link.b.node.id; }, "likewise"},
          {"peer_net_device", Format::kText, [](const Row& r) -> Cell { return r.link.b.node.device(); }, "likewise"},
          {"peer_dev_id", Format::kInteger, [](const Row& r) -> Cell { return r.link.b.ifid; }, "likewise"},
          {"linkspeed_Gbps", Format::kReal,
           [](const Row& r) -> Cell { return static_cast<double>(r.link.a.link_rate.count()) / 1e9; },
           "rate of the link, the lower one of its two ends"},
          {"prop_delay_ns", Format::kNanoseconds, [](const Row& r) -> Cell { return r.link.delay; },
           "propagation delay"},
          exact_time_column<Row>(),
      }};
  return record;
}

void write_application_report(OutputFolder& folder, std::string_view run, const std::vector<FlowIdentity>& flows) {
  RecordTable<ApplicationRow> table(folder, run, application_report_record());
  for (const FlowIdentity& flow : flows)
    for (const bool client : {true, false}) table.add({{run, Ps{0}, Ps{0}}, flow, client});
  table.file().close();
}

void write_topology_report(OutputFolder& folder, std::string_view run, std::vector<LinkIdentity> links) {
  for (LinkIdentity& link : links) {
    const auto place = [](const PortIdentity& end) { return std::tuple(end.node.tier, end.node.id); };
    if (place(link.b) < place(link.a)) std::swap(link.a, link.b);
  }
  const auto place = [](const LinkIdentity& link) { return std::tuple(link.a.node.id, link.a.ifid); };
  std::sort(links.begin(), links.end(), [&](const auto& x, const auto& y) { return place(x) < place(y); });
  RecordTable<TopologyRow> table(folder, run, topology_report_record());
  for (const LinkIdentity& link : links) table.add({{run, Ps{0}, Ps{0}}, link});
  table.file().close();
}

}  // namespace headroom
