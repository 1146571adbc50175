// SPDX-License-Identifier: MIT
// The input of the harnesses that look at a private section: `byte cipher, string public key`, and
// the section without its check values. These and the padding are put in, so that no change stops
// at them.
#pragma once

#include <optional>
#include <string>

#include <osshkey/key_file.hpp>

#include "cipher/cipher.hpp"
#include "harness.hpp"

namespace osshkey::fuzz {

struct SectionInput {
  const cipher::Cipher* cipher = nullptr;
  ByteView public_key{};
  ByteView section{};
};

/// read_section_input is unset where the input is too short.
std::optional<SectionInput> read_section_input(ByteView input);

/// SectionOutcome is what came of opening the section in an envelope of its own.
struct SectionOutcome {
  Inspection inspection{};
  Result<Keys> keys{};
};

/// open_section encrypts the section by a cipher, wraps it, and opens it. Unset where libcrypto
/// lacks the cipher.
std::optional<SectionOutcome> open_section(const SectionInput& input, const cipher::Cipher& cipher);

/// section_seeds has one input for each sample key.
std::vector<Bytes> section_seeds();

}  // namespace osshkey::fuzz
