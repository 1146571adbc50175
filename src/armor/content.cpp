// SPDX-License-Identifier: MIT
// Content: a table of kinds, and the decoding of base64 as often as people encode it.
#include "armor/content.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "armor/base64_decoder.hpp"
#include "armor/der_file.hpp"
#include "armor/ssh_blob.hpp"
#include "armor/text.hpp"
#include "wire/reader.hpp"

namespace osshkey::armor {

namespace {

struct Row {
  DerKind kind;
  errc code;
  std::string_view detail;
  std::string_view advice;  // empty: the hint of the word says it
};

constexpr auto rows = std::to_array<Row>({
    {DerKind::public_key, errc::public_key_given, "a public key in ASN.1", ""},
    {DerKind::certificate, errc::certificate_given, "an X.509 certificate or request",
     "give the private key that belongs to the certificate"},
    {DerKind::pkcs7, errc::certificate_given, "a PKCS#7 bundle",
     "it usually holds no private key; give the key that belongs to the certificate"},
    {DerKind::enveloped, errc::unsupported_container, "an encrypted CMS message",
     "decrypt it first, with the key of the one it was sent to: openssl cms -decrypt -in FILE "
     "-inform DER -inkey KEY -out NEW"},
    {DerKind::pkcs12, errc::unsupported_container, "a PKCS#12 bundle",
     "take the key out of it: openssl pkcs12 -in FILE -nocerts -out NEW"},
});

/// decode is what a text of nothing but base64 and white space decodes to; empty for any other.
SecureBytes decode(std::string_view text) {
  Base64Decoder decoder(text.size());
  while (!text.empty()) {
    const std::size_t taken = decoder.feed(text);
    text.remove_prefix(taken);
    if (text.empty()) {
      break;
    }
    const char c = text.front();
    if (c != '\n' && c != '\r' && c != ' ' && c != '\t') {
      return {};
    }
    text.remove_prefix(1);
  }
  return decoder.take();
}

/// is_key_file is true for text with the first line of a key file.
bool is_key_file(std::string_view text) {
  return text.contains("-----BEGIN ") || text.starts_with("PuTTY-User-Key-File-");
}

/// is_encoded_key_file decodes once more.
bool is_encoded_key_file(std::string_view text) {
  const SecureBytes again = decode(text);
  return is_key_file(wire::as_text(again.view()));
}

}  // namespace

std::optional<Error> foreign_content(ByteView bytes) {
  if (is_certificate_blob(bytes)) {
    return Error{.code = errc::certificate_given,
                 .detail = "an OpenSSH certificate without its text"};
  }
  if (is_public_blob(bytes)) {
    return Error{.code = errc::public_key_given, .detail = "the blob of an SSH public key"};
  }
  const std::optional<DerFile> der = read_der(bytes);
  if (!der) {
    return std::nullopt;
  }
  const auto* row = std::ranges::find(rows, der->kind, &Row::kind);
  if (row == rows.end()) {
    return std::nullopt;
  }
  return Error{
      .code = row->code, .detail = std::string(row->detail), .advice = std::string(row->advice)};
}

std::optional<Error> encoded_content(std::string_view text) {
  const SecureBytes decoded = decode(text);
  if (decoded.empty()) {
    return std::nullopt;
  }
  if (std::optional<Error> foreign = foreign_content(decoded.view())) {
    // The next step is for the bytes, which nobody has as a file yet.
    if (foreign->code == errc::unsupported_container) {
      foreign->advice =
          "decode it to a file: (umask 077; base64 -d FILE > NEW), then give that one";
    }
    foreign->detail += ", in base64";
    return foreign;
  }
  const Text inner = read_text(decoded.view());
  if (begins_public_line(inner.view)) {
    return Error{.code = errc::public_key_given, .detail = "the base64 of a public key's line"};
  }
  if (is_key_file(inner.view)) {
    return Error{.code = errc::base64_of_file,
                 .detail = inner.view.starts_with("PuTTY") ? "it decodes to a PuTTY key file"
                                                           : "it decodes to a BEGIN line"};
  }
  if (is_encoded_key_file(inner.view)) {
    return Error{.code = errc::base64_of_file,
                 .detail = "it was encoded twice",
                 .advice = "decode it twice: (umask 077; base64 -d FILE | base64 -d > NEW)"};
  }
  return std::nullopt;
}

bool begins_public_line(std::string_view text) {
  constexpr std::array<std::string_view, 6> types = {"ssh-ed25519 AAAA", "ssh-rsa AAAA",
                                                     "ssh-dss AAAA",     "ecdsa-sha2-nistp",
                                                     "sk-ssh-",          "sk-ecdsa-"};
  return std::ranges::any_of(types, [&](auto type) { return text.starts_with(type); });
}

bool decodes_to_end_line(std::string_view base64) {
  const SecureBytes decoded = decode(base64);
  std::string_view text = wire::as_text(decoded.view());
  while (text.ends_with('\n') || text.ends_with('\r')) {
    text.remove_suffix(1);
  }
  return text.contains("-----END ") && text.ends_with("-----");
}

}  // namespace osshkey::armor
