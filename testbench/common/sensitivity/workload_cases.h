// How each attribute of the application and each field of a flow and of the topology shows.
#pragma once

#include "testbench/common/sensitivity/uet_scenes.h"

namespace headroom::test {

inline Scene classes_counted() {
  return one_mebibyte() + std::vector<std::string>{"simulation.EnableNetworkBufferStatsReporting=true",
                                                   "components.SlowNic.EnableBufferStats=true"};
}

/// Two messages of one packet.
inline Scene two_messages() {
  return {back_to_back(flow(0, 1, "4096B", R"("messages": 2)")), {"simulation.RecordMessages=true"}};
}

inline SensitivityCases application_cases() {
  // 256 packets of data in class 0 and 16 ACKs in class 1, or the other class.
  const Probe data{"net-buff-stats", "num_enq", "buffer_id=RX_TC0_BUFFER"};
  const Probe control{"net-buff-stats", "num_enq", "buffer_id=TX_TC1_BUFFER"};
  return {
      {&kRdmaModel, "workload", "RdmaDataPacketTC", "", "1", classes_counted(), exactly(data, "256", "0")},
      {&kRdmaModel, "workload", "RdmaControlPacketTC", "", "0", classes_counted(), exactly(control, "16", "0")},
      {&kFlowModel, "workload.flows.0", "data_tc", "", "1", classes_counted(), exactly(data, "256", "0")},
      {&kFlowModel, "workload.flows.0", "control_tc", "", "0", classes_counted(), exactly(control, "16", "0")},
  };
}

inline SensitivityCases flow_cases() {
  const auto row = [](const std::string& key, const std::string& to, Scene scene, Effect effect) {
    return SensitivityCase{&kFlowModel, "workload.flows.0", key, "", to, std::move(scene), std::move(effect)};
  };
  const Scene three{rack(3, flow(0, 1, "1MiB")), {}};
  return {
      row("name", "first", one_packet(), exactly({"perf", "application_name"}, "flow0", "first")),
      row("src", "2", three, exactly({"nd-stats", "total_packets_tx", "component_name=server0.nic"}, "256", "0")),
      row("dst", "2", three, exactly({"nd-stats", "total_packets_rx", "component_name=server1.nic"}, "256", "0")),
      row("verb", "SEND", one_packet(),
          exactly({"perf", "metric_path"}, "ScalaRDMA.WRITE.flow0", "ScalaRDMA.SEND.flow0")),
      row("message_size", "4096B", one_mebibyte(), exactly({"flows", "end_ps"}, "21621843", "436443")),
      row("messages", "3", one_packet(), exactly({"flows", "completed"}, "1", "3")),
      row("start", "5us", one_packet(), exactly({"flows", "start_ps"}, "0", "5000000")),
      row("interval", "50us", two_messages(), exactly({"messages", "post_ps", "message=1"}, "0", "50000000")),
      // Posted when the first is acknowledged.
      row("outstanding", "1", two_messages(), exactly({"messages", "post_ps", "message=1"}, "0", "436443")),
      // One message at a time on a pair: generated 80,000 ps after the post, or after the first is acknowledged.
      row("queue_pairs", "2", two_messages(), exactly({"messages", "start_ps", "message=1"}, "516443", "80000")),
      // A PDC for each of two messages, or one for both.
      row("pdc", "per_flow",
          uet_messages(flow(0, 1, "4096B", R"("messages": 2)"), {"components.Nic.EnableEventLogging=true"}),
          exactly({"uet-events", "ev_type", "component_name=server0.nic;ev_type=PDC_CREATED", Pick::kRows}, "2", "1")),
  };
}

/// Four servers in a rack and one pattern.
inline Scene patterned(const std::string& pattern) {
  return {R"({ "components": { "Nic": { "model": "ScalaRoceNic" }, "Tor": { "model": "ScalaSwitch" } },
    "topology": { "type": "rack", "servers": 4, "switch": "Tor", "nic": "Nic" },
    "workload": { "application": "ScalaRDMA", "patterns": [ { "message_size": "4096B", )" +
              pattern + "} ] } }",
          {}};
}

inline SensitivityCases pattern_cases() {
  const auto row = [](const std::string& key, const std::string& to, Scene scene, Effect effect) {
    return SensitivityCase{&kPatternModel, "workload.patterns.0", key, "", to, std::move(scene), std::move(effect)};
  };
  const Probe from{"flows", "src", "", Pick::kText}, to{"flows", "dst", "", Pick::kText};
  const Scene incast = patterned(R"("pattern": "incast", "dst": 0)"),
              shift = patterned(R"("pattern": "permutation", "kind": "shift", "by": 1)"),
              plain = patterned(R"("pattern": "permutation", "kind": "shift")");
  return {
      row("pattern", "incast", plain, refused("workload.patterns.0.dst: is missing")),
      row("dst", "1", incast, exactly(from, "1 2 3", "0 2 3")),
      // One of three: the first draw of the senders' stream is 1.
      row("choose", "random", patterned(R"("pattern": "incast", "dst": 0, "senders": 1)"), exactly(from, "1", "2")),
      row("kind", "pairs", plain, exactly(to, "1 2 3 0", "1 0 3 2")),
      row("by", "2", shift, exactly(to, "1 2 3 0", "2 3 0 1")),
      // Case 13 of the workloads page.
      row("start_spread", "10us", plain,
          exactly({"flows", "start_ps", "", Pick::kText}, "0 0 0 0", "7273345 5209086 4926261 2111638")),
  };
}

inline SensitivityCases topology_cases() {
  const auto row = [](const std::string& key, const std::string& to, Scene scene, Effect effect) {
    return SensitivityCase{&kTopologyModel, "topology", key, "", to, std::move(scene), std::move(effect)};
  };
  const Scene two_switches{R"({ "components": { "Nic": { "model": "ScalaRoceNic" }, "Tor": { "model": "ScalaSwitch" },
      "Slow": { "model": "ScalaSwitch", "typedParameters": { "NetworkInterface": {
        "DownlinkNetworkInterface": { "DataRate": "200Gbps" } } } } },
    "topology": { "type": "rack", "servers": 2, "switch": "Tor", "nic": "Nic" },
    "workload": { "application": "ScalaRDMA", "flows": [)" +
                               flow(0, 1, "4096B") + "] } }",
                           {}};
  const Probe end{"flows", "end_ps"}, links{"topology-report", "x_time_ps", "", Pick::kRows};
  return {
      row("type", "back_to_back", one_packet_in_a_rack(), exactly(end, "722043", "436443")),
      row("servers", "3", two_switches, exactly({"topology-report", "x_time_ps", "", Pick::kRows}, "2", "3")),
      row("switch", "Slow", two_switches, exactly(end, "722043", "893243")),
      // A cable for each server and eight from each rack to each spine: 4 + 32, then 6 + 48, 6 + 32, 4 + 48.
      row("racks", "3", one_packet_over_a_spine(), exactly(links, "36", "54")),
      row("servers_per_rack", "3", one_packet_over_a_spine(), exactly(links, "36", "38")),
      row("spines", "3", one_packet_over_a_spine(), exactly(links, "36", "52")),
  };
}

}  // namespace headroom::test
