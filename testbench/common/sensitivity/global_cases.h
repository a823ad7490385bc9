// How each global parameter shows.
#pragma once

#include "testbench/common/sensitivity/scenes.h"

namespace headroom::test {

inline SensitivityCases time_cases() {
  const Model* const global = &kGlobalModel;
  const auto row = [&](const std::string& key, const std::string& to, Scene scene, Effect effect) {
    return SensitivityCase{global,           "simulation",     "SimulationParameters/" + key, "", to,
                           std::move(scene), std::move(effect)};
  };
  const Probe last_row{"nd-stats", "x_time_ps"}, start{"flows", "start_ps"};
  const Scene pools = one_mebibyte() + std::vector<std::string>{"simulation.EnableNetworkBufferStatsReporting=true",
                                                                "components.Nic.EnableBufferStats=true"};
  return {
      row("Name", "other", one_packet(), exactly({"perf", "job_id"}, "case", "other")),
      row("Duration", "10us", one_mebibyte(), exactly(last_row, "21621843", "10000000")),
      row("Seed", "2", incast_marked({"simulation.NDStatsReportInterval=0.000002"}),
          differs({"ecn-pfc-stats", "pkts_ecn_marked", "component_name=rack0", Pick::kText})),
      row("StartTime", "0.00001", one_packet(), exactly(start, "0", "10000000")),
      row("ClientStartOffset", "0.00002", one_packet(), exactly(start, "0", "20000000")),
      row("WarmUp", "0.00001", one_mebibyte(), exactly(last_row, "21621843", "10000000")),
      row("RunTime", "0.00001", one_mebibyte(), exactly(last_row, "21621843", "10000000")),
      row("CoolDown", "0.00001", one_mebibyte(), exactly(last_row, "21621843", "10000000")),
      // Two ports, or four pools of one NIC: at the end, or at 10 us, at 20 us and at the end.
      row("NDStatsReportInterval", "0.00001", one_mebibyte(),
          exactly({"nd-stats", "x_time_ps", "", Pick::kRows}, "2", "6")),
      row("NetworkBufferStatsReportingInterval", "0.00001", pools,
          exactly({"net-buff-stats", "x_time_ps", "", Pick::kRows}, "4", "12")),
      row("BeaconReportInterval", "0.00001", every_record(), same()),
  };
}

inline SensitivityCases switched_record_cases() {
  const auto row = [](const std::string& key, const std::string& to, Effect effect) {
    return SensitivityCase{&kGlobalModel,
                           "simulation",
                           "SimulationParameters/" + key,
                           "",
                           to,
                           one_packet_in_a_rack() + std::vector<std::string>{"components.Nic.EnableBufferStats=true"},
                           std::move(effect)};
  };
  return {
      row("EnableNetDeviceStatLogging", "false", vanishes("nd-stats")),
      row("EnablePFCECNStatsLogging", "false", vanishes("ecn-pfc-stats")),
      row("EnableRoceTransportStats", "false", vanishes("roce-transport-stats")),
      row("EnableNetworkBufferStatsReporting", "true", appears("net-buff-stats")),
      row("EnablePCIeStatsLogging", "true", appears("pcie-stats")),
      row("EnablePerfLogging", "false", vanishes("perf")),
      row("EnableReports", "false", vanishes("topology-report")),
      row("EnableTierHopLogging", "false", vanishes("tier-hop")),
      row("EnablePfcEventLogging", "true", appears("pfc-events")),
      row("RecordMessages", "true", appears("messages")),
      row("EnableCpuMemStats", "true", appears("cpu-mem-stats")),
  };
}

inline SensitivityCases other_global_cases() {
  const auto row = [](const std::string& key, const std::string& to) {
    return SensitivityCase{&kGlobalModel, "simulation", "SimulationParameters/" + key, "", to, every_record(), same()};
  };
  return {
      row("WriteAnnotatedTraces", "true"),
      row("Scheduling", "strict"),
      row("PcieGranularity", "tlp"),
      row("CarryData", "true"),
      // 4,126 + 58 B must be below it.
      {&kGlobalModel, "simulation", "DefaultNetworkParameters/GenericNetDevice/Mtu", "4184", "4185",
       one_packet() + std::vector<std::string>{"components.Nic.ScalaRoceQpManager.MSS=4126B"},
       accepted("is 4,126 B, with headers not below the Mtu of 4,184 B")},
  };
}

}  // namespace headroom::test
