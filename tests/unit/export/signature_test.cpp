// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>
#include <openssl/err.h>
#include <sodium.h>

#include <array>

#include <osshkey/osshkey.hpp>

#include "make_keys.hpp"
#include "wire/reader.hpp"

using namespace osshkey;
using namespace osshkey::testing;

namespace {

/// Case is a type with an algorithm it signs with.
struct Case {
  std::string_view type, asked_for, named;
};

constexpr Case cases[] = {
    {"ssh-ed25519", "", "ssh-ed25519"},
    {"ssh-ed448", "", "ssh-ed448"},
    {"ssh-rsa", "", "rsa-sha2-512"},
    {"ssh-rsa", "rsa-sha2-512", "rsa-sha2-512"},
    {"ssh-rsa", "rsa-sha2-256", "rsa-sha2-256"},
    {"ssh-rsa", "ssh-rsa", "ssh-rsa"},
    {"ecdsa-sha2-nistp256", "", "ecdsa-sha2-nistp256"},
    {"ecdsa-sha2-nistp384", "", "ecdsa-sha2-nistp384"},
    {"ecdsa-sha2-nistp521", "ecdsa-sha2-nistp521", "ecdsa-sha2-nistp521"},
    {"ssh-dss", "", "ssh-dss"},
};

const Bytes data = from_text("what is signed");

Bytes signature_of(const PrivateKey& key, std::string_view algorithm = {}) {
  Result<Bytes> made = sign(key, data, algorithm);
  REQUIRE(made);
  return *made;
}

errc outcome(const PublicKey& key, ByteView bytes, const Bytes& signature,
             std::string_view algorithm = {}) {
  const Result<void> verified = verify(key, bytes, signature, algorithm);
  return verified ? errc{} : verified.error().code;
}

}  // namespace

TEST_CASE("each algorithm's signature verifies, and names the algorithm") {
  for (const Case& c : cases) {
    CAPTURE(c.type);
    CAPTURE(c.named);
    const PrivateKey key = make_key(c.type);
    const Bytes signature = signature_of(key, c.asked_for);
    wire::Reader reader(signature, 0);
    CHECK(reader.name("algorithm") == c.named);
    CHECK(outcome(key.public_key(), data, signature, c.named) == errc{});
    const errc unnamed = c.named == "ssh-rsa" ? errc::bad_signature : errc{};
    CHECK(outcome(key.public_key(), data, signature) == unnamed);
  }
}

TEST_CASE("another key, other data and a changed signature don't verify") {
  for (const Case& c : cases) {
    CAPTURE(c.type);
    CAPTURE(c.named);
    const PrivateKey key = make_key(c.type);
    const PrivateKey other = make_key(c.type);
    Bytes signature = signature_of(key, c.asked_for);
    CHECK(outcome(other.public_key(), data, signature, c.named) == errc::bad_signature);
    CHECK(outcome(key.public_key(), from_text("other data"), signature, c.named) ==
          errc::bad_signature);
    signature.back() ^= 1U;
    CHECK(outcome(key.public_key(), data, signature, c.named) == errc::bad_signature);
  }
}

TEST_CASE("no data at all can be signed") {
  for (const std::string_view type : {"ssh-ed25519", "ssh-ed448", "ssh-rsa"}) {
    CAPTURE(type);
    const PrivateKey key = make_key(type);
    const Result<Bytes> signature = sign(key, {});
    REQUIRE(signature);
    CHECK(verify(key.public_key(), {}, *signature));
  }
}

TEST_CASE("ECDSA's numbers are mpints and DSA's are 20 bytes each, however short they are") {
  const PrivateKey ecdsa = make_key("ecdsa-sha2-nistp521");
  const PrivateKey dsa = make_key("ssh-dss");
  // One in 128 of the numbers has a leading zero byte: among so many tries one does.
  for (int i = 0; i < 600; ++i) {
    const Bytes signature = signature_of(dsa);
    CHECK(signature.size() == 4 + 7 + 4 + 40);
    CHECK(outcome(dsa.public_key(), data, signature) == errc{});
  }
  for (int i = 0; i < 50; ++i) {
    CHECK(outcome(ecdsa.public_key(), data, signature_of(ecdsa)) == errc{});
  }
}

TEST_CASE("an algorithm of another type is refused by sign and by verify") {
  const PrivateKey key = make_key("ssh-rsa");
  for (const std::string_view algorithm : {"ssh-ed25519", "rsa-sha2-1024", "ssh-dss"}) {
    CAPTURE(algorithm);
    CHECK(sign(key, data, algorithm).error().code == errc::unsupported_key_type);
    CHECK(outcome(key.public_key(), data, signature_of(key), algorithm) ==
          errc::unsupported_key_type);
  }
}

