// SPDX-License-Identifier: MIT
// Private keys of the C interface written for others to read.
#include "c_abi/handles.hpp"

using namespace osshkey::c_abi;
using osshkey::AgentConstraints;
using osshkey::Protection;
using osshkey::Result;
using osshkey::SecureBytes;

namespace osshkey::c_abi {

namespace {

/// write fills the caller's buffer with what `make()` yields.
template <typename Make>
int write(const osshkey_private_key* key, std::uint8_t* out, std::size_t* len, Make make) {
  if (key == nullptr || len == nullptr) {
    return OSSHKEY_INVALID_ARGUMENT;
  }
  return guarded([&] {
    const Result<SecureBytes> made = make();
    return made ? fill(made->view(), out, len) : to_status(made.error().code);
  });
}

bool is_valid(const osshkey_protection* protection) {
  return protection == nullptr || (is_view(protection->passphrase, protection->passphrase_len) &&
                                   is_unused(protection->reserved));
}

Protection to_protection(const osshkey_protection* protection) {
  if (protection == nullptr) {
    return {};
  }
  return {.passphrase = {protection->passphrase, protection->passphrase_len},
          .cipher = text_or_empty(protection->cipher),
          .rounds = protection->rounds};
}

/// cheapest_iterations is the fewest thousands whose number takes as many bytes in DER, so that a
/// size can be told without the whole derivation. What is refused stays refused.
std::uint32_t cheapest_iterations(std::uint32_t thousands) {
  constexpr std::uint32_t limit_of_two_bytes = 32;      // 32767 iterations
  constexpr std::uint32_t limit_of_three_bytes = 8388;  // 8388607
  constexpr std::uint32_t limit_of_four_bytes = 2147483;
  if (thousands == 0 || thousands > limit_of_four_bytes) {
    return thousands;
  }
  if (thousands <= limit_of_two_bytes) {
    return 1;
  }
  return thousands <= limit_of_three_bytes ? limit_of_two_bytes + 1 : limit_of_three_bytes + 1;
}

/// write_pkcs8 is shared by the text and its DER.
int write_pkcs8(Result<SecureBytes> (*form)(const osshkey::PrivateKey&, const Protection&),
                const osshkey_private_key* key, const osshkey_protection* protection,
                std::uint8_t* out, std::size_t* len) {
  if (!is_valid(protection)) {
    return OSSHKEY_INVALID_ARGUMENT;
  }
  return write(key, out, len, [&] {
    Protection wanted = to_protection(protection);
    if (out == nullptr) {
      wanted.rounds = cheapest_iterations(wanted.rounds);
    }
    return form(key->key, wanted);
  });
}

}  // namespace

}  // namespace osshkey::c_abi

int osshkey_private_key_to_openssh(const osshkey_private_key* key,
                                   const osshkey_protection* protection, uint8_t* out,
                                   size_t* len) {
  if (!is_valid(protection)) {
    return OSSHKEY_INVALID_ARGUMENT;
  }
  return write(key, out, len, [&] {
    Protection wanted = to_protection(protection);
    if (out == nullptr) {
      wanted.rounds = 1;  // the size is the same for every number
    }
    return osshkey::to_openssh(key->key, wanted);
  });
}

int osshkey_private_key_to_pkcs8(const osshkey_private_key* key,
                                 const osshkey_protection* protection, uint8_t* out, size_t* len) {
  return write_pkcs8(&osshkey::to_pkcs8, key, protection, out, len);
}

int osshkey_private_key_to_pkcs8_der(const osshkey_private_key* key,
                                     const osshkey_protection* protection, uint8_t* out,
                                     size_t* len) {
  return write_pkcs8(&osshkey::to_pkcs8_der, key, protection, out, len);
}

int osshkey_private_key_to_pem(const osshkey_private_key* key, const uint8_t* passphrase,
                               size_t passphrase_len, uint8_t* out, size_t* len) {
  if (!is_view(passphrase, passphrase_len)) {
    return OSSHKEY_INVALID_ARGUMENT;
  }
  return write(key, out, len,
               [&] { return osshkey::to_pem(key->key, {passphrase, passphrase_len}); });
}

int osshkey_private_key_to_agent_message(const osshkey_private_key* key,
                                         const osshkey_agent_constraints* constraints, uint8_t* out,
                                         size_t* len) {
  if (constraints != nullptr && !is_unused(constraints->reserved)) {
    return OSSHKEY_INVALID_ARGUMENT;
  }
  return write(key, out, len, [&] {
    AgentConstraints wanted;
    if (constraints != nullptr) {
      if (constraints->lifetime_seconds != 0) {
        wanted.lifetime_seconds = constraints->lifetime_seconds;
      }
      wanted.confirm = constraints->confirm != 0;
      wanted.security_key_provider = text_or_empty(constraints->security_key_provider);
    }
    return osshkey::to_agent_message(key->key, wanted);
  });
}

int osshkey_private_key_to_x25519(const osshkey_private_key* key, uint8_t* out, size_t* len) {
  return write(key, out, len, [&] { return osshkey::to_x25519(key->key); });
}
