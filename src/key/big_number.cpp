// SPDX-License-Identifier: MIT
// Each operation in a fresh BN_CTX, whose temporaries libcrypto wipes with it.
#include "key/big_number.hpp"

#include <new>

namespace osshkey::key {

namespace {

using Temporaries = OpensslPtr<BN_CTX, BN_CTX_free>;

// Operands are checked by the callers, so only memory can be what is missing.
void check(bool done) {
  if (!done) {
    throw std::bad_alloc();
  }
}

// Not from libcrypto's secure heap: where the application has set one up, it is sized for its own
// use. BN_clear_free and BN_CTX_free wipe what they free.
Temporaries temporaries() {
  Temporaries made(BN_CTX_new_ex(openssl_context()));
  check(made != nullptr);
  return made;
}

}  // namespace

BigNumber::BigNumber() : number_(BN_new()) {
  check(number_ != nullptr);
  BN_set_flags(number_.get(), BN_FLG_CONSTTIME);
}

BigNumber::BigNumber(ByteView magnitude) : BigNumber() {
  check(BN_bin2bn(magnitude.data(), static_cast<int>(magnitude.size()), number_.get()) != nullptr);
}

BigNumber::BigNumber(std::uint32_t value) : BigNumber() {
  check(BN_set_word(number_.get(), value) == 1);
}

void BigNumber::write(std::span<std::uint8_t> out) const noexcept {
  BN_bn2binpad(get(), out.data(), static_cast<int>(out.size()));
}

BigNumber BigNumber::operator-(std::uint32_t small) const {
  BigNumber difference;
  check(BN_copy(difference.number_.get(), get()) != nullptr &&
        BN_sub_word(difference.number_.get(), small) == 1);
  return difference;
}

BigNumber BigNumber::operator*(const BigNumber& other) const {
  BigNumber product;
  check(BN_mul(product.number_.get(), get(), other.get(), temporaries().get()) == 1);
  return product;
}

BigNumber BigNumber::operator%(const BigNumber& divisor) const {
  BigNumber remainder;
  check(BN_div(nullptr, remainder.number_.get(), get(), divisor.get(), temporaries().get()) == 1);
  return remainder;
}

BigNumber BigNumber::operator/(const BigNumber& divisor) const {
  BigNumber quotient;
  check(BN_div(quotient.number_.get(), nullptr, get(), divisor.get(), temporaries().get()) == 1);
  return quotient;
}

BigNumber BigNumber::operator>>(int count) const {
  BigNumber shifted;
  check(BN_rshift(shifted.number_.get(), get(), count) == 1);
  return shifted;
}

BigNumber power(const BigNumber& base, const BigNumber& exponent, const BigNumber& modulus) {
  BigNumber result;
  check(BN_mod_exp_mont_consttime(result.number_.get(), base.get(), exponent.get(), modulus.get(),
                                  temporaries().get(), nullptr) == 1);
  return result;
}

BigNumber greatest_common_divisor(const BigNumber& a, const BigNumber& b) {
  BigNumber result;
  check(BN_gcd(result.number_.get(), a.get(), b.get(), temporaries().get()) == 1);
  return result;
}

BigNumber inverse(const BigNumber& a, const BigNumber& modulus) {
  BigNumber result;
  check(BN_mod_inverse(result.number_.get(), a.get(), modulus.get(), temporaries().get()) !=
        nullptr);
  return result;
}

}  // namespace osshkey::key
