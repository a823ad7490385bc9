// The version of the program, set by the build.
#pragma once

#include <string_view>

namespace headroom {

inline constexpr std::string_view kVersion = HEADROOM_VERSION;

}  // namespace headroom
