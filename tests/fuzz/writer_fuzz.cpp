// SPDX-License-Identifier: MIT
// Writers: a private section that opens is written in every format and read back.
#include <algorithm>
#include <string>

#include "key/numbers.hpp"
#include "properties.hpp"
#include "section_input.hpp"
#include "wire/reader.hpp"

using namespace osshkey;
using namespace osshkey::fuzz;

namespace {

/// numbers_of is the numbers of a key as one text.
std::string numbers_of(const PrivateKey& key) {
  std::string text;
  KeyNumbers numbers = key.numbers();
  std::visit(
      [&](auto& all) {
        key::each_view(all, [&](const ByteView& view) { text += testing::to_hex(view) + "\n"; });
      },
      numbers);
  return text;
}

/// check_text reads a written file back. Only openssh-key-v1 has a place for a comment and for a
/// certificate.
void check_text(const PrivateKey& key, const Result<SecureBytes>& text, std::string_view secret) {
  if (!text) {
    expect(text.error().code == errc::unsupported_key_type, "a writer refuses nothing but types");
    return;
  }
  KeyFile file = KeyFile::parse(text->view(), quick_policy(Strictness::forgiving));
  expect(file.error() == nullptr, "what was written is read");
  expect(
      std::ranges::none_of(file.inspection().notes,
                           [](const Note& note) { return kind(note.code) == failure::irregular; }),
      "what was written is regular");
  const Result<Keys> keys = file.unlock(secret);
  expect(keys.has_value() && keys->size() == 1, "what was written opens");
  const PrivateKey& again = keys->front();
  expect(again.public_key() == key.public_key() && numbers_of(again) == numbers_of(key),
         "the same key is read back");
  if (file.inspection().container == "openssh-key-v1") {
    expect(again.comment() == key.comment(), "so is its comment");
    expect(std::ranges::equal(again.public_key().certificate(), key.public_key().certificate()),
           "so is its certificate");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::optional<SectionInput> input = read_section_input({data, size});
  if (!input) {
    return 0;
  }
  const std::optional<SectionOutcome> opened = open_section(*input, *cipher::find_cipher("none"));
  if (!opened || !opened->keys) {
    return 0;
  }
  const PrivateKey& key = opened->keys->front();
  const ByteView secret = wire::as_bytes(passphrase);
  check_text(key, to_openssh(key), {});
  check_text(key, to_pkcs8(key), {});
  check_text(key, to_pem(key), {});
  check_text(key, to_pem(key, secret), passphrase);
  check_text(key, to_pkcs8(key, {.passphrase = secret, .rounds = 1}), passphrase);
  if (input->cipher->age != cipher::Age::historic && input->cipher->key_size != 0) {
    check_text(key,
               to_openssh(key, {.passphrase = secret, .cipher = input->cipher->name, .rounds = 1}),
               passphrase);
  }
  return 0;
}

std::vector<Bytes> osshkey::fuzz::seeds() {
  return section_seeds();
}
