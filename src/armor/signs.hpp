// SPDX-License-Identifier: MIT
// Signs: the questions that the table of `recognise` asks of a text. Each gets the sign of its row,
// and some need none.
#pragma once

#include <string_view>

namespace osshkey::armor::signs {

/// single_line is true for a text without a line end.
[[nodiscard]] bool single_line(std::string_view text);

/// begins asks for the sign at the beginning, holds anywhere.
[[nodiscard]] bool begins(std::string_view text, std::string_view sign);
[[nodiscard]] bool holds(std::string_view text, std::string_view sign);
/// is asks for the whole text; letters of either case are equal.
[[nodiscard]] bool is(std::string_view text, std::string_view sign);
/// begins_base64 asks for a text of nothing but base64 that begins with the sign.
[[nodiscard]] bool begins_base64(std::string_view text, std::string_view sign);
/// url_base64 asks for the same in either of base64's alphabets.
[[nodiscard]] bool url_base64(std::string_view text, std::string_view sign);
/// encoded_certificates asks for base64 of BEGIN lines that all begin with the sign.
[[nodiscard]] bool encoded_certificates(std::string_view text, std::string_view sign);
/// known_hosts_line asks for `HOST TYPE BLOB`, where an authorized_keys line has its options.
[[nodiscard]] bool known_hosts_line(std::string_view text, std::string_view sign);
/// wireguard_key asks for 32 bytes of base64 on a line of their own.
[[nodiscard]] bool wireguard_key(std::string_view text, std::string_view sign);
/// nacl_key asks for 64 bytes of base64 on a line of their own.
[[nodiscard]] bool nacl_key(std::string_view text, std::string_view sign);
/// seed_in_hex asks for 32 bytes of hex on a line of their own.
[[nodiscard]] bool seed_in_hex(std::string_view text, std::string_view sign);
/// variable asks for one that the sign begins, in the spelling of a shell or a configuration.
[[nodiscard]] bool variable(std::string_view text, std::string_view sign);
/// reference asks for one line that begins with the sign.
[[nodiscard]] bool reference(std::string_view text, std::string_view sign);
/// fingerprint asks for a number of bits and the sign behind it.
[[nodiscard]] bool fingerprint(std::string_view text, std::string_view sign);
/// only asks for a text that consists of the characters of the sign, and blanks.
[[nodiscard]] bool only(std::string_view text, std::string_view sign);
/// hex_digits asks for a text of nothing but hex digits that begins with the sign.
[[nodiscard]] bool hex_digits(std::string_view text, std::string_view sign);
/// xxd_dump asks for the first offset of xxd and for digits behind it.
[[nodiscard]] bool xxd_dump(std::string_view text, std::string_view sign);
/// hex_dump asks for the offsets that hexdump and od begin their lines with, and a number behind
/// them.
[[nodiscard]] bool hex_dump(std::string_view text, std::string_view sign);
/// value_on_one_line asks for base64 that begins with the sign and goes up to the END line without
/// a break.
[[nodiscard]] bool value_on_one_line(std::string_view text, std::string_view sign);
/// path asks for one line that is the name of a file.
[[nodiscard]] bool path(std::string_view text, std::string_view sign);
/// short_line asks for one line of printable text that is no longer than a passphrase.
[[nodiscard]] bool short_line(std::string_view text, std::string_view sign);
/// dropbear asks for its form: a type's name behind its length, without any text around.
[[nodiscard]] bool dropbear(std::string_view text, std::string_view sign);
/// binary asks for control characters that no text has.
[[nodiscard]] bool binary(std::string_view text, std::string_view sign);
/// anything asks for nothing.
[[nodiscard]] bool anything(std::string_view text, std::string_view sign);

}  // namespace osshkey::armor::signs
