// SPDX-License-Identifier: MIT
// Keys as libcrypto's EVP_PKEY. Not part of <osshkey/osshkey.hpp>, because it includes libcrypto's
// headers.
#pragma once

#include <openssl/types.h>

#include <memory>

#include <osshkey/api.hpp>
#include <osshkey/error.hpp>
#include <osshkey/private_key.hpp>
#include <osshkey/public_key.hpp>

namespace osshkey {

/// EvpPkeyFree frees a key that EvpPkey owns.
struct OSSHKEY_API EvpPkeyFree {
  void operator()(EVP_PKEY* key) const noexcept;
};
/// EvpPkey owns a key of libcrypto.
using EvpPkey = std::unique_ptr<EVP_PKEY, EvpPkeyFree>;

/// to_evp_pkey is the key in `library`, an OSSL_LIB_CTX of the application; null is the default
/// one. It holds its own copy of the numbers. Fails with: unsupported_key_type (security keys;
/// ML-DSA, whose pair of keys libcrypto has no type for; what the context's providers lack),
/// out_of_memory.
[[nodiscard]] OSSHKEY_API Result<EvpPkey> to_evp_pkey(const PrivateKey& key,
                                                      OSSL_LIB_CTX* library = nullptr);
[[nodiscard]] OSSHKEY_API Result<EvpPkey> to_evp_pkey(const PublicKey& key,
                                                      OSSL_LIB_CTX* library = nullptr);

}  // namespace osshkey
