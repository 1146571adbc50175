// SPDX-License-Identifier: MIT
// The step of to_evp_pkey that works on bare numbers.
#pragma once

#include <osshkey/openssl.hpp>

namespace osshkey {

/// Half says whether the private numbers are there, too.
enum class Half : std::uint8_t { public_only, both };

/// make_evp_pkey is the EVP_PKEY of a key's numbers. Fails with: as to_evp_pkey.
[[nodiscard]] Result<EvpPkey> make_evp_pkey(const KeyNumbers& numbers, Half half,
                                            OSSL_LIB_CTX* library);

}  // namespace osshkey
