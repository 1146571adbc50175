// SPDX-License-Identifier: MIT
// One reduction for each prime. With numbers that make a key, only memory can be what is missing.
#include "export/rsa_exponents.hpp"

#include <openssl/bn.h>

#include <new>

#include "base/openssl_context.hpp"

namespace osshkey {

namespace {

using Number = OpensslPtr<BIGNUM, BN_clear_free>;
using NumberContext = OpensslPtr<BN_CTX, BN_CTX_free>;

Number number(ByteView big_endian) {
  Number made(BN_secure_new());
  if (made == nullptr ||
      BN_bin2bn(big_endian.data(), static_cast<int>(big_endian.size()), made.get()) == nullptr) {
    throw std::bad_alloc();
  }
  BN_set_flags(made.get(), BN_FLG_CONSTTIME);
  return made;
}

SecureBytes reduce(ByteView exponent, ByteView prime, BN_CTX* context) {
  const Number d = number(exponent);
  const Number modulus = number(prime);
  const Number reduced = number({});
  SecureBytes bytes(prime.size());
  if (BN_sub_word(modulus.get(), 1) != 1 ||
      BN_div(nullptr, reduced.get(), d.get(), modulus.get(), context) != 1 ||
      BN_bn2binpad(reduced.get(), bytes.data(), static_cast<int>(bytes.size())) < 0) {
    throw std::bad_alloc();
  }
  return bytes;
}

}  // namespace

RsaExponents rsa_exponents(const RsaNumbers& key) {
  const ErrorMark mark;
  const NumberContext context(BN_CTX_secure_new_ex(openssl_context()));
  if (context == nullptr) {
    throw std::bad_alloc();
  }
  return {.dp = reduce(key.d, key.p, context.get()), .dq = reduce(key.d, key.q, context.get())};
}

}  // namespace osshkey
