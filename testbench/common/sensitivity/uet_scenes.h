// The configurations in which the attributes of ScalaUETNIC matter.
#pragma once

#include "testbench/common/sensitivity/scenes.h"

namespace headroom::test {

inline const std::string kPds = "TransportProcessingLayers/ScalaUETPdsManager/";
inline const std::string kNscc = "TransportProcessingLayers/ScalaUETCongestionControl/";
inline const std::string kSpraying = "TransportProcessingLayers/PacketSpraying/";
inline const std::string kMonitor = "TransportProcessingLayers/ScalaUETMonitor/";

/// An override of an attribute of `Nic`, by its path in the table.
inline std::string of_nic(std::string path, const std::string& value) {
  std::replace(path.begin(), path.end(), '/', '.');
  return "components.Nic." + path + "=" + value;
}

/// A scene of RoCE NICs with UET NICs in their place.
inline Scene uet(Scene scene) {
  const std::string from = "ScalaRoceNic", to = "ScalaUETNIC";
  for (std::size_t at = 0; (at = scene.text.find(from, at)) != std::string::npos; at += to.size())
    scene.text.replace(at, from.size(), to);
  return scene;
}

/// Both NICs of a cable carry `Nic`, as the monitor's settings and the loss of a cable must be alike.
inline Scene uet_messages(const std::string& flows, const std::vector<std::string>& sets = {}) {
  return {uet_back_to_back(flows), sets};
}

/// The slow host again. From the first ACK on, a window of 92 kB at most bounds what it holds, so only a pool as small
/// as 99,000 B is paused for.
inline Scene uet_slow_host() {
  return uet(slow_host()) +
         std::vector<std::string>{"components.SlowNic.NetworkInterface.IngressBufferManager.TotalBufferSize=110KB",
                                  "components.SlowNic.NetworkInterface.IngressBufferManager.PFCEnableVector="
                                  "[1, 0, 0, 0, 0, 0, 0, 0]"};
}

/// The slow host with a pool of 180,000 B, of which the penalty reads the share in use.
inline Scene uet_penalized() {
  return Scene{uet(slow_host()).text, lanes("SlowNic", "7.88Gbps", 16)} +
         std::vector<std::string>{"components.SlowNic.NetworkInterface.IngressBufferManager.TotalBufferSize=200KB",
                                  "simulation.Duration=400us"};
}

/// One packet whose ACK arrives 1,000,000 + 66,370 + 1,560 + 1,000,000 ps after the end of its serialization.
inline Scene uet_far(const std::vector<std::string>& sets = {}) {
  return uet_messages(flow(0, 1, "4096B"), {of_nic("NetworkInterface/TransmissionMedium/Delay", "1us")}) + sets;
}

/// 256 packets with every packet in uet-monitor.
inline Scene uet_watched(const std::vector<std::string>& sets = {}) {
  return uet_messages(flow(0, 1, "1MiB"), {of_nic(kMonitor + "EnableUETMonitor", "true")}) + sets;
}

/// The trimmed incast with recycled entropies.
inline Scene uet_recycled() {
  return trimmed_incast({of_nic(kPds + "PacketSprayingType", "Recycled Entropy Packet Spraying")});
}

/// Four senders, whose queue below the switch makes a round trip of some 14 us; nothing is trimmed or paused.
inline Scene uet_queued(const std::vector<std::string>& sets = {}) {
  std::string flows = flow(0, 4, "1MB");
  for (int source = 1; source < 4; ++source) flows += "," + flow(source, 4, "1MB");
  return Scene{uet_rack(5, flows),
               {"components.Tor.SharedBufferManager.EnablePFC=[0, 0, 0, 0, 0, 0, 0, 0]",
                "components.Tor.SharedBufferManager.UETPolicyEnabled=true"}} +
         sets;
}

/// Two senders of ten packets to server 2.
inline Scene uet_two_senders(const std::vector<std::string>& sets = {}) {
  return Scene{uet_rack(3, flow(0, 2, "40960B") + "," + flow(1, 2, "40960B")), sets};
}

/// Every record, of two classes and a slow host.
inline Scene uet_every_record() {
  Scene scene = uet(every_record());
  for (const std::string nic : {"components.Nic.", "components.SlowNic."}) {
    scene.sets.push_back(nic + "EnableEventLogging=true");
    scene.sets.push_back(nic + "TransportProcessingLayers.ScalaUETMonitor.EnableUETMonitor=true");
  }
  return scene;
}

}  // namespace headroom::test
