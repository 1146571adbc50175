// SPDX-License-Identifier: MIT
// ssh-rsa: RFC 4253 section 6.6 for the public key, PROTOCOL.key for the private one, which has its
// own order of the numbers.
#include "base/fail.hpp"
#include "key/big_number.hpp"
#include "key/key_type.hpp"
#include "key/rsa_numbers.hpp"

namespace osshkey::key {

namespace {

// Fermat tests cost the cube of a prime's size: 2048 bits, the half of the largest common modulus
// (4096), take some milliseconds, 8192 bits most of a second.
constexpr std::size_t max_tested_prime_bits = 2048;

const RsaNumbers& of(const KeyNumbers& numbers) {
  return std::get<RsaNumbers>(numbers);
}

// RFC 8017 asks for 3 <= e < n. A larger e only slows down, a smaller or even one can't be
// inverted.
void read_exponent(wire::Reader& reader, RsaNumbers& key) {
  key.e = reader.mpint("RSA exponent");
  const BigNumber e(key.e);
  if (!e.is_odd() || e == 1) {
    reader.refuse(errc::bad_number, "it must be odd and greater than 1");
  }
}

void read_modulus(wire::Reader& reader, RsaNumbers& key) {
  key.n = reader.mpint("RSA modulus");
  const BigNumber n(key.n);
  if (n == 0) {
    reader.refuse(errc::bad_number, "it is zero");
  } else if (!n.is_odd()) {
    reader.refuse(errc::invalid_key, "it is even");
  }
}

Result<KeyNumbers> read_public(wire::Reader& reader) {
  RsaNumbers key;
  read_exponent(reader, key);
  read_modulus(reader, key);
  if (Result<void> read = reader.result(); !read) {
    return std::unexpected(read.error());
  }
  return key;
}

unsigned bits(const KeyNumbers& numbers) {
  return static_cast<unsigned>(wire::bit_length(of(numbers).n));
}

void write_public(const KeyNumbers& numbers, wire::Writer& writer) {
  writer.mpint(of(numbers).e);
  writer.mpint(of(numbers).n);
}

Result<void> read_private(wire::Reader& reader, PublicFields where, KeyNumbers& numbers) {
  RsaNumbers key;
  if (where == PublicFields::in_certificate) {
    key = of(numbers);
  } else {
    read_modulus(reader, key);
    read_exponent(reader, key);
  }
  key.d = reader.mpint("RSA private exponent");
  key.iqmp = reader.mpint("RSA coefficient");
  key.p = reader.mpint("RSA prime p");
  key.q = reader.mpint("RSA prime q");
  numbers = key;
  return reader.result();
}

void write_private(const KeyNumbers& numbers, PublicFields where, wire::Writer& writer) {
  const RsaNumbers& key = of(numbers);
  if (where == PublicFields::in_section) {
    writer.mpint(key.n);
    writer.mpint(key.e);
  }
  writer.mpint(key.d);
  writer.mpint(key.iqmp);
  writer.mpint(key.p);
  writer.mpint(key.q);
}

Result<void> check_prime(const BigNumber& prime, std::string_view field) {
  if (!prime.is_odd() || prime == 1) {
    return fail(errc::bad_number, {.field = field}, "it must be odd and greater than 1");
  }
  if (prime.bits() <= max_tested_prime_bits &&
      power(BigNumber(2), prime - 1, prime) != BigNumber(1)) {
    return fail(errc::invalid_key, {.field = field}, "it is not a prime");
  }
  return {};
}

/// check_sizes refuses what would only cost time: no number of a key is longer than its modulus.
Result<void> check_sizes(const RsaNumbers& key) {
  struct Named {
    ByteView number;
    std::string_view field;
  };
  for (const Named& one : {Named{key.d, "RSA private exponent"}, Named{key.p, "RSA prime p"},
                           Named{key.q, "RSA prime q"}, Named{key.iqmp, "RSA coefficient"}}) {
    const std::size_t size = wire::bit_length(one.number);
    if (size == 0 || size > wire::bit_length(key.n)) {
      return fail(errc::bad_number, {.field = one.field},
                  size == 0 ? "it is zero" : "it is longer than the modulus");
    }
  }
  return {};
}

/// works_without_primes makes a signature of 2 and verifies it.
bool works_without_primes(const RsaNumbers& key) {
  const BigNumber n(key.n);
  return n.is_odd() && n.bits() <= 2 * max_tested_prime_bits &&
         power(power(BigNumber(2), BigNumber(key.d), n), BigNumber(key.e), n) == BigNumber(2);
}

/// prove_coefficient is for numbers of which all others are proved. A writer that takes one number
/// for another isn't damage, and what belongs there is certain.
Result<Proof> prove_coefficient(const RsaNumbers& key, const BigNumber& p, const BigNumber& q) {
  const BigNumber iqmp(key.iqmp);
  if (iqmp * q % p == BigNumber(1)) {
    return Proof::complete;
  }
  const BigNumber multiple = BigNumber(key.e) * iqmp;
  if (iqmp * p % q == BigNumber(1) || multiple % (p - 1) == BigNumber(1) ||
      multiple % (q - 1) == BigNumber(1)) {
    return Proof::all_but_coefficient;
  }
  return std::unexpected(
      wrong_rsa_crt_number("RSA coefficient", "it isn't the inverse of q modulo p"));
}

Result<Proof> prove(const KeyNumbers& numbers) {
  const RsaNumbers& key = of(numbers);
  if (Result<void> sizes = check_sizes(key); !sizes) {
    return std::unexpected(sizes.error());
  }
  const BigNumber p(key.p);
  const BigNumber q(key.q);
  if (p * q != BigNumber(key.n)) {
    return fail(errc::key_mismatch, {.field = "RSA modulus"},
                "it isn't the product of the two primes",
                std::string(works_without_primes(key) ? rsa_advice : ""));
  }
  if (Result<void> prime = check_prime(p, "RSA prime p"); !prime) {
    return std::unexpected(prime.error());
  }
  if (Result<void> prime = check_prime(q, "RSA prime q"); !prime) {
    return std::unexpected(prime.error());
  }
  if (p == q) {
    return fail(errc::invalid_key, {.field = "RSA prime q"}, "it is the same as p");
  }
  const BigNumber ed = BigNumber(key.e) * BigNumber(key.d);
  if (ed % (p - 1) != BigNumber(1) || ed % (q - 1) != BigNumber(1)) {
    return fail(errc::key_mismatch, {.field = "RSA private exponent"},
                "it doesn't belong to the modulus and the public exponent");
  }
  return prove_coefficient(key, p, q);
}

}  // namespace

constinit const KeyType rsa_type = {
    .name = "ssh-rsa",
    .certificate_name = "ssh-rsa-cert-v01@openssh.com",
    .read_public = read_public,
    .bits = bits,
    .write_public = write_public,
    .read_private = read_private,
    .write_private = write_private,
    .prove = prove,
};

}  // namespace osshkey::key
