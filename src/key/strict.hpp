// SPDX-License-Identifier: MIT
// Keys that are well-formed and proved, but that OpenSSH refuses: a strict policy does too.
#pragma once

#include <optional>

#include <osshkey/error.hpp>
#include <osshkey/private_key.hpp>

namespace osshkey::key {

/// strict_refusal is why OpenSSH refuses a key, unset where it takes it: an RSA modulus under 1024
/// bits, the types it has never had.
[[nodiscard]] std::optional<Error> strict_refusal(const PublicKey& key);
/// The same; an ECDSA scalar of at most half the order's bits, or the order less one; and a zero
/// byte inside the comment.
[[nodiscard]] std::optional<Error> strict_refusal(const PrivateKey& key);

}  // namespace osshkey::key
