// SPDX-License-Identifier: MIT
// One reduction for each prime.
#include "export/rsa_exponents.hpp"

#include "base/openssl_context.hpp"
#include "key/big_number.hpp"

namespace osshkey {

namespace {

SecureBytes reduce(const key::BigNumber& exponent, ByteView prime) {
  SecureBytes bytes(prime.size());
  (exponent % (key::BigNumber(prime) - 1)).write(bytes.span());
  return bytes;
}

}  // namespace

RsaExponents rsa_exponents(const RsaNumbers& key) {
  const ErrorMark mark;
  const key::BigNumber d(key.d);
  return {.dp = reduce(d, key.p), .dq = reduce(d, key.q)};
}

}  // namespace osshkey
