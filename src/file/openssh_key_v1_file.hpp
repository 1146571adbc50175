// SPDX-License-Identifier: MIT
// An openssh-key-v1 file: what it shows, what is checked before the KDF, and how it is opened.
#pragma once

#include <memory>

#include "file/key_opener.hpp"

namespace osshkey {

/// read_openssh_key_v1 fills in the inspection from decoded bytes and takes them over. Everything
/// that can be refused without the passphrase is refused here, in `inspection.error`; the opener is
/// null then.
[[nodiscard]] std::unique_ptr<KeyOpener> read_openssh_key_v1(SecureBytes decoded,
                                                             const Policy& policy,
                                                             Inspection& inspection);

}  // namespace osshkey
