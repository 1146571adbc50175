// SPDX-License-Identifier: MIT
// The two exponents of the Chinese remainder form that openssh-key-v1 leaves out.
#pragma once

#include <osshkey/private_key.hpp>

namespace osshkey {

/// RsaExponents is d mod (p-1) and d mod (q-1), big-endian, of the sizes of p and q.
struct RsaExponents {
  SecureBytes dp;
  SecureBytes dq;
};

/// rsa_exponents computes them from numbers that were proved. Throws std::bad_alloc.
[[nodiscard]] RsaExponents rsa_exponents(const RsaNumbers& key);

}  // namespace osshkey
