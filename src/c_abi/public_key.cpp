// SPDX-License-Identifier: MIT
// Public keys of the C interface.
#include "c_abi/handles.hpp"

using namespace osshkey::c_abi;
using osshkey::ByteView;
using osshkey::Hash;
using osshkey::PublicKey;
using osshkey::Result;

namespace {

/// make hands out what `parse` yields; an invalid argument where it can't be called.
template <typename Parse>
int make(osshkey_public_key** key, bool is_valid, Parse parse) noexcept {
  if (key == nullptr) {
    return OSSHKEY_INVALID_ARGUMENT;
  }
  *key = nullptr;
  if (!is_valid) {
    return OSSHKEY_INVALID_ARGUMENT;
  }
  return guarded([&] {
    Result<PublicKey> parsed = parse();
    if (!parsed) {
      return to_status(parsed.error().code);
    }
    *key = std::make_unique<osshkey_public_key>(std::move(*parsed)).release();
    return int{OSSHKEY_OK};
  });
}

}  // namespace

int osshkey_public_key_from_blob(const uint8_t* blob, size_t len, osshkey_public_key** key) {
  return make(key, is_view(blob, len), [&] { return PublicKey::from_blob({blob, len}); });
}

int osshkey_public_key_from_line(const char* line, size_t len, osshkey_public_key** key) {
  return make(key, is_view(line, len), [&] { return PublicKey::from_line({line, len}); });
}

void osshkey_public_key_free(osshkey_public_key* key) {
  delete key;
}

const char* osshkey_public_key_type(const osshkey_public_key* key, size_t* len) {
  return key == nullptr ? show_nothing<char>(len) : show(key->key.type(), len);
}

int osshkey_public_key_is_known(const osshkey_public_key* key) {
  return key != nullptr && key->key.is_known() ? 1 : 0;
}

unsigned osshkey_public_key_bits(const osshkey_public_key* key) {
  return key == nullptr ? 0 : key->key.bits();
}

const uint8_t* osshkey_public_key_blob(const osshkey_public_key* key, size_t* len) {
  return key == nullptr ? show_nothing<uint8_t>(len) : show_bytes(key->key.blob(), len);
}

const uint8_t* osshkey_public_key_certificate(const osshkey_public_key* key, size_t* len) {
  return key == nullptr ? show_nothing<uint8_t>(len) : show_bytes(key->key.certificate(), len);
}

int osshkey_public_key_equal(const osshkey_public_key* a, const osshkey_public_key* b) {
  return a != nullptr && b != nullptr && a->key == b->key ? 1 : 0;
}

int osshkey_public_key_fingerprint(const osshkey_public_key* key, int hash, char* out,
                                   size_t* len) {
  if (key == nullptr || len == nullptr ||
      (hash != OSSHKEY_HASH_SHA256 && hash != OSSHKEY_HASH_MD5)) {
    return OSSHKEY_INVALID_ARGUMENT;
  }
  return guarded([&] {
    const Hash digest = hash == OSSHKEY_HASH_MD5 ? Hash::md5 : Hash::sha256;
    return fill_text(key->key.fingerprint(digest), out, len);
  });
}

int osshkey_public_key_authorized_key(const osshkey_public_key* key, const char* comment,
                                      size_t comment_len, char* out, size_t* len) {
  if (key == nullptr || len == nullptr || !is_view(comment, comment_len)) {
    return OSSHKEY_INVALID_ARGUMENT;
  }
  return guarded(
      [&] { return fill_text(key->key.authorized_key({comment, comment_len}), out, len); });
}

int osshkey_public_key_verify(const osshkey_public_key* key, const uint8_t* data, size_t data_len,
                              const uint8_t* signature, size_t signature_len,
                              const char* algorithm) {
  if (key == nullptr || !is_view(data, data_len) || !is_view(signature, signature_len)) {
    return OSSHKEY_INVALID_ARGUMENT;
  }
  return guarded([&] {
    const Result<void> verified = osshkey::verify(
        key->key, {data, data_len}, {signature, signature_len}, text_or_empty(algorithm));
    return verified ? int{OSSHKEY_OK} : to_status(verified.error().code);
  });
}

int osshkey_public_key_to_x25519(const osshkey_public_key* key, uint8_t* out, size_t* len) {
  if (key == nullptr || len == nullptr) {
    return OSSHKEY_INVALID_ARGUMENT;
  }
  return guarded([&] {
    const auto converted = osshkey::to_x25519(key->key);
    return converted ? fill(*converted, out, len) : to_status(converted.error().code);
  });
}
