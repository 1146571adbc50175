// SPDX-License-Identifier: MIT
// The hash of the application, the flags, the counter, the hash of the data.
#include "export/security_key_signature.hpp"

#include <sodium.h>

#include <array>

#include "wire/writer.hpp"

namespace osshkey {

namespace {

using Digest = std::array<std::uint8_t, crypto_hash_sha256_BYTES>;

Digest sha256(ByteView bytes) {
  Digest digest{};
  crypto_hash_sha256(digest.data(), bytes.data(), bytes.size());
  return digest;
}

}  // namespace

std::vector<std::uint8_t> read_signed_bytes(wire::Reader& reader, const SecurityKeyNumbers& key,
                                            ByteView data) {
  const std::uint8_t flags = reader.u8("security key flags");
  const std::uint32_t counter = reader.u32("security key counter");
  return wire::build([&](wire::Writer& writer) {
    writer.bytes(sha256(key.application));
    writer.u8(flags);
    writer.u32(counter);
    writer.bytes(sha256(data));
  });
}

}  // namespace osshkey
