#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <numeric>

#include "sc_models/core/config/nearest.h"
#include "sc_models/core/config/pattern.h"
#include "sc_models/core/config/placement.h"
#include "sc_models/core/config/workload_reader.h"

namespace headroom {
namespace {

constexpr std::string_view kPatternsPath = "workload.patterns";
constexpr std::string_view kLaterPatterns[] = {"outcast", "ring", "all_to_all", "bidirectional", "poisson"};
constexpr std::string_view kSetKeys[] = {"servers", "senders"};
constexpr std::string_view kOwnOfFlow[] = {"src", "dst", "name"};  ///< follow from the pattern

struct KeyOwner {
  std::string_view key;
  PatternKind owner;
};
constexpr KeyOwner kOwnKeys[] = {{"dst", PatternKind::kIncast},
                                 {"senders", PatternKind::kIncast},
                                 {"choose", PatternKind::kIncast},
                                 {"kind", PatternKind::kPermutation},
                                 {"by", PatternKind::kPermutation}};

template <class List>
bool contains(const List& list, std::string_view key) {
  return std::find(std::begin(list), std::end(list), key) != std::end(list);
}

using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;  ///< sender and receiver

/// One pattern while it is read.
class PatternReader {
 public:
  PatternReader(const JsonNode& node, std::size_t number, Draft& draft, Faults& faults)
      : node_(node),
        number_(number),
        path_(fmt::format("{}.{}", kPatternsPath, number)),
        draft_(draft),
        faults_(faults),
        own_(kPatternModel, node.place, path_),
        flow_{BoundValues(kFlowModel, node.place, path_), {}} {}

  void read(std::unordered_set<std::string>& names) {
    bind();
    params_ = own_.make<PatternParams>();
    if (pattern_known_) check_keys();
    DraftFlow common = flow_;
    complete_flow(common, 0, draft_);
    check_flow(common, 0, faults_);  // its flows differ in their two ends only
    if (!draft_.topology || draft_.topology->nics.components.empty()) return;
    read_servers();
    read_senders();
    if (!pattern_known_ || servers_.size() < 2) return;
    const std::size_t before = faults_.error_count();
    const Pairs pairs = params_.pattern == PatternKind::kIncast ? incast() : permuted();
    if (faults_.error_count() != before) return;
    if (const std::optional<std::string> refusal = too_many_flows(draft_.flows.size() + pairs.size()))
      return faults_.error(node_.place, path_, "WORKLOAD", *refusal);
    expand(pairs, names);
  }

 private:
  void fault(std::string_view key, const std::string& message) {
    const JsonNode* written = node_.find(key);
    faults_.error(written ? written->place : node_.place, fmt::format("{}.{}", path_, key), "WORKLOAD", message);
  }

  /// Its own fields and those of its flows, each to its table; what is neither is unknown.
  void bind() {
    const std::vector<std::string_view> later = later_fields(node_, path_, faults_);
    const std::string kinds = list_of(kPatternModel.find("pattern")->choices);
    JsonNode own = node_, flow = node_;
    std::vector<std::string_view> others(std::begin(kSetKeys), std::end(kSetKeys));
    for (const std::string_view key : kFlowModel.keys_at(""))
      if (!contains(kOwnOfFlow, key)) others.push_back(key);
    const auto of_flow = [&](const JsonMember& m) { return contains(others, m.key) && !contains(kSetKeys, m.key); };
    std::erase_if(own.members, [&](const JsonMember& m) { return of_flow(m) || contains(later, m.key); });
    std::erase_if(flow.members, [&](const JsonMember& m) { return !of_flow(m) || contains(later, m.key); });
    bind_values(flow, Form::kFile, flow_.values, faults_);
    const JsonNode* name = node_.find("pattern");
    if (name && contains(kLaterPatterns, name->text)) {  // whose own fields are not known here
      faults_.error(name->place, path_ + ".pattern", "NOT_AVAILABLE",
                    fmt::format("is \"{}\", not available yet ({})", name->text, kinds));
    } else {
      misspelt_ = bind_values(own, Form::kFile, own_, faults_, others);
      for (const std::string_view key : misspelt_) flow_.values.refuse(key);
      if (!name && own_.sound("pattern")) fault("pattern", fmt::format("is missing ({})", kinds));
      pattern_known_ = name && own_.sound("pattern");
    }
    require("message_size", node_, flow_.values, faults_);
  }

