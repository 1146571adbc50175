// SPDX-License-Identifier: MIT
// One line from the terminal without echo, which is restored whatever happens.
#pragma once

#include <string_view>

#include <osshkey/error.hpp>
#include <osshkey/secure_memory.hpp>

namespace tool {

/// prompt shows the question and reads a line. A signal that ends or stops the process finds the
/// terminal as it was; after a stop the question is asked again.
/// Fails with: io_error, needs_passphrase (end of input).
[[nodiscard]] osshkey::Result<osshkey::SecureBytes> prompt(int terminal, std::string_view question);

}  // namespace tool
