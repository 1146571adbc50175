// SPDX-License-Identifier: MIT
// openssh-key-v1, field by field in wire order.
#include "container/openssh_key_v1.hpp"

#include <algorithm>
#include <string>

#include "base/fail.hpp"
#include "wire/reader.hpp"

namespace osshkey::container {

namespace {

constexpr std::size_t max_salt_size = std::size_t{1} << 20;

std::uint64_t here(const wire::Reader& reader) {
  return reader.offset().value_or(0);
}

Located string_at(wire::Reader& reader, std::string_view field) {
  Located located;
  located.offset = here(reader) + 4;
  located.bytes = reader.string(field);
  return located;
}

}  // namespace

OpensshKeyV1 parse_openssh_key_v1(ByteView decoded, std::uint32_t max_keys) {
  OpensshKeyV1 file;
  const std::size_t compared = std::min(decoded.size(), openssh_key_v1_magic.size());
  if (wire::as_text(decoded.first(compared)) != openssh_key_v1_magic.substr(0, compared)) {
    file.error = Error{.code = errc::bad_magic, .field = "magic", .offset = 0};
    return file;
  }

  wire::Reader reader(decoded, 0);
  reader.bytes(openssh_key_v1_magic.size(), "magic");
  file.cipher_name_offset = here(reader);
  file.cipher_name = reader.name("cipher name");
  file.kdf_name_offset = here(reader);
  file.kdf_name = reader.name("kdf name");
  file.kdf_options = string_at(reader, "kdf options");
  file.key_count_offset = here(reader);
  file.key_count = reader.u32("number of keys");
  if (!reader.failed() && file.key_count == 0) {
    reader.refuse(errc::malformed, "it is 0");
  }
  if (file.key_count > max_keys) {
    reader.refuse(errc::too_many_keys,
                  std::to_string(file.key_count) + ", the limit is " + std::to_string(max_keys));
    // The first key is shown all the same.
    wire::Reader first(decoded.subspan(static_cast<std::size_t>(here(reader))), here(reader));
    if (const Located key = string_at(first, "public key"); !first.failed()) {
      file.public_keys.push_back(key);
    }
  }
  for (std::uint32_t i = 0; i < file.key_count && !reader.failed(); ++i) {
    if (const Located key = string_at(reader, "public key"); !reader.failed()) {
      file.public_keys.push_back(key);
    }
  }
  if (!reader.failed()) {
    const auto position = static_cast<std::size_t>(here(reader));
    wire::Reader ahead(decoded.subspan(position), position);
    const std::uint32_t size = ahead.u32("private section");
    file.encrypted_size = ahead.failed() ? std::nullopt : std::optional(size);
  }
  file.encrypted = string_at(reader, "private section");
  file.tail.offset = here(reader);
  file.tail.bytes = reader.rest();
  if (Result<void> read = reader.result(); !read) {
    file.error = read.error();
  }
  return file;
}

Result<BcryptOptions> parse_bcrypt_options(Located located) {
  BcryptOptions options;
  wire::Reader reader(located.bytes, located.offset);
  options.salt = reader.string("kdf options");
  options.rounds = reader.u32("kdf options");
  options.trailing = reader.remaining() != 0;
  if (Result<void> read = reader.result(); !read) {
    read.error().code = errc::bad_kdf_options;
    return std::unexpected(read.error());
  }
  const Where where{.field = "kdf options", .offset = located.offset};
  if (options.salt.empty()) {
    return fail(errc::bad_kdf_options, where, "the salt is empty");
  }
  if (options.salt.size() > max_salt_size) {
    return fail(errc::bad_kdf_options, where, "the salt is longer than 1 MiB");
  }
  if (options.rounds == 0) {
    return fail(errc::bad_kdf_options, where, "the number of rounds is 0");
  }
  return options;
}

}  // namespace osshkey::container
