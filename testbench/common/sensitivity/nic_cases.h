// How each attribute of ScalaRoceNic shows.
#pragma once

#include "testbench/common/sensitivity/scenes.h"

namespace headroom::test {

inline SensitivityCases nic_port_and_pool_cases() {
  const Model* const nic = &kRoceNicModel;
  const Probe end{"flows", "end_ps"}, second_end{"flows", "end_ps", "flow=flow1"};
  const std::string here = "component_name=server1.nic;event=";
  const Probe first_pause{"pfc-events", "time_ps", here + "xoff_tx", Pick::kFirst};
  const Probe first_resume{"pfc-events", "time_ps", here + "xon_tx", Pick::kFirst};
  const Probe stalled{"roce-transport-stats", "x_gen_stall_us", "component_name=server0.nic"};
  const std::string sender = "components.Nic", receiver = "components.SlowNic";
  return {
      {nic, sender, "NumDownLinks", "", "2", one_packet(), refused("read-only")},
      {nic, sender, "EnableBufferStats", "", "true",
       one_packet() + std::vector<std::string>{"simulation.EnableNetworkBufferStatsReporting=true"},
       appears("net-buff-stats")},
      // A frame takes twice as long: 436,443 + 83,080 + 2,520.
      {nic, sender, "NetworkInterface/UplinkNetworkInterface/DataRate", "", "200Gbps", one_packet(),
       exactly(end, "436443", "522043")},
      // One of the two cables, each way.
      {nic, sender, "NetworkInterface/TransmissionMedium/Delay", "", "200ns", one_packet_in_a_rack(),
       exactly(end, "722043", "922043")},
      {nic, sender, "NetworkInterface/TransmissionMedium/LossProbability", "", "0.05",
       one_mebibyte_in_a_rack() + std::vector<std::string>{"simulation.Duration=5ms"},
       more({"flows", "retransmitted_packets"}, "0")},
      {nic, receiver, kIn + "TotalBufferSize", "1MB", "2MB", slow_host(), more(first_pause)},
      {nic, receiver, kIn + "QueueSchedulingType", "", "WeightedRoundRobin", every_record(), same()},
      {nic, receiver, kIn + "PoolAllocationVector", "", "[0.7, 0.3, 0, 0, 0, 0, 0, 0]", slow_host(), less(first_pause)},
      {nic, receiver, kIn + "PFCEnableVector", "", "[0, 1, 0, 0, 0, 0, 0, 0]", slow_host(),
       more({"nd-stats", "rx_drops", "component_name=server1.nic"}, "0")},
      {nic, receiver, kIn + "WRRQueueWeights", "", "[7, 1, 0, 0, 0, 0, 0, 0]", every_record(), same()},
      {nic, receiver, kIn + "PfcStaticXoffThreshold", "", "[0.6, 0.8, 0, 0, 0, 0, 0, 0]", slow_host(),
       less(first_pause)},
      // 42 us drain 620 kB of 732 kB: below Xon before the refresh, so a release resumes.
      {nic, receiver, kIn + "PfcXonResumeThreshold", "", "[0.2, 0.4, 0, 0, 0, 0, 0, 0]", slow_host(),
       more(first_resume)},
      // A tenth of the time: each refresh finds the pool below Xoff and resumes, above Xon.
      {nic, receiver, kIn + "QuantaValue", "", "[6553, 65535, 0, 0, 0, 0, 0, 0]", slow_host(),
       more({"pfc-events", "time_ps", here + "xoff_tx", Pick::kRows})},
      // The whole message fits: 256 x 4,154 B = 1,063,424 B of 1,800,000 B.
      {nic, sender, kOut + "TotalBufferSize", "", "2MB", one_mebibyte(), less(stalled, "", "0")},
      {nic, sender, kOut + "QueueSchedulingType", "StrictPriority", "RoundRobin", two_classes(), more(second_end)},
      // 49 packets, 202,842 B: they fit 230,400 B and not 128,000 B.
      {nic,
       sender,
       kOut + "PoolAllocationVector",
       "",
       "[0.5, 0.1, 0, 0, 0, 0, 0, 0]",
       {back_to_back(flow(0, 1, "200KB")), {}},
       more(stalled, "0")},
      {nic, sender, kOut + "WRRQueueWeights", "[1, 3, 0, 0, 0, 0, 0, 0]", "[3, 1, 0, 0, 0, 0, 0, 0]",
       two_classes() + std::vector<std::string>{"components.Nic.NetworkInterface.EgressBufferManager."
                                                "QueueSchedulingType=WeightedRoundRobin"},
       more(second_end)},
  };
}

inline SensitivityCases nic_pcie_cases() {
  const Model* const nic = &kRoceNicModel;
  const Probe end{"flows", "end_ps"};
  const Probe first_pause{"pfc-events", "time_ps", "component_name=server1.nic;event=xoff_tx", Pick::kFirst};
  const std::string sender = "components.Nic", receiver = "components.SlowNic";
  const std::string answers = "component_name=server0.nic;x_end=host";
  const std::string tl = "TransactionLayer/", phy = "PhysicalLayer/";
  const auto small_packets =
      slow_host() + std::vector<std::string>{"components.Nic.ScalaRoceQpManager.MSS=256B",
                                             "components.SlowNic.NetworkInterface.IngressBufferManager."
                                             "TotalBufferSize=200KB"};
  return {
      {nic, receiver, kNicEnd + tl + "RXHeaderBufferSize", "", "40B", every_record(), same()},
      // 256 B a transfer: 100 slots hold 25.6 kB where 800 hold 204.8 kB, before the 256 KB of payload bind.
      {nic, receiver, kNicEnd + tl + "TXHeaderBufferSize", "", "2KB", small_packets, less(first_pause)},
      {nic, receiver, kNicEnd + tl + "RXDataBufferSize", "", "512B", every_record(), same()},
      {nic, receiver, kNicEnd + tl + "TXDataBufferSize", "", "64KB", slow_host(), less(first_pause)},
      // A request of 98 B takes floor(784 / 0.12608) = 6,218 ps instead of 1,554.
      {nic, sender, kNicEnd + phy + "LaneBps", "", "7.88Gbps", one_packet(), exactly(end, "436443", "441107")},
      {nic, sender, kNicEnd + phy + "LaneCount", "", "4", one_packet(), exactly(end, "436443", "441107")},
      // 512 + 34 B take floor(4,368 / 0.50432) = 8,661 ps.
      {nic, sender, "HostInterface/NICSide/NICPCIeHandler/ReadRequestSize", "", "512B", one_packet(),
       exactly(end, "436443", "443550")},
      // 10 slots of 20 B, the last kept for writes: 9 requests wait.
      {nic, sender, kHostEnd + tl + "RXHeaderBufferSize", "", "200B", many_reads(),
       less({"pcie-stats", "x_rx_header_max_B", answers, Pick::kLargest}, "", "180")},
      {nic, sender, kHostEnd + tl + "TXHeaderBufferSize", "", "400B", many_reads(),
       less({"pcie-stats", "x_tx_header_max_B", answers, Pick::kLargest}, "", "400")},
      {nic, receiver, kHostEnd + tl + "RXDataBufferSize", "", "512B", every_record(), same()},
      {nic, sender, kHostEnd + tl + "TXDataBufferSize", "", "4096B", many_reads(),
       less({"pcie-stats", "x_tx_data_max_B", answers, Pick::kLargest}, "", "4096")},
      // The answer of 4,368 B takes floor(34,944 / 0.12608) = 277,157 ps instead of 69,289.
      {nic, sender, kHostEnd + phy + "LaneBps", "", "7.88Gbps", one_packet(), exactly(end, "436443", "644311")},
      {nic, sender, kHostEnd + phy + "LaneCount", "", "4", one_packet(), exactly(end, "436443", "644311")},
  };
}

inline SensitivityCases nic_transport_cases() {
  const Model* const nic = &kRoceNicModel;
  const std::string sender = "components.Nic", receiver = "components.SlowNic", ecn = "ECNHandler/";
  const Probe acks{"roce-transport-stats", "num_acks_sent", "component_name=server1.nic"};
  const Probe marks{"ecn-pfc-stats", "pkts_ecn_marked", "component_name=rack0;priority=0", Pick::kSum};
  const Probe fct{"flows", "fct_usec"};
  const std::string every_half = "components.Nic.ECNHandler.NumOfControlLoopsPerIncrease=0";
  const std::string one_recovery = "components.Nic.ECNHandler.FastRecoveryAttempt=1";
  return {
      // The ACK takes 2,085,600 ps after the number is given. One expiry at 1 us; its packet is numbered 150,843 ps
      // later.
      {nic, sender, kRoce + "RetransmitTimeout", "", "1us",
       one_packet() + std::vector<std::string>{"components.Nic.NetworkInterface.TransmissionMedium.Delay=1us",
                                               "components.SlowNic.NetworkInterface.TransmissionMedium.Delay=1us"},
       exactly({"roce-transport-stats", "num_rto", "component_name=server0.nic"}, "0", "1")},
      {nic, receiver, kRoce + "AckCoalescingEnabled", "", "false", one_mebibyte(), exactly(acks, "16", "256")},
      // Packets come each 83.08 ns, so the second of two finds the timer running and is the last before it expires.
      {nic, receiver, kRoce + "AckDelay", "", "100ns", one_mebibyte(), exactly(acks, "16", "128")},
      // Every eighth, the last of which ends the message.
      {nic, receiver, kRoce + "AckThreshold", "", "7", one_mebibyte(), exactly(acks, "16", "32")},
      {nic, receiver, kRoce + "AllowStarvedPools", "", "true",
       one_packet() + std::vector<std::string>{"components.SlowNic.NetworkInterface.EgressBufferManager."
                                               "PoolAllocationVector=[0.9, 0, 0, 0, 0, 0, 0, 0]",
                                               "simulation.Duration=50us"},
       accepted("control class 1 has no transmit pool")},
      {nic, sender, "ScalaRoceQpManager/MSS", "", "1024B", one_mebibyte(),
       exactly({"roce-transport-stats", "num_verb_pkts_sent", "component_name=server0.nic"}, "256", "1024")},

      // ceil(4,000,000 / 4,096) = 977 packets; those that are not ECN-capable are not marked.
      {nic, sender, ecn + "EnableECN", "", "false", all_marked(), exactly(marks, "977", "0")},
      {nic, sender, ecn + "MinimumRatePercentage", "", "0.5", all_marked(), less(fct)},
      // With an increase in every interval one recovery is enough to go down by small steps instead of halves.
      {nic, sender, ecn + "FastRecoveryAttempt", "", "1", all_marked({every_half}), less(fct)},
      {nic, sender, ecn + "InitialTargetRatePercentage", "", "0.5", all_marked({every_half, one_recovery}), more(fct)},
      {nic, sender, ecn + "NumberActiveIncreaseSteps", "", "1", all_marked({every_half, one_recovery}), more(fct)},
      // The floor is reached in as many intervals, that is sooner.
      {nic, sender, ecn + "ControlIntervalDurationNs", "20000", "5000", all_marked(), more(fct)},
      {nic, sender, ecn + "CongestionProbabilityWeight", "", "1.0", all_marked(), more(fct)},
      {nic, sender, ecn + "NumOfControlLoopsPerIncrease", "", "0", all_marked(), less(fct)},
  };
}

}  // namespace headroom::test
