// SPDX-License-Identifier: MIT
#include "properties.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "bytes.hpp"
#include "wire/reader.hpp"

namespace osshkey::fuzz {

namespace {

std::string place(const std::optional<std::uint64_t>& offset,
                  const std::optional<std::uint32_t>& line) {
  return (offset ? " at " + std::to_string(*offset) : "") +
         (line ? " line " + std::to_string(*line) : "");
}

/// outcome is the fingerprints of what opened, or the error.
std::string outcome(const Result<Keys>& keys) {
  return keys ? fingerprints(*keys) : describe(keys.error());
}

/// check_unlocked compares one attempt with what the inspection promised.
void check_unlocked(const KeyFile& file, const Result<Keys>& keys, Strictness strictness) {
  const Inspection& inspection = file.inspection();
  if (inspection.error) {
    expect(!keys && describe(keys.error()) == describe(*inspection.error),
           "a file with an error fails with that error");
    return;
  }
  if (!keys) {
    expect(keys.error().code != errc::io_error && keys.error().code != errc::out_of_memory,
           "no input needs files or much memory");
    // The cost is found in public bytes, and yet refused only when the file is unlocked.
    if (keys.error().code != errc::rounds_too_large) {
      check_decrypted_error(keys.error());
    }
    expect(kind(keys.error().code) != failure::irregular || strictness == Strictness::strict,
           "only a strict policy refuses an irregular form");
    return;
  }
  expect(keys->size() == inspection.keys.size(), "as many keys open as were shown");
  for (std::size_t i = 0; i < keys->size(); ++i) {
    const KeyInspection& shown = inspection.keys[i];
    const PrivateKey& key = (*keys)[i];
    expect(!shown.public_key || *shown.public_key == key.public_key(),
           "the key that opens is the one that was shown");
    expect(!shown.comment || *shown.comment == key.comment(), "so is the comment");
  }
}

/// Attempt is what one policy makes of the bytes.
struct Attempt {
  std::optional<Keys> keys{};
};

Attempt attempt(ByteView bytes, Strictness strictness) {
  const Policy policy = quick_policy(strictness);
  KeyFile file = KeyFile::parse(bytes, policy);
  KeyFile again = KeyFile::parse(bytes, policy);
  const std::string shown = describe(file.inspection());
  expect_same(shown, describe(again.inspection()), "two inspections show the same");
  if (file.error() != nullptr) {
    check_error(*file.error(), bytes.size(), strictness);
  }
  for (const KeyInspection& key : file.inspection().keys) {
    if (key.public_key) {
      check_public_key(*key.public_key);
    }
  }
  Result<Keys> keys = file.unlock(passphrase);
  check_unlocked(file, keys, strictness);
  if (!keys) {
    return {};
  }
  expect_same(outcome(keys), outcome(again.unlock(passphrase)), "what opens twice opens the same");
  if (file.is_encrypted()) {
    expect(!again.unlock("another passphrase"), "no other passphrase opens it");
  } else {
    expect_same(outcome(keys), outcome(again.open()), "an unencrypted file needs no passphrase");
  }
  std::ranges::for_each(*keys, check_private_key);
  return {.keys = std::move(*keys)};
}

}  // namespace

void expect(bool holds, std::string_view sentence) {
  if (!holds) {
    std::fprintf(stderr, "doesn't hold: %.*s\n", static_cast<int>(sentence.size()),
                 sentence.data());
    std::abort();
  }
}

void expect_same(std::string_view a, std::string_view b, std::string_view sentence) {
  if (a != b) {
    std::fprintf(stderr, "%.*s\n- and -\n%.*s\n", static_cast<int>(a.size()), a.data(),
                 static_cast<int>(b.size()), b.data());
  }
  expect(a == b, sentence);
}

Policy quick_policy(Strictness strictness) {
  return {.strictness = strictness,
          .limits = {.rounds = 1,
                     .key_bits = 2048,
                     .pbkdf2_iterations = 1000,
                     .kdf_memory = std::uint64_t{1} << 18,
                     .kdf_passes = 2}};
}

std::string describe(const Error& error) {
  return std::string(word(error.code)) + " " + std::string(error.field) +
         place(error.offset, error.line) + " " + error.detail + " " + error.advice;
}

std::string describe(const Inspection& inspection) {
  std::string text(inspection.container);
  text += inspection.encrypted ? " encrypted " : " plain ";
  text += inspection.cipher + " " + inspection.kdf + " " + std::to_string(inspection.rounds) + " " +
          testing::to_hex(inspection.salt) + "\n";
  for (const KeyInspection& key : inspection.keys) {
    text += (key.public_key ? key.public_key->fingerprint() : "unknown") + " " +
            key.comment.value_or("") + "\n";
  }
  for (const Note& note : inspection.notes) {
    text += std::string(word(note.code)) + place({}, note.line) + " " + note.detail + "\n";
  }
  return text + (inspection.error ? describe(*inspection.error) : "");
}

std::string fingerprints(const Keys& keys) {
  std::string text;
  for (const PrivateKey& key : keys) {
    text += key.public_key().fingerprint() + " " + key.comment() + "\n";
  }
  return text;
}

void check_error(const Error& error, std::size_t size, Strictness strictness) {
  expect(!word(error.code).empty() && !error.text().empty(), "every error has a word and a text");
  expect(kind(error.code) != failure::advice, "advice is never an error");
  expect(kind(error.code) != failure::irregular || strictness == Strictness::strict,
         "only a strict policy refuses an irregular form");
  // Armor ends the last line of PuTTY's files where that is missing.
  expect(!error.offset || *error.offset <= size + 1, "an offset lies in the file");
  expect(!error.line || *error.line <= size + 1, "a line lies in the file");
}

void check_decrypted_error(const Error& error) {
  check_error(error, 0, Strictness::strict);
  expect(!error.offset && !error.line, "an error in decrypted bytes has no place");
}

void check_public_key(const PublicKey& key) {
  expect(!key.type().empty(), "a public key has a type");
  const Result<PublicKey> again = PublicKey::from_blob(key.blob());
  expect(again && *again == key, "a public key's blob parses again to the same key");
  expect(key.fingerprint() == again->fingerprint() && key.fingerprint().starts_with("SHA256:"),
         "its fingerprint stays the same");
  expect(key.fingerprint(Hash::md5).starts_with("MD5:"), "it has the old form, too");
  expect(key.authorized_key("a\nb").find('\n') == std::string::npos,
         "a line for authorized_keys is one line");
}

void check_private_key(const PrivateKey& key) {
  check_public_key(key.public_key());
  if (!key.is_proved()) {
    return;
  }
  const ByteView message = wire::as_bytes("a message");
  const auto signature = sign(key, message);
  if (!signature) {
    expect(signature.error().code == errc::unsupported_key_type,
           "a proved key signs, if its type can");
    return;
  }
  expect(verify(key.public_key(), message, *signature).has_value(),
         "the public half verifies what the private half signs");
}

std::optional<Keys> check_file(ByteView bytes) {
  Attempt forgiving = attempt(bytes, Strictness::forgiving);
  const Attempt strict = attempt(bytes, Strictness::strict);
  if (strict.keys) {
    expect(forgiving.keys && fingerprints(*forgiving.keys) == fingerprints(*strict.keys),
           "what a strict policy opens, a forgiving one opens too");
  }
  return std::move(forgiving.keys);
}

}  // namespace osshkey::fuzz
