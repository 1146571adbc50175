// SPDX-License-Identifier: MIT
// Keys in ASN.1 without encryption, and what every file that holds ASN.1 does once it is decrypted.
#pragma once

#include <memory>
#include <optional>

#include "container/asn1_key.hpp"
#include "file/key_opener.hpp"
#include "key/make_key.hpp"

namespace osshkey {

/// Asn1Content is the bytes of one key and what they are.
struct Asn1Content {
  container::Structure structure{};
  ByteView bytes{};
  std::optional<std::uint64_t> offset{};  ///< unset for decrypted bytes
  Strictness strictness{};
};

/// open_asn1_key parses and proves a key. Fails as KeyFile::unlock does for a private section.
[[nodiscard]] Result<Keys> open_asn1_key(const Asn1Content& content, std::vector<Note>& notes);

/// read_asn1_key fills in the inspection, the public key included, and takes the bytes over. Where
/// it finds an error, it is in `inspection.error` and the opener is null.
[[nodiscard]] std::unique_ptr<KeyOpener> read_asn1_key(container::Structure structure,
                                                       SecureBytes decoded, const Policy& policy,
                                                       Inspection& inspection);

}  // namespace osshkey
