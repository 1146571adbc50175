// SPDX-License-Identifier: MIT
// The container openssh-key-v1 (PROTOCOL.key): everything outside the encrypted private section.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include <osshkey/error.hpp>
#include <osshkey/secure_memory.hpp>

namespace osshkey::container {

/// openssh_key_v1_magic is what the decoded bytes begin with, its zero byte included.
inline constexpr std::string_view openssh_key_v1_magic{"openssh-key-v1\0", 15};

/// Located is a view with its offset in the decoded file.
struct Located {
  ByteView bytes{};
  std::uint64_t offset = 0;
};

/// OpensshKeyV1 is the fields in wire order, views into the decoded bytes. Where `error` is set,
/// the fields before the failure are good and those after it are empty.
struct OpensshKeyV1 {
  std::string_view cipher_name{};
  std::uint64_t cipher_name_offset = 0;
  std::string_view kdf_name{};
  std::uint64_t kdf_name_offset = 0;
  Located kdf_options{};
  std::uint32_t key_count = 0;
  std::uint64_t key_count_offset = 0;
  std::vector<Located> public_keys{};
  /// encrypted_size is the size that the private section should have, also where less is left.
  std::optional<std::uint32_t> encrypted_size{};
  Located encrypted{};
  /// tail is all that follows the encrypted section: an AEAD cipher's tag, or nothing.
  Located tail{};
  std::optional<Error> error{};
};

/// parse_openssh_key_v1 reads the container. At most `max_keys` public keys are read.
/// Errors: bad_magic, truncated, malformed, too_many_keys.
[[nodiscard]] OpensshKeyV1 parse_openssh_key_v1(ByteView decoded, std::uint32_t max_keys);

/// BcryptOptions is the KDF options of `bcrypt`.
struct BcryptOptions {
  ByteView salt{};
  std::uint32_t rounds = 0;
  bool trailing = false;  ///< bytes follow that OpenSSH doesn't look at
};

/// parse_bcrypt_options reads `string salt, uint32 rounds`.
/// Fails with: bad_kdf_options (short, no salt, a salt over 1 MiB, no rounds).
[[nodiscard]] Result<BcryptOptions> parse_bcrypt_options(Located options);

}  // namespace osshkey::container
