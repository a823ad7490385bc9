#include <fmt/format.h>

#include <algorithm>

#include "sc_models/core/config/attribute_paths.h"
#include "sc_models/core/config/check.h"
#include "sc_models/core/config/grouped.h"
#include "sc_models/core/frame.h"
#include "sc_models/core/int128.h"

namespace headroom {
namespace {

constexpr Bytes kTransferPayload{512};  // [R] most payload of one PCIe transfer

/// Sum of shares, in units of 10^-18.
Int128 sum_of(const PerClass<Fraction>& shares) {
  Int128 sum = 0;
  for (const Fraction& share : shares) {
    Int128 scaled = share.mantissa();
    for (unsigned i = share.scale(); i < 18; ++i) scaled *= 10;
    sum += scaled;
  }
  return sum;
}

/// `least`: classes that must have a pool.
void check_pools(const BoundValues& values, std::string_view key, const PerClass<Fraction>& shares, long least,
                 Faults& faults) {
  if (!values.sound(key)) return;
  const Place place = values.place(key);
  const auto zero = [](const Fraction& share) { return share.is_zero(); };
  const auto first_zero = std::find_if(shares.begin(), shares.end(), zero);
  const long pools = kTrafficClasses - std::count_if(shares.begin(), shares.end(), zero);
  if (pools < least)
    return faults.error(place, values.path(key), "POOL_COUNT",
                        least == 1 ? std::string("gives no class a pool (at least one entry above 0)")
                                   : fmt::format("gives {} class a pool (at least {} entries above 0)",
                                                 pools == 0 ? "no" : "one", least));
  for (auto after = first_zero; (after = std::find_if_not(after, shares.end(), zero)) != shares.end(); ++after)
    faults.error(place, values.path(key), "POOL_ORDER",
                 fmt::format("entry {} is not 0 after entry {}, which is (entries other than 0 first)",
                             after - shares.begin(), first_zero - shares.begin()));
  if (sum_of(shares) > 1'000'000'000'000'000'000)
    faults.warning(place, values.path(key), "POOL_SUM", "adds up to more than 1: the pools exceed the buffer");
}

void check_pfc(const BoundValues& values, const IngressParams& in, Faults& faults) {
  if (!values.sound({path::kIngressPfc, path::kIngressPools, path::kIngressSize})) return;
  const bool thresholds_sound = values.sound({path::kIngressXon, path::kIngressXoff});
  for (unsigned c = 0; c < kTrafficClasses; ++c) {
    if (in.pfc_enable[c] != Fraction(1, 0)) continue;
    if (in.pool(c) == Bytes{0}) {
      faults.warning(values.place(path::kIngressPfc), values.path(path::kIngressPfc), "PFC_WITHOUT_POOL",
                     fmt::format("class {} has no receive pool: its PFC has no effect", c));
      continue;
    }
    if (in.quanta[c] == 0 && values.sound(path::kQuanta))
      faults.error(values.place(path::kQuanta), values.path(path::kQuanta), "OUT_OF_RANGE",
                   fmt::format("class {} has PFC and a pool but 0 quanta, which would resume (1 to 65535)", c));
    if (thresholds_sound && in.xon_threshold[c] >= in.xoff_threshold[c])
      faults.warning(
          values.place(path::kIngressXon), values.path(path::kIngressXon), "XON_ABOVE_XOFF",
          fmt::format("class {} resumes at {} B, but pauses at {} B", c, grouped(in.xon(c)), grouped(in.xoff(c))));
  }
}

void check_data_buffers(const BoundValues& values, std::string_view end, const PcieEndParams& params, Bytes mss,
                        Faults& faults) {
  const Bytes least = std::min(kTransferPayload, mss);
  for (const auto& [key, size] :
       {std::pair{"RXDataBufferSize", params.rx_data}, {"TXDataBufferSize", params.tx_data}}) {
    const std::string attribute = std::string(end) + key;
    if (size < least && values.sound({attribute, path::kMss, path::kUetMss}))
      faults.error(values.place(attribute), values.path(attribute), "OUT_OF_RANGE",
                   fmt::format("is {} B, too small for a full transfer (at least {} B)", size.count(), least.count()));
  }
}

void check_prefetch(const BoundValues& values, const PdsParams& pds, Bytes packet, Faults& faults) {
  if (!values.sound({path::kPrefetch, path::kPrefetchSize, path::kUetMss})) return;
  if (pds.prefetch_buffer && pds.prefetch_buffer_size < packet)
    faults.error(values.place(path::kPrefetchSize), values.path(path::kPrefetchSize), "PREFETCH_SMALL",
                 fmt::format("is {} B, less than one packet on the wire (at least RdmaDataMSS + {} = {} B)",
                             grouped(pds.prefetch_buffer_size), kUetDataOverhead, grouped(packet)));
}

}  // namespace

NicComponent nic_component(const DraftComponent& nic) {
  if (&nic.values.model() == &kUetNicModel) return {nic.name, nic.values.make<UetNicParams>()};
  return {nic.name, nic.values.make<RoceNicParams>()};
}

bool has_wire(const DraftComponent& nic) { return nic.values.sound({path::kNicRate, path::kDelay}); }

Bytes full_packet(const NicComponent& nic) {
  return nic.mss() + Bytes(nic.is_uet() ? kUetDataOverhead : kDataOverhead);
}

void check_nic(const DraftComponent& nic, std::optional<Bytes> mtu, Faults& faults) {
  const BoundValues& values = nic.values;
  const NicComponent component = nic_component(nic);
  const NicParams& params = component.common();
  const long least = component.is_uet() ? 2 : 1;
  check_pools(values, path::kIngressPools, params.ingress.pool_allocation, least, faults);
  check_pfc(values, params.ingress, faults);
  check_pools(values, path::kEgressPools, params.egress.pool_allocation, least, faults);
  check_data_buffers(values, path::kPcieNic, params.pcie_nic, component.mss(), faults);
  check_data_buffers(values, path::kPcieHost, params.pcie_host, component.mss(), faults);
  if (component.is_uet()) {
    check_prefetch(values, component.uet().pds, full_packet(component), faults);
  } else if (mtu && values.sound(path::kMss) && full_packet(component) >= *mtu) {
    faults.error(values.place(path::kMss), values.path(path::kMss), "MSS_RANGE",
                 fmt::format("is {} B, with headers not below the Mtu of {} B (at most {} B)", grouped(component.mss()),
                             grouped(*mtu), mtu->count() - kDataOverhead - 1));
  }
}

void check_lists(Draft& draft, Faults& faults) {
  for (DraftComponent& component : draft.components) {
    BoundValues& values = component.values;
    for (std::size_t i = 0; i < values.model().attributes.size(); ++i) {
      const Attribute& attribute = values.model().attributes[i];
      const std::vector<Refusal> wrong = check_entries(attribute, values[i]);
      for (const Refusal& refusal : wrong)
        faults.error(values.place(attribute.path), values.path(attribute.path), refusal.code, refusal.message);
      if (!wrong.empty()) values.refuse(attribute.path);
    }
  }
}

}  // namespace headroom
