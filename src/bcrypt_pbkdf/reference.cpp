// SPDX-License-Identifier: MIT
// bcrypt_hash in its plainest form: one chain, loops as in the definition (Provos and Mazieres, "A
// Future-Adaptable Password Scheme", 1999, with the 64-byte inputs and the magic text of
// bcrypt_pbkdf). Always built; slow and easy to check by eye.

#include "bcrypt_pbkdf/reference.hpp"

#include "bcrypt_pbkdf/blowfish_tables.hpp"

#include <utility>

namespace bcrypt_pbkdf {
namespace {

struct Halves {
  std::uint32_t left;
  std::uint32_t right;
};

Halves encrypt(const BlowfishTables& state, Halves block) {
  for (int round = 0; round < 16; ++round) {
    block.left ^= state.p[round];
    const std::uint32_t x = block.left;
    block.right ^=
        ((state.s[0][x >> 24] + state.s[1][x >> 16 & 0xff]) ^ state.s[2][x >> 8 & 0xff]) +
        state.s[3][x & 0xff];
    std::swap(block.left, block.right);
  }
  std::swap(block.left, block.right);
  return {block.left ^ state.p[17], block.right ^ state.p[16]};
}

void expand(BlowfishTables& state, const std::uint32_t (&key)[16],
            const std::uint32_t (&salt)[16]) {
  for (int i = 0; i < 18; ++i) {
    state.p[i] ^= key[i % 16];
  }
  Halves block{0, 0};
  int position = 0;
  const auto next = [&] {
    block = encrypt(state, {block.left ^ salt[position], block.right ^ salt[position + 1]});
    position = (position + 2) % 16;
    return block;
  };
  for (int i = 0; i < 18; i += 2) {
    const Halves pair = next();
    state.p[i] = pair.left;
    state.p[i + 1] = pair.right;
  }
  for (auto& box : state.s) {
    for (int i = 0; i < 256; i += 2) {
      const Halves pair = next();
      box[i] = pair.left;
      box[i + 1] = pair.right;
    }
  }
}

}  // namespace

void reference_hash(Scratch& scratch, const Lane* lanes) {
  constexpr std::uint32_t no_salt[16] = {};
  auto& state = scratch.as<BlowfishTables>();
  state = blowfish_tables;
  expand(state, *lanes->passphrase, *lanes->salt);
  for (int i = 0; i < 64; ++i) {
    expand(state, *lanes->salt, no_salt);
    expand(state, *lanes->passphrase, no_salt);
  }
  for (int i = 0; i < 8; i += 2) {
    Halves block{magic[i], magic[i + 1]};
    for (int repeat = 0; repeat < 64; ++repeat) {
      block = encrypt(state, block);
    }
    (*lanes->hash)[i] = block.left;
    (*lanes->hash)[i + 1] = block.right;
  }
}

}  // namespace bcrypt_pbkdf
