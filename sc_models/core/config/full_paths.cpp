#include "sc_models/core/config/full_paths.h"

#include <algorithm>

#include "sc_models/core/config/model.h"

namespace headroom {
namespace {

constexpr std::size_t kMostShown = 4;

/// Length of the longest common end of two paths that starts at a key of both.
std::size_t common_keys(std::string_view a, std::string_view b) {
  std::size_t length = 0, whole = 0;
  while (length < a.size() && length < b.size() && a[a.size() - 1 - length] == b[b.size() - 1 - length]) {
    ++length;
    const bool a_begins = length == a.size() || a[a.size() - 1 - length] == '.';
    const bool b_begins = length == b.size() || b[b.size() - 1 - length] == '.';
    if (a_begins && b_begins) whole = length;
  }
  return whole;
}

/// Gathers the best paths.
class Search {
 public:
  explicit Search(std::string_view path) : path_(path) {}

  void add(const std::string& prefix, const Model& model) {
    for (const Attribute& attribute : model.attributes) {
      std::string dotted(model.flat ? attribute.key() : attribute.path);
      std::replace(dotted.begin(), dotted.end(), '/', '.');
      add(prefix + dotted);
    }
  }
  std::vector<std::string> take() { return std::move(found_); }

 private:
  void add(std::string candidate) {
    const std::size_t length = common_keys(path_, candidate);
    if (length == 0 || length < best_) return;
    if (length > best_) found_.clear();
    best_ = length;
    found_.push_back(std::move(candidate));
  }

  const std::string_view path_;
  std::vector<std::string> found_;
  std::size_t best_ = 0;
};

}  // namespace

std::vector<std::string> full_paths(const JsonNode& root, std::string_view path) {
  Search search(path);
  search.add("simulation.", kGlobalModel);
  if (const JsonNode* components = root.find("components"); components && components->is(JsonKind::kObject)) {
    for (const JsonMember& component : components->members) {
      const JsonNode* const name = component.node.find("model");
      const Model* const model = name ? find_model(name->text) : nullptr;
      if (model) search.add("components." + component.key + ".", *model);
    }
  }
  search.add("topology.", kTopologyModel);
  search.add("workload.", kRdmaModel);
  const JsonNode* const workload = root.find("workload");
  const JsonNode* const flows = workload ? workload->find("flows") : nullptr;
  if (flows && flows->is(JsonKind::kArray) && !flows->members.empty()) search.add("workload.flows.0.", kFlowModel);
  return search.take();
}

std::string full_path_hint(const JsonNode& root, std::string_view path) {
  const std::vector<std::string> found = full_paths(root, path);
  std::string out;
  for (std::size_t i = 0; i < found.size() && i < kMostShown; ++i)
    out += (i == 0 ? "did you mean " : i + 1 == found.size() ? " or " : ", ") + found[i];
  if (found.size() > kMostShown) out += " or another";
  return out.empty() ? out : out + "?";
}

}  // namespace headroom
