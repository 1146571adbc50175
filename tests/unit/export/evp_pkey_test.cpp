// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/evp.h>

#include <osshkey/openssl.hpp>

#include "base/openssl_context.hpp"
#include "make_keys.hpp"

using namespace osshkey;
using namespace osshkey::testing;

namespace {

constexpr std::string_view libcrypto_types[] = {"ssh-rsa",
                                                "ecdsa-sha2-nistp256",
                                                "ecdsa-sha2-nistp384",
                                                "ecdsa-sha2-nistp521",
                                                "ssh-dss",
                                                "ssh-ed25519",
                                                "ssh-ed448"};

int checked(EVP_PKEY* key) {
  const OpensslPtr<EVP_PKEY_CTX, EVP_PKEY_CTX_free> context(
      EVP_PKEY_CTX_new_from_pkey(nullptr, key, nullptr));
  return EVP_PKEY_pairwise_check(context.get());
}

}  // namespace

TEST_CASE("libcrypto finds the two halves of each type to be a pair") {
  for (const std::string_view type : libcrypto_types) {
    CAPTURE(type);
    const PrivateKey key = make_key(type);
    const Result<EvpPkey> both = to_evp_pkey(key);
    const Result<EvpPkey> public_half = to_evp_pkey(key.public_key());
    REQUIRE(both);
    REQUIRE(public_half);
    CHECK(checked(both->get()) == 1);
    CHECK(EVP_PKEY_eq(both->get(), public_half->get()) == 1);
  }
}

TEST_CASE("an RSA key has the numbers of the Chinese remainder form") {
  const Result<EvpPkey> key = to_evp_pkey(make_key("ssh-rsa"));
  REQUIRE(key);
  const OpensslPtr<EVP_PKEY_CTX, EVP_PKEY_CTX_free> context(
      EVP_PKEY_CTX_new_from_pkey(nullptr, key->get(), nullptr));
  CHECK(EVP_PKEY_check(context.get()) == 1);  // compares all eight numbers
}

TEST_CASE("the key belongs to the library context that was asked for") {
  const OpensslPtr<OSSL_LIB_CTX, OSSL_LIB_CTX_free> library(OSSL_LIB_CTX_new());
  const PrivateKey key = make_key("ssh-ed25519");
  CHECK(to_evp_pkey(key, library.get()));
  CHECK(to_evp_pkey(key.public_key(), library.get()));
}

TEST_CASE("what libcrypto has no type for is refused, and its error queue left alone") {
  ERR_clear_error();
  const PrivateKey key = make_key("sk-ssh-ed25519@openssh.com");
  CHECK(to_evp_pkey(key).error().code == errc::unsupported_key_type);
  CHECK(to_evp_pkey(key.public_key()).error().code == errc::unsupported_key_type);
  const Result<PublicKey> unknown = PublicKey::from_blob(ssh_string("ssh-new") + Bytes(40));
  REQUIRE(unknown);
  CHECK(to_evp_pkey(*unknown).error().code == errc::unsupported_key_type);
  CHECK(ERR_peek_error() == 0);
}