  /// Fields of another pattern or kind would be ignored.
  void check_keys() {
    for (const KeyOwner& own : kOwnKeys)
      if (node_.find(own.key) && own.owner != params_.pattern && own_.sound(own.key))
        fault(own.key, fmt::format("is no field of a pattern {} ({})", own_.at("pattern").text,
                                   own.owner == PatternKind::kIncast ? "of an incast" : "of a permutation"));
    if (params_.pattern == PatternKind::kIncast) {
      require("dst", node_, own_, faults_);
      const JsonNode* senders = node_.find("senders");
      if (senders && !senders->is(JsonKind::kNumber) && node_.find("choose"))
        fault("choose", "is given, but senders says which servers send (with a number of senders)");
    } else if (own_.sound("kind") && params_.kind != PermutationKind::kShift && node_.find("by")) {
      fault("by", fmt::format("is given with kind {} (shift)", own_.at("kind").text));
    }
  }

  /// A set of servers: "0-3,7" or a list of numbers; nothing, with its fault, when it is neither or repeats one.
  std::vector<std::uint32_t> set(std::string_view key, const JsonNode& node) {
    const std::uint64_t count = draft_.topology->nics.components.size();
    std::string text = node.text;
    if (node.is(JsonKind::kArray)) {
      text.clear();
      for (const JsonMember& member : node.members)
        text += (text.empty() ? "" : ",") + (member.node.is(JsonKind::kNumber) ? member.node.text : "no number");
    }
    std::optional<std::vector<std::uint32_t>> numbers;
    if (node.is(JsonKind::kString) || node.is(JsonKind::kArray) || node.loose) numbers = parse_numbers(text, count);
    if (numbers) std::sort(numbers->begin(), numbers->end());
    if (numbers && std::adjacent_find(numbers->begin(), numbers->end()) == numbers->end()) return *numbers;
    fault(key, fmt::format("is no set of servers, each once (within 0-{}, \"0-3,7\" or a list of numbers)", count - 1));
    return {};
  }

  void read_servers() {
    if (const JsonNode* node = node_.find("servers")) {
      servers_ = set("servers", *node);
      if (servers_.size() == 1) fault("servers", "is one server (at least two)");
    } else if (!contains(misspelt_, "servers")) {
      servers_.resize(draft_.topology->nics.components.size());
      std::iota(servers_.begin(), servers_.end(), 0u);
    }
  }

  [[nodiscard]] RandomStream stream(WorkloadStream kind, std::uint32_t server = 0) const {
    return workload_stream(draft_.simulation.make<SimulationParams>().seed, kind, number_, server);
  }

  /// Which servers send, when that is written as a set.
  void read_senders() {
    const JsonNode* node = node_.find("senders");
    if (!pattern_known_ || params_.pattern != PatternKind::kIncast || !node || node->is(JsonKind::kNumber)) return;
    senders_ = set("senders", *node);
  }

  Pairs incast() {
    if (!own_.sound({"dst", "choose"}) || !own_.at("dst").present || contains(misspelt_, "senders")) return {};
    const std::uint32_t to = params_.destination;
    std::vector<std::uint32_t> candidates = servers_;
    if (std::erase(candidates, to) == 0) {
      fault("dst", fmt::format("is {}, not one of the servers of the pattern ({})", to, numbers_text(servers_)));
      return {};
    }
    Pairs pairs;
    for (const std::uint32_t from : senders(candidates)) pairs.emplace_back(from, to);
    return pairs;
  }

