#include "sc_models/core/config/json_reader.h"

#include <fmt/format.h>

#include <iterator>
#include <nlohmann/json.hpp>
#include <unordered_set>

namespace headroom {
namespace {

constexpr std::size_t kMaxDepth = 64;  // far beyond any configuration; keeps recursion over nodes shallow

/// Feeds the parser and counts lines. A newline counts when the character after it is taken, because the parser looks
/// one character past a number.
class LineIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  LineIterator(const char* at, std::int32_t* line) : at_(at), line_(line) {}
  reference operator*() const { return *at_; }
  LineIterator& operator++() {
    if (pending_) ++*line_;
    pending_ = *at_ == '\n';
    ++at_;
    return *this;
  }
  LineIterator operator++(int) {
    LineIterator before = *this;
    ++*this;
    return before;
  }
  bool operator==(const LineIterator& other) const { return at_ == other.at_; }
  bool operator!=(const LineIterator& other) const { return at_ != other.at_; }

 private:
  const char* at_;
  std::int32_t* line_;
  bool pending_ = false;
};

/// Builds the nodes from the parser's callbacks.
class Builder final : public nlohmann::json_sax<nlohmann::json> {
 public:
  Builder(Source source, Faults& faults, const std::int32_t& line) : source_(source), faults_(faults), line_(line) {}

  JsonNode take() { return std::move(root_); }

  bool null() override { return scalar(JsonKind::kNull, {}), true; }
  bool boolean(bool value) override { return scalar(JsonKind::kBool, {}).flag = value, true; }
  bool number_integer(std::int64_t value) override { return scalar(JsonKind::kNumber, std::to_string(value)), true; }
  bool number_unsigned(std::uint64_t value) override { return scalar(JsonKind::kNumber, std::to_string(value)), true; }
  bool number_float(double, const std::string& text) override { return scalar(JsonKind::kNumber, text), true; }
  bool string(std::string& text) override { return scalar(JsonKind::kString, std::move(text)), true; }
  bool binary(nlohmann::json::binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(JsonKind::kObject); }
  bool end_object() override { return open_.pop_back(), true; }
  bool start_array(std::size_t) override { return open(JsonKind::kArray); }
  bool end_array() override { return open_.pop_back(), true; }

  bool key(std::string& name) override {
    Level& level = open_.back();
    level.duplicate = !level.keys.insert(name).second;
    if (level.duplicate)
      faults_.error(here(), path(name), "DUPLICATE_KEY", "stands twice in one object (each key once)");
    level.key = std::move(name);
    level.key_place = here();
    return true;
  }

  bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception& error) override {
    std::string what = error.what();  // "[json.exception.parse_error.101] parse error at line 1, column 2: ..."
    if (const std::size_t at = what.find("column "); at != std::string::npos) {
      what = what.substr(what.find(": ", at) + 2);
    } else if (const std::size_t end = what.find("] "); end != std::string::npos) {
      what = what.substr(end + 2);
    }
    faults_.error(here(), "", "NOT_JSON", what + " (JSON, with // and /* */ comments)");
    return false;
  }

 private:
  struct Level {
    JsonNode* node;
    std::unordered_set<std::string> keys;
    std::string key;
    Place key_place;
    bool duplicate = false;
  };

  Place here() { return {source_, line_, order_++}; }

  std::string path(const std::string& last) const {
    std::string out;
    for (std::size_t i = 0; i + 1 < open_.size(); ++i) {
      const Level& level = open_[i];
      out += level.node->is(JsonKind::kArray) ? std::to_string(level.node->members.size() - 1) : level.key;
      out += '.';
    }
    return out + last;
  }

  JsonNode& add(JsonKind kind) {
    const Place place = here();
    JsonNode* node = &root_;
    if (!open_.empty()) {
      Level& level = open_.back();
      if (level.duplicate) {
        spare_.push_back(std::make_unique<JsonNode>());  // the first of two equal keys stays
        node = spare_.back().get();
        level.duplicate = false;
      } else {
        const bool object = level.node->is(JsonKind::kObject);
        level.node->members.push_back(
            {object ? std::move(level.key) : std::string(), object ? level.key_place : place, {}});
        if (object) level.key = level.node->members.back().key;
        node = &level.node->members.back().node;
      }
    }
    node->kind = kind;
    node->place = place;
    return *node;
  }

  JsonNode& scalar(JsonKind kind, std::string text) {
    JsonNode& node = add(kind);
    node.text = std::move(text);
    return node;
  }

  bool open(JsonKind kind) {
    if (open_.size() == kMaxDepth) {
      faults_.error(here(), "", "NOT_JSON", fmt::format("nested too deeply (at most {} levels)", kMaxDepth));
      return false;
    }
    JsonNode& node = add(kind);
    open_.push_back({&node, {}, {}, {}, false});
    return true;
  }

  Source source_;
  Faults& faults_;
  const std::int32_t& line_;
  std::int32_t order_ = 0;
  JsonNode root_;
  std::vector<Level> open_;
  std::vector<std::unique_ptr<JsonNode>> spare_;
};

}  // namespace

JsonNode read_json(std::string_view text, Source source, Faults& faults) {
  std::int32_t line = 1;
  Builder builder(source, faults, line);
  const char* const end = text.data() + text.size();
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    faults.error({source, 1, 0}, "", "NOT_JSON", "is empty (a JSON object)");
    return {};
  }
  nlohmann::json::sax_parse(LineIterator(text.data(), &line), LineIterator(end, &line), &builder,
                            nlohmann::detail::input_format_t::json, true, true);
  return builder.take();
}

}  // namespace headroom
