#include "sc_models/core/config/fault.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace headroom {
namespace {

constexpr std::string_view kComponents = "components.";

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

std::string file_of(Source source, const std::string& file, const std::string& patch_file) {
  switch (source) {
    case Source::kSet: return "--set";
    case Source::kSeed: return "--seed";
    case Source::kUntil: return "--until";
    case Source::kPatch: return patch_file.empty() ? file : patch_file;
    case Source::kFile: break;
  }
  return file;
}

/// One line whatever a file holds.
std::string in_one_line(std::string text) {
  for (char& c : text)
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') c = '?';
  return text;
}

}  // namespace

std::string Fault::text() const {
  std::string out = line == 0 ? file + ": " : fmt::format("{}:{}: ", file, line);
  if (severity == Severity::kWarning) out += "warning: ";
  if (!path.empty()) out += path + ": ";
  return in_one_line(out + message);
}

std::string Fault::component() const {
  if (!path.starts_with(kComponents)) return {};
  const std::string rest = path.substr(kComponents.size());
  return rest.substr(0, rest.find('.'));
}

std::string Fault::parameter() const {
  const std::size_t dot = path.rfind('.');
  if (dot == std::string::npos || path == std::string(kComponents) + component()) return {};
  const std::string last = path.substr(dot + 1);
  return is_number(last) ? std::string() : last;
}

std::string Fault::json_path() const {
  if (path.empty()) return {};
  std::string out = "$";
  std::size_t from = 0;
  while (from <= path.size()) {
    const std::size_t dot = std::min(path.find('.', from), path.size());
    const std::string key = path.substr(from, dot - from);
    // The 0 of `PCIeGen3.0` is part of a key; a list entry follows a list's name and is never first.
    const bool entry = is_number(key) && !out.ends_with("PCIeGen3");
    out += entry ? "[" + key + "]" : "." + key;
    from = dot + 1;
  }
  return out;
}

void Faults::add(Place place, std::string path, std::string_view code, std::string message, Severity severity) {
  const bool has_lines = place.source == Source::kFile || place.source == Source::kPatch;
  entries_.push_back({{file_of(place.source, file_, patch_file_), has_lines ? place.line : 0, std::move(path),
                       std::string(code), std::move(message), severity, place.order},
                      place.source});
}

void Faults::error(Place place, std::string path, std::string_view code, std::string message) {
  add(place, std::move(path), code, std::move(message), Severity::kError);
  ++errors_;
}

void Faults::warning(Place place, std::string path, std::string_view code, std::string message) {
  add(place, std::move(path), code, std::move(message), Severity::kWarning);
}

std::vector<Fault> Faults::sorted() const {
  std::vector<Entry> entries = entries_;
  std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return std::tie(a.source, a.fault.order, a.fault.code) < std::tie(b.source, b.fault.order, b.fault.code);
  });
  std::vector<Fault> out;
  out.reserve(entries.size());
  for (Entry& entry : entries) out.push_back(std::move(entry.fault));
  return out;
}

std::vector<Fault> Faults::errors() const {
  std::vector<Fault> out = sorted();
  std::erase_if(out, [](const Fault& fault) { return fault.severity != Severity::kError; });
  return out;
}

std::vector<Fault> Faults::warnings() const {
  std::vector<Fault> out = sorted();
  std::erase_if(out, [](const Fault& fault) { return fault.severity != Severity::kWarning; });
  return out;
}

std::string Faults::text() const {
  std::string out;
  for (const Fault& fault : sorted()) out += fault.text() + '\n';
  return out;
}

}  // namespace headroom
