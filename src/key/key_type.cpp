// SPDX-License-Identifier: MIT
// The list of key types.
#include "key/key_type.hpp"

#include <algorithm>

namespace osshkey::key {

namespace {

// The commonest first.
constexpr const KeyType* types[] = {
    &ed25519_type,
    &rsa_type,
    &ecdsa_nistp256_type,
    &ecdsa_nistp384_type,
    &ecdsa_nistp521_type,
    &sk_ed25519_type,
    &sk_ecdsa_type,
    &mldsa_ed25519_type,
    &mldsa_ed25519_vendor_type,
    &dsa_type,
    &ed448_type,
};

}  // namespace

std::span<const KeyType* const> all_types() noexcept {
  return types;
}

const KeyType* find_type(std::string_view name) noexcept {
  const auto* row = std::ranges::find(types, name, [](const KeyType* t) { return t->name; });
  return row == std::end(types) ? nullptr : *row;
}

const KeyType* find_certificate_type(std::string_view name) noexcept {
  if (name.empty()) {
    return nullptr;
  }
  const auto* row =
      std::ranges::find(types, name, [](const KeyType* t) { return t->certificate_name; });
  return row == std::end(types) ? nullptr : *row;
}

}  // namespace osshkey::key
