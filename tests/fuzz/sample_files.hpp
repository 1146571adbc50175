// SPDX-License-Identifier: MIT
// Good key files of each container, type and cipher, for the harnesses that begin with a file.
#pragma once

#include <vector>

#include "harness.hpp"

namespace osshkey::fuzz {

/// sample_files is the bytes of files that open with the passphrase of all seeds.
std::vector<Bytes> sample_files();

}  // namespace osshkey::fuzz
