// SPDX-License-Identifier: MIT
// The derivations of PEM, PKCS#8 and PuTTY files: from a passphrase to the key of a cipher.
#pragma once

#include <span>

#include <osshkey/error.hpp>
#include <osshkey/limits.hpp>

#include "base/kdf_parameters.hpp"

namespace osshkey::cipher {

/// check_cost holds a derivation against the limits, without any work.
/// Fails with: rounds_too_large.
[[nodiscard]] Result<void> check_cost(const KdfParameters& kdf, const Limits& limits);

/// Derived is the parts to fill in, each of the size that is wanted.
struct Derived {
  std::span<std::uint8_t> key{};
  std::span<std::uint8_t> iv{};       ///< empty where the file has the IV
  std::span<std::uint8_t> mac_key{};  ///< PuTTY alone
};

/// derive fills in the parts. The passphrase is bytes of any number; PKCS#12 takes it as UTF-8, or
/// where it isn't, as Latin-1. `threads` is for Argon2's lanes, 0 for all of them at once.
/// Fails with: unsupported_kdf (libcrypto lacks the hash), bad_kdf_options (Argon2 or libcrypto
/// refuses the parameters), out_of_memory.
[[nodiscard]] Result<void> derive(const KdfParameters& kdf, ByteView passphrase,
                                  const Derived& derived, unsigned threads);

}  // namespace osshkey::cipher
