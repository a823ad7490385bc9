#include "sc_models/core/config/unit.h"

#include <algorithm>

namespace headroom {
namespace {

constexpr Unit kSizes[] = {{"B", 1, 0}, {"KB", 1, 3}, {"KiB", 1'024, 0}, {"MB", 1, 6}, {"MiB", 1'048'576, 0}};
constexpr Unit kRates[] = {{"Mbps", 1, 6}, {"Gbps", 1, 9}};
constexpr Unit kTimes[] = {{"ps", 1, 0}, {"ns", 1, 3}, {"us", 1, 6}, {"ms", 1, 9}, {"s", 1, 12}};

}  // namespace

std::span<const Unit> units_of(Type type) {
  switch (type) {
    case Type::kBytes:
    case Type::kQueueSize: return kSizes;
    case Type::kDataRate: return kRates;
    case Type::kTime: return kTimes;
    default: return {};
  }
}

const Unit* find_unit(Type type, std::string_view name) {
  const std::span<const Unit> units = units_of(type);
  const auto found = std::find_if(units.begin(), units.end(), [name](const Unit& u) { return u.name == name; });
  return found == units.end() ? nullptr : &*found;
}

std::string unit_list(Type type) {
  std::string out;
  for (const Unit& unit : units_of(type)) {
    if (!out.empty()) out += ", ";
    out += unit.name;
  }
  return out;
}

std::string_view platform_type(Type type) {
  switch (type) {
    case Type::kBytes: return "bytes";
    case Type::kQueueSize: return "queuesize";
    case Type::kDataRate: return "datarate";
    case Type::kTime: return "timeval";
    case Type::kUint: return "uint";
    case Type::kSeconds:
    case Type::kReal: return "double";
    case Type::kBool: return "bool";
    case Type::kEnum:
    case Type::kText:
    case Type::kFractions:
    case Type::kWholes: return "string";
  }
  return "";
}

std::string_view expectation(Type type) {
  switch (type) {
    case Type::kBytes:
    case Type::kQueueSize:
    case Type::kDataRate:
    case Type::kTime: return "a number with a unit";
    case Type::kUint: return "an integer from 0";
    case Type::kSeconds: return "a number of seconds";
    case Type::kReal: return "a number";
    case Type::kBool: return "true or false";
    case Type::kEnum:
    case Type::kText: return "a string";
    case Type::kFractions:
    case Type::kWholes: return "a list of eight numbers in square brackets";
  }
  return "";
}

Representable representable(Type type) {
  switch (type) {
    case Type::kBytes:
    case Type::kQueueSize: return {"", "1000000000MB"};
    case Type::kDataRate: return {"1Mbps", "1000000Gbps"};
    case Type::kTime: return {"", "1000000s"};
    case Type::kSeconds: return {"", "1000000"};
    default: return {};
  }
}

}  // namespace headroom
