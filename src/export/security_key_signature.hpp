// SPDX-License-Identifier: MIT
// What a FIDO token signs: the hash of the data between things of its own (PROTOCOL.u2f).
#pragma once

#include <vector>

#include <osshkey/private_key.hpp>

#include "wire/reader.hpp"

namespace osshkey {

/// read_signed_bytes reads the flags and the counter that follow the signature in the blob, and
/// returns the bytes that the token has signed. Failures stay in the reader.
[[nodiscard]] std::vector<std::uint8_t> read_signed_bytes(wire::Reader& reader,
                                                          const SecurityKeyNumbers& key,
                                                          ByteView data);

}  // namespace osshkey
