#pragma once

namespace headroom {

/// Version of the program, as CMake knows it.
inline constexpr const char* kVersion = HEADROOM_VERSION;

}  // namespace headroom
