// SPDX-License-Identifier: MIT
// The ciphers: `byte row, string key and IV, string tag`, and the ciphertext; the tag's field also
// names a cipher of libcrypto.
#include "cipher/cipher.hpp"

#include <algorithm>

#include "cipher/named_cipher.hpp"
#include "harness.hpp"
#include "properties.hpp"
#include "wire/reader.hpp"
#include "wire/writer.hpp"

using namespace osshkey;
using namespace osshkey::fuzz;

namespace {

/// sized is the bytes, cut or filled with zeros.
Bytes sized(ByteView bytes, std::size_t size) {
  Bytes copy(bytes.begin(), bytes.end());
  copy.resize(size);
  return copy;
}

void check_tag(const cipher::Keyed& keyed, const Bytes& ciphertext, Bytes tag) {
  Bytes plaintext(ciphertext.size());
  tag.front() ^= 1U;
  const Result<void> opened = cipher::decrypt(keyed, ciphertext, tag, plaintext);
  expect(!opened && opened.error().code == errc::wrong_passphrase, "another tag opens nothing");
  expect(std::ranges::all_of(plaintext, [](std::uint8_t b) { return b == 0; }),
         "nothing is written where the tag doesn't agree");
}

void check_round_trip(const cipher::Keyed& keyed, const Bytes& ciphertext, const Bytes& tag) {
  Bytes plaintext(ciphertext.size());
  const Result<void> opened = cipher::decrypt(keyed, ciphertext, tag, plaintext);
  if (!opened) {
    check_decrypted_error(opened.error());
  }
  Bytes again(ciphertext.size());
  Bytes made_tag(tag.size());
  const Bytes source = opened ? plaintext : ciphertext;
  if (!cipher::encrypt(keyed, source, again, made_tag)) {
    return;  // libcrypto lacks the cipher
  }
  if (opened) {
    expect(again == ciphertext && made_tag == tag, "what is decrypted encrypts to the same");
  }
  Bytes back(again.size());
  expect(cipher::decrypt(keyed, again, made_tag, back).has_value() && back == source,
         "what is encrypted decrypts to the same");
  if (!tag.empty()) {
    check_tag(keyed, again, made_tag);
  }
}

void check_named(std::string_view name, ByteView key, ByteView ciphertext) {
  const Result<cipher::NamedCipher> cipher = cipher::NamedCipher::find(name);
  if (!cipher) {
    check_error(cipher.error(), 0, Strictness::forgiving);
    return;
  }
  const std::size_t blocks = ciphertext.size() / cipher->block_size();
  const Bytes key_bytes = sized(key, cipher->key_size());
  const Bytes iv = sized(key, cipher->iv_size());
  Bytes plaintext(blocks * cipher->block_size());
  const Result<void> opened = cipher::decrypt({.cipher = cipher->row(), .key = key_bytes, .iv = iv},
                                              sized(ciphertext, plaintext.size()), {}, plaintext);
  if (opened && cipher->is_padded()) {
    const auto size = cipher::remove_padding(plaintext, cipher->block_size());
    expect(!size || *size < plaintext.size(), "padding is at least one byte");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  wire::Reader reader(ByteView(data, size));
  const std::span<const cipher::Cipher> rows = cipher::all_ciphers();
  const cipher::Cipher& row = rows[reader.u8("cipher") % rows.size()];
  const ByteView keys = reader.string("key and IV");
  const ByteView tag = reader.string("tag");
  const ByteView ciphertext = reader.rest();
  if (reader.failed()) {
    return 0;
  }
  const Bytes derived = sized(keys, std::size_t{row.key_size} + row.iv_size);
  const cipher::Keyed keyed{.cipher = row,
                            .key = ByteView(derived).first(row.key_size),
                            .iv = ByteView(derived).last(row.iv_size)};
  const std::size_t whole = ciphertext.size() / row.block_size * row.block_size;
  check_round_trip(keyed, sized(ciphertext, whole), sized(tag, row.tag_size));
  check_named(wire::as_text(tag), keys, ciphertext);
  return 0;
}

std::vector<Bytes> osshkey::fuzz::seeds() {
  std::vector<Bytes> inputs;
  const auto add = [&](std::uint8_t row, std::string_view tag) {
    inputs.push_back(wire::build([&](wire::Writer& writer) {
      writer.u8(row);
      writer.string("0123456789abcdef0123456789abcdef0123456789abcdef");
      writer.string(tag);
      writer.bytes(Bytes(64, 0x5a));
    }));
  };
  for (std::uint8_t row = 0; row < cipher::all_ciphers().size(); ++row) {
    add(row, "0123456789abcdef");
  }
  for (const std::string_view name : {"AES-256-CBC", "DES-EDE3-CBC", "camellia-128-cfb", "RC4"}) {
    add(0, name);
  }
  return inputs;
}
