#include "sc_models/check/vcd_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

namespace headroom {
namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool is_bit(char c) { return c == '0' || c == '1' || c == 'x' || c == 'X' || c == 'z' || c == 'Z'; }

}  // namespace

VcdFile::VcdFile(std::string_view text, std::string file) : text_(text), file_(std::move(file)) {
  if (text.empty()) fail(1, "the trace is empty (a value change dump)");
  if (text.back() != '\n')
    fail(static_cast<int>(std::ranges::count(text, '\n')) + 1, "ends in the middle of a line (whole lines)");
  read_declarations();
}

/// The next one, or nothing at the end of the file.
std::string_view VcdFile::word() {
  std::size_t start = 0;
  while (start < text_.size() && is_space(text_[start])) line_ += text_[start++] == '\n';
  text_.remove_prefix(start);
  std::size_t end = 0;
  while (end < text_.size() && !is_space(text_[end])) ++end;
  const std::string_view found = text_.substr(0, end);
  text_.remove_prefix(end);
  return found;
}

std::string_view VcdFile::needed(std::string_view what) {
  const std::string_view found = word();
  if (found.empty()) fail(line_, fmt::format("the dump ends here ({})", what));
  return found;
}

void VcdFile::skip_to_end(std::string_view keyword) {
  while (needed(fmt::format("$end of {}", keyword)) != "$end") {}
}

void VcdFile::read_declarations() {
  std::vector<std::string> scopes;
  for (;;) {
    const std::string_view keyword = needed("$enddefinitions");
    if (keyword == "$scope") {
      (void)needed("a kind of scope");
      scopes.emplace_back(needed("a scope's name"));
      skip_to_end(keyword);
    } else if (keyword == "$upscope") {
      if (scopes.empty()) fail(line_, "$upscope outside every scope (one for each $scope)");
      scopes.pop_back();
      skip_to_end(keyword);
    } else if (keyword == "$var") {
      std::string scope;
      for (const std::string& name : scopes) scope += (scope.empty() ? "" : ".") + name;
      declare(scope);
    } else if (keyword == "$timescale") {
      read_timescale();
    } else if (keyword == "$enddefinitions") {
      skip_to_end(keyword);
      break;
    } else if (keyword.starts_with('$')) {
      skip_to_end(keyword);
    } else {
      fail(line_, fmt::format("\"{}\" before $enddefinitions (a declaration)", keyword));
    }
  }
  if (numerator_ == 0) fail(line_, "$timescale is missing ($timescale 1ps $end)");
}

void VcdFile::declare(const std::string& scope) {
  (void)needed("a kind of variable");
  const std::string_view width_text = needed("a width"), code = needed("a code");
  std::string name(needed("a name"));
  skip_to_end("$var");
  std::size_t width = 0;
  const auto [end, error] = std::from_chars(width_text.data(), width_text.data() + width_text.size(), width);
  if (error != std::errc() || end != width_text.data() + width_text.size() || width == 0 || width > 65'536)
    fail(line_, fmt::format("width \"{}\" of {} (1 to 65536)", width_text, name));
  name.resize(std::min(name.size(), name.find('[')));  // some write the range behind the name
  const auto known =
      std::ranges::lower_bound(codes_, code, {}, [](const auto& entry) { return std::string_view(entry.first); });
  std::size_t value = values_.size();
  if (known != codes_.end() && known->first == code) {
    value = known->second;
  } else {
    codes_.emplace(known, std::string(code), value);
    values_.emplace_back(width, 'x');
    widths_.push_back(width);
  }
  signals_.push_back({scope, std::move(name), value});
}

void VcdFile::read_timescale() {
  std::string text;
  for (std::string_view part = needed("a time"); part != "$end"; part = needed("$end of $timescale")) text += part;
  constexpr std::pair<std::string_view, std::pair<std::int64_t, std::int64_t>> kUnits[] = {
      {"fs", {1, 1'000}},         {"ps", {1, 1}},          {"ns", {1'000, 1}}, {"us", {1'000'000, 1}},
      {"ms", {1'000'000'000, 1}}, {"s", {kPsPerSecond, 1}}};
  for (const std::int64_t count : {1, 10, 100}) {
    for (const auto& [unit, ratio] : kUnits) {
      if (text != std::to_string(count) + std::string(unit)) continue;
      numerator_ = count * ratio.first;
      denominator_ = ratio.second;
    }
  }
  if (numerator_ == 0) fail(line_, fmt::format("$timescale {} (1, 10 or 100 of s, ms, us, ns, ps, fs)", text));
}

std::size_t VcdFile::value_of(std::string_view code) const {
  const auto known =
      std::ranges::lower_bound(codes_, code, {}, [](const auto& entry) { return std::string_view(entry.first); });
  if (known == codes_.end() || known->first != code)
    fail(line_, fmt::format("code \"{}\" is of no variable (declared ones)", code));
  return known->second;
}

void VcdFile::read_time(std::string_view text) {
  std::int64_t count = 0;
  const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), count);
  if (error != std::errc() || end != text.data() + text.size() || count < 0 || count > INT64_MAX / 4 / numerator_)
    fail(line_, fmt::format("time \"{}\" (# and a whole number)", text));
  if (count * numerator_ % denominator_ != 0) fail(line_, fmt::format("time {} (whole picoseconds)", text));
  const Ps time{count * numerator_ / denominator_};
  if (time < time_) fail(line_, fmt::format("time {} after {} ps (times that do not go back)", text, time_.count()));
  time_ = time;
  line_at_time_ = line_;
}

void VcdFile::read_change(std::string_view text) {
  const bool vector = text.front() == 'b' || text.front() == 'B';
  std::string bits(vector ? text.substr(1) : text.substr(0, 1));
  if (bits.empty() || !std::ranges::all_of(bits, is_bit))
    fail(line_, fmt::format("\"{}\" (a value, a time or a keyword)", text));
  const std::size_t value = value_of(vector ? needed("a code") : text.substr(1));
  const std::size_t width = widths_[value];
  if (bits.size() > width) fail(line_, fmt::format("{} bits of a value (at most {})", bits.size(), width));
  const char fill = bits.front() == '1' ? '0' : bits.front();
  changes_.push_back({value, std::string(width - bits.size(), fill) + bits});
}

void VcdFile::settle() {
  for (Change& change : changes_) values_[change.value] = std::move(change.bits);
  changes_.clear();
}

bool VcdFile::next_edge(std::size_t clock) {
  settle();
  if (!pending_time_.empty()) read_time(std::exchange(pending_time_, {}));
  for (;;) {
    const std::string_view text = word();
    const bool over = text.empty();
    if (over || text.front() == '#') {
      // The last change of the clock at this time decides.
      const auto last =
          std::find_if(changes_.rbegin(), changes_.rend(), [&](const Change& c) { return c.value == clock; });
      if (last != changes_.rend() && last->bits == "1" && values_[clock] == "0") {
        pending_time_ = text;
        return true;
      }
      if (over) return false;
      settle();
      read_time(text);
    } else if (text == "$comment") {
      skip_to_end(text);
    } else if (text.front() == 'r' || text.front() == 'R' || text.front() == 's' || text.front() == 'S') {
      (void)needed("a code");  // a real or a string is no port of a block
    } else if (text.front() != '$') {
      read_change(text);
    }
  }
}

}  // namespace headroom
