// SPDX-License-Identifier: MIT
// The short phrases that the block and the table share.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <osshkey/osshkey.hpp>

namespace tool {

/// short_type is the name that ssh-keygen -l prints, such as `ED25519-SK`; a type that it doesn't
/// know keeps its own name, made safe for a terminal.
[[nodiscard]] std::string short_type(const std::string& type);

/// key_title is the short type and the bits.
[[nodiscard]] std::string key_title(const osshkey::PublicKey& key);

/// with_file puts the quoted name where a hint says FILE, so that its command can be pasted.
[[nodiscard]] std::string with_file(std::string_view hint, std::string_view name);

/// wrapped breaks text at blanks into lines of at most `width` columns. A longer word, which is
/// something to copy, stays whole.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view text, std::size_t width);

/// counted is the number and the noun, with an s where there is not one.
[[nodiscard]] std::string counted(std::size_t number, std::string_view noun);

}  // namespace tool
