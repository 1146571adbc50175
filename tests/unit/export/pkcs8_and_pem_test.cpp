// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/pem.h>

#include <osshkey/openssl.hpp>
#include <osshkey/osshkey.hpp>

#include "base/openssl_context.hpp"
#include "export/pem_text.hpp"
#include "make_keys.hpp"
#include "wire/reader.hpp"

using namespace osshkey;
using namespace osshkey::testing;

namespace {

constexpr std::string_view traditional_types[] = {
    "ssh-rsa", "ecdsa-sha2-nistp256", "ecdsa-sha2-nistp384", "ecdsa-sha2-nistp521", "ssh-dss"};
constexpr std::string_view libcrypto_types[] = {"ssh-rsa",
                                                "ecdsa-sha2-nistp256",
                                                "ecdsa-sha2-nistp384",
                                                "ecdsa-sha2-nistp521",
                                                "ssh-dss",
                                                "ssh-ed25519",
                                                "ssh-ed448"};

/// read_with_libcrypto is the key that libcrypto finds in the text, or null.
EvpPkey read_with_libcrypto(const SecureBytes& text, std::string passphrase) {
  const OpensslPtr<BIO, BIO_free> bio(BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
  return EvpPkey(PEM_read_bio_PrivateKey(bio.get(), nullptr, nullptr, passphrase.data()));
}

void check_read_with_libcrypto(const PrivateKey& key, const Result<SecureBytes>& text,
                               const std::string& passphrase) {
  REQUIRE(text);
  const EvpPkey read = read_with_libcrypto(*text, passphrase);
  REQUIRE(read != nullptr);
  const Result<EvpPkey> direct = to_evp_pkey(key);
  REQUIRE(direct);
  CHECK(EVP_PKEY_eq(read.get(), direct->get()) == 1);
}

/// pem_of and traditional_pem_of are the texts that libcrypto itself writes.
std::string pem_of(const EvpPkey& key) {
  const OpensslPtr<BIO, BIO_free> bio(BIO_new(BIO_s_mem()));
  REQUIRE(PEM_write_bio_PKCS8PrivateKey(bio.get(), key.get(), nullptr, nullptr, 0, nullptr,
                                        nullptr) == 1);
  char* data = nullptr;
  const long size = BIO_get_mem_data(bio.get(), &data);
  return {data, static_cast<std::size_t>(size)};
}

std::string traditional_pem_of(const EvpPkey& key) {
  const OpensslPtr<BIO, BIO_free> bio(BIO_new(BIO_s_mem()));
  REQUIRE(PEM_write_bio_PrivateKey_traditional(bio.get(), key.get(), nullptr, nullptr, 0, nullptr,
                                               nullptr) == 1);
  char* data = nullptr;
  const long size = BIO_get_mem_data(bio.get(), &data);
  return {data, static_cast<std::size_t>(size)};
}

std::string text_of(const Result<SecureBytes>& written) {
  REQUIRE(written);
  return std::string(wire::as_text(written->view()));
}

}  // namespace

TEST_CASE("unencrypted files are byte for byte those of libcrypto") {
  for (const std::string_view type : libcrypto_types) {
    CAPTURE(type);
    const PrivateKey key = make_key(type);
    CHECK(text_of(to_pkcs8(key)) == pem_of(*to_evp_pkey(key)));
  }
  for (const std::string_view type : traditional_types) {
    CAPTURE(type);
    const PrivateKey key = make_key(type);
    CHECK(text_of(to_pem(key)) == traditional_pem_of(*to_evp_pkey(key)));
  }
}

TEST_CASE("the DER is what stands in the text") {
  for (const std::string_view type : libcrypto_types) {
    CAPTURE(type);
    const PrivateKey key = make_key(type);
    const Result<SecureBytes> der = to_pkcs8_der(key);
    REQUIRE(der);
    CHECK(
        std::string(wire::as_text(write_pem_text({.label = "PRIVATE KEY"}, der->view()).view())) ==
        text_of(to_pkcs8(key)));
  }
  CHECK(to_pkcs8_der(make_key("sk-ssh-ed25519@openssh.com")).error().code ==
        errc::unsupported_key_type);
}

TEST_CASE("libcrypto reads what is encrypted") {
  const std::string passphrase = "correct horse";
  const ByteView bytes = wire::as_bytes(passphrase);
  for (const std::string_view type : libcrypto_types) {
    CAPTURE(type);
    const PrivateKey key = make_key(type);
    for (const std::string_view cipher : {"", "aes128-cbc", "aes192-cbc", "aes256-cbc"}) {
      CAPTURE(cipher);
      check_read_with_libcrypto(
          key, to_pkcs8(key, {.passphrase = bytes, .cipher = cipher, .rounds = 1}), passphrase);
    }
  }
  for (const std::string_view type : traditional_types) {
    CAPTURE(type);
    const PrivateKey key = make_key(type);
    check_read_with_libcrypto(key, to_pem(key, bytes), passphrase);
  }
}

TEST_CASE("a wrong passphrase opens nothing") {
  const Bytes passphrase = from_text("correct horse");
  const PrivateKey key = make_key("ecdsa-sha2-nistp256");
  CHECK(read_with_libcrypto(*to_pkcs8(key, {.passphrase = passphrase, .cipher = {}, .rounds = 1}),
                            "wrong") == nullptr);
  CHECK(read_with_libcrypto(*to_pem(key, passphrase), "wrong") == nullptr);
}

TEST_CASE("types that a format doesn't have are refused") {
  const PrivateKey security_key = make_key("sk-ssh-ed25519@openssh.com");
  CHECK(to_pkcs8(security_key).error().code == errc::unsupported_key_type);
  CHECK(to_pem(security_key).error().code == errc::unsupported_key_type);
  CHECK(to_pem(make_key("ssh-ed25519")).error().code == errc::unsupported_key_type);
  CHECK(to_pem(make_key("ssh-ed448")).error().code == errc::unsupported_key_type);
}

TEST_CASE("PKCS#8 has ciphers and costs of its own") {
  const Bytes passphrase = from_text("p");
  const PrivateKey key = make_key("ssh-ed25519");
  const auto code = [&](std::string_view cipher, std::uint32_t rounds) {
    return to_pkcs8(key, {.passphrase = passphrase, .cipher = cipher, .rounds = rounds})
        .error()
        .code;
  };
  CHECK(code("aes256-ctr", 1) == errc::unsupported_cipher);
  CHECK(code("aes256-cbc", 2'147'484) == errc::rounds_too_large);
}
