// SPDX-License-Identifier: MIT
// From libcrypto's numbers to a PrivateKey.
#include "make_keys.hpp"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/dsa.h>
#include <openssl/evp.h>
#include <sodium.h>

#include <array>
#include <memory>
#include <stdexcept>
#include <string>

#include "base/openssl_context.hpp"
#include "key/make_key.hpp"

namespace osshkey::testing {

namespace {

using Pkey = OpensslPtr<EVP_PKEY, EVP_PKEY_free>;

void check(bool good, const char* what) {
  if (!good) {
    throw std::runtime_error(what);
  }
}

Bytes number(const Pkey& pkey, const char* name) {
  BIGNUM* raw = nullptr;
  check(EVP_PKEY_get_bn_param(pkey.get(), name, &raw) == 1, name);
  const OpensslPtr<BIGNUM, BN_free> owned(raw);
  Bytes bytes(static_cast<std::size_t>(BN_num_bytes(raw)));
  BN_bn2bin(raw, bytes.data());
  return bytes;
}

PrivateKey prove(std::string_view type, const KeyNumbers& numbers, std::string_view comment,
                 ByteView certificate = {}) {
  std::vector<Note> notes;
  Result<PrivateKey> made = key::make_private_key({.type = key::find_type(type),
                                                   .numbers = numbers,
                                                   .comment = wire::as_bytes(comment),
                                                   .certificate = certificate},
                                                  nullptr, notes);
  check(made.has_value(), "the key layer refuses a fresh key");
  return std::move(*made);
}

struct Ed25519Pair {
  Bytes public_key = Bytes(crypto_sign_PUBLICKEYBYTES);
  Bytes secret = Bytes(crypto_sign_SECRETKEYBYTES);

