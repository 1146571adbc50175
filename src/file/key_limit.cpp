// SPDX-License-Identifier: MIT
// RSA and DSA: the types whose size a file chooses.
#include "file/key_limit.hpp"

#include <string>

namespace osshkey {

std::optional<Error> refusal_of_size(const PublicKey& key, const Limits& limits) {
  const bool has_choice = key.type() == "ssh-rsa" || key.type() == "ssh-dss";
  if (!has_choice || key.bits() <= limits.key_bits) {
    return std::nullopt;
  }
  return Error{.code = errc::key_too_large,
               .field = "public key",
               .detail = std::to_string(key.bits()) + " bits, the limit is " +
                         std::to_string(limits.key_bits)};
}

}  // namespace osshkey
