// What every function of the library does about errors: nothing thrown leaves it, and the last error is kept.
#pragma once

#include <new>
#include <stdexcept>
#include <string>
#include <utility>

#include "ref/headroom_ref.h"
#include "sc_models/core/check.h"
#include "sc_models/core/units.h"

namespace headroom::reference {

/// A value that the function does not take.
class BadArgument : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// Of the calling thread: what headroom_last_code() and headroom_last_error() tell.
struct LastError {
  int code = 0;
  std::string text;
};
[[nodiscard]] LastError& last_error();

/// Keeps the error that is being handled, and returns its code.
int keep_error(const char* function) noexcept;

/// The body's result; on an error its code, or a null pointer.
template <class Body>
auto guarded(const char* function, Body&& body) noexcept -> decltype(body()) {
  using Result = decltype(body());
  try {
    last_error().code = 0;
    last_error().text.clear();
    return std::forward<Body>(body)();
  } catch (...) {
    const int code = keep_error(function);
    if constexpr (std::is_pointer_v<Result>) {
      return nullptr;
    } else {
      return static_cast<Result>(code);
    }
  }
}

template <class... Values>
void require(bool condition, fmt::format_string<Values...> what, Values&&... values) {
  if (!condition) throw BadArgument(fmt::format(what, std::forward<Values>(values)...));
}

template <class Handle>
Handle& live(Handle* handle) {
  require(handle != nullptr, "the handle is null");
  return *handle;
}

[[nodiscard]] inline unsigned class_of(int traffic_class) {
  require(traffic_class >= 0 && traffic_class < static_cast<int>(kTrafficClasses), "class {} (0 to {})", traffic_class,
          kTrafficClasses - 1);
  return static_cast<unsigned>(traffic_class);
}
/// What sums of so many sizes or times cannot overflow with.
inline constexpr std::int64_t kMost = std::int64_t{1} << 60;
/// A whole number from 0 on, named `what` in the error.
[[nodiscard]] inline std::int64_t whole(const char* what, std::int64_t value, std::int64_t most = kMost) {
  require(value >= 0 && value <= most, "{} {} (0 to {})", what, value, most);
  return value;
}
[[nodiscard]] inline Bytes bytes_of(std::int64_t bytes) { return Bytes{whole("bytes", bytes)}; }
[[nodiscard]] inline Ps time_of(std::int64_t time) { return Ps{whole("time", time)}; }
[[nodiscard]] inline BitRate rate_of(std::int64_t rate) {
  require(rate > 0, "rate {} (1 or more)", rate);
  return BitRate{whole("rate", rate)};
}

}  // namespace headroom::reference
