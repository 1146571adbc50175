// SPDX-License-Identifier: MIT
// One overload for each type.
#include "key/complete.hpp"

#include <algorithm>
#include <vector>

#include "base/fail.hpp"
#include "key/elliptic_curve.hpp"
#include "key/public_half.hpp"
#include "key/rsa_numbers.hpp"

namespace osshkey::key {

namespace {

using Computed = Result<std::vector<std::uint8_t>>;

Result<void> complete(Ed25519Numbers& key, SecureBytes& storage) {
  const ByteView seed = key.secret;  // all that these containers have
  const Computed computed = ed25519_public_key(seed);
  if (!computed) {
    return std::unexpected(computed.error());
  }
  storage = SecureBytes(seed.size() + computed->size());
  std::ranges::copy(seed, storage.data());
  std::ranges::copy(*computed, storage.data() + seed.size());
  key.secret = storage.view();
  if (key.public_key.empty()) {
    key.public_key = storage.view().subspan(seed.size());
  }
  return {};
}

Result<void> complete(Ed448Numbers& key, SecureBytes& storage) {
  if (!key.public_key.empty()) {
    return {};
  }
  const Computed computed = ed448_public_key(key.seed);
  if (!computed) {
    return std::unexpected(computed.error());
  }
  storage = SecureBytes(*computed);
  key.public_key = storage.view();
  return {};
}

Result<void> complete(DsaNumbers& key, SecureBytes& storage) {
  if (!key.y.empty()) {
    return {};
  }
  const Computed computed = dsa_public_key(key);
  if (!computed) {
    return std::unexpected(computed.error());
  }
  storage = SecureBytes(*computed);
  key.y = storage.view();
  return {};
}

/// is_other_form tells whether `encoded` is the same point, compressed (02, 03 and x) or hybrid
/// (06, 07, x and y): SEC1 section 2.3.3.
bool is_other_form(ByteView encoded, ByteView point) {
  const std::size_t coordinate = (point.size() - 1) / 2;
  const auto parity = static_cast<std::uint8_t>(point.back() & 1U);
  const std::uint8_t form = encoded.front();
  if (form == (0x02 | parity)) {
    return std::ranges::equal(encoded.subspan(1), point.subspan(1, coordinate));
  }
  return form == (0x06 | parity) && std::ranges::equal(encoded.subspan(1), point.subspan(1));
}

Result<void> complete(EcdsaNumbers& key, SecureBytes& storage) {
  constexpr std::uint8_t uncompressed = 0x04;
  if (!key.point.empty() && key.point.front() == uncompressed) {
    return {};
  }
  const Computed computed = public_point(key.curve, key.scalar);
  if (!computed) {
    return std::unexpected(computed.error());
  }
  if (!key.point.empty() && !is_other_form(key.point, *computed)) {
    return fail(errc::key_mismatch, {.field = "point"}, "it doesn't belong to the scalar");
  }
  storage = SecureBytes(*computed);
  key.point = storage.view();
  return {};
}

Result<void> complete(RsaNumbers& key, SecureBytes& storage) {
  const bool has_primes = !key.p.empty() || !key.q.empty();
  if (has_primes && !key.iqmp.empty()) {
    return {};
  }
  Result<SecureBytes> found = has_primes ? complete_rsa_coefficient(key) : complete_rsa(key);
  if (!found) {
    return std::unexpected(found.error());
  }
  storage = std::move(*found);
  return {};
}

Result<void> complete(SecurityKeyNumbers& /*key*/, SecureBytes& /*storage*/) {
  return {};
}

Result<void> complete(MldsaEd25519Numbers& /*key*/, SecureBytes& /*storage*/) {
  return {};
}

}  // namespace

Result<void> complete(KeyNumbers& numbers, SecureBytes& storage) {
  return std::visit([&](auto& key) { return complete(key, storage); }, numbers);
}

}  // namespace osshkey::key
