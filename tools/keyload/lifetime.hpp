// SPDX-License-Identifier: MIT
// Times as OpenSSH's programs take them (sshd_config(5), TIME FORMATS).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace tool::keyload {

/// parse_lifetime is the seconds of a sum such as `1h30m` or `90`, units `smhdw` in either case;
/// nothing where it has another form or is over 2^31 - 1.
[[nodiscard]] std::optional<std::uint32_t> parse_lifetime(std::string_view text);

}  // namespace tool::keyload
