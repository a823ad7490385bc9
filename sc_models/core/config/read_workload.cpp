#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "sc_models/core/config/draft.h"
#include "sc_models/core/config/nearest.h"
#include "sc_models/core/config/workload_reader.h"
#include "sc_models/core/int128.h"

namespace headroom {
namespace {

constexpr std::string_view kApplication = "application";
constexpr std::string_view kWorkloadSections[] = {kApplication, "flows", "patterns", "connection_matrix", "flow_file"};
constexpr std::string_view kLaterSections[] = {"connection_matrix", "flow_file"};
constexpr std::string_view kLaterFields[] = {"after"};
constexpr std::string_view kLaterApplications[] = {"ScalaChakraGenerator", "Collectives"};
constexpr std::string_view kFlows = "workload.flows";

void read_application(const JsonNode& workload, Faults& faults) {
  const JsonNode* name = workload.find(kApplication);
  const std::string path = "workload.application";
  if (!name) return faults.error(workload.place, path, "APPLICATION", fmt::format("is missing ({})", kRdmaModel.name));
  if (name->text == kRdmaModel.name && name->is(JsonKind::kString)) return;
  const bool later = std::find(std::begin(kLaterApplications), std::end(kLaterApplications), name->text) !=
                     std::end(kLaterApplications);
  faults.error(name->place, path, later ? "NOT_AVAILABLE" : "APPLICATION",
               fmt::format("is \"{}\", {} ({})", name->text,
                           later ? "not available yet" : "no application of these NICs", kRdmaModel.name));
}

/// Whether the sender is known to carry a UET NIC.
bool from_uet_nic(const DraftFlow& flow, const Draft& draft) {
  if (!draft.topology) return false;
  if (!flow.known("src")) return false;
  const auto& nics = draft.topology->nics.components;
  const auto source = static_cast<std::uint64_t>(flow.values.at("src").base);
  return source < nics.size() && nics[source] && &nics[source]->values.model() == &kUetNicModel;
}

void read_flows(const JsonNode& flows, Draft& draft, std::unordered_set<std::string>& names, Faults& faults) {
  if (!flows.is(JsonKind::kArray))
    return faults.error(flows.place, std::string(kFlows), "TYPE_MISMATCH",
                        fmt::format("is {} (a list of flows)", flows.kind_name()));
  if (const std::optional<std::string> refusal = too_many_flows(flows.members.size()))
    return faults.error(flows.place, std::string(kFlows), "WORKLOAD", *refusal);
  const std::uint64_t servers = draft.topology ? draft.topology->nics.components.size() : 0;
  draft.flows.reserve(flows.members.size());
  for (std::size_t i = 0; i < flows.members.size(); ++i) {
    const JsonNode& node = flows.members[i].node;
    const std::string path = fmt::format("{}.{}", kFlows, i);
    if (!node.is(JsonKind::kObject)) {
      faults.error(node.place, path, "TYPE_MISMATCH", fmt::format("is {} (an object, one flow)", node.kind_name()));
      continue;
    }
    DraftFlow flow{BoundValues(kFlowModel, node.place, path), {}};
    const std::vector<std::string_view> later = later_fields(node, path, faults);
    bind_values(node, Form::kFile, flow.values, faults, later);
    for (const std::string_view key : {"src", "dst", "message_size"}) require(key, node, flow.values, faults);
    complete_flow(flow, i, draft);
    check_flow(flow, servers, faults);
    add_flow(std::move(flow), draft, names, faults);
  }
}

}  // namespace

std::vector<std::string_view> later_fields(const JsonNode& node, const std::string& path, Faults& faults) {
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
  return others;
}

void require(std::string_view key, const JsonNode& node, const BoundValues& values, Faults& faults) {
  if (node.find(key) || !values.sound(key)) return;  // refused: a likely misspelling of it is reported already
  faults.error(node.place, values.path(key), "WORKLOAD",
               key == "message_size" ? "is missing (a size, as 1MB)" : "is missing (number of a server)");
}

/// Rules between a flow's own fields.
void check_flow(const DraftFlow& flow, std::uint64_t servers, Faults& faults) {
  const BoundValues& values = flow.values;
  const FlowParams& f = flow.params;
  const auto server = [&](std::string_view key, std::uint32_t number) {
    if (number < servers || !flow.known(key)) return;
    faults.error(values.place(key), values.path(key), "WORKLOAD",
                 fmt::format("is {}, but there are {} servers (0 to {})", number, servers, servers - 1));
  };
  if (servers > 0) {
    server("src", f.source);
    server("dst", f.destination);
  }
  if (flow.known("src") && flow.known("dst") && f.source == f.destination)
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
  if (flow.known("message_size") && values.sound("messages") &&
      static_cast<Int128>(f.message_size) * f.messages > kMost)
    faults.error(values.place("messages"), values.path("messages"), "WORKLOAD",
                 "times message_size is too much for a flow (at most 10^18 B)");
  if (f.interval && values.sound({"start", "messages"}) &&
      f.start.count() + static_cast<Int128>(f.interval->count()) * (f.messages - 1) > kMost)
    faults.error(values.place("interval"), values.path("interval"), "WORKLOAD",
                 "puts the last post too late (at most 10^6 s)");
}

Value whole_value(std::int64_t count) {
  Value value;
  value.present = true;
  value.base = count;
  value.number = Decimal(count);
  return value;
}

Value text_value(std::string text) {
  Value value;
  value.present = true;
  value.text = std::move(text);
  return value;
}

void complete_flow(DraftFlow& flow, std::size_t number, const Draft& draft) {
  const auto rdma = draft.application.make<RdmaParams>();
  const auto fill = [&flow](std::string_view key, const auto& make) {
    if (!flow.values.at(key).present) flow.values.fill(key, make());
  };
  const auto class_known = [&](std::string_view key, std::string_view fallback) {
    return flow.values.sound(key) && (flow.values.written(key) || draft.application.sound(fallback));
  };
  flow.data_class_known = class_known("data_tc", "RdmaDataPacketTC");
  flow.control_class_known = class_known("control_tc", "RdmaControlPacketTC");
  fill("outstanding", [&] { return whole_value(flow.values.at("messages").base); });
  fill("data_tc", [&] { return whole_value(rdma.data_class); });
  fill("control_tc", [&] { return whole_value(rdma.control_class); });
  fill("name", [&] { return text_value(fmt::format("flow{}", number)); });
  if (from_uet_nic(flow, draft))
    fill("pdc", [] { return text_value(std::string(kFlowModel.find("pdc")->choices.front())); });
  flow.params = flow.values.make<FlowParams>();
}

void add_flow(DraftFlow flow, Draft& draft, std::unordered_set<std::string>& names, Faults& faults) {
  if (flow.values.sound("name") && !names.insert(flow.params.name).second)
    faults.error(flow.values.place("name"), flow.values.path("name"), "WORKLOAD",
                 fmt::format("is \"{}\", the name of another flow (unique)", flow.params.name));
  draft.flows.push_back(std::move(flow));
}

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
  draft.application = BoundValues(kRdmaModel, workload->place, "workload");
  const Misspelt misspelt = bind_values(*workload, Form::kFile, draft.application, faults, kWorkloadSections);
  bool any = std::any_of(misspelt.begin(), misspelt.end(), [](std::string_view key) { return key != kApplication; });
  if (std::find(misspelt.begin(), misspelt.end(), kApplication) == misspelt.end()) read_application(*workload, faults);
  for (const std::string_view key : kLaterSections) {
    if (const JsonNode* later = workload->find(key)) {
      faults.error(later->place, fmt::format("workload.{}", key), "NOT_AVAILABLE",
                   "is not available yet (flows, patterns)");
      any = true;
    }
  }
  std::unordered_set<std::string> names;
  if (const JsonNode* flows = workload->find("flows")) any = true, read_flows(*flows, draft, names, faults);
  if (const JsonNode* patterns = workload->find("patterns")) any = true, read_patterns(*patterns, draft, names, faults);
  if (!any) faults.error(workload->place, std::string(kFlows), "WORKLOAD", "is missing (a list of flows, or patterns)");
}

}  // namespace headroom
