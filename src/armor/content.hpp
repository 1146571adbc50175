// SPDX-License-Identifier: MIT
// Content: what bytes are that hold no private key, whether they are the file or were decoded from
// it, and what base64 without any line around it decodes to.
#pragma once

#include <optional>
#include <string_view>

#include <osshkey/error.hpp>
#include <osshkey/secure_memory.hpp>

namespace osshkey::armor {

/// convert_pkcs12 is the way from PKCS#12 to a key. The ciphers of old bundles are apart since
/// OpenSSL 3.
inline constexpr std::string_view convert_pkcs12 =
    "take the key out of it: openssl pkcs12 -legacy -in FILE -nocerts -out NEW (before OpenSSL 3, "
    "without -legacy)";

/// take_out_of_lines decodes what stands between BEGIN and END lines, also of UTF-16 and where line
/// ends were lost or written out.
inline constexpr std::string_view take_out_of_lines =
    "decode what stands between the lines, then give that: (umask 077; tr -d '\\000' < FILE | sed "
    "'s/-----[^-]*-----//g; s/\\\\[nr]//g' | base64 -di > NEW)";

/// foreign_content names ASN.1 and SSH's blobs that are no private key; nullopt for anything else.
/// Errors: public_key_given, certificate_given, unsupported_container.
[[nodiscard]] std::optional<Error> foreign_content(ByteView bytes);

/// encoded_content looks into a text of nothing but base64. nullopt for any other text, and where
/// what it decodes to is not known, or is a private key.
/// Errors: base64_of_file, public_key_given, certificate_given, unsupported_container.
[[nodiscard]] std::optional<Error> encoded_content(std::string_view text);

/// begins_public_line is true for the beginning of a .pub file.
[[nodiscard]] bool begins_public_line(std::string_view text);

/// decodes_to_end_line is true for base64, encoded once or twice, whose text ends in a marker.
[[nodiscard]] bool decodes_to_end_line(std::string_view base64);

}  // namespace osshkey::armor
