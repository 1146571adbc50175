// SPDX-License-Identifier: MIT
#include "samples.hpp"

#include <doctest/doctest.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/rsa.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>

#include "base/openssl_context.hpp"
#include "key/elliptic_curve.hpp"
#include "key/key_type.hpp"
#include "key/make_key.hpp"
#include "key/private_section.hpp"
#include "key_builder.hpp"
#include "wire/writer.hpp"

namespace osshkey::testing {

namespace {

using PkeyPtr = OpensslPtr<EVP_PKEY, EVP_PKEY_free>;

Bytes number_of(const EVP_PKEY* key, const char* name) {
  BIGNUM* number = nullptr;
  REQUIRE(EVP_PKEY_get_bn_param(key, name, &number) == 1);
  Bytes bytes(static_cast<std::size_t>(BN_num_bytes(number)));
  BN_bn2bin(number, bytes.data());
  BN_free(number);
  return mpint(bytes);
}

const char* libcrypto_name(Curve curve) {
  return curve == Curve::nistp256 ? "P-256" : curve == Curve::nistp384 ? "P-384" : "P-521";
}

/// read_vector reads "name = hexadecimal" lines.
std::map<std::string, Bytes> read_vector(const char* name) {
  const char* directory = std::getenv("OSSHKEY_TESTDATA");
  REQUIRE(directory != nullptr);
  std::ifstream file(std::string(directory) + "/vectors/" + name);
  std::map<std::string, Bytes> values;
  for (std::string line; std::getline(file, line);) {
    const std::size_t equals = line.find(" = ");
    if (line.starts_with('#') || equals == std::string::npos) {
      continue;
    }
    values[line.substr(0, equals)] = from_hex(line.substr(equals + 3));
  }
  return values;
}

Sample ed25519_sample() {
  const Ed25519Pair pair(1);
  const Bytes fields = ssh_string(pair.public_key) + ssh_string(pair.secret);
  return {"ssh-ed25519", ssh_string(pair.public_key), fields, fields};
}

// RFC 8032 section 7.4, the first test.
Sample ed448_sample() {
  const Bytes seed = from_hex(
      "6c82a562cb808d10d632be89c8513ebf6c929f34ddfa8c9f63c9960ef6e348a3528c8a3fcc2f044e39a3fc5b9449"
      "2f8f"
      "032e7549a20098f95b");
  const Bytes public_key = from_hex(
      "5fd7449b59b461fd2ce787ec616ad46a1da1342485a70e1f8a0ea75d80e96778edf124769b46c7061bd6783df1e5"
      "0f6c"
      "d1fa1abeafe8256180");
  const Bytes fields = ssh_string(public_key) + ssh_string(seed + public_key);
  return {"ssh-ed448", ssh_string(public_key), fields, fields};
}

Sample ecdsa_sample(std::string_view type, Curve curve) {
  const EcdsaFields key(curve);
  return {type, key.public_fields(), key.section_fields(), key.d};
}

Sample security_key_sample(std::string_view type, const Bytes& public_key) {
  const Bytes application = ssh_string("ssh:");
  const Bytes rest = application + Bytes{0x21} + ssh_string("a handle") + ssh_string("");
  return {type, public_key + application, public_key + rest, rest, "opened"};
}

Sample mldsa_sample(std::string_view type) {
  std::map<std::string, Bytes> vector = read_vector("mldsa44_ed25519.txt");
  const Bytes public_key = ssh_string(vector["mldsa_public_key"] + vector["ed25519_public_key"]);
  const Bytes secret = ssh_string(vector["mldsa_seed"] + vector["ed25519_seed"]);
  return {type, public_key, public_key + secret, secret, has_mldsa() ? "proved" : "opened"};
}

std::vector<Sample> make_samples() {
  const RsaFields rsa;
  const DsaFields dsa;
  const EcdsaFields token(Curve::nistp256);
  return {
      ed25519_sample(),
      {"ssh-rsa", rsa.public_fields(), rsa.section_fields(), rsa.private_fields()},
      ecdsa_sample("ecdsa-sha2-nistp256", Curve::nistp256),
      ecdsa_sample("ecdsa-sha2-nistp384", Curve::nistp384),
      ecdsa_sample("ecdsa-sha2-nistp521", Curve::nistp521),
      security_key_sample("sk-ssh-ed25519@openssh.com", ssh_string(Ed25519Pair(2).public_key)),
      security_key_sample("sk-ecdsa-sha2-nistp256@openssh.com", token.public_fields()),
      mldsa_sample("ssh-mldsa44-ed25519"),
      mldsa_sample("ssh-mldsa44-ed25519@openssh.com"),
      {"ssh-dss", dsa.public_fields(), dsa.section_fields(), dsa.x},
      ed448_sample(),
  };
}

std::string outcome_of(const Error& error) {
  std::string text(word(error.code));
  return error.field.empty() ? text : text + ' ' + std::string(error.field);
}

}  // namespace

Bytes mpint(ByteView magnitude) {
  return wire::build([&](wire::Writer& writer) { writer.mpint(magnitude); });
}

Bytes mpint(std::uint32_t value) {
  return mpint(u32(value));
}

EcdsaFields::EcdsaFields(Curve which) : curve(ssh_string(key::curve_name(which))) {
  // Not the macro EVP_EC_gen, which casts a const away.
  const PkeyPtr key(EVP_PKEY_Q_keygen(nullptr, nullptr, "EC", libcrypto_name(which)));
  REQUIRE(key != nullptr);
  Bytes bytes(133);
  std::size_t size = 0;
  REQUIRE(EVP_PKEY_get_octet_string_param(key.get(), OSSL_PKEY_PARAM_PUB_KEY, bytes.data(),
                                          bytes.size(), &size) == 1);
  bytes.resize(size);
  point = ssh_string(bytes);
  d = number_of(key.get(), OSSL_PKEY_PARAM_PRIV_KEY);
}

RsaFields generated_rsa(int bits) {
  const PkeyPtr key(EVP_RSA_gen(static_cast<unsigned>(bits)));
  REQUIRE(key != nullptr);
  const auto number = [&](const char* name) { return number_of(key.get(), name); };
  return {.n = number(OSSL_PKEY_PARAM_RSA_N),
          .e = number(OSSL_PKEY_PARAM_RSA_E),
          .d = number(OSSL_PKEY_PARAM_RSA_D),
          .iqmp = number(OSSL_PKEY_PARAM_RSA_COEFFICIENT1),
          .p = number(OSSL_PKEY_PARAM_RSA_FACTOR1),
          .q = number(OSSL_PKEY_PARAM_RSA_FACTOR2)};
}

const std::vector<Sample>& samples() {
  static const std::vector<Sample> all = make_samples();
  return all;
}

const Sample& sample(std::string_view type) {
  const auto found = std::ranges::find(samples(), type, &Sample::type);
  REQUIRE(found != samples().end());
  return *found;
}

bool has_mldsa() {
  const OpensslPtr<EVP_SIGNATURE, EVP_SIGNATURE_free> found(
      EVP_SIGNATURE_fetch(openssl_context(), "ML-DSA-44", nullptr));
  return found != nullptr;
}

Bytes certificate(std::string_view certificate_type, const Bytes& public_fields) {
  const Bytes u64(8, 0);
  return ssh_string(certificate_type) + ssh_string("nonce") + public_fields + u64 + u32(1) +
         ssh_string("id") + ssh_string("") + u64 + u64 + ssh_string("") + ssh_string("") +
         ssh_string("") + ssh_string("signer") + ssh_string("signature");
}

Result<PrivateKey> unlock(const Bytes& key_fields) {
  const Bytes section = plain_section(key_fields);
  const Result<key::PrivateSection> parsed = key::parse_private_section(section, 1);
  if (!parsed) {
    return std::unexpected(parsed.error());
  }
  std::vector<Note> notes;
  return key::make_private_key(parsed->keys.front(), nullptr, notes);
}

std::string outcome(const Result<PrivateKey>& result) {
  if (!result) {
    return outcome_of(result.error());
  }
  return result->is_proved() ? "proved" : "opened";
}

std::string outcome(const Result<PublicKey>& result) {
  return result ? "opened" : outcome_of(result.error());
}

std::string open(std::string_view type, const Bytes& section_fields) {
  return outcome(unlock(ssh_string(type) + section_fields));
}

std::string read_public(std::string_view type, const Bytes& public_fields) {
  return outcome(PublicKey::from_blob(ssh_string(type) + public_fields));
}

}  // namespace osshkey::testing
