#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "sc_models/core/config/draft.h"
#include "sc_models/core/config/nearest.h"
#include "sc_models/core/config/workload_reader.h"
#include "sc_models/core/int128.h"

namespace headroom {
namespace {

constexpr std::string_view kSections[] = {"application", "flows", "patterns", "connection_matrix", "flow_file"};
constexpr std::string_view kLaterSections[] = {"patterns", "connection_matrix", "flow_file"};
constexpr std::string_view kLaterFields[] = {"after"};
constexpr std::string_view kLaterApplications[] = {"ScalaChakraGenerator", "Collectives"};
constexpr std::string_view kFlows = "workload.flows";

void read_application(const JsonNode& workload, Faults& faults) {
  const JsonNode* name = workload.find("application");
  const std::string path = "workload.application";
  if (!name) return faults.error(workload.place, path, "APPLICATION", fmt::format("is missing ({})", kRdmaModel.name));
  if (name->text == kRdmaModel.name && name->is(JsonKind::kString)) return;
  const bool later = std::find(std::begin(kLaterApplications), std::end(kLaterApplications), name->text) !=
                     std::end(kLaterApplications);
  faults.error(name->place, path, later ? "NOT_AVAILABLE" : "APPLICATION",
               fmt::format("is \"{}\", {} ({})", name->text,
                           later ? "not available yet" : "no application of these NICs", kRdmaModel.name));
}

/// What comes later, and what no flow can be without; returns the keys that the table shall not see.
std::vector<std::string_view> check_fields(const JsonNode& node, const std::string& path, Faults& faults) {
  std::vector<std::string_view> others;
  for (const std::string_view key : kLaterFields) {
    if (const JsonNode* later = node.find(key)) {
      faults.error(later->place, fmt::format("{}.{}", path, key), "NOT_AVAILABLE",
                   fmt::format("is not available yet ({})", list_of(kFlowModel.keys_at(""))));
      others.push_back(key);
    }
  }
  if (const JsonNode* verb = node.find("verb"); verb && verb->is(JsonKind::kString) && verb->text == "READ") {
    faults.error(verb->place, path + ".verb", "NOT_AVAILABLE",
                 fmt::format("is READ, not available yet ({})", list_of(kFlowModel.find("verb")->choices)));
    others.push_back("verb");
  }
  for (const std::string_view key : {"src", "dst", "message_size"})
    if (!node.find(key))
      faults.error(node.place, fmt::format("{}.{}", path, key), "WORKLOAD",
                   key == "message_size" ? "is missing (a size, as 1MB)" : "is missing (number of a server)");
  return others;
}

/// Rules between a flow's own fields.
void check_flow(const DraftFlow& flow, std::uint64_t servers, Faults& faults) {
  const BoundValues& values = flow.values;
  const FlowParams& f = flow.params;
  const auto known = [&](std::string_view key) { return values.sound(key) && values.at(key).present; };
  const auto server = [&](std::string_view key, std::uint32_t number) {
    if (number < servers || !known(key)) return;
    faults.error(values.place(key), values.path(key), "WORKLOAD",
                 fmt::format("is {}, but there are {} servers (0 to {})", number, servers, servers - 1));
  };
  if (servers > 0) {
    server("src", f.source);
    server("dst", f.destination);
  }
  if (known("src") && known("dst") && f.source == f.destination)
    faults.error(values.place("dst"), values.path("dst"), "WORKLOAD",
                 fmt::format("is {}, the sender itself (another server)", f.destination));
  // Each message that is posted and not acknowledged takes memory.
  constexpr std::uint64_t kMostOutstanding = 1'000'000;
  if (values.sound({"messages", "outstanding"}) && f.outstanding > kMostOutstanding)
    faults.error(values.place("messages"), values.path("messages"), "WORKLOAD",
                 fmt::format("is {}, all posted at once without outstanding (at most {}, or outstanding given)",
                             f.messages, kMostOutstanding));
  // Sizes and times of a whole flow stay in 63 bits, with room for a few of them to be added.
  constexpr Int128 kMost = 1'000'000'000'000'000'000;
  if (known("message_size") && values.sound("messages") && static_cast<Int128>(f.message_size) * f.messages > kMost)
    faults.error(values.place("messages"), values.path("messages"), "WORKLOAD",
                 "times message_size is too much for a flow (at most 10^18 B)");
  if (f.interval && values.sound({"start", "messages"}) &&
      f.start.count() + static_cast<Int128>(f.interval->count()) * (f.messages - 1) > kMost)
    faults.error(values.place("interval"), values.path("interval"), "WORKLOAD",
                 "puts the last post too late (at most 10^6 s)");
}

/// Whether the sender is known to carry a UET NIC.
bool from_uet_nic(const DraftFlow& flow, const Draft& draft) {
  if (!draft.topology) return false;
  const auto& nics = draft.topology->nics.components;
  const auto source = static_cast<std::uint64_t>(flow.values.at("src").base);
  return source < nics.size() && nics[source] && &nics[source]->values.model() == &kUetNicModel;
}

/// Fills in what a flow takes from elsewhere when it does not say it.
void complete(DraftFlow& flow, std::size_t number, const RdmaParams& rdma, const Draft& draft) {
  const auto whole = [&](std::string_view key, std::uint64_t count) {
    if (flow.values.at(key).present) return;
    Value value;
    value.present = true;
    value.base = static_cast<std::int64_t>(count);
    value.number = Decimal(value.base);
    flow.values.fill(key, std::move(value));
  };
  whole("outstanding", static_cast<std::uint64_t>(flow.values.at("messages").base));
  whole("data_tc", rdma.data_class);
  whole("control_tc", rdma.control_class);
  const auto text = [&](std::string_view key, std::string content) {
    if (flow.values.at(key).present) return;
    Value value;
    value.present = true;
    value.text = std::move(content);
    flow.values.fill(key, std::move(value));
  };
  text("name", fmt::format("flow{}", number));
  if (from_uet_nic(flow, draft)) text("pdc", std::string(kFlowModel.find("pdc")->choices.front()));
  flow.params = flow.values.make<FlowParams>();
}

void read_flows(const JsonNode& flows, Draft& draft, Faults& faults) {
  if (!flows.is(JsonKind::kArray))
    return faults.error(flows.place, std::string(kFlows), "TYPE_MISMATCH",
                        fmt::format("is {} (a list of flows)", flows.kind_name()));
  if (const std::optional<std::string> refusal = too_many_flows(flows.members.size()))
    return faults.error(flows.place, std::string(kFlows), "WORKLOAD", *refusal);
  const auto rdma = draft.application.make<RdmaParams>();
  const std::uint64_t servers = draft.topology ? draft.topology->nics.components.size() : 0;
  std::unordered_set<std::string> names;
  draft.flows.reserve(flows.members.size());
  for (std::size_t i = 0; i < flows.members.size(); ++i) {
    const JsonNode& node = flows.members[i].node;
    const std::string path = fmt::format("{}.{}", kFlows, i);
    if (!node.is(JsonKind::kObject)) {
      faults.error(node.place, path, "TYPE_MISMATCH", fmt::format("is {} (an object, one flow)", node.kind_name()));
      continue;
    }
    DraftFlow flow{BoundValues(kFlowModel, node.place, path), {}};
    bind_values(node, Form::kFile, flow.values, faults, check_fields(node, path, faults));
    const auto class_known = [&](std::string_view key, std::string_view fallback) {
      return flow.values.sound(key) && (flow.values.written(key) || draft.application.sound(fallback));
    };
    flow.data_class_known = class_known("data_tc", "RdmaDataPacketTC");
    flow.control_class_known = class_known("control_tc", "RdmaControlPacketTC");
    complete(flow, i, rdma, draft);
    check_flow(flow, servers, faults);
    if (flow.values.sound("name") && !names.insert(flow.params.name).second)
      faults.error(flow.values.place("name"), flow.values.path("name"), "WORKLOAD",
                   fmt::format("is \"{}\", the name of another flow (unique)", flow.params.name));
    draft.flows.push_back(std::move(flow));
  }
}

}  // namespace

std::optional<std::string> too_many_flows(std::size_t count) {
  if (count <= kMaxFlows) return std::nullopt;
  return fmt::format("has {} flows (at most {})", count, kMaxFlows);
}

void read_workload(const JsonNode& root, Draft& draft, Faults& faults) {
  const JsonNode* workload = root.find("workload");
  if (!workload) return faults.error(root.place, "workload", "WORKLOAD", "is missing (an object)");
  if (!workload->is(JsonKind::kObject))
    return faults.error(workload->place, "workload", "TYPE_MISMATCH",
                        fmt::format("is {} (an object)", workload->kind_name()));
  read_application(*workload, faults);
  draft.application = BoundValues(kRdmaModel, workload->place, "workload");
  bind_values(*workload, Form::kFile, draft.application, faults, kSections);
  bool any = false;
  for (const std::string_view key : kLaterSections) {
    if (const JsonNode* later = workload->find(key)) {
      faults.error(later->place, fmt::format("workload.{}", key), "NOT_AVAILABLE", "is not available yet (flows)");
      any = true;
    }
  }
  if (const JsonNode* flows = workload->find("flows")) {
    read_flows(*flows, draft, faults);
  } else if (!any) {
    faults.error(workload->place, std::string(kFlows), "WORKLOAD", "is missing (a list of flows)");
  }
}

}  // namespace headroom
