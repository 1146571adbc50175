// SPDX-License-Identifier: MIT
// The list of kernels by preference, and the choice of one by name.

#include "bcrypt_pbkdf/kernel.hpp"

#include "bcrypt_pbkdf/reference.hpp"

namespace bcrypt_pbkdf {

constinit const Kernel reference_kernel = {
    .name = "reference",
    .description = "one chain in the plainest form",
    .cpu_features = "",
    .runs_here = [] { return true; },
    .lanes = 1,
    .hash = {&reference_hash},
};

std::span<const Kernel* const> all_kernels() {
  static constexpr const Kernel* kernels[] = {
#if defined(__x86_64__)
      &bmi1_kernel,
#endif
      &portable_kernel,
      &reference_kernel,
  };
  return kernels;
}

const Kernel* find_kernel(std::string_view name) {
  for (const Kernel* kernel : all_kernels()) {
    if ((name.empty() || name == kernel->name) && kernel->runs_here()) {
      return kernel;
    }
  }
  return nullptr;
}

}  // namespace bcrypt_pbkdf
