// SPDX-License-Identifier: MIT
// The kernel for x86-64 processors with BMI1 (Haswell, Excavator, Zen and later): bextr reads a
// byte out of the middle of a word in one instruction. The round is written in assembly because
// with five lanes the integer units are the limit, and compilers add moves to what it needs.

#include "bcrypt_pbkdf/kernel_template.hpp"

#if defined(__x86_64__)

namespace bcrypt_pbkdf {
namespace {

constexpr std::uint32_t bit_field(std::uint32_t first_bit, std::uint32_t bits) {
  return first_bit | bits << 8;
}

// In assembly, bextr needs no function that is compiled for another target, so that nothing of it
// can leak into code that runs everywhere.
struct Bmi1Round {
  template <unsigned lane, unsigned N>
  [[gnu::always_inline]] static void apply(const LaneStates<N>& state, std::uint32_t x,
                                           std::uint32_t& older, unsigned subkey) {
    std::uint64_t sum;
    std::uint64_t byte;
    asm("xorl %[subkey], %[older]\n\t"
        "movl %[x], %k[sum]\n\t"
        "shrl $24, %k[sum]\n\t"
        "bextr %[second], %[x], %k[byte]\n\t"
        "movl %c[s0](%[state],%q[sum],4), %k[sum]\n\t"
        "addl %c[s1](%[state],%q[byte],4), %k[sum]\n\t"
        "bextr %[third], %[x], %k[byte]\n\t"
        "xorl %c[s2](%[state],%q[byte],4), %k[sum]\n\t"
        "movzbl %b[x], %k[byte]\n\t"
        "addl %c[s3](%[state],%q[byte],4), %k[sum]\n\t"
        "xorl %k[sum], %[older]"
        : [older] "+r"(older), [sum] "=&r"(sum), [byte] "=&r"(byte)
        : [state] "r"(&state), [x] "r"(x), [second] "r"(bit_field(16, 8)),
          [third] "r"(bit_field(8, 8)), [s0] "i"(sizeof state.s[0] * lane),
          [s1] "i"(sizeof state.s[0] * lane + sizeof state.s[0][0]),
          [s2] "i"(sizeof state.s[0] * lane + 2 * sizeof state.s[0][0]),
          [s3] "i"(sizeof state.s[0] * lane + 3 * sizeof state.s[0][0]),
          [subkey] "m"(state.p[subkey][lane]), "m"(state)
        : "cc");
  }
};

}  // namespace

constinit const Kernel bmi1_kernel = make_kernel<Bmi1Round>({
    .name = "bmi1",
    .description = "interleaved chains, bit-field extraction",
    .cpu_features = "bmi1",
    .runs_here = [] { return __builtin_cpu_supports("bmi") != 0; },
    .lanes = max_lanes,
    .hash = {},
});

}  // namespace bcrypt_pbkdf

#endif
