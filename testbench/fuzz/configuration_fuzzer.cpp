// libFuzzer target: any text is read, as configuration, as patch and as command-line value, without a crash; what is
// accepted is accepted again in its canonical form.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "sc_models/core/config/effective.h"
#include "sc_models/core/config/loader.h"
#include "sc_models/core/config/patch.h"

namespace {

constexpr std::string_view kConfiguration = R"({
"components": { "Nic": { "model": "ScalaRoceNic" }, "Tor": { "model": "ScalaSwitch" } },
"topology": { "type": "rack", "servers": 2, "nic": "Nic", "switch": "Tor" },
"workload": { "application": "ScalaRDMA", "flows": [ { "src": 0, "dst": 1, "message_size": "1MB" } ] } })";

void must(bool condition) {
  if (!condition) std::abort();
}

void read_again(const headroom::LoadResult& result) {
  if (!result.ok()) return must(!result.faults.errors().empty() && !result.faults.text().empty());
  const std::string text = headroom::canonical_text(result.effective);
  const headroom::LoadResult again = headroom::load_configuration_text(text, "again.json");
  must(again.ok() && headroom::canonical_text(again.effective) == text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  read_again(headroom::load_configuration_text(text, "fuzz.json"));
  read_again(headroom::load_configuration_text(kConfiguration, "fuzz.json", {{std::string(text)}, {}, {}}));
  const headroom::PatchResult patched = headroom::patch_component({kConfiguration, "a.json", text, "patch"}, "Nic");
  if (patched.faults.ok()) read_again(headroom::load_configuration_text(patched.text, "patched.json"));
  return 0;
}
