// How each attribute of ScalaSwitch shows in a rack, or above it.
#pragma once

#include "testbench/common/sensitivity/scenes.h"

namespace headroom::test {

inline SensitivityCases switch_cases() {
  const Model* const tor = &kSwitchModel;
  const std::string here = "components.Tor";
  const auto row = [&](const std::string& path, const std::string& to, Effect effect) {
    return SensitivityCase{tor, here, path, "", to, every_record(), std::move(effect)};
  };
  const std::string paths = "scala-switch-load-balancing-stats", rack0 = "component_name=rack0";
  const Probe chosen{paths, "bytes", rack0, Pick::kText}, end{"flows", "end_ps"};
  return {
      row("NumUpLinks", "0", same()),
      row("NumDownLinks", "1", same()),
      // Four cables of servers, and two racks with eight links, or one, to each of two spines.
      {tor, here, "NumUpLinksPerSwitch", "8", "1", one_packet_over_a_spine(),
       exactly({"topology-report", "x_time_ps", "", Pick::kRows}, "36", "8")},
      row("SwitchingCapacity", "1Gbps", same()),
      {tor, here, "EcmpHashMethod", "", "dpr", one_mebibyte_over_spines(), differs(chosen)},
      {tor, here, "LoadBalancingMethod", "none", "flowlet", one_mebibyte_over_spines(),
       more({paths, "flow_table_slots", rack0, Pick::kSum}, "0")},
      row("EnableLoadBalancingStats", "false", vanishes("scala-switch-load-balancing-stats")),
      {tor, here, "LoadBalancingStatsReportInterval", "", "10us", one_mebibyte_over_spines(),
       more({paths, "x_time_ps", rack0, Pick::kRows})},
      // Two of four links four times as slow: 2 x 3 x (83,080 + 2,520) more.
      {tor, here, "NetworkInterface/UplinkNetworkInterface/DataRate", "", "100Gbps", one_packet_over_a_spine(),
       exactly(end, "2893243", "3406843")},
      // Both cables at half the rate: 722,043 + 2 x (83,080 + 2,520).
      {tor, here, "NetworkInterface/DownlinkNetworkInterface/DataRate", "", "200Gbps", one_packet_in_a_rack(),
       exactly({"flows", "end_ps"}, "722043", "893243")},
      // 4 x 4.5 us more.
      {tor, here, "NetworkInterface/TransmissionMedium/Delay", "", "5us", one_packet_over_a_spine(),
       exactly(end, "2893243", "20893243")},
      {tor, here, "NetworkInterface/TransmissionMedium/LossProbability", "", "0.05",
       one_mebibyte_over_spines({"simulation.Duration=5ms"}), more({"flows", "retransmitted_packets"}, "0")},
      row("PacketTrimmer/TrimmingEnabled", "true", refused("is true without UETPolicyEnabled")),
      {tor, here, "PacketTrimmer/TrimmingStatsEnabled", "", "true", trimmed_incast(), appears("x-switch-trim-stats")},
      // A flow without gaps moves only where none is needed: a port that has just been given a packet is the fuller
      // one.
      {tor, here, "LoadBalancingFlowlet/Gap", "100us", "0s", one_mebibyte_over_spines({kFlowlets.front()}),
       more({paths, "movements_in", rack0, Pick::kSum}, "0")},
      {tor, here, "LoadBalancingFlowlet/PFCAware", "true", "false", incast_over_spines(),
       less({paths, "paused_skips", rack0, Pick::kSum}, "", "0")},
  };
}

inline SensitivityCases switch_buffer_cases() {
  const Model* const tor = &kSwitchModel;
  const std::string here = "components.Tor";
  const std::string rack = "component_name=rack0", fixed = "components.Tor.SharedBufferManager.LossyAlpha=0",
                    capped = "components.Tor.SharedBufferManager.QueueDropThresholdEnable=true";
  const Probe drops{"nd-stats", "tx_drops", rack, Pick::kSum};
  const Probe first_pause{"pfc-events", "time_ps", rack + ";event=xoff_tx", Pick::kFirst};
  const Probe first_resume{"pfc-events", "time_ps", rack + ";event=xon_tx", Pick::kFirst};
  const auto row = [&](const std::string& key, const std::string& from, const std::string& to, Scene scene,
                       Effect effect) {
    return SensitivityCase{tor, here, kBuffer + key, from, to, std::move(scene), std::move(effect)};
  };
  return {
      // A lossy queue of 1.5 MB fits while a limit lies above it, and is cut by each of the limits below it.
      row("TotalSharedBufferSize", "8MB", "2MB", incast_lossy(), more(drops, "0")),
      row("UETPolicyEnabled", "", "true", every_record(), refused("a ScalaRoceNic")),
      row("PoolAllocationMap", "", "[0.2, 0.8, 0, 0, 0, 0, 0, 0]", incast_lossy(), more(drops, "0")),
      // Each of 256 data packets is a sample of queue, port and pool; afterwards all are in pool 1.
      row("TrafficClassPoolMapping", "", "[1, 1, 0, 0, 0, 0, 0, 0]", one_mebibyte_in_a_rack(),
          exactly({"scala-switch-agg-buff-stats", "ivl_count", "pool_num=0", Pick::kSum}, "768", "0")),
      row("EnablePFC", "", "[0, 1, 0, 0, 0, 0, 0, 0]", incast_paused(),
          less({"ecn-pfc-stats", "pfcxoff_tx", rack, Pick::kSum}, "", "0")),
      // One packet of 4,136 B fits above Xoff; at least three arrive after a pause.
      row("HeadRoomPerPortLimit", "256KB", "5000B", incast_paused(),
          more({"nd-stats", "rx_drops", rack, Pick::kSum}, "0")),
      row("StaticPoolXoffThreshold", "100KB", "60KB", incast_paused(), less(first_pause)),
      row("StaticPoolXonThreshold", "50KB", "20KB", incast_paused(), more(first_resume)),
      row("LossyAlpha", "1.0", "0.1", incast_lossy(), more(drops, "0")),
      // From a third of the pool, 2,169,600 B, to 5 x 30,000 B.
      row("QueueDropThresholdEnable", "false", "true",
          incast_lossy({fixed, "components.Tor.SharedBufferManager.PlaneBDP=30KB"}), more(drops, "0")),
      row("QueueDropThreshold", "10", "1", incast_lossy({fixed, capped}), more(drops, "0")),
      row("PlaneBDP", "600KB", "30KB", incast_lossy({fixed, capped}), more(drops, "0")),
      row("BufferStatsReportInterval", "", "10us", one_mebibyte_in_a_rack(),
          more({"scala-switch-agg-buff-stats", "x_time_ps", "", Pick::kRows})),
      row("ReportPerPortBufferStats", "", "true", one_mebibyte_in_a_rack(), appears("scala-switch-buff-stats")),
  };
}

inline SensitivityCases switch_ecn_cases() {
  const Model* const tor = &kSwitchModel;
  const std::string here = "components.Tor", ecn = "EcnHandler/";
  const Probe marks{"ecn-pfc-stats", "pkts_ecn_marked", "component_name=rack0;priority=0", Pick::kSum};
  return {
      {tor, here, ecn + "EnableEcn", "", "false", all_marked(), exactly(marks, "977", "0")},
      // The average runs some 100 packets behind a growing queue instead of 10. A step, so nothing is drawn.
      {tor, here, ecn + "EwmaWeight", "0.1", "0.01", incast_marked({"components.Tor.EcnHandler.MinThreshold=0.1"}),
       less(marks)},
      {tor, here, ecn + "MinThreshold", "0.05", "0.02", incast_marked(), more(marks)},
      {tor, here, ecn + "MaxThreshold", "0.1", "0.15", incast_marked(), less(marks)},
      {tor, here, ecn + "MaxMarkProbability", "", "0.1", incast_marked(), less(marks)},
  };
}

}  // namespace headroom::test
