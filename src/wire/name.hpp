// SPDX-License-Identifier: MIT
// Names of algorithms (RFC 4251 section 6): what may be repeated in a message. Damage can put any
// part of a file where a name should stand, the private section among them.
#pragma once

#include <string>
#include <string_view>

namespace osshkey::wire {

/// is_name says whether a text may be a name by RFC 4251: 1 to 64 printable US-ASCII characters,
/// no blank and no comma among them.
[[nodiscard]] bool is_name(std::string_view text) noexcept;

/// shown_name is a name for a message: itself where it reads like one, a letter or digit and then
/// lower-case letters, digits and `-._@`, which base64 text hardly ever does; empty where it
/// doesn't.
[[nodiscard]] std::string shown_name(std::string_view name);

}  // namespace osshkey::wire
