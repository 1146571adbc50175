// SPDX-License-Identifier: MIT
// Reads the newest entry of libcrypto's error queue. Reasons are constant texts, without key bytes.
#include "export/evp_failure.hpp"

#include <openssl/err.h>

#include "base/fail.hpp"

namespace osshkey {

std::unexpected<Error> evp_failure(const ErrorMark& mark) {
  if (mark.out_of_memory()) {
    return fail(errc::out_of_memory);
  }
  const char* reason = ERR_reason_error_string(ERR_peek_last_error());
  return fail(errc::unsupported_key_type, {}, reason == nullptr ? "libcrypto refuses it" : reason);
}

}  // namespace osshkey
