// All that is wrong with a configuration is told in one reading: no fault hides another, and none makes a false one.
#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <set>

#include "sc_models/core/config/model.h"
#include "testbench/common/configuration_text.h"

namespace headroom {
namespace {

using Json = nlohmann::ordered_json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// One key of a file, by its JSON pointer.
struct Spot {
  std::string pointer;
  const Attribute* attribute;
};

/// A file whose every attribute stands under a known pointer.
struct Subject {
  std::string name, text;
  std::vector<std::pair<std::string, const Model*>> models;
};

std::string leaf_spine_text() {
  ConfigurationText text;
  text.topology = R"({ "type": "leaf_spine", "racks": 2, "servers_per_rack": 2, "spines": 2, "nic": "Nic",
                       "leaf_switch": "Tor", "spine_switch": "Tor" })";
  return text.text();
}

std::string back_to_back_text() {
  ConfigurationText text;
  text.topology = R"({ "type": "back_to_back", "servers": 2, "nic": "Nic" })";
  text.flows = "[]";
  text.patterns = R"([ { "pattern": "permutation", "kind": "shift", "message_size": "1MB" } ])";
  return text.text();
}

std::vector<Subject> subjects() {
  ConfigurationText uet;
  uet.nic_model = "ScalaUETNIC";
  const auto with = [](const Model& nic, std::string_view workload, const Model& entry) {
    return std::vector<std::pair<std::string, const Model*>>{{"/components/Nic/typedParameters", &nic},
                                                             {"/components/Tor/typedParameters", &kSwitchModel},
                                                             {"/simulation", &kGlobalModel},
                                                             {"/topology", &kTopologyModel},
                                                             {"/workload", &kRdmaModel},
                                                             {std::string(workload), &entry}};
  };
  const std::string_view flow = "/workload/flows/0", pattern = "/workload/patterns/0";
  return {{"rack", ConfigurationText{}.text(), with(kRoceNicModel, flow, kFlowModel)},
          {"UET", uet.text(), with(kUetNicModel, flow, kFlowModel)},
          {"leaf and spine", leaf_spine_text(), with(kRoceNicModel, flow, kFlowModel)},
          {"back to back", back_to_back_text(), with(kRoceNicModel, pattern, kPatternModel)}};
}

std::vector<Spot> spots(const Subject& subject) {
  std::vector<Spot> out;
  for (const auto& [prefix, model] : subject.models)
    for (const Attribute& attribute : model->attributes)
      out.push_back({fmt::format("{}/{}", prefix, model->flat ? attribute.key() : attribute.path), &attribute});
  return out;
}

/// Right in no attribute of the type.
Json bad_value(const Attribute& attribute) {
  if (attribute.type == Type::kBool || attribute.type == Type::kText || is_list(attribute.type)) return Json::object();
  return "zzz";
}

Json parsed(const Subject& subject) { return Json::parse(subject.text); }
LoadResult loaded(const Json& file) { return load_configuration_text(file.dump(1), "case.json"); }

std::string dotted(std::string pointer) {
  std::replace(pointer.begin(), pointer.end(), '/', '.');
  return pointer.substr(1);
}

std::set<std::string> told(const std::vector<Fault>& faults) {
  std::set<std::string> out;
  for (const Fault& fault : faults) out.insert(fault.path + ": " + fault.message);
  return out;
}

/// Warnings that the subject as it stands does not get.
std::vector<std::string> new_warnings(const LoadResult& result, const Subject& subject) {
  const std::set<std::string> before = told(loaded(parsed(subject)).faults.warnings());
  std::vector<std::string> out;
  for (const std::string& warning : told(result.faults.warnings()))
    if (!before.contains(warning)) out.push_back(warning);
  return out;
}

TEST(AllFaults, ABadValueIsOneFaultWhateverItIs) {
  for (const Subject& subject : subjects()) {
    ASSERT_TRUE(loaded(parsed(subject)).ok()) << subject.name << loaded(parsed(subject)).faults.text();
    for (const Spot& spot : spots(subject)) {
      Json file = parsed(subject);
      file[Json::json_pointer(spot.pointer)] = bad_value(*spot.attribute);
      const LoadResult result = loaded(file);
      ASSERT_EQ(result.faults.errors().size(), 1u) << subject.name << '\n' << result.faults.text();
      EXPECT_EQ(result.faults.errors().front().path, dotted(spot.pointer));
      EXPECT_THAT(result.faults.errors().front().message, testing::ContainsRegex("\\(.+\\)$"));
      EXPECT_THAT(new_warnings(result, subject), IsEmpty()) << subject.name << ' ' << spot.pointer;
    }
  }
}

TEST(AllFaults, AMisspeltKeyIsOneFaultWhateverItIs) {
  for (const Subject& subject : subjects()) {
    for (const Spot& spot : spots(subject)) {
      Json file = parsed(subject);
      const Json::json_pointer right(spot.pointer);
      const Json value = file.contains(right) ? file[right] : Json("zzz");
      file[Json::json_pointer(spot.pointer + "q")] = value;
      file[right.parent_pointer()].erase(right.back());
      const LoadResult result = loaded(file);
      ASSERT_THAT(codes(result.faults.errors()), ElementsAre("UNKNOWN_KEY")) << subject.name << '\n'
                                                                             << result.faults.text();
      EXPECT_THAT(new_warnings(result, subject), IsEmpty()) << subject.name << ' ' << spot.pointer;
    }
  }
}

