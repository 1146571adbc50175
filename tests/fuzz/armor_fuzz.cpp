// SPDX-License-Identifier: MIT
// Armor: any text. What is decoded without an error decodes again from a fresh text of it.
#include "armor/armor.hpp"

#include <algorithm>
#include <string>

#include "key_builder.hpp"
#include "ppk_builder.hpp"
#include "properties.hpp"
#include "sample_keys.hpp"
#include "wire/reader.hpp"

using namespace osshkey;
using namespace osshkey::fuzz;

namespace {

std::string describe(const armor::Armored& found) {
  std::string text = found.label + " " + testing::to_hex(found.bytes.view()) + "\n";
  for (const auto& [name, value] : found.headers) {
    text += name + ": " + value + "\n";
  }
  for (const auto& notes : {found.notes, found.harmless}) {
    for (const Note& note : notes) {
      text += std::string(word(note.code)) + " " + note.detail + "\n";
    }
  }
  return text + (found.error ? fuzz::describe(*found.error) : "");
}

/// fresh is the text that a writer would have made of what was found.
std::string fresh(const armor::Armored& found) {
  std::string text = "-----BEGIN " + found.label + "-----\n";
  for (const auto& [name, value] : found.headers) {
    text += name + ": " + value + "\n";
  }
  text += found.headers.empty() ? "" : "\n";
  const Bytes bytes(found.bytes.view().begin(), found.bytes.view().end());
  // Behind headers, libcrypto reads no other lines than its own.
  const std::size_t width = found.headers.empty() ? 70 : 64;
  return text + testing::base64_lines(bytes, width) + "-----END " + found.label + "-----\n";
}

/// is_key_label tells labels that a key can be written under from those that were put in by hand.
bool is_key_label(std::string_view label) {
  return label.ends_with("PRIVATE KEY");
}

/// is_plain_header tells headers that a writer of keys makes from other text with a colon in it,
/// which may look like a BEGIN line or like a written-out newline.
bool is_plain_header(const armor::Header& header) {
  static constexpr std::string_view more = " -_.,;=()";
  return std::ranges::all_of(header.name + header.value,
                             [](char c) {
                               return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
                                      (c >= 'a' && c <= 'z') || more.contains(c);
                             }) &&
         !header.value.contains("----");
}

void check_lines(const armor::Armored& found, std::size_t size) {
  expect(std::ranges::is_sorted(found.lines, {}, &armor::LineMark::offset),
         "lines are in the order of their bytes");
  for (const armor::LineMark& mark : found.lines) {
    expect(mark.line >= 1 && mark.line <= size + 1, "a line lies in the file");
  }
  for (const auto& notes : {found.notes, found.harmless}) {
    for (const Note& note : notes) {
      expect(kind(note.code) == failure::irregular || kind(note.code) == failure::advice,
             "a note is on the form, or advice");
      expect(!note.line || *note.line <= size + 1, "a note's line lies in the file");
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const ByteView file(data, size);
  const armor::Armored found = armor::read(file);
  expect(describe(found) == describe(armor::read(file)), "what is read twice reads the same");
  check_lines(found, size);
  if (found.error) {
    check_error(*found.error, size, Strictness::forgiving);
  }
  expect(found.form != armor::Form::none || found.error.has_value(),
         "where there is no key there is an error");
  if (found.form != armor::Form::pem || found.error || found.bytes.empty() ||
      !is_key_label(found.label) || !std::ranges::all_of(found.headers, is_plain_header)) {
    return 0;
  }
  const std::string text = fresh(found);
  const armor::Armored again = armor::read(wire::as_bytes(text));
  expect(!again.error && again.notes.empty(), "a fresh text of it is regular");
  expect(std::ranges::equal(again.bytes.view(), found.bytes.view()), "and holds the same bytes");
  return 0;
}

std::vector<Bytes> osshkey::fuzz::seeds() {
  const PrivateKey& key = sample_keys().front();
  const Bytes bytes(200, 0x5a);
  const std::string text = testing::armor(bytes);
  const auto replaced = [&](std::string_view end) {
    std::string changed;
    for (const char c : text) {
      changed += c == '\n' ? std::string(end) : std::string{c};
    }
    return changed;
  };
  std::string wide("\xff\xfe");
  for (const char c : text) {
    wide += {c, '\0'};
  }
  const std::string headers = "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00112233\n\n";
  std::string encrypted = testing::armor(bytes, "RSA PRIVATE KEY");
  encrypted.insert(encrypted.find('\n') + 1, headers);
  std::vector<Bytes> inputs;
  for (const std::string& seed :
       {text, replaced("\r\n"), replaced("\r"), replaced("\\n"), replaced(" "), replaced("$\n"),
        replaced("%0A"), wide, "\xef\xbb\xbf" + text, "some text\n" + text + "more text\n",
        "{\"private_key\": \"" + replaced("\\n") + "\"}\n", "key: |\n  " + replaced("\n  "),
        encrypted, testing::armor(bytes, "PUBLIC KEY"), testing::base64_lines(bytes),
        key.public_key().authorized_key("comment") + "\n",
        ppk_text(ppk_parts(key, 3), PpkCipher::aes256_cbc),
        ppk_text(ppk_parts(key, 2), PpkCipher::none), std::string("\x30\x03\x02\x01\x00", 5)}) {
    inputs.push_back(testing::from_text(seed));
  }
  return inputs;
}
