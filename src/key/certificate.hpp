// SPDX-License-Identifier: MIT
// OpenSSH certificates (PROTOCOL.certkeys), read as far as the key they certify.
#pragma once

#include "key/key_type.hpp"

namespace osshkey::key {

/// read_certificate reads all fields after the type name and returns the certified key's public
/// numbers, views into the reader's bytes. The signature is not verified: who signed is not this
/// library's question.
[[nodiscard]] Result<KeyNumbers> read_certificate(wire::Reader& reader, const KeyType& type);

}  // namespace osshkey::key
