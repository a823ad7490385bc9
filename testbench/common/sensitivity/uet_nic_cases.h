// How port, buffers and PCIe of ScalaUETNIC show: the rows that it shares with ScalaRoceNic, in frames of other sizes.
#pragma once

#include "testbench/common/sensitivity/uet_scenes.h"

namespace headroom::test {

/// One packet is acknowledged at 437,813 ps, or 723,413 ps behind a switch (worked timeline of the transport's page).
inline SensitivityCases uet_port_and_pool_cases() {
  const Model* const nic = &kUetNicModel;
  const Probe end{"flows", "end_ps"}, second_end{"flows", "end_ps", "flow=flow1"};
  const std::string here = "component_name=server1.nic;event=";
  const Probe first_pause{"pfc-events", "time_ps", here + "xoff_tx", Pick::kFirst};
  const Probe pauses{"pfc-events", "time_ps", here + "xoff_tx", Pick::kRows};
  const Probe first_resume{"pfc-events", "time_ps", here + "xon_tx", Pick::kFirst};
  const Probe blocked{"uet-transport-stats", "x_blk_egress", "component_name=server0.nic"};
  const std::string sender = "components.Nic", receiver = "components.SlowNic";
  return {
      {nic, sender, "NumDownLinks", "", "2", uet(one_packet()), refused("read-only")},
      {nic, sender, "EnableBufferStats", "", "true",
       uet(one_packet()) + std::vector<std::string>{"simulation.EnableNetworkBufferStatsReporting=true"},
       appears("net-buff-stats")},
      // Both frames take twice as long: 437,813 + 84,040 + 1,560.
      {nic, sender, "NetworkInterface/UplinkNetworkInterface/DataRate", "", "200Gbps", uet(one_packet()),
       exactly(end, "437813", "523413")},
      // One of the two cables, each way.
      {nic, sender, "NetworkInterface/TransmissionMedium/Delay", "", "200ns", uet(one_packet_in_a_rack()),
       exactly(end, "723413", "923413")},
      {nic, sender, "NetworkInterface/TransmissionMedium/LossProbability", "", "0.05",
       uet(one_mebibyte_in_a_rack()) + std::vector<std::string>{"simulation.Duration=5ms"},
       more({"flows", "retransmitted_packets"}, "0")},
      // All that a window lets go fits below 0.8 of it.
      {nic, receiver, kIn + "TotalBufferSize", "", "200KB", uet_slow_host(), less(pauses, "", "0")},
      {nic, receiver, kIn + "QueueSchedulingType", "", "WeightedRoundRobin", uet_every_record(), same()},
      {nic, receiver, kIn + "PoolAllocationVector", "", "[0.7, 0.3, 0, 0, 0, 0, 0, 0]", uet_slow_host(),
       less(first_pause)},
      {nic, receiver, kIn + "PFCEnableVector", "", "[0, 0, 0, 0, 0, 0, 0, 0]", uet_slow_host(), less(pauses, "", "0")},
      {nic, receiver, kIn + "WRRQueueWeights", "", "[7, 1, 0, 0, 0, 0, 0, 0]", uet_every_record(), same()},
      {nic, receiver, kIn + "PfcStaticXoffThreshold", "", "[0.6, 0.8, 0, 0, 0, 0, 0, 0]", uet_slow_host(),
       less(first_pause)},
      {nic, receiver, kIn + "PfcXonResumeThreshold", "", "[0.2, 0.4, 0, 0, 0, 0, 0, 0]", uet_slow_host(),
       more(first_resume)},
      // A refresh after (1,000 x 1,280 + 100,000) / 2 = 690,000 ps finds the pool below Xoff and resumes, above Xon.
      {nic, receiver, kIn + "QuantaValue", "", "[1000, 65535, 0, 0, 0, 0, 0, 0]", uet_slow_host(), less(first_resume)},
      // 54 packets of 4,202 B fit 230,400 B; the first window of 107 fits 1,800,000 B.
      {nic, sender, kOut + "TotalBufferSize", "", "2MB", uet(one_mebibyte()), less(blocked, "", "0")},
      {nic, sender, kOut + "QueueSchedulingType", "StrictPriority", "RoundRobin", uet(two_classes()), more(second_end)},
      // 49 packets, 204,900 B: they fit 230,400 B and not 128,000 B.
      {nic, sender, kOut + "PoolAllocationVector", "", "[0.5, 0.1, 0, 0, 0, 0, 0, 0]",
       uet({back_to_back(flow(0, 1, "200KB")), {}}), more(blocked, "0")},
      {nic, sender, kOut + "WRRQueueWeights", "[1, 3, 0, 0, 0, 0, 0, 0]", "[3, 1, 0, 0, 0, 0, 0, 0]",
       uet(two_classes()) + std::vector<std::string>{"components.Nic.NetworkInterface.EgressBufferManager."
                                                     "QueueSchedulingType=WeightedRoundRobin"},
       more(second_end)},
  };
}

inline SensitivityCases uet_pcie_cases() {
  const Model* const nic = &kUetNicModel;
  const Probe end{"flows", "end_ps"};
  const Probe first_pause{"pfc-events", "time_ps", "component_name=server1.nic;event=xoff_tx", Pick::kFirst};
  const std::string sender = "components.Nic", receiver = "components.SlowNic";
  const std::string answers = "component_name=server0.nic;x_end=host";
  const std::string tl = "TransactionLayer/", phy = "PhysicalLayer/";
  const Scene small_packets = uet_slow_host() + std::vector<std::string>{
                                                    "components.Nic.TransportProcessingLayers.SemanticLayer."
                                                    "RdmaDataMSS=256"};
  return {
      {nic, receiver, kNicEnd + tl + "RXHeaderBufferSize", "", "40B", uet_every_record(), same()},
      // 256 B a transfer: 100 slots hold 25.6 kB where 800 hold 204.8 kB.
      {nic, receiver, kNicEnd + tl + "TXHeaderBufferSize", "", "2KB", small_packets, less(first_pause)},
      {nic, receiver, kNicEnd + tl + "RXDataBufferSize", "", "512B", uet_every_record(), same()},
      {nic, receiver, kNicEnd + tl + "TXDataBufferSize", "", "64KB", uet_slow_host(), less(first_pause)},
      // A request of 98 B takes floor(784 / 0.12608) = 6,218 ps instead of 1,554.
      {nic, sender, kNicEnd + phy + "LaneBps", "", "7.88Gbps", uet(one_packet()), exactly(end, "437813", "442477")},
      {nic, sender, kNicEnd + phy + "LaneCount", "", "4", uet(one_packet()), exactly(end, "437813", "442477")},
      // 10 slots of 20 B, the last kept for writes: 9 requests wait.
      {nic, sender, kHostEnd + tl + "RXHeaderBufferSize", "", "200B", uet(many_reads()),
       less({"pcie-stats", "x_rx_header_max_B", answers, Pick::kLargest}, "", "180")},
      {nic, sender, kHostEnd + tl + "TXHeaderBufferSize", "", "400B", uet(many_reads()),
       less({"pcie-stats", "x_tx_header_max_B", answers, Pick::kLargest}, "", "400")},
      {nic, receiver, kHostEnd + tl + "RXDataBufferSize", "", "512B", uet_every_record(), same()},
      {nic, sender, kHostEnd + tl + "TXDataBufferSize", "", "4096B", uet(many_reads()),
       less({"pcie-stats", "x_tx_data_max_B", answers, Pick::kLargest}, "", "4096")},
      // The answer of 4,368 B takes floor(34,944 / 0.12608) = 277,157 ps instead of 69,289.
      {nic, sender, kHostEnd + phy + "LaneBps", "", "7.88Gbps", uet(one_packet()), exactly(end, "437813", "645681")},
      {nic, sender, kHostEnd + phy + "LaneCount", "", "4", uet(one_packet()), exactly(end, "437813", "645681")},
  };
}

}  // namespace headroom::test
