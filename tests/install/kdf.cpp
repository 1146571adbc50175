// SPDX-License-Identifier: MIT
// A program that uses the standalone KDF and nothing else.
#include <array>
#include <cstdint>

#include <bcrypt_pbkdf/bcrypt_pbkdf.hpp>

int main() {
  const std::array<std::uint8_t, 4> passphrase{1};
  const std::array<std::uint8_t, 4> salt{2};
  std::array<std::uint8_t, 32> out{};
  return bcrypt_pbkdf::derive(passphrase, salt, 1, out) == bcrypt_pbkdf::Status::ok ? 0 : 1;
}
