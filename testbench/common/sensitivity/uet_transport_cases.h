// How packet delivery, spraying and the records of ScalaUETNIC show.
#pragma once

#include "testbench/common/sensitivity/uet_scenes.h"

namespace headroom::test {

inline SensitivityCases uet_delivery_cases() {
  const auto row = [](const std::string& path, const std::string& from, const std::string& to, Scene scene,
                      Effect effect) {
    return SensitivityCase{&kUetNicModel, "components.Nic", path, from, to, std::move(scene), std::move(effect)};
  };
  const std::string record = "uet-transport-stats", here = "component_name=server0.nic";
  const Probe expiries{record, "num_rto", here}, acks{record, "ack_pkts_sent", "component_name=server1.nic"};
  const Probe prefetched{"uet-monitor", "NIC_prefetched_bytes", here + ";direction=Tx;packet_type=RUD_REQUEST",
                         Pick::kLargest};
  const std::string half_us = of_nic(kPds + "InitialRetransmitTimeout", "500ns");
  const std::string fixed = of_nic(kPds + "FixedRexmitTimeEnable", "true");
  const std::string sixteenth = of_nic(kPds + "AckRequestEveryNthPacket", "16");
  return {
      row("EnableTransportStats", "", "false", uet_messages(flow(0, 1, "4096B")), vanishes(record)),
      row("EnableEventLogging", "", "true", uet_messages(flow(0, 1, "4096B")), appears("uet-events")),
      row(kPds + "TrimmingEnabled", "false", "true", trimmed_incast(),
          more({record, "nack_pkts_rcvd", "", Pick::kSum}, "0")),
      row(kPds + "UseDistinctDSCPForRetransmits", "", "false",
          trimmed_incast({of_nic(kMonitor + "EnableUETMonitor", "true")}),
          less({"uet-monitor", "PSN", "direction=ReTx;DSCP_type=TRIMMABLE_RTX", Pick::kRows}, "", "0")),
      // A window learns its base round trip from the first ACK and again from the answer to its probe.
      row(kPds + "PDCGroupsEnabled", "", "false", uet_messages(flow(0, 1, "1MiB") + "," + flow(0, 1, "1MiB")),
          exactly({record, "x_base_rtt_drops", here}, "2", "4")),
      row(kPds + "PrefetchBufferEnable", "", "true", uet_watched(), more(prefetched, "0")),
      // 62 packets of 4,202 B, or 2.
      row(kPds + "PrefetchBufferSize", "", "10000", uet_watched({of_nic(kPds + "PrefetchBufferEnable", "true")}),
          exactly(prefetched, "260524", "8404")),
      row(kPds + "DefaultDeliveryMethod", "", "Reliable Ordered Delivery (ROD)", uet_messages(flow(0, 1, "4096B")),
          refused("Reliable Unordered Delivery (RUD)")),
      row(kPds + "FailureDetectionRTTMultiplier", "", "0", uet_recycled(),
          less({record, "x_efd", "", Pick::kSum}, "", "0")),
      // Expires once before 2,067,930 ps: the second transmission of 84,040 ps waits for 2 us.
      row(kPds + "InitialRetransmitTimeout", "", "1us", uet_far(), exactly(expiries, "0", "1")),
      // After 500 and, a transmission of 84,040 ps later, 1,000 ns; or after 500 each time, the third at 1,668,080 ps.
      row(kPds + "MaxExponentialRTOBackoffCount", "", "0", uet_far({half_us}), exactly(expiries, "2", "3")),
      row(kPds + "FixedRexmitTimeEnable", "", "true", uet_far({of_nic(kPds + "FixedRexmitTimeout", "1us")}),
          exactly(expiries, "0", "1")),
      row(kPds + "FixedRexmitTimeout", "", "500ns", uet_far({fixed}), exactly(expiries, "0", "3")),
      // Packets 1, 17, ..., 241, the last and the probe; or 16, 32, ..., 256 and the probe.
      row(kPds + "AckRequestFirstPacket", "", "false", uet_messages(flow(0, 1, "1MiB"), {sixteenth}),
          exactly(acks, "18", "17")),
      // Packets 242 to 256 wait. The retransmission of 242 asks, and the answer takes 351,970 ps from the expiry:
      // until then those of 243 to 246 expire, one each 84,040 ps.
      row(kPds + "AckRequestLastPacket", "", "false", uet_messages(flow(0, 1, "1MiB"), {sixteenth}),
          exactly(expiries, "0", "5")),
      row(kPds + "AckRequestEveryNthPacket", "", "16", uet_messages(flow(0, 1, "1MiB")), exactly(acks, "257", "18")),
      row("TransportProcessingLayers/SemanticLayer/RdmaDataMSS", "", "1024", uet_messages(flow(0, 1, "1MiB")),
          exactly({record, "write_pkts_sent", here}, "256", "1024")),
  };
}

inline SensitivityCases uet_spraying_cases() {
  const auto row = [](const std::string& path, const std::string& to, Scene scene, Effect effect) {
    return SensitivityCase{&kUetNicModel, "components.Nic", path, "", to, std::move(scene), std::move(effect)};
  };
  const std::string plain = kSpraying + "DefaultPacketSpraying/", reps = kSpraying + "RecycledEntropyPacketSpraying/";
  const std::string record = "uet-transport-stats", data = "direction=Tx;packet_type=RUD_REQUEST";
  const Probe last{"uet-monitor", "entropy_value", data}, first{"uet-monitor", "entropy_value", data, Pick::kFirst},
      largest{"uet-monitor", "entropy_value", data, Pick::kLargest};
  return {
      // The port of PDC 1: 49,152 + 1.
      row(kPds + "PacketSprayingType", "None", uet_watched(), exactly(first, "256", "49153")),
      // Packet 256 is the last of the second round of 256 + 0..127.
      row(plain + "EntropyMaskBits", "0", uet_watched(), exactly(last, "383", "256")),
      row(plain + "StartingPortOffset", "1000", uet_watched(), exactly(first, "256", "1000")),
      row(reps + "REPSBufferSizeMaskBits", "0", uet_recycled(), more({record, "x_reps_explore", "", Pick::kSum})),
      // Explored values lie below 16.
      row(reps + "EntropyValueSetSize", "16",
          uet_watched({of_nic(kPds + "PacketSprayingType", "Recycled Entropy Packet Spraying")}),
          less(largest, "", "15")),
      row(reps + "FreezingTimeout", "1us", uet_recycled(), less({record, "x_reps_stale_reuse", "", Pick::kSum})),
  };
}

inline SensitivityCases uet_monitor_cases() {
  const auto row = [](const std::string& key, const std::string& to, Scene scene, Effect effect) {
    return SensitivityCase{&kUetNicModel,    "components.Nic", kMonitor + key, "", to,
                           std::move(scene), std::move(effect)};
  };
  const Probe rows{"uet-monitor", "PSN", "", Pick::kRows};
  const Scene all = uet_two_senders({of_nic(kMonitor + "EnableUETMonitor", "true")});
  const std::string on_rtt = of_nic(kMonitor + "TriggerLoggingOnRttEnable", "true");
  const std::string half_us = of_nic(kMonitor + "TriggerLoggingOnRttThreshold", "500ns");
  return {
      row("EnableUETMonitor", "true", uet_two_senders(), appears("uet-monitor")),
      // One of two connections.
      row("FilterOnFepId", "1", all, less(rows)),
      row("FilterOnLocalIp", "32.0.0.1", all, less(rows)),
      row("FilterOnRemoteIp", "32.0.0.1", all, less(rows)),
      row("FilterOnPdc", "32.0.0.1:1", all, less(rows)),
      row("TriggerLoggingOnRttEnable", "true", uet_two_senders({half_us}), appears("uet-monitor")),
      // Behind a switch a round trip takes at least 553,530 ps.
      row("TriggerLoggingOnRttThreshold", "500ns", uet_two_senders({on_rtt}), more(rows, "0")),
      row("TriggerLoggingOnCWindPen", "true", uet_two_senders(), appears("uet-monitor")),
      row("TriggerLoggingOnCWindPenThreshold", "0",
          uet_two_senders({of_nic(kMonitor + "TriggerLoggingOnCWindPen", "true")}), more(rows, "0")),
      row("TriggeredLoggingPDCLimit", "2", uet_two_senders({on_rtt, half_us}), more(rows)),
  };
}

}  // namespace headroom::test
