// SPDX-License-Identifier: MIT
// The kernel for every processor: the template with shifts and masks of the language.

#include "bcrypt_pbkdf/kernel_template.hpp"

namespace bcrypt_pbkdf {
namespace {

struct ShiftedFields {
  [[gnu::always_inline]] static std::uint32_t second(std::uint32_t word) {
    return word >> 16 & 0xff;
  }
  [[gnu::always_inline]] static std::uint32_t third(std::uint32_t word) { return word >> 8 & 0xff; }
};

}  // namespace

constinit const Kernel portable_kernel = make_kernel<ShiftedFields>({
    .name = "portable",
    .description = "interleaved chains in standard C++",
    .cpu_features = "",
    .runs_here = [] { return true; },
    .lanes = 5,
    .hash = {},
});

}  // namespace bcrypt_pbkdf
