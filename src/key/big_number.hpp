// SPDX-License-Identifier: MIT
// BigNumber: libcrypto's BIGNUM with operators, so that a proof reads like the formula it checks.
#pragma once

#include <openssl/bn.h>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <osshkey/secure_memory.hpp>

#include "base/openssl_context.hpp"

namespace osshkey::key {

/// BigNumber is a number that is not negative and may be secret: libcrypto is told to compute in
/// constant time where it can, and the memory is wiped. Throws std::bad_alloc.
class BigNumber {
 public:
  explicit BigNumber(ByteView magnitude);
  explicit BigNumber(std::uint32_t value);

  [[nodiscard]] bool is_odd() const noexcept { return BN_is_odd(number_.get()) == 1; }
  [[nodiscard]] std::size_t bits() const noexcept {
    return static_cast<std::size_t>(BN_num_bits(number_.get()));
  }
  /// size is the length of the shortest big-endian form.
  [[nodiscard]] std::size_t size() const noexcept { return (bits() + 7) / 8; }
  /// write fills `out`, which is at least as long as size(), with the big-endian form.
  void write(std::span<std::uint8_t> out) const noexcept;

  /// operator- needs a number that is at least as large as `small`.
  [[nodiscard]] BigNumber operator-(std::uint32_t small) const;
  [[nodiscard]] BigNumber operator*(const BigNumber& other) const;
  /// operator% and operator/ need a divisor other than 0.
  [[nodiscard]] BigNumber operator%(const BigNumber& divisor) const;
  [[nodiscard]] BigNumber operator/(const BigNumber& divisor) const;
  /// operator>> drops low bits.
  [[nodiscard]] BigNumber operator>>(int count) const;

  friend bool operator==(const BigNumber& a, const BigNumber& b) noexcept {
    return BN_cmp(a.get(), b.get()) == 0;
  }
  friend std::strong_ordering operator<=>(const BigNumber& a, const BigNumber& b) noexcept {
    return BN_cmp(a.get(), b.get()) <=> 0;
  }
  friend bool operator==(const BigNumber& a, std::uint32_t b) { return a == BigNumber(b); }
  friend std::strong_ordering operator<=>(const BigNumber& a, std::uint32_t b) {
    return a <=> BigNumber(b);
  }

  [[nodiscard]] const BIGNUM* get() const noexcept { return number_.get(); }

 private:
  friend BigNumber power(const BigNumber&, const BigNumber&, const BigNumber&);
  friend BigNumber greatest_common_divisor(const BigNumber&, const BigNumber&);
  friend BigNumber inverse(const BigNumber&, const BigNumber&);
  BigNumber();

  OpensslPtr<BIGNUM, BN_clear_free> number_;
};

/// power is base^exponent mod an odd modulus.
[[nodiscard]] BigNumber power(const BigNumber& base, const BigNumber& exponent,
                              const BigNumber& modulus);
[[nodiscard]] BigNumber greatest_common_divisor(const BigNumber& a, const BigNumber& b);
/// inverse is 1/a mod an odd modulus, to which `a` must be coprime.
[[nodiscard]] BigNumber inverse(const BigNumber& a, const BigNumber& modulus);

}  // namespace osshkey::key
