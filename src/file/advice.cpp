// SPDX-License-Identifier: MIT
// The thresholds of the advice, each with its reason.
#include "file/advice.hpp"

#include <string>

namespace osshkey {

namespace {

// ssh-keygen's default until OpenSSH 9.4, which made it 24.
constexpr std::uint64_t least_rounds = 16;

// NIST SP 800-57 disallows shorter RSA keys since 2014.
constexpr unsigned least_rsa_bits = 2048;

/// is_single_hash names the derivations that cost an attacker one hash for each guess.
bool is_single_hash(std::string_view kdf) {
  return kdf == "evp-bytestokey-md5" || kdf == "sha1-ppk2";
}

}  // namespace

void advise_on_encryption(cipher::Age age, Inspection& inspection) {
  if (!inspection.encrypted) {
    inspection.notes.push_back({.code = errc::unencrypted});
    return;
  }
  if (age != cipher::Age::current) {
    inspection.notes.push_back({.code = errc::weak_cipher, .detail = inspection.cipher});
  }
  if (is_single_hash(inspection.kdf)) {
    inspection.notes.push_back({.code = errc::weak_kdf, .detail = inspection.kdf});
  } else if (inspection.kdf == "bcrypt" && inspection.rounds < least_rounds) {
    inspection.notes.push_back(
        {.code = errc::weak_kdf, .detail = std::to_string(inspection.rounds) + " rounds"});
  }
}

void advise_on_key(const PublicKey& key, std::vector<Note>& notes) {
  if (key.type() == "ssh-dss") {
    notes.push_back({.code = errc::weak_key, .detail = "DSA, which OpenSSH 10 no longer reads"});
  } else if (key.type() == "ssh-rsa" && key.bits() < least_rsa_bits) {
    notes.push_back(
        {.code = errc::weak_key, .detail = "RSA with " + std::to_string(key.bits()) + " bits"});
  }
}

}  // namespace osshkey
