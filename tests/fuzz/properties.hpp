// SPDX-License-Identifier: MIT
// What must hold for any input: of errors, of keys that open, and of whole files.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <osshkey/osshkey.hpp>

namespace osshkey::fuzz {

/// passphrase is the one of all encrypted seeds.
inline constexpr std::string_view passphrase = "a passphrase";

/// expect aborts with the sentence where the property doesn't hold.
void expect(bool holds, std::string_view sentence);
/// expect_same aborts with both texts where they differ.
void expect_same(std::string_view a, std::string_view b, std::string_view sentence);

/// quick_policy has limits so low that no input takes long.
Policy quick_policy(Strictness strictness);

/// describe is everything that an error says, or all that an inspection shows, as one text.
std::string describe(const Error& error);
std::string describe(const Inspection& inspection);

/// fingerprints is those of all keys, in their order.
std::string fingerprints(const Keys& keys);

/// check_error holds for the error of a file of `size` bytes.
void check_error(const Error& error, std::size_t size, Strictness strictness);
/// check_decrypted_error holds for an error found in decrypted bytes: it names no place.
void check_decrypted_error(const Error& error);
/// check_public_key holds for every public key that was parsed.
void check_public_key(const PublicKey& key);
/// check_private_key holds for every key that opened: where it is proved, its public half verifies
/// what its private half signs.
void check_private_key(const PrivateKey& key);

/// check_file holds for any bytes, under both policies. Yields the keys that the forgiving one
/// opens.
std::optional<Keys> check_file(ByteView bytes);

}  // namespace osshkey::fuzz