TEST(AllFaults, AMisspeltSectionOrModelIsOneFault) {
  for (const Subject& subject : subjects()) {
    for (const char* pointer :
         {"/simulation", "/components", "/topology", "/workload", "/components/Nic/model",
          "/components/Nic/typedParameters", "/topology/nic", "/workload/application", "/workload/flows"}) {
      Json file = parsed(subject);
      const Json::json_pointer right{std::string(pointer)};
      file[Json::json_pointer(std::string(pointer) + "q")] = Json(file[right]);
      file[right.parent_pointer()].erase(right.back());
      EXPECT_THAT(codes(loaded(file).faults.errors()), ElementsAre("UNKNOWN_KEY")) << subject.name << '\n'
                                                                                   << loaded(file).faults.text();
    }
    Json file = parsed(subject);
    file["/components/Nic/model"_json_pointer] = "ScalaRoceNick";
    EXPECT_THAT(codes(loaded(file).faults.errors()), ElementsAre("UNKNOWN_MODEL")) << loaded(file).faults.text();
  }
}

/// A rule across attributes, broken by right values; it may be passed over while one of `reads` is not known.
struct Rule {
  std::string code;
  std::vector<std::pair<std::string, Json>> values;
  std::vector<std::string> reads;  ///< pointers, or beginnings of them
};

std::vector<Rule> rules() {
  const std::string nic = "/components/Nic/typedParameters/", tor = "/components/Tor/typedParameters/";
  const std::string egress = nic + "NetworkInterface/EgressBufferManager/",
                    ingress = nic + "NetworkInterface/IngressBufferManager/",
                    pcie = nic + "HostInterface/NICSide/PCIeGen3.0/NicDeviceLayer/NicPCIeInterface/TransactionLayer/",
                    mss = nic + "ScalaRoceQpManager/MSS";
  const Json zeros = {0, 0, 0, 0, 0, 0, 0, 0};
  return {
      {"MSS_RANGE", {{mss, "9000B"}}, {"/simulation/Mtu"}},
      {"OUT_OF_RANGE", {{pcie + "RXDataBufferSize", "100B"}}, {mss}},
      {"POOL_TOO_SMALL",  // of the control class
       {{egress + "PoolAllocationVector", {0.9, 0, 0, 0, 0, 0, 0, 0}}},
       {egress + "TotalBufferSize", nic + "TransportProcessingLayers/RoceTransportLayer/AllowStarvedPools", "/topology",
        "/workload"}},
      {"OUT_OF_RANGE",
       {{ingress + "QuantaValue", {0, 1, 0, 0, 0, 0, 0, 0}}},
       {ingress + "PFCEnableVector", ingress + "PoolAllocationVector", ingress + "TotalBufferSize"}},
      {"FLOWLET_HASH", {{tor + "LoadBalancingMethod", "flowlet"}, {tor + "EcmpHashMethod", "dpr"}}, {}},
      {"SWITCH_POOLS",
       {{tor + "SharedBufferManager/TrafficClassPoolMapping", {7, 1, 2, 3, 4, 5, 6, 0}},
        {tor + "SharedBufferManager/PoolAllocationMap", {0.3, 0.2, 0.1, 0.1, 0.1, 0.1, 0.1, 0}}},
       {tor + "SharedBufferManager/UETPolicyEnabled", tor + "SharedBufferManager/EnablePFC"}},
      {"SWITCH_POOLS",
       {{tor + "SharedBufferManager/HeadRoomPerPortLimit", "1000MB"}},
       {tor + "SharedBufferManager/TotalSharedBufferSize", "/topology"}},
      {"STOP_TIME", {{"/simulation/Duration", "1s"}, {"/simulation/RunTime", 1}}, {}},
      {"WORKLOAD", {{"/workload/flows/0/messages", 2000000}}, {"/workload/flows/0/outstanding"}},
      {"WORKLOAD", {{"/workload/flows/0/dst", 0}}, {"/workload/flows/0/src"}},
  };
}

bool touches(const Rule& rule, const std::string& pointer) {
  return std::any_of(rule.values.begin(), rule.values.end(), [&](const auto& v) { return v.first == pointer; }) ||
         std::any_of(rule.reads.begin(), rule.reads.end(),
                     [&](const std::string& read) { return pointer.starts_with(read); });
}

bool independent(const Rule& a, const Rule& b) {
  const auto free = [](const Rule& rule, const Rule& other) {
    return std::none_of(other.values.begin(), other.values.end(),
                        [&](const auto& value) { return touches(rule, value.first); });
  };
  return free(a, b) && free(b, a);
}

