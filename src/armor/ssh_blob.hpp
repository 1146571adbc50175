// SPDX-License-Identifier: MIT
// SSH's public key blobs and certificates as bytes without any text: recognised by the type's name
// and by ending exactly where the fields of that type do, so that a private form which begins with
// the same name is not taken for one.
#pragma once

#include <osshkey/secure_memory.hpp>

namespace osshkey::armor {

/// is_public_blob is true for the blob of a public key of a type in use (RFC 4253 section 6.6).
[[nodiscard]] bool is_public_blob(ByteView bytes);

/// is_certificate_blob is true for what begins as an OpenSSH certificate (PROTOCOL.certkeys).
[[nodiscard]] bool is_certificate_blob(ByteView bytes);

}  // namespace osshkey::armor
