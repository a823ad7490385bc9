#include "sc_models/core/config/attribute.h"

namespace headroom {

std::string_view origin_name(Origin origin) {
  switch (origin) {
    case Origin::kSeed: return "seed";
    case Origin::kCompanion: return "companion";
    case Origin::kExtension: return "extension";
  }
  return "";
}

}  // namespace headroom
