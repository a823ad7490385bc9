#pragma once

#include <string>
#include <utility>
#include <vector>

#include "sc_models/core/random.h"
#include "testbench/common/nic_attributes.h"
#include "testbench/common/scenario_text.h"

namespace headroom::test {

/// A legal configuration drawn from a seed, and what is set in it: topology, flows, hosts, buffers, thresholds and the
/// transport, sized so that pauses, drops and resends happen within 300 us.
[[nodiscard]] inline std::pair<std::string, Sets> random_configuration(std::uint64_t seed) {
  RandomStream draw(mix64(seed));
  const auto below = [&](std::uint64_t n) { return static_cast<int>(draw.draw(n)); };
  const auto number = [&](int first, int last) {
    return std::to_string(first + below(static_cast<std::uint64_t>(last - first + 1)));
  };

  const int servers = 2 + below(3);
  std::string flows;
  for (int f = 2 + below(4); f-- > 0;) {
    const int source = below(static_cast<std::uint64_t>(servers));
    const int destination = (source + 1 + below(static_cast<std::uint64_t>(servers - 1))) % servers;
    if (!flows.empty()) flows += ", ";
    flows += flow(source, destination, (below(3) == 0 ? number(0, 5'000) : number(50'000, 400'000)) + "B",
                  R"("messages": )" + number(1, 6) + R"(, "queue_pairs": )" + number(1, 3) + R"(, "start": ")" +
                      number(0, 20) + R"(us", "data_tc": )" + number(0, 1));
  }
  const bool in_rack = servers > 2 || below(2) == 0;

  Sets sets = {"simulation.Duration=300us"};
  if (in_rack && below(3) > 0) {
    const std::string shared = "components.Tor.SharedBufferManager.";
    sets.push_back(shared + "StaticPoolXoffThreshold=" + number(30'000, 150'000) + "B");
    sets.push_back(shared + "StaticPoolXonThreshold=" + number(5'000, 30'000) + "B");
  }
  for (const std::string nic : {"Nic", "SlowNic"}) {
    const auto maybe = [&](const std::string& path, const std::string& value) {
      if (below(2) == 0) sets.push_back(path + "=" + value);
    };
    if (below(4) > 0) sets = sets + lanes(nic, number(1, 8) + "Gbps", 4 + below(13));
    maybe(nic_side(nic) + "TransactionLayer.TXDataBufferSize", number(512, 20'000) + "B");
    maybe(nic_side(nic) + "TransactionLayer.TXHeaderBufferSize", number(40, 2'000) + "B");
    maybe(host_side(nic) + "TransactionLayer.TXDataBufferSize", number(512, 20'000) + "B");
    maybe(host_side(nic) + "TransactionLayer.RXHeaderBufferSize", number(40, 400) + "B");
    sets.push_back(ingress(nic) + "TotalBufferSize=" + number(30'000, 200'000) + "B");
    maybe(ingress(nic) + "PfcXonResumeThreshold", "[0." + number(1, 9) + ", 0.3, 0, 0, 0, 0, 0, 0]");
    maybe(ingress(nic) + "QuantaValue", "[" + number(100, 9'000) + ", 500, 0, 0, 0, 0, 0, 0]");
    maybe(ingress(nic) + "PFCEnableVector", "[" + number(0, 1) + ", 1, 0, 0, 0, 0, 0, 0]");
    maybe(egress(nic) + "QueueSchedulingType", below(2) == 0 ? "RoundRobin" : "WeightedRoundRobin");
    maybe(egress(nic) + "TotalBufferSize", number(50'000, 300'000) + "B");
    maybe(roce(nic) + "AckThreshold", number(0, 40));
    maybe(roce(nic) + "AckDelay", number(0, 30) + "us");
    maybe("components." + nic + ".ScalaRoceQpManager.MSS", number(200, 4'125) + "B");
    sets.push_back(roce(nic) + "RetransmitTimeout=" + number(20, 90) + "us");
  }
  return {in_rack ? rack(servers, flows) : back_to_back(flows), sets};
}

}  // namespace headroom::test
