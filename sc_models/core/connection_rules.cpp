#include "sc_models/core/connection_rules.h"

#include <fmt/format.h>

#include "sc_models/core/frame.h"

namespace headroom {
namespace {

constexpr Int128 kMostBytes = 4'294'967'295;
constexpr BitRate kLowestRate{1'000'000'000};
constexpr Int128 kBitsPs = static_cast<Int128>(8) * kPsPerSecond;  ///< bit/s x ps over this are bytes

/// In nanoseconds, as the numbers of the rules are.
std::string ns(Ps time) { return fmt::format("{} ns", static_cast<double>(time.count()) * 1e-3); }
std::string gbps(BitRate rate) { return fmt::format("{} Gbps", static_cast<double>(rate.count()) * 1e-9); }

Int128 product(BitRate rate, Ps time) { return static_cast<Int128>(rate.count()) * time.count(); }

/// The target queue delay that NSCC derives.
Ps target(const UetNicParams& nic) {
  const NsccParams& cc = nic.nscc;
  if (cc.override_target_queue_delay) return cc.target_queue_delay;
  return nic.pds.trimming ? Ps(cc.initial_base_rtt.count() / 4 * 3 + cc.initial_base_rtt.count() % 4 * 3 / 4)
                          : cc.initial_base_rtt;
}

}  // namespace

std::vector<ConnectionFault> connection_faults(const UetNicParams& nic, BitRate link) {
  const NsccParams& cc = nic.nscc;
  std::vector<ConnectionFault> faults;
  const auto fault = [&faults](std::string_view attribute, std::string message) {
    faults.push_back({attribute, std::move(message)});
  };
  if (target(nic) == Ps{0}) {
    if (cc.override_target_queue_delay)
      fault("TargetQueueDelay", "is 0 with OverrideSpecTargetQueueDelay: the target queue delay is 0 (above 0)");
    else
      fault("InitialBaseRTT",
            fmt::format("is {}: the target queue delay derived from it is 0 (above 0)", ns(cc.initial_base_rtt)));
  }
  // 1.5 x rate x time / 8 against whole bytes, without rounding: 3 x rate x time against 16 x bytes.
  const Int128 window = 3 * product(link, cc.initial_base_rtt);
  const Bytes packet = nic.pds.mss + Bytes(kUetDataOverhead - kEthernetOverhead);
  const auto window_fault = [&](std::string_view allowed, Int128 bytes) {
    fault("InitialBaseRTT",
          fmt::format("is {}: 1.5 x {} x it is {} B ({} {} B)", ns(cc.initial_base_rtt), gbps(link),
                      static_cast<std::int64_t>(window / (2 * kBitsPs)), allowed, static_cast<std::int64_t>(bytes)));
  };
  if (!cc.override_maximum_window && window < 2 * kBitsPs * packet.count())
    window_fault("OverrideUetSpecMaxCWind, or one packet, RdmaDataMSS + 88 B: at least", packet.count());
  if (window > 2 * kBitsPs * kMostBytes) window_fault("at most", kMostBytes);
  if (cc.reference_rtt == Ps{0}) fault("ReferenceNetworkRTT", "is 0 (above 0)");
  if (cc.reference_rate < kLowestRate)
    fault("ReferenceNetworkLinkSpeed", fmt::format("is {} (at least 1 Gbps)", gbps(cc.reference_rate)));
  if (const Int128 reference = product(cc.reference_rate, cc.reference_rtt); reference > kBitsPs * kMostBytes)
    fault("ReferenceNetworkRTT",
          fmt::format("is {}: {} x it is {} B (at most {} B)", ns(cc.reference_rtt), gbps(cc.reference_rate),
                      static_cast<std::int64_t>(reference / kBitsPs), static_cast<std::int64_t>(kMostBytes)));
  if (link < kLowestRate) fault("DataRate", fmt::format("gives a link of {} (at least 1 Gbps)", gbps(link)));
  return faults;
}

std::string connection_fault_text(const UetNicParams& nic, BitRate link) {
  std::string text;
  for (const ConnectionFault& fault : connection_faults(nic, link))
    text += fmt::format("{}{} {}", text.empty() ? "" : "; ", fault.attribute, fault.message);
  return text;
}

}  // namespace headroom