  explicit Ed25519Pair(const Bytes& seed) {
    crypto_sign_seed_keypair(public_key.data(), secret.data(), seed.data());
  }
  Ed25519Pair() { crypto_sign_keypair(public_key.data(), secret.data()); }
};

PrivateKey make_ed448(std::string_view comment) {
  const Pkey pkey(EVP_PKEY_Q_keygen(nullptr, nullptr, "ED448"));
  check(pkey != nullptr, "ED448");
  std::size_t size = 57;
  Bytes public_key(size);
  Bytes seed(size);
  EVP_PKEY_get_raw_public_key(pkey.get(), public_key.data(), &size);
  EVP_PKEY_get_raw_private_key(pkey.get(), seed.data(), &size);
  return prove("ssh-ed448", Ed448Numbers{.public_key = public_key, .seed = seed}, comment);
}

PrivateKey make_rsa(std::string_view comment) {
  const Pkey pkey(EVP_PKEY_Q_keygen(nullptr, nullptr, "RSA", std::size_t{1024}));
  check(pkey != nullptr, "RSA");
  const Bytes n = number(pkey, OSSL_PKEY_PARAM_RSA_N);
  const Bytes e = number(pkey, OSSL_PKEY_PARAM_RSA_E);
  const Bytes d = number(pkey, OSSL_PKEY_PARAM_RSA_D);
  const Bytes p = number(pkey, OSSL_PKEY_PARAM_RSA_FACTOR1);
  const Bytes q = number(pkey, OSSL_PKEY_PARAM_RSA_FACTOR2);
  const Bytes iqmp = number(pkey, OSSL_PKEY_PARAM_RSA_COEFFICIENT1);
  return prove("ssh-rsa", RsaNumbers{.n = n, .e = e, .d = d, .p = p, .q = q, .iqmp = iqmp},
               comment);
}

PrivateKey make_ecdsa(std::string_view type, std::string_view comment) {
  const std::string size(type.substr(type.size() - 3));
  const Pkey pkey(EVP_PKEY_Q_keygen(nullptr, nullptr, "EC", ("P-" + size).c_str()));
  check(pkey != nullptr, "EC");
  Bytes point(133);
  std::size_t point_size = 0;
  check(EVP_PKEY_get_octet_string_param(pkey.get(), OSSL_PKEY_PARAM_PUB_KEY, point.data(),
                                        point.size(), &point_size) == 1,
        "EC point");
  point.resize(point_size);
  const Bytes scalar = number(pkey, OSSL_PKEY_PARAM_PRIV_KEY);
  const Curve curve = size == "256"   ? Curve::nistp256
                      : size == "384" ? Curve::nistp384
                                      : Curve::nistp521;
  return prove(type, EcdsaNumbers{.curve = curve, .point = point, .scalar = scalar}, comment);
}

/// dsa_domain is made once: finding the primes takes most of a second.
EVP_PKEY* dsa_domain() {
  static const Pkey domain = [] {
    const OpensslPtr<EVP_PKEY_CTX, EVP_PKEY_CTX_free> context(
        EVP_PKEY_CTX_new_from_name(nullptr, "DSA", nullptr));
    EVP_PKEY* made = nullptr;
    check(EVP_PKEY_paramgen_init(context.get()) == 1 &&
              EVP_PKEY_CTX_set_dsa_paramgen_bits(context.get(), 1024) == 1 &&
              EVP_PKEY_CTX_set_dsa_paramgen_q_bits(context.get(), 160) == 1 &&
              EVP_PKEY_paramgen(context.get(), &made) == 1,
          "DSA parameters");
    return Pkey(made);
  }();
  return domain.get();
}

PrivateKey make_dsa(std::string_view comment) {
  const OpensslPtr<EVP_PKEY_CTX, EVP_PKEY_CTX_free> context(
      EVP_PKEY_CTX_new_from_pkey(nullptr, dsa_domain(), nullptr));
  EVP_PKEY* made = nullptr;
  check(EVP_PKEY_keygen_init(context.get()) == 1 && EVP_PKEY_keygen(context.get(), &made) == 1,
        "DSA");
  const Pkey pkey(made);
  const Bytes p = number(pkey, OSSL_PKEY_PARAM_FFC_P);
  const Bytes q = number(pkey, OSSL_PKEY_PARAM_FFC_Q);
  const Bytes g = number(pkey, OSSL_PKEY_PARAM_FFC_G);
  const Bytes y = number(pkey, OSSL_PKEY_PARAM_PUB_KEY);
  const Bytes x = number(pkey, OSSL_PKEY_PARAM_PRIV_KEY);
  return prove("ssh-dss", DsaNumbers{.p = p, .q = q, .g = g, .y = y, .x = x}, comment);
}

PrivateKey make_security_key(std::string_view type, std::string_view comment) {
  const Ed25519Pair pair;
  const Bytes application = from_text("ssh:");
  const Bytes handle = from_text("a handle of a token");
  return prove(type,
               SecurityKeyNumbers{.public_key = pair.public_key,
                                  .application = application,
                                  .flags = 1,
                                  .key_handle = handle,
                                  .reserved = {}},
               comment);
}

}  // namespace

PrivateKey make_key(std::string_view type, std::string_view comment) {
  if (type == "ssh-ed25519") {
    const Ed25519Pair pair;
    return prove(type, Ed25519Numbers{.public_key = pair.public_key, .secret = pair.secret},
                 comment);
  }
  if (type == "ssh-ed448") {
    return make_ed448(comment);
  }
  if (type == "ssh-rsa") {
    return make_rsa(comment);
  }
  if (type == "ssh-dss") {
    return make_dsa(comment);
  }
  if (type == "sk-ssh-ed25519@openssh.com") {
    return make_security_key(type, comment);
  }
  return make_ecdsa(type, comment);
}

PrivateKey make_key_from_seed(const Bytes& seed, std::string_view comment) {
  const Ed25519Pair pair(seed);
  return prove("ssh-ed25519", Ed25519Numbers{.public_key = pair.public_key, .secret = pair.secret},
               comment);
}

PrivateKey make_certified_key() {
  const Ed25519Pair pair;
  const Bytes u64_zero(8);
  const Bytes certificate = ssh_string("ssh-ed25519-cert-v01@openssh.com") + ssh_string("nonce") +
                            ssh_string(pair.public_key) + u64_zero + u32(1) + ssh_string("id") +
                            ssh_string("") + u64_zero + u64_zero + ssh_string("") + ssh_string("") +
                            ssh_string("") + ssh_string("ca") + ssh_string("signature");
  return prove("ssh-ed25519", Ed25519Numbers{.public_key = pair.public_key, .secret = pair.secret},
               "certified", certificate);
}

}  // namespace osshkey::testing
