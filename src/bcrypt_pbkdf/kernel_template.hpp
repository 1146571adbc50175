// SPDX-License-Identifier: MIT
// bcrypt_hash for N lanes at once. One chain waits for the cache most of the time, about ten cycles
// a round; N independent chains in one instruction stream fill each other's waits. A lane's round
// comes from a policy: a kernel for one processor differs from the portable one in that only.
#ifndef BCRYPT_PBKDF_KERNEL_TEMPLATE_HPP
#define BCRYPT_PBKDF_KERNEL_TEMPLATE_HPP

#include "bcrypt_pbkdf/blowfish_tables.hpp"
#include "bcrypt_pbkdf/kernel.hpp"

#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <utility>

namespace bcrypt_pbkdf {

// LaneStates keeps all lanes behind one base address, so that every access is this one register, an
// index and a constant: five lanes would not have the registers for a pointer each.
template <unsigned N>
struct LaneStates {
  std::uint32_t s[N][4][256];
  std::uint32_t p[18][N];
  std::uint32_t passphrase[16][N];
  std::uint32_t salt[16][N];
};

// Round::apply<lane>(state, x, older, subkey) computes older ^= state.p[subkey][lane] ^ F(x) with
// the S-boxes of `lane`. The subkey is that of the next round, in which `older` is the input: xored
// here, where nothing waits for it, it stays off the critical path, which is the loads of the
// S-boxes and the sums over them.
template <typename Round, unsigned N>
class Lanes {
 public:
  static void hash(Scratch& scratch, const Lane* lanes) {
    auto& state = scratch.as<LaneStates<N>>();
    for (unsigned lane = 0; lane < N; ++lane) {
      std::memcpy(state.s[lane], blowfish_tables.s, sizeof blowfish_tables.s);
      for (unsigned i = 0; i < 18; ++i) {
        state.p[i][lane] = blowfish_tables.p[i];
      }
      for (unsigned i = 0; i < 16; ++i) {
        state.passphrase[i][lane] = (*lanes[lane].passphrase)[i];
        state.salt[i][lane] = (*lanes[lane].salt)[i];
      }
    }
    expand(state, state.passphrase, [&state](Halves& block, unsigned i) {
      each_lane([&]<unsigned lane>() __attribute__((always_inline)) {
        block.left[lane] ^= state.salt[i % 16][lane];
        block.right[lane] ^= state.salt[i % 16 + 1][lane];
      });
    });
    const auto no_salt = [](Halves&, unsigned) {};
    for (int i = 0; i < 64; ++i) {
      for (const auto* key : {&state.salt, &state.passphrase}) {
        expand(state, *key, no_salt);
      }
    }
    for (unsigned i = 0; i < 8; i += 2) {
      Halves block;
      for (unsigned lane = 0; lane < N; ++lane) {
        block.left[lane] = magic[i];
        block.right[lane] = magic[i + 1];
      }
      for (int repeat = 0; repeat < 64; ++repeat) {
        encrypt(state, block);
      }
      for (unsigned lane = 0; lane < N; ++lane) {
        (*lanes[lane].hash)[i] = block.left[lane];
        (*lanes[lane].hash)[i + 1] = block.right[lane];
      }
    }
  }

 private:
  struct Halves {
    std::uint32_t left[N];
    std::uint32_t right[N];
  };

  // Unrolled by the language: compilers keep an array in registers only if its indices are
  // constants from the start, and a loop over the lanes isn't unrolled at -O2. The attribute has to
  // be in GNU form: behind a lambda's parameters, [[gnu::always_inline]] would be ignored.
  template <typename Body>
  [[gnu::always_inline]] static void each_lane(const Body& body) {
    [&]<unsigned... lane>(std::integer_sequence<unsigned, lane...>) __attribute__((always_inline)) {
      (body.template operator()<lane>(), ...);
    }(std::make_integer_sequence<unsigned, N>{});
  }

  [[gnu::always_inline]] static void round(const LaneStates<N>& state, const std::uint32_t (&x)[N],
                                           std::uint32_t (&older)[N], unsigned subkey) {
    each_lane([&]<unsigned lane>() __attribute__((always_inline)) {
      Round::template apply<lane>(state, x[lane], older[lane], subkey);
    });
  }

  [[gnu::always_inline]] static void encrypt(const LaneStates<N>& state, Halves& block) {
    each_lane([&]<unsigned lane>()
                  __attribute__((always_inline)) { block.left[lane] ^= state.p[0][lane]; });
    [&]<unsigned... i>(std::integer_sequence<unsigned, i...>) __attribute__((always_inline)) {
      ((round(state, block.left, block.right, 2 * i + 1),
        round(state, block.right, block.left, 2 * i + 2)),
       ...);
    }(std::make_integer_sequence<unsigned, 8>{});
    each_lane([&]<unsigned lane>() __attribute__((always_inline)) {
      const std::uint32_t last = block.right[lane] ^ state.p[17][lane];
      block.right[lane] = block.left[lane];
      block.left[lane] = last;
    });
  }

  template <typename XorSalt>
  [[gnu::always_inline]] static void expand(LaneStates<N>& state, const std::uint32_t (&key)[16][N],
                                            const XorSalt& xor_salt) {
    for (unsigned i = 0; i < 18; ++i) {
      each_lane([&]<unsigned lane>()
                    __attribute__((always_inline)) { state.p[i][lane] ^= key[i % 16][lane]; });
    }
    Halves block{};
    for (unsigned i = 0; i < 18 + 4 * 256; i += 2) {
      xor_salt(block, i);
      encrypt(state, block);
      each_lane([&]<unsigned lane>() __attribute__((always_inline)) {
        if (i < 18) {
          state.p[i][lane] = block.left[lane];
          state.p[i + 1][lane] = block.right[lane];
        } else {
          auto& box = state.s[lane][(i - 18) / 256];
          box[(i - 18) % 256] = block.left[lane];
          box[(i - 18) % 256 + 1] = block.right[lane];
        }
      });
    }
  }
};

// make_kernel yields the row of a kernel whose lanes all come from the template.
template <typename Round>
constexpr Kernel make_kernel(Kernel row) {
  [&]<unsigned... n>(std::integer_sequence<unsigned, n...>) {
    ((row.hash[n] = &Lanes<Round, n + 1>::hash), ...);
  }(std::make_integer_sequence<unsigned, max_lanes>{});
  return row;
}

}  // namespace bcrypt_pbkdf

#endif  // BCRYPT_PBKDF_KERNEL_TEMPLATE_HPP
