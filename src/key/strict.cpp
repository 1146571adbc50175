// SPDX-License-Identifier: MIT
// The rules of OpenSSH's sshkey.c and ssh-ecdsa.c that the format doesn't ask for.
#include "key/strict.hpp"

#include <string_view>

#include "key/elliptic_curve.hpp"
#include "wire/reader.hpp"

namespace osshkey::key {

namespace {

constexpr unsigned least_rsa_bits = 1024;  // OpenSSH's SSH_RSA_MINIMUM_MODULUS_SIZE

/// has_zero_byte looks at a comment as OpenSSH does, which lets one pass at its very end.
bool has_zero_byte(std::string_view comment) {
  const std::size_t first = comment.find('\0');
  return first != std::string_view::npos && first + 1 != comment.size();
}

}  // namespace

std::optional<Error> strict_refusal(const PublicKey& key) {
  if (key.type() == "ssh-ed448") {
    return Error{.code = errc::unsupported_key_type,
                 .field = "public key type",
                 .detail = "OpenSSH has no ssh-ed448"};
  }
  if (key.type() == "ssh-rsa" && key.bits() < least_rsa_bits) {
    return Error{.code = errc::invalid_key,
                 .field = "RSA modulus",
                 .detail = "OpenSSH refuses less than 1024 bits"};
  }
  return std::nullopt;
}

std::optional<Error> strict_refusal(const PrivateKey& key) {
  if (const auto* ecdsa = std::get_if<EcdsaNumbers>(&key.numbers())) {
    if (wire::bit_length(ecdsa->scalar) <= curve_bits(ecdsa->curve) / 2 ||
        is_last_scalar(ecdsa->curve, ecdsa->scalar)) {
      return Error{.code = errc::bad_number,
                   .field = "ECDSA scalar",
                   .detail = "OpenSSH refuses scalars this close to zero or to the curve's order"};
    }
  }
  if (has_zero_byte(key.comment())) {
    return Error{.code = errc::malformed,
                 .field = "comment",
                 .detail = "OpenSSH refuses a zero byte inside a comment"};
  }
  return strict_refusal(key.public_key());
}

}  // namespace osshkey::key
