// SPDX-License-Identifier: MIT
// Each limit of `Limits` that a whole file meets, at the limit and one past it. Those of the KDFs'
// costs are in the tests of src/cipher.
#include <doctest/doctest.h>
#include <osshkey/osshkey.hpp>

#include <string>

#include "key_builder.hpp"
#include "make_keys.hpp"
#include "wire/reader.hpp"

using namespace osshkey;
using namespace osshkey::testing;

namespace {

/// outcome_of opens a text and yields the word of what came of it.
std::string outcome_of(std::string_view text, const Limits& limits,
                       std::string_view passphrase = {}, const UnlockOptions& options = {}) {
  KeyFile file = KeyFile::parse(wire::as_bytes(text), {.limits = limits});
  const Result<Keys> keys = file.unlock(passphrase, options);
  return keys ? "ok" : std::string(word(keys.error().code));
}

std::string text_of(const Result<SecureBytes>& written) {
  REQUIRE(written);
  return std::string(wire::as_text(written->view()));
}

/// many_keys is an unencrypted file of several keys.
std::string many_keys(std::uint32_t count) {
  const Ed25519Pair pair(3);
  Envelope envelope;
  envelope.key_count = u32(count);
  Bytes section = u32(7) + u32(7);
  for (std::uint32_t i = 0; i < count; ++i) {
    envelope.public_keys = envelope.public_keys + ssh_string(pair.blob());
    section = section + pair.private_fields() + ssh_string("comment");
  }
  envelope.private_section = ssh_string(padded(section, 8));
  return armor(envelope.bytes());
}

}  // namespace

TEST_CASE("limits: the size of a file") {
  const std::string text = text_of(to_openssh(make_key("ssh-ed25519")));
  CHECK(outcome_of(text, {.file_size = text.size()}) == "ok");
  CHECK(outcome_of(text, {.file_size = text.size() - 1}) == "file-too-large");
  const std::string blanks(Limits{}.file_size - text.size(), '\n');
  CHECK(outcome_of(text + blanks, {}) == "ok");
  CHECK(outcome_of(text + blanks + "\n", {}) == "file-too-large");
}

TEST_CASE("limits: rounds of bcrypt") {
  const auto file = [](std::uint32_t rounds) {
    const Bytes options = ssh_string(ssh_string(Bytes(16, 1)) + u32(rounds));
    Envelope envelope = plain_envelope(Ed25519Pair(3));
    envelope.cipher_name = ssh_string("aes256-ctr");
    envelope.kdf_name = ssh_string("bcrypt");
    envelope.kdf_options = options;
    envelope.private_section = ssh_string(Bytes(160, 1));
    return armor(envelope.bytes());
  };
  // At the limit it would take minutes: a derivation that is cancelled at once was allowed to
  // begin.
  std::stop_source stopped;
  stopped.request_stop();
  const UnlockOptions options{.stop = stopped.get_token()};
  CHECK(outcome_of(file(65536), {}, "secret", options) == "cancelled");
  CHECK(outcome_of(file(65537), {}, "secret", options) == "rounds-too-large");
}

TEST_CASE("limits: the number of keys") {
  CHECK(outcome_of(many_keys(64), {}) == "ok");
  CHECK(outcome_of(many_keys(65), {}) == "too-many-keys");
  CHECK(outcome_of(many_keys(65), {.keys = 65}) == "ok");
}

TEST_CASE("limits: the bits of a key, seen before or after it is decrypted") {
  const PrivateKey key = make_key("ssh-rsa");
  const std::uint32_t bits = key.public_key().bits();
  const ByteView passphrase = wire::as_bytes("secret");
  const Protection cheap{.passphrase = passphrase, .rounds = 1};
  for (const std::string& text : {text_of(to_openssh(key, cheap)), text_of(to_pkcs8(key, cheap)),
                                  text_of(to_pem(key, passphrase)), text_of(to_pkcs8(key))}) {
    CHECK(outcome_of(text, {.key_bits = bits}, "secret") == "ok");
    CHECK(outcome_of(text, {.key_bits = bits - 1}, "secret") == "key-too-large");
  }
  // Other types have one size, which the limit is not about.
  const std::string small = text_of(to_openssh(make_key("ecdsa-sha2-nistp521")));
  CHECK(outcome_of(small, {.key_bits = 1}) == "ok");
}
