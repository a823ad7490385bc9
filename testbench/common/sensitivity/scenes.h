// The configurations in which attributes matter. Every one is over in less than a simulated millisecond.
#pragma once

#include "testbench/common/scenario.h"
#include "testbench/common/sensitivity/sensitivity_case.h"

namespace headroom::test {

inline const std::string kIn = "NetworkInterface/IngressBufferManager/";
inline const std::string kOut = "NetworkInterface/EgressBufferManager/";
inline const std::string kNicEnd = "HostInterface/NICSide/PCIeGen3.0/NicDeviceLayer/NicPCIeInterface/";
inline const std::string kHostEnd = "HostInterface/HostSide/PCIeGen3.0/ScalaHostPCIeDeviceLayer/HostPCIeInterface/";
inline const std::string kRoce = "TransportProcessingLayers/RoceTransportLayer/";
inline const std::string kBuffer = "SharedBufferManager/";

/// One packet from server 0 to server 1: its acknowledgement arrives at 436,443 ps, of which the request takes 1,554
/// ps, the fetch 69,289 ps, the frame 83,080 ps, the ACK 2,520 ps and the cable 2 x 100,000 ps (docs/walk.md).
inline Scene one_packet() { return {back_to_back(flow(0, 1, "4096B")), {}}; }
/// The same with a switch between: each frame once more on a cable, 722,043 ps.
inline Scene one_packet_in_a_rack() { return {rack(2, flow(0, 1, "4096B")), {}}; }
/// 256 packets, 16 ACKs, over at 21,621,843 ps (T19).
inline Scene one_mebibyte() { return {back_to_back(flow(0, 1, "1MiB")), {}}; }
inline Scene one_mebibyte_in_a_rack() { return {rack(2, flow(0, 1, "1MiB")), {}}; }

/// Server 1 takes 118 Gbps of the 394 that arrive: its pool of 900,000 B fills in some 30 us.
inline Scene slow_host() {
  return Scene{back_to_back(flow(0, 1, "4MB")), lanes("SlowNic", "7.88Gbps", 16)} +
         std::vector<std::string>{"components.SlowNic.NetworkInterface.IngressBufferManager.TotalBufferSize=1MB",
                                  "simulation.EnablePfcEventLogging=true", "simulation.Duration=400us"};
}

/// One packet over four links: 150,843 ps to the wire as in one_packet(), the frame 4 x 83,080 ps, the ACK 4 x 2,520
/// ps, both 1,200,000 ps of propagation: 2,893,243 ps.
inline Scene one_packet_over_a_spine(const std::vector<std::string>& sets = {}) {
  return {leaf_spine(flow(0, 2, "4096B")), sets};
}
inline Scene one_mebibyte_over_spines(const std::vector<std::string>& sets = {}) {
  return {leaf_spine(flow(0, 2, "1MiB")), sets};
}
/// The switches of the racks choose a way for every packet.
inline const std::vector<std::string> kFlowlets{"components.Tor.LoadBalancingMethod=flowlet",
                                                "components.Tor.LoadBalancingFlowlet.Gap=0s"};
/// Three senders to server 2, and every port pauses early: rack 0 finds its uplinks paused, now one, now the other.
inline Scene incast_over_spines() {
  std::vector<std::string> sets = kFlowlets;
  sets.push_back("components.Tor.NumUpLinksPerSwitch=1");
  for (const std::string of : {"components.Tor", "components.Spine"}) {
    sets.push_back(of + ".SharedBufferManager.StaticPoolXoffThreshold=20KB");
    sets.push_back(of + ".SharedBufferManager.StaticPoolXonThreshold=10KB");
  }
  return {leaf_spine(flow(0, 2, "1MB") + "," + flow(1, 2, "1MB") + "," + flow(3, 2, "1MB")), sets};
}
/// Three UET senders to server 2; the switches of the racks cut what does not fit.
inline Scene trimmed_incast(const std::vector<std::string>& sets = {}) {
  const std::string pds = "components.Nic.TransportProcessingLayers.ScalaUETPdsManager.";
  std::vector<std::string> all{pds + "TrimmingEnabled=true"};
  for (const std::string of : {"components.Tor", "components.Spine"}) {
    all.push_back(of + ".SharedBufferManager.UETPolicyEnabled=true");
    all.push_back(of + ".SharedBufferManager.EnablePFC=[0, 0, 0, 0, 0, 0, 0, 0]");
    all.push_back(of + ".PacketTrimmer.TrimmingEnabled=true");
  }
  return Scene{leaf_spine(flow(0, 2, "1MB") + "," + flow(1, 2, "1MB") + "," + flow(3, 2, "1MB"), "ScalaUETNIC"), all} +
         sets;
}

/// 25 packets each of class 0 and class 1 wait in a NIC whose host is faster than its port of 100 Gbps.
inline Scene two_classes() {
  return {back_to_back(flow(0, 1, "100KB", R"("data_tc": 0)") + "," + flow(0, 1, "100KB", R"("data_tc": 1)")),
          {"components.Nic.NetworkInterface.UplinkNetworkInterface.DataRate=100Gbps",
           "components.Nic.NetworkInterface.EgressBufferManager.PoolAllocationVector=[0.5, 0.5, 0, 0, 0, 0, 0, 0]"}};
}

/// Server 0 asks for 216 payloads at once, more than the host's transmit buffer holds.
inline Scene many_reads() {
  return {back_to_back(flow(0, 1, "1MiB")),
          {"components.Nic.NetworkInterface.EgressBufferManager.TotalBufferSize=1MB",
           "simulation.EnablePCIeStatsLogging=true"}};
}

/// The switch marks every one of 977 data packets; the rate loop acts each 2.5 us.
inline Scene all_marked(const std::vector<std::string>& sets = {}) {
  return Scene{rack(2, flow(0, 1, "4MB")),
               {"components.Tor.EcnHandler.MinThreshold=0", "components.Tor.EcnHandler.MaxThreshold=0",
                "components.Nic.ECNHandler.ControlIntervalDurationNs=5000"}} +
         sets;
}

/// Two servers send to a third; the queue below the switch grows at 400 Gbps for 30 us, to 1.5 MB.
inline Scene incast(const std::vector<std::string>& sets) {
  return Scene{rack(3, flow(0, 2, "1.5MB") + "," + flow(1, 2, "1.5MB")), {"simulation.Duration=300us"}} + sets;
}

/// Each of the two ports that receive reaches 100,000 B and pauses its NIC.
inline Scene incast_paused() {
  return incast({"components.Tor.SharedBufferManager.StaticPoolXoffThreshold=100KB",
                 "components.Tor.SharedBufferManager.StaticPoolXonThreshold=50KB",
                 "simulation.EnablePfcEventLogging=true"});
}

/// No class is lossless. Pool 0 has 0.9 x (8 MB - 3 x 256 KB) = 6,508,800 B, so that a queue alone may grow to half of
/// it.
inline Scene incast_lossy(const std::vector<std::string>& sets = {}) {
  return incast({"components.Tor.SharedBufferManager.EnablePFC=[0, 0, 0, 0, 0, 0, 0, 0]",
                 "components.Tor.SharedBufferManager.TotalSharedBufferSize=8MB",
                 "components.Tor.EcnHandler.EnableEcn=false"}) +
         sets;
}

/// Marks between 5 % and 10 % of a pool of 8.3 MB, that is from 0.42 to 0.83 MB; senders that do not slow down for it.
inline Scene incast_marked(const std::vector<std::string>& sets = {}) {
  return incast({"components.Tor.SharedBufferManager.StaticPoolXoffThreshold=5MB",
                 "components.Tor.SharedBufferManager.TotalSharedBufferSize=10MB",
                 "components.Tor.EcnHandler.MinThreshold=0.05", "components.Tor.EcnHandler.MaxThreshold=0.1",
                 "components.Nic.ECNHandler.MinimumRatePercentage=1.0"}) +
         sets;
}

/// A slow host below a switch that receives two classes and sends, with every record that does not depend on the
/// machine.
inline Scene every_record() {
  return Scene{rack(3, flow(0, 2, "1.5MB") + "," + flow(1, 2, "1.5MB", R"("data_tc": 1)") + "," + flow(2, 0, "500KB")),
               lanes("SlowNic", "7.88Gbps", 16)} +
         std::vector<std::string>{"simulation.NDStatsReportInterval=0.00002",
                                  "simulation.EnablePCIeStatsLogging=true",
                                  "simulation.NetworkBufferStatsReportingInterval=0.00003",
                                  "simulation.EnableNetworkBufferStatsReporting=true",
                                  "simulation.EnablePfcEventLogging=true",
                                  "simulation.RecordMessages=true",
                                  "components.SlowNic.EnableBufferStats=true",
                                  "components.SlowNic.NetworkInterface.IngressBufferManager.TotalBufferSize=1MB",
                                  "components.Tor.SharedBufferManager.ReportPerPortBufferStats=true"};
}

}  // namespace headroom::test
