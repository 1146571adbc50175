// SPDX-License-Identifier: MIT
// The opener of the file layer takes derived keys, which saves the KDF.
#include "section_input.hpp"

#include <algorithm>

#include "file/openssh_key_v1_file.hpp"
#include "key/key_type.hpp"
#include "key_builder.hpp"
#include "properties.hpp"
#include "sample_keys.hpp"

namespace osshkey::fuzz {

namespace {

using testing::operator+;

/// Encrypted is a section under a cipher, with its tag.
struct Encrypted {
  Bytes ciphertext{};
  Bytes tag{};
};

Bytes derived_keys(const cipher::Cipher& cipher) {
  return Bytes(std::size_t{cipher.key_size} + cipher.iv_size, 0x42);
}

std::optional<Encrypted> encrypt(const Bytes& plain, const cipher::Cipher& cipher) {
  const Bytes derived = derived_keys(cipher);
  Encrypted encrypted{.ciphertext = Bytes(plain.size()), .tag = Bytes(cipher.tag_size)};
  const cipher::Keyed keyed{.cipher = cipher,
                            .key = ByteView(derived).first(cipher.key_size),
                            .iv = ByteView(derived).last(cipher.iv_size)};
  if (!cipher::encrypt(keyed, plain, encrypted.ciphertext, encrypted.tag)) {
    return std::nullopt;
  }
  return encrypted;
}

}  // namespace

std::optional<SectionInput> read_section_input(ByteView input) {
  wire::Reader reader(input);
  const std::span<const cipher::Cipher> rows = cipher::all_ciphers();
  SectionInput read{.cipher = &rows[reader.u8("cipher") % rows.size()],
                    .public_key = reader.string("public key")};
  read.section = reader.rest();
  return reader.failed() ? std::nullopt : std::optional(read);
}

std::optional<SectionOutcome> open_section(const SectionInput& input,
                                           const cipher::Cipher& cipher) {
  Bytes section = testing::u32(7) + testing::u32(7);
  section.insert(section.end(), input.section.begin(), input.section.end());
  // To the largest block under every cipher: a changed field may run on into the padding, and must
  // find the same there.
  constexpr std::size_t largest_block = 16;
  const std::optional<Encrypted> encrypted =
      encrypt(testing::padded(std::move(section), largest_block), cipher);
  if (!encrypted) {
    return std::nullopt;
  }
  testing::Envelope envelope;
  if (cipher.key_size != 0) {
    envelope.cipher_name = testing::ssh_string(cipher.name);
    envelope.kdf_name = testing::ssh_string("bcrypt");
    envelope.kdf_options =
        testing::ssh_string(testing::ssh_string("0123456789abcdef") + testing::u32(1));
  }
  envelope.public_keys =
      testing::ssh_string(Bytes(input.public_key.begin(), input.public_key.end()));
  envelope.private_section = testing::ssh_string(encrypted->ciphertext);
  envelope.tail = encrypted->tag;

  SectionOutcome outcome;
  const std::unique_ptr<KeyOpener> opener = read_openssh_key_v1(
      SecureBytes(envelope.bytes()), quick_policy(Strictness::forgiving), outcome.inspection);
  if (opener == nullptr) {
    outcome.keys = std::unexpected(outcome.inspection.error.value());
    return outcome;
  }
  outcome.keys = opener->open_derived(derived_keys(cipher), outcome.inspection.notes);
  return outcome;
}

namespace {

/// certificate_of is a certificate for a key, signed by nobody.
Bytes certificate_of(const PrivateKey& key, const key::KeyType& type) {
  const Bytes u64_zero(8);
  return wire::build([&](wire::Writer& writer) {
    writer.string(type.certificate_name);
    writer.string("nonce");
    type.write_public(key.numbers(), writer);
    writer.bytes(u64_zero);
    writer.u32(1);
    writer.string("id");
    writer.string("");
    writer.bytes(u64_zero);
    writer.bytes(u64_zero);
    for (const std::string_view text : {"", "", "", "authority", "signature"}) {
      writer.string(text);
    }
  });
}

Bytes section_seed(const PrivateKey& key, std::uint8_t cipher, key::PublicFields where) {
  const key::KeyType& type = *key::find_type(key.public_key().type());
  const bool certified = where == key::PublicFields::in_certificate;
  const Bytes certificate = certified ? certificate_of(key, type) : Bytes{};
  return wire::build([&](wire::Writer& writer) {
    writer.u8(cipher);
    writer.string(certified ? ByteView(certificate) : key.public_key().blob());
    writer.string(certified ? type.certificate_name : type.name);
    if (certified) {
      writer.string(certificate);
    }
    type.write_private(key.numbers(), where, writer);
    writer.string(key.comment());
  });
}

}  // namespace

std::vector<Bytes> section_seeds() {
  std::vector<Bytes> inputs;
  std::uint8_t cipher = 0;
  for (const PrivateKey& key : sample_keys()) {
    inputs.push_back(section_seed(key, cipher++, key::PublicFields::in_section));
    if (!key::find_type(key.public_key().type())->certificate_name.empty()) {
      inputs.push_back(section_seed(key, cipher++, key::PublicFields::in_certificate));
    }
  }
  return inputs;
}

}  // namespace osshkey::fuzz
