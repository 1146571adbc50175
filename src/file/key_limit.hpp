// SPDX-License-Identifier: MIT
// The limit on a key's size. Where the file shows the public key, it is applied before the private
// half is proved.
#pragma once

#include <optional>

#include <osshkey/error.hpp>
#include <osshkey/limits.hpp>
#include <osshkey/public_key.hpp>

namespace osshkey {

/// refusal_of_size is key_too_large where an RSA or DSA key has more bits than the limit.
[[nodiscard]] std::optional<Error> refusal_of_size(const PublicKey& key, const Limits& limits);

}  // namespace osshkey
