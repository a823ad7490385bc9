#pragma once

#include <fmt/format.h>

#include <stdexcept>
#include <string>

namespace headroom {

/// The model contradicts itself. Never thrown for bad input or for modelled behaviour such as drops.
class ModelError : public std::logic_error {
 public:
  using std::logic_error::logic_error;
};

}  // namespace headroom

/// Throws ModelError with the formatted message unless `condition` holds; active in every build type.
#define HEADROOM_CHECK(condition, ...)                        \
  do {                                                        \
    if (!(condition)) [[unlikely]]                            \
      throw ::headroom::ModelError(fmt::format(__VA_ARGS__)); \
  } while (false)
