// The rules for patches, P1 to P17, and the acceptance cases of the configuration interface (their numbers in
// comments).
#include "sc_models/core/config/patch.h"

#include <gmock/gmock.h>

#include <rapidcheck/gtest.h>

#include "sc_models/core/config/effective.h"
#include "sc_models/core/config/number_text.h"
#include "testbench/common/configuration_text.h"

namespace headroom {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

PatchResult patch(std::string_view text, const std::string& component = "Nic") {
  return patch_component({ConfigurationText{}.text(), "case.json", text, "patch.json"}, component);
}
PatchResult global(std::string_view text) {
  return patch_global({ConfigurationText{}.text(), "case.json", text, "patch.json"});
}
std::string ingress(const std::string& key, const std::string& leaf) {
  return R"({"NetworkInterface":{"IngressBufferManager":{")" + key + R"(":)" + leaf + "}}}";
}

struct PatchCase {
  std::string patch, code, message;
};
class RefusedPatch : public testing::TestWithParam<PatchCase> {};
TEST_P(RefusedPatch, ChangesNothing) {
  const PatchResult result = patch(GetParam().patch);
  ASSERT_EQ(result.faults.errors().size(), 1u) << result.faults.text();
  EXPECT_EQ(result.faults.errors()[0].code, GetParam().code) << result.faults.text();
  EXPECT_THAT(result.faults.text(), HasSubstr(GetParam().message));
  EXPECT_EQ(result.text, "");
}
INSTANTIATE_TEST_SUITE_P(
    Rules, RefusedPatch,
    testing::Values(
        PatchCase{"[]", "NOT_JSON", "a list"}, PatchCase{"{", "NOT_JSON", ""},                                 // P1
        PatchCase{R"({"NumDownLinks":1,"NumDownLinks":1})", "DUPLICATE_KEY", "twice"},                         // P1
        PatchCase{"{}", "EMPTY_PATCH", ""}, PatchCase{R"({"NetworkInterface":{}})", "EMPTY_PATCH", ""},        // 1, P2
        PatchCase{ingress("TotalBufferSize", R"({"value":2,"unit":"Mb","type":"bytes"})"), "BAD_UNIT", "Mb"},  // 3, P8
        PatchCase{ingress("TotalBufferSize", R"({"value":2,"type":"bytes"})"), "BAD_UNIT", "no unit"},         // 3, P8
        PatchCase{ingress("TotalBufferSize", R"({"value":2,"unit":"MB","type":"queuesize"})"), "TYPE_MISMATCH",
                  "(bytes)"},
        PatchCase{ingress("TotalBufferSize", R"({"value":2,"unit":"MB"})"), "TYPE_MISMATCH", "type nothing"},  // P5
        PatchCase{ingress("TotalBufferSize", R"({"unit":"MB","type":"bytes"})"), "TYPE_MISMATCH",
                  "no \"value\""},  // P6
        PatchCase{ingress("TotalBufferSize", R"({"value":2,"unit":"MB","type":"bytes","default":5})"), "UNKNOWN_KEY",
                  "default"},
        PatchCase{ingress("TotalBufferSize", R"({"value":"2","unit":"MB","type":"bytes"})"), "TYPE_MISMATCH",
                  "a string"},  // P10
        PatchCase{ingress("TotalBufferSize", R"({"value":-2,"unit":"MB","type":"bytes"})"), "OUT_OF_RANGE",
                  "negative"},  // P14
        PatchCase{ingress("TotalBufferSize", R"({"value":0.5,"unit":"B","type":"bytes"})"), "OUT_OF_RANGE",
                  "whole"},                                                                          // P14
        PatchCase{ingress("TotalBufferSize", R"("2MB")"), "TYPE_MISMATCH", "an object with value"},  // P4
        PatchCase{ingress("TotalBuffer", R"({"value":2,"unit":"MB","type":"bytes"})"), "UNKNOWN_KEY",
                  "TotalBufferSize"},                                                         // 4
        PatchCase{R"({"NetworkInterface":{"value":1,"type":"uint"}})", "TYPE_MISMATCH", ""},  // 5, P4
        PatchCase{R"({"EnableBufferStats":{"x":{}}})", "TYPE_MISMATCH", "without \"type\""},  // 5, P4
        PatchCase{R"({"NumDownLinks":{"value":2,"type":"uint"}})", "READ_ONLY", ""},          // 6, P7
        PatchCase{R"({"ScalaRoceQpManager":{"MSS":{"value":9217,"unit":"B","type":"bytes"}}})", "MSS_RANGE",
                  "1B to 9216B"},  // 7
        PatchCase{R"({"ECNHandler":{"NumberActiveIncreaseSteps":{"value":0,"type":"uint"}}})", "OUT_OF_RANGE",
                  ""},  // 8
        PatchCase{R"({"ECNHandler":{"NumberActiveIncreaseSteps":{"value":-1,"type":"uint"}}})", "TYPE_MISMATCH",
                  ""},  // 8, P11
        PatchCase{R"({"ECNHandler":{"NumberActiveIncreaseSteps":{"value":1.5,"type":"uint"}}})", "TYPE_MISMATCH",
                  ""},                                                                                  // 8, P11
        PatchCase{R"({"EnableBufferStats":{"value":"true","type":"bool"}})", "TYPE_MISMATCH", ""},      // 9, P10
        PatchCase{R"({"EnableBufferStats":{"value":1,"type":"bool"}})", "TYPE_MISMATCH", ""},           // 9, P12
        PatchCase{R"({"EnableBufferStats":{"value":true,"unit":"B","type":"bool"}})", "BAD_UNIT", ""},  // P9
        PatchCase{ingress("QueueSchedulingType", R"({"value":"REPS","type":"string"})"), "NOT_IN_ENUM",
                  "RoundRobin"},  // 10
        PatchCase{ingress("PoolAllocationVector", R"({"value":"[0.9,0.1,0,0,0,0,0]","type":"string"})"), "BAD_LIST",
                  "7"},  // 12
        PatchCase{ingress("PoolAllocationVector", R"({"value":"0.9,0.1,0,0,0,0,0,0","type":"string"})"), "BAD_LIST",
                  ""},  // 12
        PatchCase{ingress("PoolAllocationVector", R"({"value":"[0.9 0.1 0 0 0 0 0 0]","type":"string"})"), "BAD_LIST",
                  ""},  // 12
        PatchCase{ingress("PoolAllocationVector", R"({"value":"[0.9,,0,0,0,0,0,0]","type":"string"})"), "BAD_LIST",
                  "empty"},
        PatchCase{
            R"({"NetworkInterface":{"TransmissionMedium":{"Delay":{"value":0.0001,"unit":"ns","type":"timeval"}}}})",
            "OUT_OF_RANGE", "whole"}));  // 17, P14

class AcceptedPatch : public testing::TestWithParam<std::string> {};
TEST_P(AcceptedPatch, IsAppliedAndStaysReadable) {
  const PatchResult result = patch(GetParam());
  EXPECT_TRUE(result.faults.ok()) << result.faults.text();
  EXPECT_NE(result.text, "");
}
INSTANTIATE_TEST_SUITE_P(
    Rules, AcceptedPatch,
    testing::Values(
        R"({"ScalaRoceQpManager":{"MSS":{"value":9216,"unit":"B","type":"bytes"}}})",                           // 7
        R"({"ECNHandler":{"NumberActiveIncreaseSteps":{"value":1.0,"type":"uint"}}})",                          // 8
        ingress("QueueSchedulingType", R"({"value":"RoundRobin","type":"string"})"),                            // 10
        ingress("PoolAllocationVector", R"({"value":"[0.9,0.1,0,0,0,0,0,0]","type":"string"})"),                // 12
        ingress("PoolAllocationVector", R"({"value":"[0,0.5,0.5,0,0,0,0,0]","type":"string"})"),                // 13
        ingress("PoolAllocationVector", R"({"value":"[a, b, 0, 0, 0, 0, 0, 0]","type":"string"})"),             // 14
        R"({"NetworkInterface":{"TransmissionMedium":{"Delay":{"value":0.5,"unit":"ns","type":"timeval"}}}})",  // 17
        R"({"ECNHandler":{"MinimumRatePercentage":{"value":1,"type":"double"}}})"));                            // 25

TEST(Patch, ReplacesValueAndUnit) {  // 2
  const PatchResult result = patch(ingress("TotalBufferSize", R"({"value":2,"unit":"MB","type":"bytes"})"));
  ASSERT_TRUE(result.faults.ok());
  const LoadResult loaded = load_configuration_text(result.text, "case.json");
  ASSERT_TRUE(loaded.ok()) << loaded.faults.text();
  EXPECT_EQ(loaded.configuration->nics[0].roce().ingress.pool(0), Bytes(1'800'000));
  const auto& leaf = result.parameters["NetworkInterface"]["IngressBufferManager"]["TotalBufferSize"];
  EXPECT_EQ(leaf["value"], 2);
  EXPECT_EQ(leaf["default"], 4);
  EXPECT_EQ(leaf["defaultUnit"], "MB");
}

TEST(Patch, WrittenValuesAreValidatedWhenTheConfigurationIs) {  // 13, 14
  for (const auto& [list, code] :
       {std::pair{"[0,0.5,0.5,0,0,0,0,0]", "POOL_ORDER"}, {"[a,b,0,0,0,0,0,0]", "LIST_ENTRY"}}) {
    const PatchResult result =
        patch(ingress("PoolAllocationVector", fmt::format(R"({{"value":"{}","type":"string"}})", list)));
    EXPECT_EQ(codes(load_configuration_text(result.text, "f").faults.errors()).at(0), code);
  }
}

TEST(Patch, WithOneBadAttributeChangesNone) {  // 19
  const PatchResult result =
      patch(R"({"EnableBufferStats":{"value":true,"type":"bool"},"NumDownLinks":{"value":2,"type":"uint"}})");
  EXPECT_THAT(codes(result.faults.errors()), ElementsAre("READ_ONLY"));
  EXPECT_EQ(result.text, "");
}

TEST(Patch, TakesBackWhatItReturned) {  // P6: keys as read back
  const PatchResult first = patch(ingress("TotalBufferSize", R"({"value":2,"unit":"MB","type":"bytes"})"));
  auto parameters = first.parameters;
  parameters.erase("NumDownLinks");
  const PatchResult second = patch_component({first.text, "case.json", parameters.dump(), "patch.json"}, "Nic");
  EXPECT_TRUE(second.faults.ok()) << second.faults.text();
  EXPECT_EQ(second.parameters, first.parameters);
}

TEST(Patch, OfAnUnknownComponentIsRefused) {
  EXPECT_THAT(codes(patch("{}", "Nix").faults.errors()), ElementsAre("NOT_FOUND"));
}

TEST(Patch, KeepsTheRestOfTheFile) {
  const PatchResult result =
      patch_component({"{\"components\":{\"N\":{\"model\":\"ScalaRoceNic\"}},\"x\":0.10 /* c */}", "f",
                       R"({"EnableBufferStats":{"value":true,"type":"bool"}})", "p"},
                      "N");
  EXPECT_TRUE(result.lost_comments);
  EXPECT_THAT(result.text, HasSubstr("\"x\": 0.10"));
}

TEST(GlobalPatch, TakesEitherNestingAndRefusesWhatThePlatformManages) {  // 20
  EXPECT_THAT(global(R"({"SoftwareVersion":{"value":"1","type":"string"}})").faults.text(),
              HasSubstr("managed by the platform"));
  EXPECT_THAT(codes(global(R"({"NDStatsReportInterval":{"value":0,"type":"double"}})").faults.errors()),
              ElementsAre("OUT_OF_RANGE"));
  for (const char* text : {R"({"NDStatsReportInterval":{"value":0.002,"type":"double"}})",
                           R"({"SimulationParameters":{"NDStatsReportInterval":{"value":0.002,"type":"double"}}})"}) {
    const PatchResult result = global(text);
    ASSERT_TRUE(result.faults.ok()) << result.faults.text();
    EXPECT_EQ(load_configuration_text(result.text, "f").configuration.value().simulation.nd_stats_interval,
              Ps(2'000'000'000));
  }
  EXPECT_THAT(codes(global(R"({"Name":{"value":"a;b","type":"string"}})").faults.errors()),
              ElementsAre("BAD_STRING"));  // P17
}

PatchResult global_of(const std::string& simulation, std::string_view text) {
  ConfigurationText configuration;
  configuration.simulation = simulation;
  return patch_global({configuration.text(), "case.json", text, "patch.json"});
}

TEST(GlobalPatch, ThatAddsAFaultIsRefused) {
  for (const char* name : {"", " ", "a b", "-a"}) {
    const PatchResult result = global_of("{}", fmt::format(R"({{"Name":{{"value":"{}","type":"string"}}}})", name));
    EXPECT_THAT(codes(result.faults.errors()), ElementsAre("BAD_STRING")) << name;
    EXPECT_THAT(result.faults.text(), testing::StartsWith("patch.json:1: simulation.Name: ")) << name;
    EXPECT_EQ(result.text, "");
  }
  for (const char* key : {"RunTime", "WarmUp", "CoolDown"}) {
    const PatchResult result =
        global_of(R"({ "Duration": "1ms" })", fmt::format(R"({{"{}":{{"value":0.001,"type":"double"}}}})", key));
    EXPECT_EQ(result.faults.text(),
              fmt::format("patch.json:1: simulation.{}: and Duration both set the end (one way or the other)\n", key));
  }
  const PatchResult result =
      global_of(R"({ "RunTime": 0.001 })", R"({"Duration":{"value":1,"unit":"ms","type":"timeval"}})");
  EXPECT_EQ(result.faults.text(),
            "patch.json:1: simulation.Duration: and RunTime both set the end (one way or the other)\n");
}

TEST(GlobalPatch, MayRepairWhatIsWrongInTheFileAndNamesWhatItDoesNot) {
  const std::string stored = R"({ "Name": " ", "Duration": 5 })";
  constexpr const char* kName = R"("Name":{"value":"good","type":"string"})";
  constexpr const char* kDuration = R"("Duration":{"value":5,"unit":"ms","type":"timeval"})";
  const PatchResult half = global_of(stored, fmt::format("{{{}}}", kName));
  EXPECT_EQ(half.faults.text(),
            "case.json:2: simulation.Duration: has no unit: 5 (ps, ns, us, ms, s); stored in the file, and not "
            "replaced by the patch\n");
  EXPECT_EQ(half.text, "");
  const PatchResult whole = global_of(stored, fmt::format("{{{},{}}}", kName, kDuration));
  ASSERT_TRUE(whole.faults.ok()) << whole.faults.text();
  EXPECT_TRUE(load_configuration_text(whole.text, "f").ok());
}

TEST(Patch, MayRepairWhatIsWrongInTheFileAndNamesWhatItDoesNot) {
  ConfigurationText configuration;
  configuration.nic = R"({ "EnableBufferStats": 1, "ScalaRoceQpManager": { "MSS": 1 } })";
  const auto patched = [&](std::string_view text) {
    return patch_component({configuration.text(), "case.json", text, "patch.json"}, "Nic");
  };
  const PatchResult half = patched(R"({"EnableBufferStats":{"value":true,"type":"bool"}})");
  EXPECT_THAT(half.faults.text(), testing::StartsWith("case.json:4: components.Nic.typedParameters."
                                                      "ScalaRoceQpManager.MSS: has no unit: 1"));
  EXPECT_THAT(codes(half.faults.errors()), ElementsAre("BAD_UNIT"));
  EXPECT_TRUE(patched(R"({"EnableBufferStats":{"value":true,"type":"bool"},
                          "ScalaRoceQpManager":{"MSS":{"value":1,"unit":"KB","type":"bytes"}}})")
                  .faults.ok());
}

TEST(Patch, ForetellsWhatValidationWillRefuse) {  // 13: written all the same
  const PatchResult result =
      patch(ingress("PoolAllocationVector", R"({"value":"[0,0.5,0.5,0,0,0,0,0]","type":"string"})"));
  EXPECT_TRUE(result.faults.ok());
  EXPECT_THAT(codes(result.faults.warnings()), testing::Contains("POOL_ORDER"));
  EXPECT_THAT(result.faults.text(), HasSubstr("patch.json: warning: components.Nic."));
  EXPECT_THAT(codes(global(R"({"Mtu":{"value":4154,"type":"uint"}})").faults.warnings()), ElementsAre("MSS_RANGE"));
  EXPECT_THAT(global(R"({"Mtu":{"value":4155,"type":"uint"}})").faults.warnings(), testing::IsEmpty());
}

/// Every attribute that has a limit, one step outside of it.
RC_GTEST_PROP(Loader, RefusesAnyAttributeOutsideItsRange, ()) {
  const Model* const model = *rc::gen::element(&kRoceNicModel, &kSwitchModel, &kGlobalModel);
  const Attribute& a = *rc::gen::elementOf(model->attributes);
  RC_PRE(!a.readonly && !is_list(a.type) && a.type != Type::kText && a.type != Type::kBool && a.type != Type::kEnum);
  const bool above = *rc::gen::arbitrary<bool>();
  const std::string_view limit = above ? a.max : a.min;
  RC_PRE(!limit.empty());
  const WithUnit split = split_unit(limit).value();
  const std::string value = split.number.zero() ? "-1" : above ? split.number.text() + "1" : "0";
  std::string path(a.path);
  std::replace(path.begin(), path.end(), '/', '.');
  path = model == &kGlobalModel ? "simulation." + std::string(a.key())
                                : (model == &kRoceNicModel ? "components.Nic." : "components.Tor.") + path;
  const LoadResult result = ConfigurationText{}.load_set({path + "=" + value + std::string(split.unit)});
  RC_ASSERT(!result.ok());
  RC_ASSERT(result.faults.errors()[0].file == "--set");
}

RC_GTEST_PROP(Loader, ReadsItsOwnCanonicalFormAgain, ()) {
  std::vector<std::string> sets;
  const auto number = [](std::int64_t from, std::int64_t to) { return std::to_string(*rc::gen::inRange(from, to)); };
  sets.push_back(
      "components.Nic.NetworkInterface.IngressBufferManager.TotalBufferSize=" + number(1'000'000, 9'000'000) + "B");
  sets.push_back("components.Nic.NetworkInterface.TransmissionMedium.Delay=0." + number(1'000, 9'999) + "us");
  sets.push_back("components.Tor.SharedBufferManager.LossyAlpha=0." + number(1, 1'000'000'000));
  sets.push_back("simulation.NDStatsReportInterval=0." + number(1, 999'999'999));
  sets.push_back("workload.flows.0.interval=" + number(0, 1'000) + "." + number(0, 999) + "us");
  sets.push_back("components.Nic.NetworkInterface.IngressBufferManager.PfcStaticXoffThreshold=[0." + number(401, 999) +
                 ",0.8,0,0,0,0,0,0]");
  const LoadResult first = ConfigurationText{}.load_set(sets);
  RC_ASSERT(first.ok());
  const LoadResult second = load_configuration_text(canonical_text(first.effective), "b.json");
  RC_ASSERT(second.ok());
  RC_ASSERT(canonical_text(second.effective) == canonical_text(first.effective));
  RC_ASSERT(second.configuration->nics[0].roce().ingress.xoff(0) ==
            first.configuration->nics[0].roce().ingress.xoff(0));
  RC_ASSERT(second.configuration->flows[0].interval == first.configuration->flows[0].interval);
}

TEST(Overrides, SetValuesByPathAndReportTheirOwnPlace) {
  const LoadResult good = ConfigurationText{}.load_set(
      {"workload.flows.0.message_size=4MB", "components.Nic.typedParameters.ScalaRoceQpManager.MSS=2048B",
       "components.Nic.HostInterface.NICSide.PCIeGen3.0.NicDeviceLayer.NicPCIeInterface.PhysicalLayer.LaneCount=8",
       "components.Nic.NetworkInterface.IngressBufferManager.TotalBufferSize={\"value\":2,\"unit\":\"MB\",\"type\":"
       "\"bytes\"}",
       "simulation.Name=7"});
  ASSERT_TRUE(good.ok()) << good.faults.text();
  EXPECT_EQ(good.configuration->flows[0].message_size, 4'000'000);
  EXPECT_EQ(good.configuration->nics[0].roce().transport.mss, Bytes(2048));
  EXPECT_EQ(good.configuration->nics[0].roce().pcie_nic.lane_count, 8u);
  EXPECT_EQ(good.configuration->nics[0].roce().ingress.total_size, Bytes(2'000'000));
  EXPECT_EQ(good.configuration->simulation.name, "7");
  for (const char* path :
       {"foo.bar=1", "components.Nix.MSS=1B", "components.Nic.Foo=1", "components.Nic.Foo.Bar=1",
        "workload.flows.1.src=0", "workload.flows.x=0", "simulation.Foo=1", "nothing", "topology.nic.0.servers=1"})
    EXPECT_THAT(ConfigurationText{}.load_set({path}).faults.text(), testing::StartsWith("--set: ")) << path;
}

TEST(Overrides, SuggestTheFullPathsWhereTheAttributeExists) {
  const auto refusal = [](const char* set) { return ConfigurationText{}.load_set({set}).faults.text(); };
  EXPECT_EQ(refusal("NetworkInterface.IngressBufferManager.TotalBufferSize=2MB"),
            "--set: NetworkInterface.IngressBufferManager.TotalBufferSize: is unknown (did you mean "
            "components.Nic.NetworkInterface.IngressBufferManager.TotalBufferSize?)\n");
  EXPECT_THAT(refusal("MSS=1KB"), HasSubstr("(did you mean components.Nic.ScalaRoceQpManager.MSS?)"));
  EXPECT_THAT(refusal("message_size=1KB"), HasSubstr("(did you mean workload.flows.0.message_size?)"));
  EXPECT_THAT(refusal("Mtu=9000"), HasSubstr("(did you mean simulation.Mtu?)"));
  EXPECT_THAT(refusal("components.IngressBufferManager.PFCEnableVector=1"),
              HasSubstr("did you mean components.Nic.NetworkInterface.IngressBufferManager.PFCEnableVector?"));
  EXPECT_THAT(refusal("components.Tor.IngressBufferManager.PFCEnableVector=1"),
              HasSubstr("did you mean components.Nic.NetworkInterface.IngressBufferManager.PFCEnableVector?"));
  EXPECT_THAT(refusal("TotalBufferSize=1MB"), HasSubstr("IngressBufferManager.TotalBufferSize or components.Nic."));
  EXPECT_THAT(refusal("simulatoin.Seed2=1"), HasSubstr("did you mean simulation?"));
  EXPECT_THAT(refusal("colour=1"), HasSubstr("(a path begins with simulation, components, topology, workload)"));
}

TEST(Overrides, SeedAndUntilReplaceTheFilesOwn) {
  ConfigurationText text;
  text.simulation = R"({ "Seed": 3, "Duration": "1s" })";
  const LoadResult result = text.load({{}, "9", "5us"});
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result.configuration->simulation.seed, 9u);
  EXPECT_EQ(result.configuration->simulation.duration, Ps(5'000'000));
  EXPECT_THAT(text.load({{}, "x", "5"}).faults.text(), HasSubstr("--until: simulation.Duration: has no unit"));
}

TEST(Sha256, GivesThePublishedDigests) {  // FIPS 180-4 examples
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

}  // namespace
}  // namespace headroom
