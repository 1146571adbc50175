// SPDX-License-Identifier: MIT
// The body of a PEM block: the lines between the BEGIN and the END marker, as RFC 1421 headers and
// base64 text, with the line of the file for each decoded byte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include <osshkey/error.hpp>
#include <osshkey/secure_memory.hpp>

#include "armor/armor.hpp"
#include "armor/bad_base64.hpp"
#include "armor/base64_decoder.hpp"
#include "armor/remarks.hpp"

namespace osshkey::armor {

/// PemReader is whose rules OpenSSH applies to a block: its own to the label OPENSSH PRIVATE KEY,
/// libcrypto's to all others.
enum class PemReader : std::uint8_t { openssh, openssl };

/// weight_for is how heavy an irregularity is that libcrypto reads past.
[[nodiscard]] constexpr Weight weight_for(PemReader reader) {
  return reader == PemReader::openssh ? Weight::refused : Weight::harmless;
}

/// PemBody is what was read. After an error `bytes` holds what stood before the damage.
struct PemBody {
  std::vector<Header> headers{};
  SecureBytes bytes{};
  std::vector<LineMark> lines{};
  Base64Decoder::End end = Base64Decoder::End::whole;
  std::string_view unended{};   ///< what follows the last line end
  std::uint32_t last_line = 0;  ///< the last line that holds base64
  std::optional<OddLine> odd{};
  std::optional<Error> error{};  ///< bad_base64 or malformed, with the line
};

/// read_pem_body reads the text between the markers; `first_line` is the line of the BEGIN marker.
[[nodiscard]] PemBody read_pem_body(std::string_view between, std::uint32_t first_line,
                                    PemReader reader, Remarks& remarks);

}  // namespace osshkey::armor
