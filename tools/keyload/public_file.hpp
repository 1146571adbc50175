// SPDX-License-Identifier: MIT
// The public files beside a private one: FILE.pub and FILE-cert.pub.
#pragma once

#include <optional>
#include <string>

#include <osshkey/public_key.hpp>

#include "trouble.hpp"

namespace tool::keyload {

/// read_public_file is the key or certificate in a file of one line; nothing where there is no such
/// file.
[[nodiscard]] std::optional<Outcome<osshkey::PublicKey>> read_public_file(const std::string& path);

/// certificate_path is where the certificate of a key file lies, as ssh-keygen names it.
[[nodiscard]] std::string certificate_path(const std::string& path);

}  // namespace tool::keyload
