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
     "decrypt it first, with the key of the one it was sent to: "
     "(umask 077; openssl cms -decrypt -in FILE -inform DER -inkey KEY -out NEW)"},
    {DerKind::pkcs12, errc::unsupported_container, "a PKCS#12 bundle", convert_pkcs12},
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

/// decoding is the command that undoes base64 of so many times. With -i, base64 takes what the text
/// may have between its characters: CR, blanks, a byte order mark and the zeros of UTF-16.
std::string decoding(unsigned times) {
  std::string command = "(umask 077; base64 -di FILE";
  for (unsigned i = 1; i < times; ++i) {
    command += " | base64 -di";
  }
  return command + " > NEW)";
}

/// without_private_key names armor that is decoded and has nothing to unlock.
std::optional<Error> without_private_key(std::string_view text) {
  if (text.contains("PRIVATE KEY-----")) {
    return std::nullopt;
  }
  if (text.contains("-----BEGIN CERTIFICATE")) {
    return Error{.code = errc::certificate_given,
                 .detail = "the base64 of an X.509 certificate",
                 .advice = "give the private key that belongs to the certificate"};
  }
  if (text.contains(" PUBLIC KEY-----")) {
    return Error{.code = errc::public_key_given,
                 .detail = "the base64 of a public key in PEM form"};
  }
  return std::nullopt;
}

/// decoded_key_file says how often the base64 of a key file was encoded. `bytes` are decoded once.
std::optional<Error> decoded_key_file(SecureBytes bytes) {
  constexpr unsigned most = 4;
  for (unsigned times = 1; times <= most; ++times) {
    const Text inner = read_text(bytes.view());
    if (is_key_file(inner.view)) {
      if (std::optional<Error> other = without_private_key(inner.view)) {
        return other;
      }
      if (times > 1) {
        return Error{.code = errc::base64_of_file,
                     .detail = times == 2 ? "it was encoded twice"
                                          : "it was encoded " + std::to_string(times) + " times",
                     .advice = "decode it as often, to a new file: " + decoding(times)};
      }
      return Error{.code = errc::base64_of_file,
                   .detail = inner.view.starts_with("PuTTY") ? "it decodes to a PuTTY key file"
                                                             : "it decodes to a BEGIN line"};
    }
    bytes = decode(inner.view);
  }
  return std::nullopt;
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
  SecureBytes decoded = decode(text);
  if (decoded.empty()) {
    return std::nullopt;
  }
  if (std::optional<Error> foreign = foreign_content(decoded.view())) {
    // The next step is for the bytes, which nobody has as a file yet.
    if (foreign->code == errc::unsupported_container) {
      foreign->advice = "decode it to a file: " + decoding(1) + ", then give that one";
    }
    foreign->detail += ", in base64";
    return foreign;
  }
  const Text inner = read_text(decoded.view());
  if (begins_public_line(inner.view)) {
    return Error{.code = errc::public_key_given, .detail = "the base64 of a public key's line"};
  }
  return decoded_key_file(std::move(decoded));
}

bool begins_public_line(std::string_view text) {
  constexpr std::array<std::string_view, 6> types = {"ssh-ed25519 AAAA", "ssh-rsa AAAA",
                                                     "ssh-dss AAAA",     "ecdsa-sha2-nistp",
                                                     "sk-ssh-",          "sk-ecdsa-"};
  return std::ranges::any_of(types, [&](auto type) { return text.starts_with(type); });
}

bool decodes_to_end_line(std::string_view base64) {
  SecureBytes decoded = decode(base64);
  if (SecureBytes again = decode(wire::as_text(decoded.view())); !again.empty()) {
    decoded = std::move(again);
  }
  std::string_view text = wire::as_text(decoded.view());
  while (text.ends_with('\n') || text.ends_with('\r')) {
    text.remove_suffix(1);
  }
  return text.contains("-----END ") && text.ends_with("-----");
}

}  // namespace osshkey::armor
