// SPDX-License-Identifier: MIT
// What to report when libcrypto refuses a key.
#pragma once

#include <osshkey/error.hpp>

#include "base/openssl_context.hpp"

namespace osshkey {

/// evp_failure is out_of_memory where that is what libcrypto's error queue says, else
/// unsupported_key_type with libcrypto's reason: an algorithm that its providers lack, or a key
/// that is too small for the digest. `mark` was set before the call that failed.
[[nodiscard]] std::unexpected<Error> evp_failure(const ErrorMark& mark);

}  // namespace osshkey
