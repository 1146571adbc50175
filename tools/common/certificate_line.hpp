// SPDX-License-Identifier: MIT
// A certificate as the line that ssh reads from a `-cert.pub` file.
#pragma once

#include <string>

#include <osshkey/public_key.hpp>

namespace tool {

/// certificate_line is `TYPE BASE64` of the key's certificate, which must not be empty.
[[nodiscard]] std::string certificate_line(const osshkey::PublicKey& key);

}  // namespace tool