TEST_CASE("a signature must be of the algorithm that was asked for") {
  const PrivateKey key = make_key("ssh-rsa");
  const Bytes signature = signature_of(key, "rsa-sha2-256");
  CHECK(outcome(key.public_key(), data, signature, "rsa-sha2-512") == errc::bad_signature);
}

TEST_CASE("RSA signatures without their leading zeros verify") {
  const PrivateKey key = make_key("ssh-rsa");
  // One in 256 signatures begins with a zero byte.
  for (std::uint32_t i = 0; i < 20'000; ++i) {
    const Bytes counted = u32(i);
    const Result<Bytes> made = sign(key, counted);
    REQUIRE(made);
    const Bytes header = ssh_string("rsa-sha2-512");
    const ByteView raw = ByteView(*made).subspan(header.size() + 4);
    if (raw[0] == 0) {
      const Bytes shortened(raw.begin() + 1, raw.end());
      CHECK(verify(key.public_key(), counted, header + ssh_string(shortened)));
      return;
    }
  }
  FAIL("no signature began with a zero byte");
}

TEST_CASE("malformed blobs are named as what they are") {
  const PrivateKey key = make_key("ecdsa-sha2-nistp256");
  const PublicKey& public_key = key.public_key();
  const Bytes name = ssh_string("ecdsa-sha2-nistp256");
  CHECK(outcome(public_key, data, {}) == errc::truncated);
  CHECK(outcome(public_key, data, name) == errc::truncated);
  CHECK(outcome(public_key, data, signature_of(key) + Bytes{0}) == errc::trailing_data);
  CHECK(outcome(public_key, data, name + ssh_string("")) == errc::truncated);
  CHECK(outcome(public_key, data,
                name + ssh_string(ssh_string(from_hex("80")) + ssh_string(from_hex("01")))) ==
        errc::bad_number);
  CHECK(outcome(public_key, data, name + ssh_string(ssh_string("") + ssh_string(""))) ==
        errc::bad_signature);
  const PrivateKey dsa = make_key("ssh-dss");
  CHECK(outcome(dsa.public_key(), data, ssh_string("ssh-dss") + ssh_string(Bytes(39))) ==
        errc::malformed);
  const PrivateKey ed25519 = make_key("ssh-ed25519");
  CHECK(outcome(ed25519.public_key(), data, ssh_string("ssh-ed25519") + ssh_string(Bytes(63))) ==
        errc::bad_signature);
}

TEST_CASE("security keys don't sign, but their signatures verify") {
  CHECK(sign(make_key("sk-ssh-ed25519@openssh.com"), data).error().code ==
        errc::unsupported_key_type);

  // A token in software, after PROTOCOL.u2f.
  Bytes point(crypto_sign_PUBLICKEYBYTES);
  Bytes secret(crypto_sign_SECRETKEYBYTES);
  crypto_sign_keypair(point.data(), secret.data());
  const auto sha256 = [](const Bytes& bytes) {
    Bytes digest(crypto_hash_sha256_BYTES);
    crypto_hash_sha256(digest.data(), bytes.data(), bytes.size());
    return digest;
  };
  const Bytes flags_and_counter = from_hex("01 00000007");
  const Bytes message = sha256(from_text("ssh:")) + flags_and_counter + sha256(data);
  Bytes raw(crypto_sign_BYTES);
  crypto_sign_detached(raw.data(), nullptr, message.data(), message.size(), secret.data());

  const Bytes name = ssh_string("sk-ssh-ed25519@openssh.com");
  const Result<PublicKey> key = PublicKey::from_blob(name + ssh_string(point) + ssh_string("ssh:"));
  REQUIRE(key);
  CHECK(outcome(*key, data, name + ssh_string(raw) + flags_and_counter) == errc{});
  CHECK(outcome(*key, data, name + ssh_string(raw) + from_hex("01 00000008")) ==
        errc::bad_signature);
  CHECK(outcome(*key, data, name + ssh_string(raw)) == errc::truncated);
}

TEST_CASE("a failure leaves libcrypto's error queue as it was") {
  ERR_clear_error();
  const PrivateKey key = make_key("ssh-rsa");
  Bytes signature = signature_of(key);
  signature.back() ^= 1U;
  CHECK(outcome(key.public_key(), data, signature) == errc::bad_signature);
  CHECK(ERR_peek_error() == 0);
}
