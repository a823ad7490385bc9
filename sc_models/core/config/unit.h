// Types of attributes and the units they are written in.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "sc_models/core/config/decimal.h"

namespace headroom {

/// What an attribute holds. The first group has units; kSeconds is a bare number of seconds.
enum class Type : std::uint8_t {
  kBytes,
  kQueueSize,
  kDataRate,
  kTime,
  kUint,
  kSeconds,
  kReal,
  kBool,
  kEnum,
  kText,
  kFractions,  ///< a list of eight decimal numbers, one a class or pool
  kWholes,     ///< a list of eight whole numbers
};

struct Unit {
  std::string_view name;
  std::int64_t factor;  ///< x 10^power gives bytes, bit/s or ps
  int power;
};

/// The units of a type, smallest first within each of its systems; empty for a type without.
[[nodiscard]] std::span<const Unit> units_of(Type type);
[[nodiscard]] const Unit* find_unit(Type type, std::string_view name);
/// "B, KB, KiB, MB, MiB"
[[nodiscard]] std::string unit_list(Type type);

/// The `type` of the platform's form: bytes, queuesize, datarate, timeval, uint, double, bool, string.
[[nodiscard]] std::string_view platform_type(Type type);
[[nodiscard]] inline bool is_list(Type type) { return type == Type::kFractions || type == Type::kWholes; }
[[nodiscard]] inline bool is_dimensional(Type type) { return !units_of(type).empty(); }
/// "an integer", "true or false", ... for messages.
[[nodiscard]] std::string_view expectation(Type type);

/// Largest and smallest value other than 0 that the model computes with [C]: sizes to 1 PB, rates from 1 Mbps to 1
/// Pbps, times to 10^6 s, so that no sum or product of a run overflows.
struct Representable {
  std::string_view min, max;
};
[[nodiscard]] Representable representable(Type type);

}  // namespace headroom
