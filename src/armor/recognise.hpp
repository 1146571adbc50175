// SPDX-License-Identifier: MIT
// recognise: names what a file without a readable private key is, and what to do instead.
#pragma once

#include <string_view>

#include <osshkey/error.hpp>
#include <osshkey/secure_memory.hpp>

namespace osshkey::armor {

/// recognise looks at the beginning of a file and yields the first row of its table that fits.
/// `text` is the same file as text.
/// Errors: empty, not_a_private_key, public_key_given, certificate_given, no_begin_line,
/// base64_of_file, unsupported_container, truncated (a BEGIN line that was cut).
[[nodiscard]] Error recognise(ByteView file, std::string_view text);

}  // namespace osshkey::armor
