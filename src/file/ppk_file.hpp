// SPDX-License-Identifier: MIT
// PuTTY's files: public key and comment in clear, the private key encrypted or not, and a MAC over
// all of it.
#pragma once

#include <memory>

#include "file/key_opener.hpp"

namespace osshkey {

/// read_ppk fills in the inspection, public key and comment included, and takes the text over. What
/// can be refused without the passphrase is in `inspection.error`, and the opener is null then.
[[nodiscard]] std::unique_ptr<KeyOpener> read_ppk(SecureBytes text, const Policy& policy,
                                                  Inspection& inspection);

}  // namespace osshkey