  std::vector<std::uint32_t> senders(const std::vector<std::uint32_t>& candidates) {
    const JsonNode* node = node_.find("senders");
    if (!node) return chosen(params_.choose, candidates, candidates.size(), stream(WorkloadStream::kSenders));
    if (node->is(JsonKind::kNumber)) {
      std::size_t count = 0;
      const char* const end = node->text.data() + node->text.size();
      const auto [stop, error] = std::from_chars(node->text.data(), end, count);
      if (error == std::errc() && stop == end && count >= 1 && count <= candidates.size())
        return chosen(params_.choose, candidates, count, stream(WorkloadStream::kSenders));
      fault("senders", fmt::format("is {} (1 to {}, or a set of servers)", node->text, candidates.size()));
      return {};
    }
    for (const std::uint32_t number : senders_)
      if (!std::binary_search(candidates.begin(), candidates.end(), number))
        fault("senders", fmt::format("has {}, which is dst or none of the servers of the pattern ({})", number,
                                     numbers_text(candidates)));
    return senders_;
  }

  Pairs permuted() {
    if (!own_.sound({"kind", "by"})) return {};
    const auto n = static_cast<std::uint32_t>(servers_.size());
    const bool halves = params_.kind == PermutationKind::kBisection || params_.kind == PermutationKind::kPairs;
    if (halves && n % 2 != 0) {
      fault("kind", fmt::format("is {} with {} servers (an even number)", own_.at("kind").text, n));
      return {};
    }
    if (params_.kind == PermutationKind::kShift && params_.by % n == 0) {
      fault("by",
            fmt::format("is {} with {} servers: each would send to itself (no multiple of {})", params_.by, n, n));
      return {};
    }
    Pairs pairs;
    const std::vector<std::uint32_t> to = permutation(params_, n, stream(WorkloadStream::kPermutation));
    for (std::uint32_t i = 0; i < n; ++i) pairs.emplace_back(servers_[i], servers_[to[i]]);
    return pairs;
  }

  void expand(const Pairs& pairs, std::unordered_set<std::string>& names) {
    const Ps start(flow_.values.at("start").base);
    const std::size_t before = faults_.error_count();
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      const auto [from, to] = pairs[k];
      DraftFlow flow = flow_;
      flow.values.fill("name", text_value(fmt::format("{}{}.{}", own_.at("pattern").text, number_, k)));
      flow.values.fill("src", whole_value(from));
      flow.values.fill("dst", whole_value(to));
      if (params_.start_spread > Ps{0}) {
        RandomStream spread = stream(WorkloadStream::kStartSpread, from);
        Value moved = whole_value(start.count() + static_cast<std::int64_t>(spread.draw(
                                                      static_cast<std::uint64_t>(params_.start_spread.count()) + 1)));
        moved.unit = "ps";
        flow.values.fill("start", std::move(moved));
      }
      complete_flow(flow, k, draft_);
      add_flow(std::move(flow), draft_, names, faults_);
      if (faults_.error_count() != before) return;  // a name that is taken
    }
  }

  const JsonNode& node_;
  const std::size_t number_;
  const std::string path_;
  Draft& draft_;
  Faults& faults_;
  BoundValues own_;
  DraftFlow flow_;  ///< what all of its flows have in common
  PatternParams params_;
  bool pattern_known_ = false;
  Misspelt misspelt_;                   ///< fields that an unknown key was likely meant for
  std::vector<std::uint32_t> servers_;  ///< none: not known
  std::vector<std::uint32_t> senders_;  ///< where they are written as a set
};

}  // namespace

void read_patterns(const JsonNode& patterns, Draft& draft, std::unordered_set<std::string>& names, Faults& faults) {
  if (!patterns.is(JsonKind::kArray))
    return faults.error(patterns.place, std::string(kPatternsPath), "TYPE_MISMATCH",
                        fmt::format("is {} (a list of patterns)", patterns.kind_name()));
  for (std::size_t i = 0; i < patterns.members.size(); ++i) {
    const JsonNode& node = patterns.members[i].node;
    if (node.is(JsonKind::kObject))
      PatternReader(node, i, draft, faults).read(names);
    else
      faults.error(node.place, fmt::format("{}.{}", kPatternsPath, i), "TYPE_MISMATCH",
                   fmt::format("is {} (an object, one pattern)", node.kind_name()));
  }
}

}  // namespace headroom
