// SPDX-License-Identifier: MIT
// The scheduler spreads the chains of all requests of a call over lanes and threads.
#ifndef BCRYPT_PBKDF_SCHEDULER_HPP
#define BCRYPT_PBKDF_SCHEDULER_HPP

#include <bcrypt_pbkdf/bcrypt_pbkdf.hpp>

#include "bcrypt_pbkdf/kernel.hpp"

#include <span>

namespace bcrypt_pbkdf {

// run_chains computes every request whose status is `ok`; their arguments must be valid. It yields
// `ok`, and all outputs are complete, or `cancelled`. Throws std::bad_alloc.
Status run_chains(std::span<const Request> requests, const Kernel& kernel, const Options& options);

}  // namespace bcrypt_pbkdf

#endif  // BCRYPT_PBKDF_SCHEDULER_HPP
