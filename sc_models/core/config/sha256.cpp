#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>

#include "sc_models/core/check.h"
#include "sc_models/core/config/effective.h"

namespace headroom {

std::string sha256(std::string_view text) {
  std::array<unsigned char, 32> digest{};
  unsigned length = 0;
  const int done = EVP_Digest(text.data(), text.size(), digest.data(), &length, EVP_sha256(), nullptr);
  HEADROOM_CHECK(done == 1 && length == digest.size(), "SHA-256 failed");
  std::string out;
  for (const unsigned char byte : digest) out += fmt::format("{:02x}", byte);
  return out;
}

}  // namespace headroom
