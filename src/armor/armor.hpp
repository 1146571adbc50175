// SPDX-License-Identifier: MIT
// Armor: from the bytes of a file to the bytes of a container. Finds the key in the text, decodes
// its base64, and says what was tolerated or what was given instead of a key.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <osshkey/error.hpp>
#include <osshkey/secure_memory.hpp>

namespace osshkey::armor {

/// Form is how the key stands in the file.
enum class Form : std::uint8_t {
  none,   ///< no key was found; `error` says what the file is instead
  pem,    ///< between a BEGIN and an END line
  putty,  ///< the lines of a PuTTY-User-Key-File
  der,    ///< binary ASN.1 without any text around it
};

/// Header is a line `Name: value` between the BEGIN line and the base64 text (RFC 1421).
struct Header {
  std::string name{};
  std::string value{};
};

/// LineMark says that the decoded bytes from `offset` on stand in line `line` of the file.
struct LineMark {
  std::uint64_t offset = 0;
  std::uint32_t line = 0;
};

/// Armored is what was found. Where `error` is set, `bytes` may still hold what could be decoded
/// before the damage.
struct Armored {
  Form form = Form::none;
  /// label is what stands between BEGIN and the hyphens, such as `OPENSSH PRIVATE KEY`.
  std::string label{};
  std::vector<Header> headers{};
  /// bytes is the decoded body (pem), the file itself less white space behind it (der), or the
  /// lines up to Private-MAC with LF line ends, no blanks around them and none left blank (putty;
  /// blanks at the end of the comment stay).
  SecureBytes bytes{};
  std::vector<LineMark> lines{};
  /// notes is what OpenSSH would refuse or no writer produces, and advice.
  std::vector<Note> notes{};
  /// harmless is what is irregular too but OpenSSH reads past, so that a strict policy shows it and
  /// refuses nothing: CR LF in a file of OpenSSL's form, text behind the END line.
  std::vector<Note> harmless{};
  std::optional<Error> error{};

  /// line_of is the line that a decoded byte stands in, where it is known.
  [[nodiscard]] std::optional<std::uint32_t> line_of(std::uint64_t offset) const;
};

/// read finds and decodes the first private key of a file.
/// Errors: empty, not_a_private_key, public_key_given, certificate_given, no_begin_line,
/// begin_end_mismatch, base64_of_file, unsupported_container, truncated, bad_base64.
[[nodiscard]] Armored read(ByteView file);

}  // namespace osshkey::armor
