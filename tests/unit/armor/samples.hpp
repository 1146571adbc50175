// SPDX-License-Identifier: MIT
// Samples for the armor's tests: the text of each form around bytes that are no real key, and the
// small edits from which damage is made.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "armor/armor.hpp"
#include "base/base64.hpp"
#include "bytes.hpp"
#include "wire/reader.hpp"

namespace osshkey::testing {

/// noise is bytes that look random and are the same in each run.
inline Bytes noise(std::size_t size) {
  Bytes bytes;
  for (std::uint32_t state = 12345; bytes.size() < size; state = state * 1664525U + 1013904223U) {
    bytes.push_back(static_cast<std::uint8_t>(state >> 24));
  }
  return bytes;
}

/// wrapped breaks base64 into lines.
inline std::string wrapped(std::string_view text, std::size_t width) {
  std::string lines;
  for (std::size_t i = 0; i < text.size(); i += width) {
    lines.append(text.substr(i, width)).append(1, '\n');
  }
  return lines;
}

inline std::string block(std::string_view label, const std::string& body) {
  return "-----BEGIN " + std::string(label) + "-----\n" + body + "-----END " + std::string(label) +
         "-----\n";
}

struct Sample {
  std::string label{};
  std::string text{};
  Bytes bytes{};  ///< what the armor must yield
};

/// The size leaves one byte to the last group of base64, so that the text ends in `==`.
inline Sample openssh_sample() {
  const Bytes bytes = from_text("openssh-key-v1") + Bytes{0} + noise(256);
  const std::string body = wrapped(base64_encode(bytes, Base64Padding::with), 70);
  return {
      .label = "OPENSSH PRIVATE KEY", .text = block("OPENSSH PRIVATE KEY", body), .bytes = bytes};
}

inline Sample pem_sample() {
  const Bytes bytes = Bytes{0x30, 0x82, 0x01, 0x05, 0x02, 0x01, 0x00} + noise(258);
  const std::string body = wrapped(base64_encode(bytes, Base64Padding::with), 64);
  return {.label = "RSA PRIVATE KEY", .text = block("RSA PRIVATE KEY", body), .bytes = bytes};
}

inline Sample encrypted_pem_sample() {
  const Bytes bytes = noise(256);
  const std::string headers =
      "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00112233445566778899AABBCCDDEEFF\n\n";
  const std::string body = headers + wrapped(base64_encode(bytes, Base64Padding::with), 64);
  return {.label = "RSA PRIVATE KEY", .text = block("RSA PRIVATE KEY", body), .bytes = bytes};
}

inline Sample putty_sample() {
  const std::string text =
      "PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\nComment: a key\n"
      "Public-Lines: 2\n" +
      wrapped(base64_encode(noise(51), Base64Padding::with), 64) + "Private-Lines: 1\n" +
      wrapped(base64_encode(noise(36), Base64Padding::with), 64) +
      "Private-MAC: 00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff\n";
  return {.label = "", .text = text, .bytes = from_text(text)};
}

inline std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

inline std::string replaced_first(std::string text, std::string_view from, std::string_view to) {
  if (const std::size_t at = text.find(from); at != std::string::npos) {
    text.replace(at, from.size(), to);
  }
  return text;
}

inline std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t size = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, size));
    text.remove_prefix(std::min(size + 1, text.size()));
  }
  return lines;
}

/// each_line puts text around every line, which keeps its LF.
inline std::string each_line(std::string_view text, std::string_view before,
                             std::string_view after) {
  std::string changed;
  for (const std::string& line : lines_of(text)) {
    changed.append(before).append(line).append(after).append(1, '\n');
  }
  return changed;
}

inline armor::Armored read_armor(std::string_view text) {
  return armor::read(wire::as_bytes(text));
}

inline Bytes bytes_of(const armor::Armored& found) {
  return {found.bytes.view().begin(), found.bytes.view().end()};
}

/// note_of finds a note of either weight.
inline std::optional<Note> note_of(const armor::Armored& found, errc code) {
  for (const std::vector<Note>* notes : {&found.notes, &found.harmless}) {
    const auto note = std::ranges::find(*notes, code, &Note::code);
    if (note != notes->end()) {
      return *note;
    }
  }
  return std::nullopt;
}

/// words lists everything that was said of a file, errors first, to compare and to print.
inline std::string words(const armor::Armored& found) {
  std::string all = found.error ? "error " + std::string(word(found.error->code)) : "";
  for (const Note& note : found.notes) {
    all.append(all.empty() ? "" : " ").append(word(note.code));
  }
  for (const Note& note : found.harmless) {
    all.append(all.empty() ? "(" : " (").append(word(note.code)).append(")");
  }
  return all;
}

}  // namespace osshkey::testing
