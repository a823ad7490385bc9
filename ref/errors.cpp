#include "ref/guard.h"

namespace headroom::reference {

LastError& last_error() {
  thread_local LastError last;
  return last;
}

int keep_error(const char* function) noexcept {
  LastError& last = last_error();
  const auto keep = [&](int code, const char* what) {
    last.code = code;
    try {
      last.text = std::string(function) + ": " + what;
    } catch (...) { last.text.clear(); }
    return code;
  };
  try {
    throw;
  } catch (const BadArgument& error) {
    return keep(HEADROOM_ERROR_ARGUMENT, error.what());
  } catch (const ModelError& error) {
    return keep(HEADROOM_ERROR_STATE, error.what());
  } catch (const std::bad_alloc& error) {
    return keep(HEADROOM_ERROR_MEMORY, error.what());
  } catch (const std::exception& error) { return keep(HEADROOM_ERROR_INTERNAL, error.what()); } catch (...) {
    return keep(HEADROOM_ERROR_INTERNAL, "unknown");
  }
}

}  // namespace headroom::reference

extern "C" {

int headroom_ref_version(void) { return HEADROOM_REF_VERSION; }
int headroom_last_code(void) { return headroom::reference::last_error().code; }
const char* headroom_last_error(void) { return headroom::reference::last_error().text.c_str(); }
}
