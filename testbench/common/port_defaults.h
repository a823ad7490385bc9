// The defaults of the NIC's port and buffers as the documents print them, for tests that need no configuration file.
#pragma once

#include "sc_models/core/params/nic.h"

namespace headroom {

inline constexpr BitRate kLine{400'000'000'000};
inline constexpr Ps kDelay{100'000};
inline constexpr Bytes kDataWire{4'154}, kDataCharge{4'136};
inline constexpr Ps kDataTime{83'080};  // 4,154 B x 20 ps

[[nodiscard]] inline IngressParams default_ingress() {
  IngressParams params;
  params.total_size = Bytes{4'000'000};
  params.pool_allocation = {Fraction(9, 1), Fraction(1, 1)};
  params.pfc_enable = {Fraction(1, 0), Fraction(1, 0)};
  params.wrr_weights = {1, 3};
  params.xoff_threshold = {Fraction(8, 1), Fraction(8, 1)};
  params.xon_threshold = {Fraction(4, 1), Fraction(4, 1)};
  params.quanta = {65'535, 65'535};
  return params;
}

/// Class 0 alone, with these sizes to the byte.
[[nodiscard]] inline IngressParams one_pool(Bytes pool, Bytes xoff, Bytes xon, std::uint64_t quanta = 65'535) {
  const auto share = [pool](Bytes part) {
    constexpr std::int64_t kScale = 1'000'000'000'000;
    return Fraction(
        static_cast<std::int64_t>((static_cast<Int128>(part.count()) * kScale + pool.count() / 2) / pool.count()), 12);
  };
  IngressParams params;
  params.total_size = pool;
  params.pool_allocation = {Fraction(1, 0)};
  params.pfc_enable = {Fraction(1, 0)};
  params.xoff_threshold = {share(xoff)};
  params.xon_threshold = {share(xon)};
  params.quanta = {quanta};
  return params;
}

[[nodiscard]] inline EgressParams default_egress() {
  EgressParams params;
  params.total_size = Bytes{256'000};
  params.pool_allocation = {Fraction(9, 1), Fraction(1, 1)};
  params.wrr_weights = {1, 3};
  return params;
}

}  // namespace headroom
