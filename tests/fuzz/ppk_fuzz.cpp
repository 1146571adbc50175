// SPDX-License-Identifier: MIT
// PuTTY's files: the text as it comes, and the parts of an unencrypted text in files whose MAC is
// right, so that changes reach what stands behind it.
#include "container/ppk.hpp"

#include <algorithm>
#include <string>

#include "ppk_builder.hpp"
#include "properties.hpp"
#include "sample_keys.hpp"
#include "wire/reader.hpp"

using namespace osshkey;
using namespace osshkey::fuzz;

namespace {

/// outcome is what a good text opens as; what it says of the file may depend on the encryption, the
/// outcome may not.
std::string outcome(const std::string& text, errc& code) {
  KeyFile file = KeyFile::parse(wire::as_bytes(text), quick_policy(Strictness::forgiving));
  const Result<Keys> keys = file.unlock(passphrase);
  code = keys ? errc{} : keys.error().code;
  return keys ? fingerprints(*keys) : std::string(word(code));
}

/// is_plain tells text that armor leaves alone from what it may take for damage, and mend.
bool is_plain(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c > ' ' && c <= '~'; });
}

void check_with_right_mac(const PpkParts& parts) {
  errc code{};
  const std::string plain = ppk_text(parts, PpkCipher::none);
  check_file(wire::as_bytes(plain));
  const std::string plain_outcome = outcome(plain, code);
  expect(code != errc::check_mismatch, "the MAC is right");
  // Filled to a whole block, a blob that was cut may be complete.
  const bool may_differ = parts.private_blob.empty() || code == errc::truncated ||
                          code == errc::malformed || code == errc::invalid_key;
  const std::string encrypted_outcome = outcome(ppk_text(parts, PpkCipher::aes256_cbc), code);
  expect(code != errc::wrong_passphrase, "the passphrase and the MAC are right");
  expect(may_differ || plain_outcome == encrypted_outcome, "the cipher makes no difference");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const ByteView bytes(data, size);
  check_file(bytes);
  const container::Ppk parsed = container::parse_ppk(bytes);
  if (parsed.error) {
    check_error(*parsed.error, size, Strictness::forgiving);
    return 0;
  }
  const ByteView blob = parsed.private_blob.view();
  if (!parsed.kdf && is_plain(parsed.key_type) && is_plain(parsed.comment)) {
    check_with_right_mac({.version = parsed.version,
                          .type = std::string(parsed.key_type),
                          .comment = std::string(parsed.comment),
                          .public_blob = parsed.public_blob,
                          .private_blob = {blob.begin(), blob.end()}});
  }
  return 0;
}

std::vector<Bytes> osshkey::fuzz::seeds() {
  std::vector<Bytes> inputs;
  for (const PrivateKey& key : sample_keys()) {
    for (const unsigned version : {2U, 3U}) {
      for (const PpkCipher cipher : {PpkCipher::none, PpkCipher::aes256_cbc}) {
        inputs.push_back(testing::from_text(ppk_text(ppk_parts(key, version), cipher)));
      }
    }
  }
  return inputs;
}
