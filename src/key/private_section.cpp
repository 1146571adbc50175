// SPDX-License-Identifier: MIT
// The private section, field by field in wire order.
#include "key/private_section.hpp"

#include <algorithm>
#include <string>

#include "base/fail.hpp"
#include "key/certificate.hpp"

namespace osshkey::key {

namespace {

constexpr std::size_t check_size = 4;

/// inside is a reader over decrypted bytes, whose overruns are malformed and never truncated: the
/// section itself is complete.
wire::Reader inside(ByteView decrypted) {
  return wire::Reader(decrypted).inside(decrypted);
}

/// is_padding tells whether the bytes count from 1, modulo 256, as OpenSSH does.
bool is_padding(ByteView bytes) {
  std::uint8_t expected = 0;
  return std::ranges::all_of(bytes, [&](std::uint8_t byte) { return byte == ++expected; });
}

Result<void> read_key(wire::Reader& reader, ParsedKey& key) {
  const std::string_view name = reader.name("private key type");
  if (reader.failed()) {
    return reader.result();
  }
  key.type = find_type(name);
  PublicFields where = PublicFields::in_section;
  if (key.type == nullptr) {
    key.type = find_certificate_type(name);
    if (key.type == nullptr) {
      // Without the name: in a damaged section, what stands here may be a secret.
      return fail(errc::unsupported_key_type, {.field = "private key type"});
    }
    where = PublicFields::in_certificate;
    key.certificate = reader.string("certificate");
    wire::Reader certificate = inside(key.certificate);
    if (certificate.name("certificate type") != name && !reader.failed()) {
      return fail(errc::key_mismatch, {.field = "certificate"}, "it is of another type");
    }
    Result<KeyNumbers> numbers = read_certificate(certificate, *key.type);
    if (!numbers) {
      return std::unexpected(numbers.error());
    }
    key.numbers = *numbers;
  }
  if (Result<void> read = key.type->read_private(reader, where, key.numbers); !read) {
    return read;
  }
  // No comment has the length that padding would be.
  if (wire::Reader ahead = reader; is_padding(ahead.rest())) {
    return fail(errc::malformed, {.field = "comment"}, "it is missing, all of the key is there",
                std::string(advice_for_writers));
  }
  key.comment = reader.string("comment");
  return reader.result();
}

Result<PrivateSection> read_keys(wire::Reader& reader, std::uint32_t count) {
  PrivateSection section;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (Result<void> read = read_key(reader, section.keys.emplace_back()); !read) {
      return std::unexpected(read.error());
    }
  }
  const ByteView padding = reader.rest();
  section.padding = padding.size();
  if (!is_padding(padding)) {
    return fail(errc::bad_padding, {.field = "padding"});
  }
  return section;
}

}  // namespace

Result<PrivateSection> parse_private_section(ByteView decrypted, std::uint32_t count) {
  wire::Reader reader = inside(decrypted);
  const ByteView first = reader.bytes(check_size, "check values");
  const ByteView second = reader.bytes(check_size, "check values");
  if (Result<void> read = reader.result(); !read) {
    return std::unexpected(read.error());
  }
  Result<PrivateSection> section = read_keys(reader, count);
  if (equal_constant_time(first, second)) {
    return section;
  }
  const Where where{.field = "check values"};
  const bool is_whole = section || section.error().advice == advice_for_writers;
  return is_whole ? fail(errc::check_mismatch, where, "all of the key is there",
                         std::string(advice_for_writers))
                  : fail(errc::check_mismatch, where);
}

}  // namespace osshkey::key
