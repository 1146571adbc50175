// SPDX-License-Identifier: MIT
// Ed25519 keys as keys of X25519, by libsodium.
#include <osshkey/export.hpp>

#include <sodium.h>

#include <new>

#include "base/clean_stack.hpp"
#include "base/fail.hpp"
#include "export/identity.hpp"

namespace osshkey {

static_assert(x25519_size == crypto_scalarmult_curve25519_BYTES);

Result<SecureBytes> to_x25519(const PrivateKey& key) {
  const Ed25519Numbers* numbers = key.ed25519();
  if (numbers == nullptr) {
    return fail(errc::unsupported_key_type, {}, key.public_key().type());
  }
  const CleanStack clean_stack;
  try {
    SecureBytes secret(x25519_size);
    if (crypto_sign_ed25519_sk_to_curve25519(secret.data(), numbers->secret.data()) != 0) {
      return fail(errc::invalid_key, {.field = "Ed25519 secret key"});
    }
    return secret;
  } catch (const std::bad_alloc&) {
    return fail(errc::out_of_memory);
  }
}

Result<std::array<std::uint8_t, x25519_size>> to_x25519(const PublicKey& key) {
  try {
    const Result<KeyNumbers> numbers = public_numbers(key);
    const auto* ed25519 = numbers ? std::get_if<Ed25519Numbers>(&*numbers) : nullptr;
    if (ed25519 == nullptr) {
      return fail(errc::unsupported_key_type, {}, key.type());
    }
    std::array<std::uint8_t, x25519_size> point{};
    if (crypto_sign_ed25519_pk_to_curve25519(point.data(), ed25519->public_key.data()) != 0) {
      return fail(errc::invalid_key, {.field = "Ed25519 public key"},
                  "it isn't a point of the group that X25519 uses");
    }
    return point;
  } catch (const std::bad_alloc&) {
    return fail(errc::out_of_memory);
  }
}

}  // namespace osshkey
