// SPDX-License-Identifier: MIT
// The kernel for every processor: the template with shifts and masks of the language.

#include "bcrypt_pbkdf/kernel_template.hpp"

namespace bcrypt_pbkdf {
namespace {

struct PortableRound {
  template <unsigned lane, unsigned N>
  [[gnu::always_inline]] static void apply(const LaneStates<N>& state, std::uint32_t x,
                                           std::uint32_t& older, unsigned subkey) {
    const auto& s = state.s[lane];
    const std::uint32_t f =
        ((s[0][x >> 24] + s[1][x >> 16 & 0xff]) ^ s[2][x >> 8 & 0xff]) + s[3][x & 0xff];
    older ^= state.p[subkey][lane];
    // Without this fence clang xors the subkey to f, on the critical path. With all lanes in use
    // there is no time lost on that path, and the freedom to order the instructions is worth more.
    if constexpr (N < max_lanes) {
      asm("" : "+r"(older));
    }
    older ^= f;
  }
};

}  // namespace

constinit const Kernel portable_kernel = make_kernel<PortableRound>({
    .name = "portable",
    .description = "interleaved chains in standard C++",
    .cpu_features = "",
    .runs_here = [] { return true; },
    .lanes = max_lanes,
    .hash = {},
});

}  // namespace bcrypt_pbkdf
