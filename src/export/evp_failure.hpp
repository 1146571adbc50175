// SPDX-License-Identifier: MIT
// What to report when libcrypto refuses a key.
#pragma once

#include <osshkey/error.hpp>

namespace osshkey {

/// evp_failure is out_of_memory where that is what libcrypto's error queue says, else
/// unsupported_key_type with libcrypto's reason: an algorithm that its providers lack, or a key
/// that is too small for the digest. Call it while an ErrorMark is alive.
[[nodiscard]] std::unexpected<Error> evp_failure();

}  // namespace osshkey
