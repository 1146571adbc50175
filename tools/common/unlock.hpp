// SPDX-License-Identifier: MIT
// Unlocking as a tool does it: on all processors, with a bar where it takes long, until Ctrl-C.
#pragma once

#include <span>
#include <vector>

#include <osshkey/osshkey.hpp>

namespace tool {

/// unlock_together unlocks each file with its passphrase: those whose derivation is bcrypt in one
/// batch, the others after it, one by one. There is one passphrase and one result a file, in their
/// order. Progress is shown for the batch, and a signal (InterruptWatch::signal()) cancels it; the
/// files that were left then end as cancelled.
[[nodiscard]] std::vector<osshkey::Result<osshkey::Keys>> unlock_together(
    std::span<osshkey::KeyFile* const> files, std::span<const osshkey::ByteView> passphrases);

/// unlock_watched is unlock_together() for one file.
[[nodiscard]] osshkey::Result<osshkey::Keys> unlock_watched(osshkey::KeyFile& file,
                                                            osshkey::ByteView passphrase);

}  // namespace tool
