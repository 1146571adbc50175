// SPDX-License-Identifier: MIT
// What a strict policy has against a file or its keys: the forms and keys that OpenSSH refuses.
#pragma once

#include <optional>
#include <span>

#include <osshkey/key_file.hpp>

namespace osshkey {

/// refusal is the first note on an irregular form, as an error of the same word.
[[nodiscard]] std::optional<Error> refusal(std::span<const Note> notes);

/// refusal_of_key is what speaks against the first key that is refused.
[[nodiscard]] std::optional<Error> refusal_of_key(const Inspection& inspection);
[[nodiscard]] std::optional<Error> refusal_of_key(const Keys& keys);

}  // namespace osshkey
