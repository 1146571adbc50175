// SPDX-License-Identifier: MIT
// PrivateKeyInfo (RFC 5208) and OneAsymmetricKey (RFC 5958): an algorithm, a private key in that
// algorithm's own form, and perhaps the public key.
#include <algorithm>

#include "container/asn1_key.hpp"
#include "container/ec_parameters.hpp"
#include "wire/reader.hpp"

namespace osshkey::container {

namespace {

constexpr std::size_t ed25519_size = 32;
constexpr std::size_t ed448_size = 57;

/// Pkcs8 is the parts of the structure that the algorithms read from.
struct Pkcs8 {
  DerReader parameters;   ///< what follows the algorithm's identifier
  DerReader private_key;  ///< over the content of the OCTET STRING
  ByteView public_key{};  ///< attached by RFC 5958, or empty
};

void read_rsa(Pkcs8& file, Asn1Key& parsed) {
  read_pkcs1(file.private_key.enter(tag::sequence, "RSA private key"), parsed);
  file.private_key.finish("private key");
  if (file.public_key.empty()) {
    return;
  }
  DerReader attached = file.private_key.inside(file.public_key);
  DerReader numbers = attached.enter(tag::sequence, "attached public key");
  const auto& key = std::get<RsaNumbers>(parsed.numbers);
  if (!std::ranges::equal(numbers.number("attached public key"), key.n) ||
      !std::ranges::equal(numbers.number("attached public key"), key.e)) {
    numbers.refuse(errc::key_mismatch, "it is another key's");
  }
}

void read_dsa(Pkcs8& file, Asn1Key& parsed) {
  parsed.type = "ssh-dss";
  DsaNumbers numbers;
  DerReader domain = file.parameters.enter(tag::sequence, "DSA parameters");
  numbers.p = domain.number("DSA prime p");
  numbers.q = domain.number("DSA prime q");
  numbers.g = domain.number("DSA generator");
  domain.finish("DSA parameters");
  numbers.x = file.private_key.number("DSA private key");
  file.private_key.finish("DSA private key");
  if (!file.public_key.empty()) {
    DerReader attached = file.private_key.inside(file.public_key);
    numbers.y = attached.number("attached public key");
    if (numbers.y.empty()) {
      attached.refuse(errc::bad_number, "it is zero");
    }
  }
  parsed.numbers = numbers;
}

void read_ec(Pkcs8& file, Asn1Key& parsed) {
  const Curve curve = read_ec_parameters(file.parameters);
  read_sec1(file.private_key.enter(tag::sequence, "EC private key"), curve, parsed);
  file.private_key.finish("private key");
  if (file.public_key.empty()) {
    return;
  }
  auto& key = std::get<EcdsaNumbers>(parsed.numbers);
  if (!key.point.empty() && !std::ranges::equal(key.point, file.public_key)) {
    file.private_key.refuse(errc::key_mismatch, "the file's two public keys differ");
  }
  key.point = file.public_key;
}

/// read_seed takes the key of RFC 8410: a string within the string.
ByteView read_seed(Pkcs8& file, std::size_t size, std::string_view field) {
  ByteView key = file.private_key.content(tag::octet_string, field);
  file.private_key.finish(field);
  if (file.private_key.strictness() == Strictness::strict && !file.parameters.at_end()) {
    file.parameters.refuse(errc::malformed, "OpenSSL takes no parameters of this algorithm");
  }
  if (key.size() == 2 * size && file.private_key.strictness() == Strictness::forgiving) {
    // an old form: seed and public key
    const ByteView appended = key.subspan(size);
    if (!file.public_key.empty() && !std::ranges::equal(file.public_key, appended)) {
      file.private_key.refuse(errc::key_mismatch, "the file's two public keys differ");
    }
    file.public_key = appended;
    key = key.first(size);
  }
  if (key.size() != size) {
    file.private_key.refuse(errc::malformed, "it has " + std::to_string(key.size()) +
                                                 " bytes, must have " + std::to_string(size));
  }
  if (!file.public_key.empty() && file.public_key.size() != size) {
    file.private_key.refuse(errc::malformed, "the attached public key has " +
                                                 std::to_string(file.public_key.size()) +
                                                 " bytes, must have " + std::to_string(size));
  }
  return key;
}

void read_ed25519(Pkcs8& file, Asn1Key& parsed) {
  parsed.type = "ssh-ed25519";
  Ed25519Numbers numbers;
  numbers.secret = read_seed(file, ed25519_size, "Ed25519 private key");
  numbers.public_key = file.public_key;
  parsed.numbers = numbers;
}

void read_ed448(Pkcs8& file, Asn1Key& parsed) {
  parsed.type = "ssh-ed448";
  Ed448Numbers numbers;
  numbers.seed = read_seed(file, ed448_size, "Ed448 private key");
  numbers.public_key = file.public_key;
  parsed.numbers = numbers;
}

struct Algorithm {
  std::string_view identifier;
  void (*read)(Pkcs8& file, Asn1Key& parsed);
};

constexpr Algorithm algorithms[] = {
    {"1.2.840.113549.1.1.1", read_rsa}, {"2.5.8.1.1", read_rsa},  // X.509 of 1988
    {"1.2.840.10040.4.1", read_dsa},    {"1.2.840.10045.2.1", read_ec},
    {"1.3.101.112", read_ed25519},      {"1.3.101.113", read_ed448},
};

/// read_attached_public_key takes [1] as RFC 5958 has it, and as some writers do, with a BIT STRING
/// inside.
ByteView read_attached_public_key(DerReader& key) {
  if (key.next_tag() == tag::context_constructed(1)) {
    DerReader wrapped = key.enter(tag::context_constructed(1), "attached public key");
    return wrapped.bit_string("attached public key");
  }
  if (key.next_tag() == tag::context(1)) {
    return key.bit_string("attached public key", tag::context(1));
  }
  return {};
}

}  // namespace

void read_pkcs8(DerReader key, Asn1Key& parsed) {
  if (key.small_number("PKCS#8 version") > 1) {
    key.refuse(errc::malformed, "it must be 0 or 1");
  }
  DerReader parameters = key.enter(tag::sequence, "key algorithm");
  const std::string identifier = parameters.object_identifier("key algorithm");
  const auto* algorithm = std::ranges::find(algorithms, identifier, &Algorithm::identifier);
  if (algorithm == std::end(algorithms)) {
    parameters.refuse(errc::unsupported_key_type, identifier_name(identifier));
    return;
  }
  const ByteView private_key = key.content(tag::octet_string, "private key");
  if (key.next_tag() == tag::context_constructed(0)) {
    key.skip("attributes");
  }
  Pkcs8 file{.parameters = parameters,
             .private_key = key.inside(private_key),
             .public_key = read_attached_public_key(key)};
  key.finish("private key");
  algorithm->read(file, parsed);
}

}  // namespace osshkey::container
