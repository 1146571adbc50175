// SPDX-License-Identifier: MIT
// The picture of a fingerprint, line by line the one that `ssh-keygen -lv` draws.
#pragma once

#include <string>
#include <vector>

#include <osshkey/public_key.hpp>

namespace tool::keyinfo {

/// randomart is the eleven lines of the picture.
[[nodiscard]] std::vector<std::string> randomart(const osshkey::PublicKey& key, osshkey::Hash hash);

}  // namespace tool::keyinfo
