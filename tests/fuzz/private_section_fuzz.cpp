// SPDX-License-Identifier: MIT
// The private section of each type, encrypted after it was changed. The cipher makes no difference
// to the outcome, and with equal check values nothing is blamed on the passphrase.
#include <algorithm>
#include <string>

#include "properties.hpp"
#include "section_input.hpp"
#include "wire/reader.hpp"

using namespace osshkey;
using namespace osshkey::fuzz;

namespace {

std::string outcome_of(const Result<Keys>& keys) {
  return keys ? fingerprints(*keys) : describe(keys.error());
}

bool holds(ByteView bytes, std::string_view part) {
  return std::ranges::search(bytes, wire::as_bytes(part)).begin() != bytes.end();
}

/// check_silence holds an error against the secret bytes: none may be repeated in it.
void check_silence(const SectionInput& input, const Error& error) {
  constexpr std::size_t telling = 6;
  for (std::size_t i = 0; i + telling <= error.detail.size(); ++i) {
    const std::string_view part = std::string_view(error.detail).substr(i, telling);
    expect(!holds(input.section, part) || holds(input.public_key, part),
           "an error says nothing of what was decrypted");
  }
}

void check(const SectionInput& input, const SectionOutcome& outcome) {
  const Inspection& inspection = outcome.inspection;
  if (inspection.error) {
    check_error(*inspection.error, input.public_key.size() + input.section.size() + 1024,
                Strictness::forgiving);
    return;
  }
  if (!outcome.keys) {
    check_decrypted_error(outcome.keys.error());
    check_silence(input, outcome.keys.error());
    const errc code = outcome.keys.error().code;
    expect(code != errc::wrong_passphrase && code != errc::check_mismatch,
           "equal check values mean the right passphrase");
    return;
  }
  expect(outcome.keys->size() == 1, "one key was written");
  const PrivateKey& key = outcome.keys->front();
  check_private_key(key);
  const std::optional<PublicKey>& shown = inspection.keys.front().public_key;
  expect(!shown || *shown == key.public_key(), "the key that opens is the one that was shown");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::optional<SectionInput> input = read_section_input({data, size});
  if (!input) {
    return 0;
  }
  const std::optional<SectionOutcome> plain = open_section(*input, *cipher::find_cipher("none"));
  expect(plain.has_value(), "the cipher none is always there");
  check(*input, *plain);
  const std::optional<SectionOutcome> encrypted = open_section(*input, *input->cipher);
  if (encrypted && !plain->inspection.error) {
    check(*input, *encrypted);
    expect_same(outcome_of(encrypted->keys), outcome_of(plain->keys),
                "the cipher makes no difference");
  }
  return 0;
}

std::vector<Bytes> osshkey::fuzz::seeds() {
  return section_seeds();
}
