// Paths and values of the attributes that the system tests set on a NIC component.
#pragma once

#include <string>
#include <vector>

namespace headroom::test {

using Sets = std::vector<std::string>;

inline Sets operator+(Sets a, const Sets& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

[[nodiscard]] inline std::string nic_side(const std::string& nic) {
  return "components." + nic + ".HostInterface.NICSide.PCIeGen3.0.NicDeviceLayer.NicPCIeInterface.";
}
[[nodiscard]] inline std::string host_side(const std::string& nic) {
  return "components." + nic + ".HostInterface.HostSide.PCIeGen3.0.ScalaHostPCIeDeviceLayer.HostPCIeInterface.";
}
[[nodiscard]] inline std::string ingress(const std::string& nic) {
  return "components." + nic + ".NetworkInterface.IngressBufferManager.";
}
[[nodiscard]] inline std::string egress(const std::string& nic) {
  return "components." + nic + ".NetworkInterface.EgressBufferManager.";
}
[[nodiscard]] inline std::string roce(const std::string& nic) {
  return "components." + nic + ".TransportProcessingLayers.RoceTransportLayer.";
}

/// Lanes of the NIC's end of its PCIe link: what it writes with.
[[nodiscard]] inline Sets nic_lanes(const std::string& nic, const std::string& rate, int count) {
  return {nic_side(nic) + "PhysicalLayer.LaneBps=" + rate,
          nic_side(nic) + "PhysicalLayer.LaneCount=" + std::to_string(count)};
}
/// Lanes of the host's end: what the NIC fetches with.
[[nodiscard]] inline Sets host_lanes(const std::string& nic, const std::string& rate, int count) {
  return {host_side(nic) + "PhysicalLayer.LaneBps=" + rate,
          host_side(nic) + "PhysicalLayer.LaneCount=" + std::to_string(count)};
}
[[nodiscard]] inline Sets lanes(const std::string& nic, const std::string& rate, int count) {
  return nic_lanes(nic, rate, count) + host_lanes(nic, rate, count);
}

}  // namespace headroom::test
