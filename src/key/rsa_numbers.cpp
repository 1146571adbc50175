// SPDX-License-Identifier: MIT
// The check of the exponents for the Chinese remainder theorem, and the factors of n out of e and d
// (NIST SP 800-56B, appendix C.1, with small bases in place of random ones).
#include "key/rsa_numbers.hpp"

#include <optional>
#include <string>

#include "base/fail.hpp"
#include "key/big_number.hpp"
#include "wire/reader.hpp"

namespace osshkey::key {

namespace {

// One try costs an exponentiation of the modulus' size: 0.1 s at 8192 bits, a second at 16384.
constexpr std::size_t max_factored_bits = 8192;

// At least every second base splits a product of two primes.
constexpr std::uint32_t bases[] = {2,  3,  5,  7,  11, 13, 17, 19, 23, 29, 31, 37,
                                   41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89};

enum class Outcome : std::uint8_t { found, not_with_this_base, not_an_inverse };

struct Attempt {
  Outcome outcome;
  BigNumber root{0};  ///< a square root of 1 other than 1 and n-1, where one was found
};

/// attempt squares base^odd until it becomes 1, which it must after `doublings` steps where
/// odd * 2^doublings is a multiple of the order of every number.
Attempt attempt(std::uint32_t base, const BigNumber& odd, int doublings, const BigNumber& n) {
  const BigNumber minus_one = n - 1;
  BigNumber x = power(BigNumber(base), odd, n);
  if (x == 1 || x == minus_one) {
    return {.outcome = Outcome::not_with_this_base};
  }
  for (int i = 0; i < doublings; ++i) {
    BigNumber square = x * x % n;
    if (square == 1) {
      return {.outcome = Outcome::found, .root = std::move(x)};
    }
    if (square == minus_one) {
      return {.outcome = Outcome::not_with_this_base};
    }
    x = std::move(square);
  }
  return {.outcome = Outcome::not_an_inverse};
}

Result<BigNumber> find_factor(const BigNumber& n, const BigNumber& e, const BigNumber& d) {
  BigNumber odd = e * d - 1;
  int doublings = 0;
  for (; !odd.is_odd(); odd = odd >> 1) {
    ++doublings;
  }
  for (const std::uint32_t base : bases) {
    const Attempt made = attempt(base, odd, doublings, n);
    if (made.outcome == Outcome::not_an_inverse) {
      return fail(errc::key_mismatch, {.field = "RSA private exponent"},
                  "it doesn't belong to the modulus and the public exponent");
    }
    if (made.outcome == Outcome::found) {
      return greatest_common_divisor(made.root - 1, n);
    }
  }
  return fail(errc::invalid_key, {.field = "RSA modulus"}, "it isn't a product of two primes");
}

bool fits(ByteView e, ByteView exponent, ByteView prime) {
  const BigNumber p(prime);
  return p > 1 && BigNumber(e) * BigNumber(exponent) % (p - 1) == BigNumber(1);
}

}  // namespace

RsaExponents place_rsa_exponents(const RsaNumbers& key, ByteView dp, ByteView dq) {
  if (fits(key.e, dp, key.p) && fits(key.e, dq, key.q)) {
    return RsaExponents::in_place;
  }
  return fits(key.e, dp, key.q) && fits(key.e, dq, key.p) ? RsaExponents::exchanged
                                                          : RsaExponents::wrong;
}

Note misplaced_rsa_numbers() {
  return {.code = errc::weak_key,
          .detail =
              "numbers beside the RSA primes stand in each other's place in the file, which "
              "can make an unchecked signature give the primes away; they were set right"};
}

Error wrong_rsa_crt_number(std::string_view field, std::string detail) {
  return {.code = errc::invalid_key,
          .field = field,
          .detail = std::move(detail),
          .advice = std::string(rsa_advice)};
}

Result<SecureBytes> complete_rsa(RsaNumbers& key) {
  const BigNumber n(key.n);
  const BigNumber e(key.e);
  const BigNumber d(key.d);
  if (n.bits() > max_factored_bits) {
    return fail(errc::key_too_large, {.field = "RSA modulus"},
                "its primes are missing, and it has more than " +
                    std::to_string(max_factored_bits) + " bits");
  }
  if (!n.is_odd() || n == 1) {
    return fail(errc::bad_number, {.field = "RSA modulus"}, "it must be odd and greater than 1");
  }
  // An even product has no chance, and 1 would make every number its own inverse.
  if (e.bits() > n.bits() || !e.is_odd() || e == 1) {
    return fail(errc::bad_number, {.field = "RSA exponent"});
  }
  if (d.bits() > n.bits() || !d.is_odd()) {
    return fail(errc::bad_number, {.field = "RSA private exponent"});
  }
  const Result<BigNumber> factor = find_factor(n, e, d);
  if (!factor) {
    return std::unexpected(factor.error());
  }
  const BigNumber cofactor = n / *factor;
  if (greatest_common_divisor(*factor, cofactor) != BigNumber(1)) {
    return fail(errc::invalid_key, {.field = "RSA modulus"}, "it isn't a product of two primes");
  }
  const bool ordered = *factor > cofactor;
  const BigNumber& p = ordered ? *factor : cofactor;  // the larger first, as writers do
  const BigNumber& q = ordered ? cofactor : *factor;
  const BigNumber iqmp = inverse(q, p);

  SecureBytes storage(p.size() + q.size() + iqmp.size());
  const std::span<std::uint8_t> all = storage.span();
  const auto store = [&](const BigNumber& number, std::size_t offset) -> ByteView {
    const std::span<std::uint8_t> place = all.subspan(offset, number.size());
    number.write(place);
    return place;
  };
  key.p = store(p, 0);
  key.q = store(q, p.size());
  key.iqmp = store(iqmp, p.size() + q.size());
  return storage;
}

Result<SecureBytes> complete_rsa_coefficient(RsaNumbers& key) {
  const BigNumber p(key.p);
  const BigNumber q(key.q);
  if (!p.is_odd() || p == 1 || p.bits() > wire::bit_length(key.n)) {
    return fail(errc::bad_number, {.field = "RSA prime p"});
  }
  if (q.bits() > wire::bit_length(key.n)) {
    return fail(errc::bad_number, {.field = "RSA prime q"});
  }
  if (greatest_common_divisor(p, q) != BigNumber(1)) {
    return fail(errc::invalid_key, {.field = "RSA prime q"}, "it has no inverse modulo p");
  }
  const BigNumber iqmp = inverse(q, p);
  SecureBytes storage(iqmp.size());
  iqmp.write(storage.span());
  key.iqmp = storage.view();
  return storage;
}

}  // namespace osshkey::key
