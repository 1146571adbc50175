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

}  // namespace

void advise_on_encryption(const cipher::Cipher& row, Inspection& inspection) {
  if (!inspection.encrypted) {
    inspection.notes.push_back({.code = errc::unencrypted});
    return;
  }
  if (row.age != cipher::Age::current) {
    inspection.notes.push_back({.code = errc::weak_cipher, .detail = std::string(row.name)});
  }
  if (inspection.rounds < least_rounds) {
    inspection.notes.push_back(
        {.code = errc::weak_kdf, .detail = std::to_string(inspection.rounds) + " rounds"});
  }
}

void advise_on_key(const PublicKey& key, std::vector<Note>& notes) {
  if (key.type() == "ssh-dss") {
    notes.push_back({.code = errc::weak_key, .detail = "DSA, which OpenSSH 10 no longer reads"});
  } else if (key.type() == "ssh-rsa" && key.bits() < least_rsa_bits) {
    notes.push_back({.code = errc::weak_key, .detail = "RSA with " + std::to_string(key.bits()) + " bits"});
  }
}

}  // namespace osshkey