RC_GTEST_PROP(AllFaults, AsManyAreToldAsIndependentAttributesAndRulesAreBroken, ()) {
  const Subject subject = subjects().front();
  Json file = parsed(subject);
  std::vector<Rule> broken;
  std::multiset<std::string> expected;
  for (const Rule& rule : rules()) {
    if (!*rc::gen::arbitrary<bool>()) continue;
    if (!std::all_of(broken.begin(), broken.end(), [&](const Rule& other) { return independent(rule, other); }))
      continue;
    for (const auto& [pointer, value] : rule.values) file[Json::json_pointer(pointer)] = value;
    broken.push_back(rule);
    expected.insert(rule.code);
  }
  const std::vector<Spot> all = spots(subject);
  const auto count = *rc::gen::inRange<std::size_t>(0, 20);
  std::set<std::string> paths;
  for (std::size_t i = 0; i < count; ++i) {
    const Spot& spot = all[*rc::gen::inRange<std::size_t>(0, all.size())];
    if (std::any_of(broken.begin(), broken.end(), [&](const Rule& rule) { return touches(rule, spot.pointer); }))
      continue;
    if (!paths.insert(dotted(spot.pointer)).second) continue;
    file[Json::json_pointer(spot.pointer)] = bad_value(*spot.attribute);
  }
  std::multiset<std::string> of_rules;
  std::set<std::string> of_values;
  for (const Fault& fault : loaded(file).faults.errors())
    if (paths.contains(fault.path))
      RC_ASSERT(of_values.insert(fault.path).second);
    else
      of_rules.insert(fault.code);
  RC_ASSERT(of_values == paths);
  RC_ASSERT(of_rules == expected);
}

TEST(AllFaults, OfTenLevelsAreToldAtOnce) {
  ConfigurationText text;
  text.simulation = R"({ "Duration": "1s", "RunTime": 1, "Sede": 2, "Mtu": "4184" })";
  text.nic = R"({ "NetworkInterface": { "UplinkNetworkInterface": { "DataRate": "400Mb" },
    "IngressBufferManager": { "QuantaValue": [65535, 70000, 0, 0, 0, 0, 0, 0] },
    "EgressBufferManager": { "PoolAllocationVector": [0.9, 0, 0, 0, 0, 0, 0, 0] } },
    "HostInterface": { "NICSide": { "PCIeGen3.0": { "NicDeviceLayer": { "NicPCIeInterface": {
      "PhysicalLayer": { "LaneCount": 17 } } } } } } })";
  text.rack_switch = R"({ "LoadBalancingMethod": "flowlet", "EcmpHashMethod": "dpr",
    "SharedBufferManager": { "HeadRoomPerPortLimit": "1000MB" } })";
  text.flows = R"([ { "src": 0, "dst": 1, "message_size": "1MB" }, { "src": 1, "dst": 2, "message_size": "1B" } ])";
  text.patterns = R"([ { "pattern": "incast", "dst": 0, "senders": "0,1", "message_size": "1MB" } ])";
  const LoadResult result = text.load();
  const std::string all = result.faults.text();
  for (const char* fault :
       {"simulation.RunTime: and Duration both set the end", "simulation.Sede: is unknown (did you mean Seed?)",
        "simulation.Mtu: is \"4184\", a string (an integer from 0)",
        "UplinkNetworkInterface.DataRate: has unit \"Mb\": 400Mb", "QuantaValue: entry 1 is 70000 (0 to 65535)",
        "EgressBufferManager.PoolAllocationVector: control class 1", "LaneCount: is 17 (1 to 16)",
        "LoadBalancingMethod: is flowlet with EcmpHashMethod dpr", "HeadRoomPerPortLimit: for 2 ports",
        "workload.flows.1.dst: is 2, but there are 2 servers (0 to 1)",
        "workload.patterns.0.senders: has 0, which is dst"})
    EXPECT_THAT(all, HasSubstr(fault));
  EXPECT_EQ(result.faults.errors().size(), 11u) << all;
}

TEST(AllFaults, EveryPairOfAPatternIsHeldAgainstItsTwoNics) {
  const LoadResult result = load_configuration_text(R"({ "components": {
    "Roce": { "model": "ScalaRoceNic" }, "Uet": { "model": "ScalaUETNIC" }, "Tor": { "model": "ScalaSwitch" } },
    "topology": { "type": "rack", "servers": 4, "switch": "Tor",
      "nic": [ { "servers": "0-1", "nic": "Uet" }, { "servers": "2-3", "nic": "Roce" } ] },
    "workload": { "application": "ScalaRDMA",
      "patterns": [ { "pattern": "permutation", "kind": "shift", "message_size": "1MB", "queue_pairs": 2 } ] } })",
                                                    "case.json");
  EXPECT_THAT(result.faults.text(), HasSubstr("patterns.0.dst: has a ScalaRoceNic, but the sender a ScalaUETNIC"));
  EXPECT_EQ(result.faults.errors().size(), 1u) << "0 to 1 is well, 1 to 2 and 3 to 0 are not: told once";
  EXPECT_THAT(codes(result.faults.warnings()), ElementsAre("WORKLOAD")) << "0 to 1: a PDC for each message";
}

}  // namespace
}  // namespace headroom
