// SPDX-License-Identifier: MIT
// What a file may ask for before it is refused. Each limit has a reason and can be raised.
#pragma once

#include <cstddef>
#include <cstdint>

namespace osshkey {

/// Limits bounds what opening one file may cost. They are applied before the expensive work.
struct Limits {
  /// Bytes of a file. A 16384-bit RSA key takes 13 KB; the largest salt that OpenSSH reads (1 MiB)
  /// takes 1.4 MB of base64. OpenSSH itself stops at 128 MiB.
  std::size_t file_size = std::size_t{4} << 20;

  /// bcrypt rounds. ssh-keygen's default is 24, the largest number found in guides and bug reports
  /// is some thousands. 65536 rounds take some minutes of one core; a flipped bit in the
  /// rounds field usually asks for years. Only unlocking is refused, never inspection.
  std::uint32_t rounds = 65536;

  /// Keys in one openssh-key-v1 file. OpenSSH reads one; no writer of more than a few is known.
  std::uint32_t keys = 64;

  /// Bits of an RSA modulus or of a DSA prime. OpenSSH stops at 16384, and so does the reader of
  /// numbers, whatever stands here: proving a larger key would take seconds.
  std::uint32_t key_bits = 16384;

  /// Iterations of PBKDF2 and of the PKCS#12 and PKCS#5 version 1 derivations. OpenSSL's default is
  /// 2048, password managers write up to some millions; ten millions take seconds.
  std::uint64_t pbkdf2_iterations = 10'000'000;

  /// Bytes that scrypt or Argon2 may allocate. PuTTY's default is 8 MiB, OpenSSL's scrypt 16 MiB.
  std::uint64_t kdf_memory = std::uint64_t{1} << 30;

  /// Argon2's passes over its memory, and scrypt's parallelisation: they multiply the time.
  /// Together with the memory they are bounded to 64 passes over kdf_memory.
  std::uint32_t kdf_passes = 4096;
};

}  // namespace osshkey
