// SPDX-License-Identifier: MIT
// Armor: decides which form a file has and lets that form's reader do the work.
#include "armor/armor.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

#include "armor/content.hpp"
#include "armor/der_file.hpp"
#include "armor/marker.hpp"
#include "armor/pem_block.hpp"
#include "armor/prefix.hpp"
#include "armor/putty_text.hpp"
#include "armor/recognise.hpp"
#include "armor/remarks.hpp"
#include "armor/text.hpp"
#include "base/fail.hpp"
#include "wire/reader.hpp"

namespace osshkey::armor {

namespace {

/// read_der_file takes a private key in binary DER as it is, less the line end that an editor or a
/// shell put behind it.
Armored read_der_file(ByteView file, const DerFile& der, Remarks& remarks) {
  Armored found{.form = Form::der};
  if (der.size > file.size()) {
    found.error = Error{.code = errc::truncated,
                        .offset = file.size(),
                        .detail = missing_bytes(der.size - file.size())};
  } else if (der.size < file.size() &&
             only_white(wire::as_text(file.subspan(static_cast<std::size_t>(der.size))))) {
    file = file.first(static_cast<std::size_t>(der.size));
    remarks.add(errc::trailing_text, std::nullopt, Weight::refused, "white space");
  }
  found.bytes = SecureBytes(file);
  return found;
}

/// holds_armor is true where base64 decoded to armor instead of to a container.
bool holds_armor(const SecureBytes& bytes) {
  return wire::as_text(bytes.view()).starts_with("-----BEGIN ");
}

/// other_label is what to say of a label that ends in PRIVATE KEY but is not of a form read here.
std::optional<Error> other_label(std::string_view label) {
  struct Other {
    std::string_view label;
    std::string_view detail;
    std::string_view advice;
  };
  constexpr std::string_view of_cosign =
      "keys of cosign sign containers; make a key for SSH: ssh-keygen -t ed25519";
  constexpr std::array<Other, 5> others = {{
      {"SSH2 ENCRYPTED PRIVATE KEY", "an ssh.com private key",
       "convert it: puttygen FILE -O private-openssh-new -o NEW"},
      {"TSS2 PRIVATE KEY", "a key that a TPM holds; the file is of use with that TPM only",
       "use it through the TPM's OpenSSL provider or ssh-tpm-agent"},
      {"PGP PRIVATE KEY", "an OpenPGP private key",
       "OpenPGP keys serve SSH through gpg-agent (enable-ssh-support), not as files"},
      {"ENCRYPTED COSIGN PRIVATE KEY", "a private key of cosign", of_cosign},
      {"ENCRYPTED SIGSTORE PRIVATE KEY", "a private key of cosign", of_cosign},
  }};
  const auto found = std::ranges::find(others, label, &Other::label);
  if (found == others.end()) {
    return std::nullopt;
  }
  return Error{.code = errc::unsupported_container,
               .detail = std::string(found->detail),
               .advice = std::string(found->advice)};
}

Armored refused(Error error) {
  return Armored{.error = std::move(error)};
}

/// holds_key is true for bytes that can't be anything but a private key.
bool holds_key(ByteView bytes) {
  constexpr std::string_view magic("openssh-key-v1\0", 15);
  const std::optional<DerFile> der = read_der(bytes);
  return wire::as_text(bytes).starts_with(magic) ||
         (der && is_private(der->kind) && der->size == bytes.size());
}

/// read_mislabelled looks for a private key under the label of something else.
std::optional<Armored> read_mislabelled(std::string_view text, Remarks& remarks) {
  // A bundle of certificates may be long, and the search for the end of each block longer.
  constexpr unsigned most = 16;
  constexpr std::size_t longest = std::size_t{64} << 10;  // four times the largest key
  std::optional<Marker> begin = find_any_begin(text, 0);
  for (unsigned i = 0; begin && i < most; ++i) {
    Remarks of_block;
    Armored found = read_pem(text.substr(0, begin->end + longest), *begin, of_block);
    if (!found.error && holds_key(found.bytes.view())) {
      remarks = std::move(of_block);
      return found;
    }
    begin = find_any_begin(text, begin->end);
  }
  return std::nullopt;
}

/// holds_public_line is true for a .pub file between the markers of a private key.
bool holds_public_line(std::string_view body) {
  body.remove_prefix(std::min(body.find_first_not_of(" \t\r\n"), body.size()));
  return begins_public_line(body);
}

/// looks_like_begin is true for what may be left of a BEGIN line: base64 has no blanks and hyphens.
bool looks_like_begin(std::string_view line) {
  return line.contains("PRIVATE") || line.contains("BEGIN") || line.contains("KEY-") ||
         line.starts_with("---") || line.ends_with("---");
}

/// with_label names the BEGIN line that belongs to the END line, and where it has to stand.
Error with_label(Error error, std::string_view text) {
  if (error.code != errc::no_begin_line) {
    return error;
  }
  const std::optional<Marker> end = end_of_private_key(text);
  if (!end) {
    return error;
  }
  std::optional<std::uint32_t> damaged;
  Lines lines(text.substr(0, end->begin), 1, Escapes::are_text);
  while (const std::optional<Line> line = lines.next()) {
    if (looks_like_begin(line->text)) {
      damaged = line->number;
    }
  }
  const std::string begin_line = "'-----BEGIN " + end->label + "-----'";
  error.line = damaged;
  error.advice = damaged ? "replace line " + std::to_string(*damaged) + " by " + begin_line
                         : "put " + begin_line + " on a line of its own before the base64 text" +
                               (text.contains("DEK-Info:") ? " and the header lines" : "");
  return error;
}

Armored read_text_forms(ByteView file, std::string_view text, Remarks& remarks) {
  std::optional<Marker> begin = find_begin(text, 0);
  if (!begin) {
    begin = find_misspelt_begin(text);
  }
  const std::size_t putty = find_putty(text.substr(0, begin ? begin->begin : text.size()));
  if (putty != std::string_view::npos) {
    return read_putty(text, putty, remarks);
  }
  if (!begin) {
    std::optional<Armored> mislabelled = read_mislabelled(text, remarks);
    return mislabelled ? std::move(*mislabelled) : refused(with_label(recognise(file, text), text));
  }
  if (std::optional<Error> other = other_label(begin->label)) {
    const std::string_view after = text.substr(begin->end);
    if (!only_white(after.substr(0, after.find_first_of("\r\n")))) {
      other->advice =
          "copy the file again, line by line: its line ends were lost, and the programs "
          "that could convert it don't read it so";
    }
    return refused(std::move(*other));
  }
  if (holds_public_line(text.substr(begin->end))) {
    return refused(Error{.code = errc::public_key_given, .detail = "under a private key's label"});
  }
  Armored found = read_pem(text, *begin, remarks);
  if (holds_armor(found.bytes)) {
    return refused(Error{.code = errc::base64_of_file,
                         .detail = "BEGIN and END lines included",
                         .advice = std::string(take_out_of_lines)});
  }
  return found;
}

}  // namespace

std::optional<std::uint32_t> Armored::line_of(std::uint64_t offset) const {
  const auto after = std::ranges::upper_bound(lines, offset, {}, &LineMark::offset);
  if (after == lines.begin()) {
    return std::nullopt;
  }
  return std::prev(after)->line;
}

Armored read(ByteView file) {
  Remarks remarks;
  if (const std::optional<DerFile> der = read_der(file); der && is_private(der->kind)) {
    Armored found = read_der_file(file, *der, remarks);
    found.notes = remarks.take(Weight::refused);
    return found;
  }
  const Text text = read_text(file);
  const std::optional<Unprefixed> unprefixed = without_prefix(text.view);
  if (unprefixed) {
    remarks.add(errc::indented, unprefixed->line, Weight::refused,
                "the same characters or numbers stand before each line");
  }
  Armored found = read_text_forms(
      file, unprefixed ? wire::as_text(unprefixed->text.view()) : text.view, remarks);
  if (text.encoding) {
    const bool read_past = *text.encoding == errc::bom && found.form == Form::pem &&
                           found.label != "OPENSSH PRIVATE KEY";  // libcrypto skips it
    remarks.add(*text.encoding, 1, read_past ? Weight::harmless : Weight::refused);
  }
  found.notes = remarks.take(Weight::refused);
  found.harmless = remarks.take(Weight::harmless);
  return found;
}

}  // namespace osshkey::armor
