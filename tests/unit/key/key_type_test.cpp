// SPDX-License-Identifier: MIT
// What is true of every key type, row by row.
#include "key/key_type.hpp"

#include <doctest/doctest.h>
#include <openssl/err.h>

#include "key/make_key.hpp"
#include "samples.hpp"

using namespace osshkey;
using namespace osshkey::testing;

TEST_CASE("there is a sample of every type, and its name finds its row") {
  REQUIRE(samples().size() == key::all_types().size());
  for (std::size_t i = 0; i < samples().size(); ++i) {
    const key::KeyType* type = key::all_types()[i];
    CHECK(type->name == samples()[i].type);
    CHECK(key::find_type(type->name) == type);
    CHECK(key::find_certificate_type(type->certificate_name) == type);
    CHECK(key::find_type(type->certificate_name) == nullptr);
  }
  CHECK(key::find_type("") == nullptr);
  CHECK(key::find_certificate_type("") == nullptr);
}

TEST_CASE("a valid key of every type opens, with its public half") {
  for (const Sample& one : samples()) {
    CAPTURE(one.type);
    const Result<PrivateKey> key = unlock(ssh_string(one.type) + one.section_fields);
    CHECK(outcome(key) == one.outcome);
    REQUIRE(key);
    CHECK(key->public_key().type() == one.type);
    CHECK(key->comment() == "test");
    CHECK(to_hex(key->public_key().blob()) == to_hex(ssh_string(one.type) + one.public_fields));
    CHECK(key->public_key().certificate().empty());
    CHECK(read_public(one.type, one.public_fields) == "opened");
  }
}

TEST_CASE("bits are those of ssh-keygen -l") {
  const auto bits = [](std::string_view type) {
    const Sample& one = sample(type);
    return PublicKey::from_blob(ssh_string(one.type) + one.public_fields)->bits();
  };
  CHECK(bits("ssh-ed25519") == 256);
  CHECK(bits("ssh-rsa") == 12);
  CHECK(bits("ecdsa-sha2-nistp256") == 256);
  CHECK(bits("ecdsa-sha2-nistp384") == 384);
  CHECK(bits("ecdsa-sha2-nistp521") == 521);
  CHECK(bits("sk-ssh-ed25519@openssh.com") == 256);
  CHECK(bits("sk-ecdsa-sha2-nistp256@openssh.com") == 256);
  CHECK(bits("ssh-mldsa44-ed25519") == 512);
  CHECK(bits("ssh-mldsa44-ed25519@openssh.com") == 256);
  CHECK(bits("ssh-dss") == 5);
  CHECK(bits("ssh-ed448") == 448);
}

TEST_CASE("what is written is what was read, in the section and after a certificate") {
  for (const Sample& one : samples()) {
    CAPTURE(one.type);
    const key::KeyType& type = *key::find_type(one.type);
    const Result<PrivateKey> key = unlock(ssh_string(one.type) + one.section_fields);
    REQUIRE(key);
    const auto written = [&](key::PublicFields where) {
      return to_hex(wire::build_secure([&](wire::Writer& writer) {
                      type.write_private(key->numbers(), where, writer);
                    }).view());
    };
    CHECK(written(key::PublicFields::in_section) == to_hex(one.section_fields));
    CHECK(written(key::PublicFields::in_certificate) == to_hex(one.certified_fields));
  }
}

TEST_CASE("a certificate in the private section opens as the key that it certifies") {
  for (const Sample& one : samples()) {
    CAPTURE(one.type);
    const std::string_view name = key::find_type(one.type)->certificate_name;
    const Bytes blob = certificate(name, one.public_fields);
    const Bytes fields = ssh_string(name) + ssh_string(blob) + one.certified_fields;
    const Result<PrivateKey> key = unlock(fields);
    CHECK(outcome(key) == one.outcome);
    REQUIRE(key);
    CHECK(key->public_key().type() == one.type);
    CHECK(to_hex(key->public_key().blob()) == to_hex(ssh_string(one.type) + one.public_fields));
    CHECK(to_hex(key->public_key().certificate()) == to_hex(blob));

    const Bytes other = certificate("ssh-other-cert-v01@openssh.com", one.public_fields);
    CHECK(outcome(unlock(ssh_string(name) + ssh_string(other) + one.certified_fields)) ==
          "key-mismatch certificate");
    CHECK(outcome(unlock(ssh_string(name) + ssh_string(blob + Bytes{0}) + one.certified_fields)) ==
          "trailing-data certificate");
  }
}

