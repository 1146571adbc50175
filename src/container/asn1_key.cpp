// SPDX-License-Identifier: MIT
// What a structure is, and the traditional forms field by field.
#include "container/asn1_key.hpp"

#include <algorithm>

#include "container/ec_parameters.hpp"
#include "container/openssh_key_v1.hpp"
#include "wire/reader.hpp"

namespace osshkey::container {

namespace {

struct Row {
  Structure structure;
  std::string_view label;
  std::string_view word;
};

constexpr Row rows[] = {
    {Structure::openssh_key_v1, "OPENSSH PRIVATE KEY", "openssh-key-v1"},
    {Structure::pkcs1, "RSA PRIVATE KEY", "pem-pkcs1"},
    {Structure::sec1, "EC PRIVATE KEY", "pem-sec1"},
    {Structure::dsa, "DSA PRIVATE KEY", "pem-dsa"},
    {Structure::pkcs8, "PRIVATE KEY", "pkcs8"},
    {Structure::pkcs8_encrypted, "ENCRYPTED PRIVATE KEY", "pkcs8-encrypted"},
};

using Tags = std::basic_string_view<std::uint8_t>;

bool begins(Tags tags, std::initializer_list<std::uint8_t> expected) {
  return tags.size() >= expected.size() &&
         std::ranges::equal(tags.substr(0, expected.size()), expected);
}

bool is(Tags tags, std::initializer_list<std::uint8_t> expected) {
  return tags.size() == expected.size() && begins(tags, expected);
}

/// Outline is the elements inside the outermost SEQUENCE; empty where it isn't intact.
struct Outline {
  std::basic_string<std::uint8_t> tags{};
  std::vector<ByteView> contents{};
};

Outline outline_of(ByteView bytes) {
  // PKCS#1 has nine numbers and perhaps a list of further primes.
  constexpr std::size_t enough = 11;
  DerDocument document(bytes, std::nullopt, Strictness::forgiving);
  DerReader outer = document.reader();
  DerReader inner = outer.enter(tag::sequence, "");
  Outline outline;
  while (!document.failed() && !inner.at_end() && outline.tags.size() < enough) {
    outline.tags += inner.next_tag();
    outline.contents.push_back(inner.skip(""));
  }
  return document.failed() ? Outline{} : outline;
}

/// recognise_numbers tells apart what begins with `count` numbers. A private key's first is its
/// version.
Structure recognise_numbers(const Outline& outline, std::size_t count) {
  constexpr std::size_t rsa_numbers = 9;
  constexpr std::size_t dsa_numbers = 6;
  constexpr std::size_t longest_exponent = 8;
  constexpr std::size_t shortest_modulus = 64;
  if (count >= rsa_numbers) {
    return Structure::pkcs1;
  }
  const bool is_all = count == outline.tags.size();
  const bool is_versioned = wire::trimmed(outline.contents[0]).empty();
  if (is_all && !is_versioned && (count == 2 || count == 4)) {
    return Structure::public_key;  // RSA: n, e; OpenSSL's DSA: y, p, q, g
  }
  // Where there are numbers too few or too many, the label knows which; an RSA key of six has its
  // modulus and a short exponent where DSA has p and q.
  const bool is_rsa = count >= 3 && outline.contents[1].size() >= shortest_modulus &&
                      outline.contents[2].size() <= longest_exponent;
  return count == dsa_numbers && !is_rsa ? Structure::dsa : Structure::unknown;
}

/// names_key_type is true for the identifier of an algorithm that keys are for; those that encrypt
/// are others.
bool names_key_type(ByteView algorithm) {
  static constexpr std::uint8_t rsa[] = {0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01};
  static constexpr std::uint8_t ec[] = {0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01};
  static constexpr std::uint8_t dsa[] = {0x2a, 0x86, 0x48, 0xce, 0x38, 0x04, 0x01};
  static constexpr std::uint8_t ed25519[] = {0x2b, 0x65, 0x70};
  static constexpr std::uint8_t ed448[] = {0x2b, 0x65, 0x71};
  DerDocument document(algorithm, std::nullopt, Strictness::forgiving);
  DerReader reader = document.reader();
  const ByteView identifier = reader.content(tag::object_identifier, "");
  return std::ranges::any_of(std::initializer_list<ByteView>{rsa, ec, dsa, ed25519, ed448},
                             [&](ByteView known) { return std::ranges::equal(identifier, known); });
}

std::string_view type_of_curve(Curve curve) {
  switch (curve) {
    case Curve::nistp384:
      return "ecdsa-sha2-nistp384";
    case Curve::nistp521:
      return "ecdsa-sha2-nistp521";
    default:
      return "ecdsa-sha2-nistp256";
  }
}

/// explained tells filling behind a whole key from data. What was encrypted has no offset: openssl
/// would write it in clear.
Error explained(Error error, ByteView bytes, std::optional<std::uint64_t> offset) {
  if (!offset || !error.offset) {
    return error;
  }
  const ByteView rest = bytes.subspan(static_cast<std::size_t>(*error.offset - *offset));
  if (std::ranges::all_of(rest, [](std::uint8_t byte) { return byte == 0; })) {
    error.detail += ", all of them zero";
    error.advice =
        "the key ends before them, write it without: (umask 077; openssl pkey -in FILE -out NEW)";
  }
  return error;
}

}  // namespace

Structure recognise(ByteView bytes) {
  if (wire::as_text(bytes).starts_with(openssh_key_v1_magic)) {
    return Structure::openssh_key_v1;
  }
  const Outline outline = outline_of(bytes);
  const Tags tags = outline.tags;
  if (begins(tags, {tag::integer, tag::sequence, tag::octet_string})) {
    return Structure::pkcs8;
  }
  if (begins(tags, {tag::integer, tag::octet_string})) {
    return Structure::sec1;
  }
  if (is(tags, {tag::sequence, tag::octet_string})) {
    return names_key_type(outline.contents[0]) ? Structure::pkcs8 : Structure::pkcs8_encrypted;
  }
  if (is(tags, {tag::sequence, tag::bit_string})) {
    return Structure::public_key;
  }
  if (is(tags, {tag::sequence, tag::sequence, tag::bit_string})) {
    return Structure::certificate;
  }
  const auto numbers = static_cast<std::size_t>(std::ranges::count(tags, tag::integer));
  if (numbers >= 2 && tags.substr(0, numbers).find_first_not_of(tag::integer) == Tags::npos) {
    return recognise_numbers(outline, numbers);
  }
  return Structure::unknown;
}

bool begins_private_key(ByteView bytes) {
  // SEQUENCE, its length in one, two or three bytes, INTEGER, one byte of it.
  constexpr std::uint8_t one_byte_follows = 0x81;
  constexpr std::uint8_t two_bytes_follow = 0x82;
  constexpr std::size_t enough = 11;
  if (bytes.size() < enough || bytes[0] != tag::sequence) {
    return false;
  }
  const bool is_minimal = bytes[1] == two_bytes_follow   ? bytes[2] != 0
                          : bytes[1] == one_byte_follows ? bytes[2] >= 0x80
                                                         : bytes[1] < 0x80;
  const std::size_t longer = bytes[1] < 0x80 ? 0 : bytes[1] - 0x80U;
  if (!is_minimal) {
    return false;
  }
  const ByteView inside = bytes.subspan(2 + longer);
  if (inside[0] != tag::integer || inside[1] != 1) {
    return false;
  }
  const std::uint8_t version = inside[2];
  const std::uint8_t next = inside[3];
  const std::uint8_t size = inside[4];
  if (version == 1 && next == tag::octet_string) {
    return size == 32 || size == 48 || size == 66;  // the scalars of SSH's curves
  }
  if (version <= 1 && next == tag::sequence) {
    return size < 0x20 && inside[5] == tag::object_identifier;
  }
  return version == 0 && next == tag::integer &&
         (size == one_byte_follows || size == two_bytes_follow);
}

Structure structure_of_label(std::string_view label) noexcept {
  const auto* row = std::ranges::find(rows, label, &Row::label);
  return row == std::end(rows) ? Structure::unknown : row->structure;
}

std::string_view container_word(Structure structure) noexcept {
  const auto* row = std::ranges::find(rows, structure, &Row::structure);
  return row == std::end(rows) ? std::string_view{} : row->word;
}

void read_pkcs1(DerReader key, Asn1Key& parsed) {
  parsed.type = "ssh-rsa";
  const std::uint64_t version = key.small_number("RSA key version");
  if (version == 1 && key.next_tag() == tag::integer) {
    key.refuse(errc::unsupported_key_type, "RSA with more than two primes",
               "openssh-key-v1 has no place for a third prime; OpenSSH reads this file as it is, "
               "through libcrypto, few other programs do: a key of two primes serves everywhere");
  } else if (version != 0) {
    key.refuse(errc::malformed, "it must be 0");
  }
  RsaNumbers numbers;
  numbers.n = key.unsigned_number("RSA modulus");
  numbers.e = key.unsigned_number("RSA exponent");
  numbers.d = key.unsigned_number("RSA private exponent");
  numbers.p = key.unsigned_number("RSA prime p");
  numbers.q = key.unsigned_number("RSA prime q");
  parsed.dp = key.unsigned_number("RSA exponent mod p-1");
  parsed.dq = key.unsigned_number("RSA exponent mod q-1");
  numbers.iqmp = key.unsigned_number("RSA coefficient");
  key.finish("RSA private key");
  parsed.numbers = numbers;
}

void read_dsa(DerReader key, Asn1Key& parsed) {
  parsed.type = "ssh-dss";
  if (key.small_number("DSA key version") != 0) {
    key.refuse(errc::malformed, "it must be 0");
  }
  DsaNumbers numbers;
  numbers.p = key.number("DSA prime p");
  numbers.q = key.number("DSA prime q");
  numbers.g = key.number("DSA generator");
  numbers.y = key.number("DSA public key");
  if (numbers.y.empty()) {
    key.refuse(errc::bad_number, "it is zero");  // which an empty view would take for absent
  }
  numbers.x = key.number("DSA private key");
  key.finish("DSA private key");
  parsed.numbers = numbers;
}

void read_sec1(DerReader key, std::optional<Curve> curve, Asn1Key& parsed) {
  if (key.small_number("EC key version") != 1) {
    key.refuse(errc::malformed, "it must be 1");
  }
  EcdsaNumbers numbers;
  numbers.scalar = wire::trimmed(key.content(tag::octet_string, "ECDSA scalar"));
  if (key.next_tag() == tag::context_constructed(0)) {
    DerReader parameters = key.enter(tag::context_constructed(0), "EC parameters");
    const Curve named = read_ec_parameters(parameters);
    if (curve && named != *curve) {
      parameters.refuse(errc::malformed, "the file names two different curves");
    }
    parameters.finish("EC parameters");
    curve = named;
  }
  if (!curve) {
    key.refuse(errc::malformed, "the curve isn't named");
  }
  numbers.curve = curve.value_or(Curve{});
  if (key.next_tag() == tag::context_constructed(1)) {
    DerReader attached = key.enter(tag::context_constructed(1), "point");
    numbers.point = attached.bit_string("point");
    if (numbers.point.empty() && key.strictness() == Strictness::strict) {
      attached.refuse(errc::malformed, "OpenSSL takes no empty point");
    }
    attached.finish("point");
  }
  key.finish("EC private key");
  parsed.type = type_of_curve(numbers.curve);
  parsed.numbers = numbers;
}

Result<Asn1Key> parse_asn1_key(Structure structure, ByteView bytes,
                               std::optional<std::uint64_t> offset, Strictness strictness) {
  Asn1Key parsed;
  DerDocument document(bytes, offset, strictness);
  DerReader outer = document.reader();
  const DerReader key = outer.enter(tag::sequence, "private key");
  switch (structure) {
    case Structure::pkcs1:
      read_pkcs1(key, parsed);
      break;
    case Structure::sec1:
      read_sec1(key, std::nullopt, parsed);
      break;
    case Structure::dsa:
      read_dsa(key, parsed);
      break;
    default:
      read_pkcs8(key, parsed);
      break;
  }
  const bool is_key_read = !document.failed();
  outer.finish("private key");
  if (Result<void> read = document.result(); !read) {
    return std::unexpected(is_key_read ? explained(read.error(), bytes, offset) : read.error());
  }
  parsed.joined = document.take_joined();
  return parsed;
}

}  // namespace osshkey::container
