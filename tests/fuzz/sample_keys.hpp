// SPDX-License-Identifier: MIT
// One key of each type, and one with a certificate, always the same.
#pragma once

#include <osshkey/key_file.hpp>

#include "harness.hpp"

namespace osshkey::fuzz {

const Keys& sample_keys();

}  // namespace osshkey::fuzz