TEST_CASE("a certificate of another key is refused") {
  const auto open_with = [](std::string_view type, const Bytes& public_fields) {
    const std::string_view name = key::find_type(type)->certificate_name;
    return outcome(unlock(ssh_string(name) + ssh_string(certificate(name, public_fields)) +
                          sample(type).certified_fields));
  };
  CHECK(open_with("ssh-ed25519", ssh_string(Bytes(32, 7))) == "key-mismatch certificate");
  CHECK(open_with("ssh-ed448", ssh_string(Bytes(57, 7))) == "key-mismatch certificate");
  CHECK(open_with("ssh-rsa", mpint(17) + mpint(3235)) == "key-mismatch RSA modulus");
  CHECK(open_with("ssh-dss", DsaFields{.y = mpint(9)}.public_fields()) ==
        "key-mismatch DSA public key");
  CHECK(open_with("ecdsa-sha2-nistp256", EcdsaFields(Curve::nistp256).public_fields()) ==
        "key-mismatch point");
  CHECK(open_with("sk-ssh-ed25519@openssh.com", ssh_string(Bytes(32, 7)) + ssh_string("web:")) ==
        "key-mismatch application");
  CHECK(open_with("ssh-mldsa44-ed25519", ssh_string(Bytes(1344, 7))) ==
        "key-mismatch Ed25519 public key");
}

TEST_CASE("no key opens whose fields are cut short") {
  for (const Sample& one : samples()) {
    CAPTURE(one.type);
    const Bytes whole = ssh_string(one.type) + one.section_fields;
    // Large keys are cut at every 7th byte, which hits each place within a length.
    const std::size_t step = whole.size() > 500 ? 7 : 1;
    for (std::size_t size = 0; size < whole.size(); size += step) {
      CAPTURE(size);
      const ByteView cut = ByteView(whole).first(size);
      CHECK_FALSE(unlock(Bytes(cut.begin(), cut.end())));
    }
  }
}

TEST_CASE("a flipped bit anywhere in a key is noticed, but for what a token can't prove") {
  for (const Sample& one : samples()) {
    if (one.outcome != "proved") {
      continue;
    }
    CAPTURE(one.type);
    for (std::size_t i = 0; i < one.section_fields.size();
         i += one.section_fields.size() / 64 + 1) {
      Bytes flipped = one.section_fields;
      flipped[i] = static_cast<std::uint8_t>(flipped[i] ^ 1U);
      CAPTURE(i);
      CHECK(open(one.type, flipped) != "proved");
    }
  }
}

TEST_CASE("libcrypto's error queue stays the application's") {
  ERR_clear_error();
  for (const Sample& one : samples()) {
    Bytes damaged = one.section_fields;
    damaged[damaged.size() / 2] = static_cast<std::uint8_t>(damaged[damaged.size() / 2] ^ 1U);
    open(one.type, one.section_fields);
    open(one.type, damaged);
  }
  CHECK(ERR_peek_error() == 0);
}

TEST_CASE("an unknown type is shown by name in public and unsupported in private") {
  const Result<PublicKey> key =
      PublicKey::from_blob(ssh_string("name@example.com") + ssh_string("anything"));
  REQUIRE(key);
  CHECK(key->type() == "name@example.com");
  CHECK_FALSE(key->is_known());
  CHECK(open("name@example.com", ssh_string("anything")) ==
        "unsupported-key-type private key type");
}

TEST_CASE("an unknown type is a name, and adds no field and no line to authorized_keys") {
  for (const std::string& type :
       {std::string("no-pty ssh-ed25519 AAAA\nssh-rsa"), std::string("a,b"),
        std::string("\xC3\xA9"), std::string(65, 'a'), std::string()}) {
    CAPTURE(type);
    const Result<PublicKey> key = PublicKey::from_blob(ssh_string(type) + ssh_string("anything"));
    REQUIRE_FALSE(key);
    CHECK(key.error().code == errc::malformed);
    CHECK(key.error().text().find("no-pty") == std::string::npos);
  }
  CHECK(PublicKey::from_blob(ssh_string(std::string(64, 'a'))));
}

TEST_CASE("the line of a .pub file is read back, with and without a comment") {
  for (const Sample& one : samples()) {
    CAPTURE(one.type);
    const Result<PublicKey> key = PublicKey::from_blob(ssh_string(one.type) + one.public_fields);
    REQUIRE(key);
    for (const std::string& line : {key->authorized_key(), key->authorized_key("a comment"),
                                    "  " + key->authorized_key() + "\r\n"}) {
      const Result<PublicKey> again = PublicKey::from_line(line);
      REQUIRE(again);
      CHECK(*again == *key);
    }
  }
}

TEST_CASE("another line than TYPE BASE64 is refused") {
  const auto refusal = [](std::string_view line) {
    const Result<PublicKey> key = PublicKey::from_line(line);
    return key ? errc{} : key.error().code;
  };
  CHECK(refusal("") == errc::malformed);
  CHECK(refusal("ssh-ed25519") == errc::malformed);
  CHECK(refusal("ssh-ed25519 AAAA!") == errc::bad_base64);
  CHECK(refusal("ssh-ed25519 AAA") == errc::bad_base64);
  CHECK(refusal("ssh-ed25519 AAAAB3NzaC1yc2E=") == errc::malformed);  // says ssh-rsa
  CHECK(refusal("ssh-rsa AAAAB3NzaC1yc2E=") == errc::truncated);
}
