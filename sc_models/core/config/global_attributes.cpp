// Every global parameter: the `simulation` section of a configuration file.
#include "sc_models/core/config/model.h"
#include "sc_models/core/params/configuration.h"

namespace headroom {
namespace {

using P = SimulationParams;

constexpr Origin kSeed = Origin::kSeed, kCompanion = Origin::kCompanion, kOurs = Origin::kExtension;
constexpr std::string_view kScheduling[] = {"ahead", "strict"};
constexpr std::string_view kGranularity[] = {"train", "tlp"};
constexpr std::string_view kOnePs = "0.000000000001";  // the shortest time above 0, in seconds

#define HEADROOM_SIM "SimulationParameters/"

constexpr Attribute kRows[] = {
    {HEADROOM_SIM "Name", Type::kText, field<&P::name>, "", "", "", kOurs,
     "Name of the run, first part of its record files; default: the configuration file's base name."},
    {HEADROOM_SIM "Duration", Type::kTime, field<&P::duration>, "", "1ps", "", kOurs,
     "Latest end of the run; excludes WarmUp, RunTime and CoolDown."},
    {HEADROOM_SIM "Seed", Type::kUint, field<&P::seed>, "1", "0", "9223372036854775807", kOurs,
     "Seed of all random streams."},
    {HEADROOM_SIM "StartTime", Type::kSeconds, field<&P::start_time>, "0", "0", "", kCompanion,
     "Seconds at which applications start."},
    {HEADROOM_SIM "ClientStartOffset", Type::kSeconds, field<&P::client_start_offset>, "0", "0", "", kCompanion,
     "Seconds after StartTime at which clients start; flows and periodic records count from there."},
    {HEADROOM_SIM "WarmUp", Type::kSeconds, field<&P::warm_up>, "", "0", "", kCompanion,
     "Seconds before the measured part; part of the stop time."},
    {HEADROOM_SIM "RunTime", Type::kSeconds, field<&P::run_time>, "", "0", "", kCompanion,
     "Seconds of the measured part; the run stops at StartTime + WarmUp + RunTime + CoolDown."},
    {HEADROOM_SIM "CoolDown", Type::kSeconds, field<&P::cool_down>, "", "0", "", kCompanion,
     "Seconds after the measured part; part of the stop time."},
    {HEADROOM_SIM "NDStatsReportInterval", Type::kSeconds, field<&P::nd_stats_interval>, "0.001", kOnePs, "", kSeed,
     "Seconds between rows of nd-stats, ecn-pfc-stats, tier-hop and the transport and PCIe records."},
    {HEADROOM_SIM "NetworkBufferStatsReportingInterval", Type::kSeconds, field<&P::buffer_stats_interval>, "0.001",
     kOnePs, "", kSeed, "Seconds between rows of net-buff-stats."},
    without_effect({HEADROOM_SIM "BeaconReportInterval", Type::kSeconds, field<&P::beacon_interval>, "0.001", kOnePs,
                    "", kCompanion, "Seconds between progress rows of a Chakra workload."},
                   kCompanion, "It spaces rows of a Chakra workload, which is not available yet."),
    {HEADROOM_SIM "EnableNetDeviceStatLogging", Type::kBool, field<&P::enable_net_device_stats>, "true", "", "",
     kCompanion, "Write nd-stats."},
    {HEADROOM_SIM "EnablePFCECNStatsLogging", Type::kBool, field<&P::enable_pfc_ecn_stats>, "true", "", "", kCompanion,
     "Write ecn-pfc-stats."},
    {HEADROOM_SIM "EnableRoceTransportStats", Type::kBool, field<&P::enable_roce_stats>, "true", "", "", kCompanion,
     "Write roce-transport-stats."},
    {HEADROOM_SIM "EnableNetworkBufferStatsReporting", Type::kBool, field<&P::enable_buffer_stats>, "false", "", "",
     kSeed, "Write net-buff-stats, for NICs with EnableBufferStats."},
    {HEADROOM_SIM "EnablePCIeStatsLogging", Type::kBool, field<&P::enable_pcie_stats>, "false", "", "", kSeed,
     "Write pcie-stats."},
    {HEADROOM_SIM "EnablePerfLogging", Type::kBool, field<&P::enable_perf>, "true", "", "", kOurs, "Write perf."},
    {HEADROOM_SIM "EnableReports", Type::kBool, field<&P::enable_reports>, "true", "", "", kOurs,
     "Write application-report and topology-report."},
    {HEADROOM_SIM "EnableTierHopLogging", Type::kBool, field<&P::enable_tier_hop>, "true", "", "", kOurs,
     "Write tier-hop where there are switches."},
    {HEADROOM_SIM "EnablePfcEventLogging", Type::kBool, field<&P::enable_pfc_events>, "false", "", "", kOurs,
     "Write pfc-events, a row for each pause, resume and refresh."},
    {HEADROOM_SIM "RecordMessages", Type::kBool, field<&P::record_messages>, "false", "", "", kOurs,
     "Write messages, a row for each message."},
    {HEADROOM_SIM "EnableCpuMemStats", Type::kBool, field<&P::enable_cpu_mem_stats>, "false", "", "", kOurs,
     "Write cpu-mem-stats."},
    without_effect({HEADROOM_SIM "WriteAnnotatedTraces", Type::kBool, field<&P::write_annotated_traces>, "false", "",
                    "", kOurs, "Write annotated traces of a Chakra workload."},
                   kOurs, "It concerns traces of a Chakra workload, which is not available yet."),
    without_effect(
        {HEADROOM_SIM "Scheduling", Type::kEnum, field<&P::scheduling>, "ahead", "", "", kOurs,
         "Let the agenda run ahead of the kernel, or return to it at every time (strict): same records, slower.",
         kScheduling},
        kOurs, "Both ways serve the same entries in the same order; only the time that the simulation takes differs."),
    without_effect(
        {HEADROOM_SIM "PcieGranularity", Type::kEnum, field<&P::pcie_granularity>, "train", "", "", kOurs,
         "One agenda entry for a message on the PCIe link, or for each transfer (tlp): same records, slower.",
         kGranularity},
        kOurs,
        "Both forms give every acceptance and arrival at the same picosecond; only the time that the simulation takes "
        "differs."),
    without_effect({HEADROOM_SIM "CarryData", Type::kBool, field<&P::carry_data>, "false", "", "", kOurs,
                    "Move real bytes from host memory to host memory; times are the same."},
                   kOurs,
                   "Times never depend on content, and no record shows content: the bytes are found in host memory."),
    {"DefaultNetworkParameters/GenericNetDevice/Mtu", Type::kUint, field<&P::mtu>, "4184", "1", "", kSeed,
     "Link MTU in bytes: bounds MSS + 58 and is the frame size of the headroom guidance."},
};

#undef HEADROOM_SIM

}  // namespace

const Model kGlobalModel{"Global", "global", "global", "Global parameters: the simulation section.", kRows, true};

}  // namespace headroom
