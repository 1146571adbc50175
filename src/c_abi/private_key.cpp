// SPDX-License-Identifier: MIT
// Private keys of the C interface: what they hold, and signatures.
#include <algorithm>
#include <iterator>
#include <string_view>
#include <variant>

#include "c_abi/handles.hpp"

using namespace osshkey::c_abi;
using osshkey::ByteView;
using osshkey::Result;

namespace osshkey::c_abi {

namespace {

template <typename Numbers, ByteView Numbers::* part>
std::optional<ByteView> part_of(const KeyNumbers& numbers) {
  const auto* own = std::get_if<Numbers>(&numbers);
  return own != nullptr ? std::optional(own->*part) : std::nullopt;
}

std::optional<ByteView> ed25519_seed(const KeyNumbers& numbers) {
  const auto* own = std::get_if<Ed25519Numbers>(&numbers);
  return own != nullptr ? std::optional(own->seed()) : std::nullopt;
}

std::optional<ByteView> security_key_flags(const KeyNumbers& numbers) {
  const auto* own = std::get_if<SecurityKeyNumbers>(&numbers);
  return own != nullptr ? std::optional(ByteView(&own->flags, 1)) : std::nullopt;
}

struct Part {
  int number;
  std::optional<ByteView> (*find)(const KeyNumbers&);
};

constexpr Part parts[] = {
    {OSSHKEY_PART_ED25519_PUBLIC, part_of<Ed25519Numbers, &Ed25519Numbers::public_key>},
    {OSSHKEY_PART_ED25519_SEED, ed25519_seed},
    {OSSHKEY_PART_ED25519_SECRET, part_of<Ed25519Numbers, &Ed25519Numbers::secret>},
    {OSSHKEY_PART_ED448_PUBLIC, part_of<Ed448Numbers, &Ed448Numbers::public_key>},
    {OSSHKEY_PART_ED448_SEED, part_of<Ed448Numbers, &Ed448Numbers::seed>},
    {OSSHKEY_PART_RSA_N, part_of<RsaNumbers, &RsaNumbers::n>},
    {OSSHKEY_PART_RSA_E, part_of<RsaNumbers, &RsaNumbers::e>},
    {OSSHKEY_PART_RSA_D, part_of<RsaNumbers, &RsaNumbers::d>},
    {OSSHKEY_PART_RSA_P, part_of<RsaNumbers, &RsaNumbers::p>},
    {OSSHKEY_PART_RSA_Q, part_of<RsaNumbers, &RsaNumbers::q>},
    {OSSHKEY_PART_RSA_IQMP, part_of<RsaNumbers, &RsaNumbers::iqmp>},
    {OSSHKEY_PART_ECDSA_POINT, part_of<EcdsaNumbers, &EcdsaNumbers::point>},
    {OSSHKEY_PART_ECDSA_SCALAR, part_of<EcdsaNumbers, &EcdsaNumbers::scalar>},
    {OSSHKEY_PART_DSA_P, part_of<DsaNumbers, &DsaNumbers::p>},
    {OSSHKEY_PART_DSA_Q, part_of<DsaNumbers, &DsaNumbers::q>},
    {OSSHKEY_PART_DSA_G, part_of<DsaNumbers, &DsaNumbers::g>},
    {OSSHKEY_PART_DSA_Y, part_of<DsaNumbers, &DsaNumbers::y>},
    {OSSHKEY_PART_DSA_X, part_of<DsaNumbers, &DsaNumbers::x>},
    {OSSHKEY_PART_SK_PUBLIC, part_of<SecurityKeyNumbers, &SecurityKeyNumbers::public_key>},
    {OSSHKEY_PART_SK_APPLICATION, part_of<SecurityKeyNumbers, &SecurityKeyNumbers::application>},
    {OSSHKEY_PART_SK_FLAGS, security_key_flags},
    {OSSHKEY_PART_SK_KEY_HANDLE, part_of<SecurityKeyNumbers, &SecurityKeyNumbers::key_handle>},
    {OSSHKEY_PART_SK_RESERVED, part_of<SecurityKeyNumbers, &SecurityKeyNumbers::reserved>},
    {OSSHKEY_PART_MLDSA_ED25519_PUBLIC,
     part_of<MldsaEd25519Numbers, &MldsaEd25519Numbers::public_key>},
    {OSSHKEY_PART_MLDSA_ED25519_SECRET, part_of<MldsaEd25519Numbers, &MldsaEd25519Numbers::secret>},
};

/// largest_signature is the size that no signature of the key exceeds. Only ECDSA's differ: two
/// numbers, each with its length and, where its first bit is set, a zero byte.
std::size_t largest_signature(const PublicKey& key, std::size_t size) {
  constexpr std::size_t length = 4;
  if (!key.type().starts_with("ecdsa-")) {
    return size;
  }
  const std::size_t number = length + 1 + (key.bits() + 7) / 8;
  return length + key.type().size() + length + 2 * number;
}

}  // namespace

}  // namespace osshkey::c_abi

const osshkey_public_key* osshkey_private_key_public_key(const osshkey_private_key* key) {
  return key == nullptr ? nullptr : &key->public_key;
}

const char* osshkey_private_key_comment(const osshkey_private_key* key, size_t* len) {
  return key == nullptr ? show_nothing<char>(len) : show(key->key.comment(), len);
}

int osshkey_private_key_is_proved(const osshkey_private_key* key) {
  return key != nullptr && key->key.is_proved() ? 1 : 0;
}

int osshkey_private_key_part(const osshkey_private_key* key, int part, const uint8_t** data,
                             size_t* len) {
  if (data == nullptr || len == nullptr) {
    return OSSHKEY_INVALID_ARGUMENT;
  }
  *data = nullptr;
  *len = 0;
  const auto* row = std::ranges::find(parts, part, &Part::number);
  if (key == nullptr || row == std::end(parts)) {
    return OSSHKEY_INVALID_ARGUMENT;
  }
  const std::optional<ByteView> found = row->find(key->key.numbers());
  if (!found) {
    return OSSHKEY_INVALID_ARGUMENT;
  }
  *data = show_bytes(*found, len);
  return OSSHKEY_OK;
}

int osshkey_private_key_sign(const osshkey_private_key* key, const uint8_t* data, size_t data_len,
                             const char* algorithm, uint8_t* signature, size_t* signature_len) {
  if (key == nullptr || signature_len == nullptr || !is_view(data, data_len)) {
    return OSSHKEY_INVALID_ARGUMENT;
  }
  return guarded([&] {
    const Result<std::vector<uint8_t>> made =
        osshkey::sign(key->key, {data, data_len}, text_or_empty(algorithm));
    if (!made) {
      return to_status(made.error().code);
    }
    return fill(*made, largest_signature(key->key.public_key(), made->size()), signature,
                signature_len);
  });
}
