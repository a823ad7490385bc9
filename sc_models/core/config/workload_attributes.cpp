// Attributes of the RDMA application and the fields of one of its flows.
#include "sc_models/core/config/model.h"
#include "sc_models/core/config/workload_reader.h"

namespace headroom {
namespace {

using F = FlowParams;
constexpr Origin kCompanion = Origin::kCompanion, kOurs = Origin::kExtension;
constexpr std::string_view kVerbs[] = {"WRITE", "SEND"};
constexpr std::string_view kPdcUses[] = {"per_message", "per_flow"};

constexpr Attribute kRdmaRows[] = {
    {"RdmaDataPacketTC", Type::kUint, field<&RdmaParams::data_class>, "0", "0", "7", kCompanion,
     "Class of data packets, unless a flow says otherwise."},
    {"RdmaControlPacketTC", Type::kUint, field<&RdmaParams::control_class>, "1", "0", "7", kCompanion,
     "Class of acknowledgements, unless a flow says otherwise."},
};

constexpr Attribute kFlowRows[] = {
    {"name", Type::kText, field<&F::name>, "", "", "", kOurs, "Unique; default: flow and its number."},
    {"src", Type::kUint, field<&F::source>, "", "0", "4294967295", kOurs, "Number of the sending server; required."},
    {"dst", Type::kUint, field<&F::destination>, "", "0", "4294967295", kOurs,
     "Number of the receiving server, another one; required."},
    {"verb", Type::kEnum, field<&F::verb>, "WRITE", "", "", kOurs, "What is posted (READ: not available yet).", kVerbs},
    {"message_size", Type::kBytes, field<&F::message_size>, "", "0B", "4294967296B", kOurs,
     "Payload of a message, up to 4 GiB; 0: one packet without payload; required."},
    {"messages", Type::kUint, field<&F::messages>, "1", "1", "1000000000000", kOurs, "How many messages."},
    {"start", Type::kTime, field<&F::start>, "0us", "0ps", "", kOurs,
     "Earliest post of the first message; periodic records have their rows until then all the same."},
    {"interval", Type::kTime, field<&F::interval>, "", "0ps", "", kOurs,
     "Message k is not posted before start + k x interval; default: as soon as outstanding allows."},
    {"outstanding", Type::kUint, field<&F::outstanding>, "", "1", "1000000", kOurs,
     "Messages posted and not yet acknowledged, at most; default: all, and required where messages is larger than this "
     "may be."},
    {"queue_pairs", Type::kUint, field<&F::queue_pairs>, "1", "1", "1000000", kOurs,
     "Queue pairs of the flow, or its PDCs under pdc per_flow; message k goes on pair k mod queue_pairs."},
    {"pdc", Type::kEnum, field<&F::pdc>, "", "", "", kOurs,
     "UET NICs only: a packet delivery context for each message, or queue_pairs of them for the flow; default: "
     "per_message.",
     kPdcUses},
    {"data_tc", Type::kUint, field<&F::data_class>, "", "0", "7", kOurs, "Default: RdmaDataPacketTC."},
    {"control_tc", Type::kUint, field<&F::control_class>, "", "0", "7", kOurs, "Default: RdmaControlPacketTC."},
};

}  // namespace

const Model kRdmaModel{"ScalaRDMA", "application", "application", "RDMA application: flows of WRITE and SEND messages.",
                       kRdmaRows};
const Model kFlowModel{"Flow", "flow", "workload", "One entry of workload.flows.", kFlowRows};

}  // namespace headroom
