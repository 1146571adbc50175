// SPDX-License-Identifier: MIT
// The public calls: argument checks, the choice of a kernel, and what the outputs hold after an
// error.

#include <bcrypt_pbkdf/bcrypt_pbkdf.hpp>

#include "bcrypt_pbkdf/kernel.hpp"
#include "bcrypt_pbkdf/scheduler.hpp"

#include <sodium.h>

#include <new>

namespace bcrypt_pbkdf {
namespace {

Status check(const Request& request) {
  if (request.rounds == 0) {
    return Status::zero_rounds;
  }
  if (request.passphrase.empty()) {
    return Status::empty_passphrase;
  }
  if (request.salt.empty() || request.salt.size() > max_salt_size) {
    return Status::bad_salt_size;
  }
  if (request.output.empty() || request.output.size() > max_output_size) {
    return Status::bad_output_size;
  }
  return Status::ok;
}

Status compute(std::span<const Request> requests, const Options& options) {
  const Kernel* const kernel = find_kernel(options.kernel);
  if (kernel == nullptr) {
    return Status::unknown_kernel;
  }
  try {
    return run_chains(requests, *kernel, options);
  } catch (const std::bad_alloc&) {
    return Status::out_of_memory;
  }
}

/// scramble makes sure that nobody who ignores the status encrypts with a key of zeros.
void scramble(std::span<std::uint8_t> output) noexcept {
  // libsodium's generator is safe to use from several threads only after this.
  static const bool is_ready = sodium_init() >= 0;
  if (is_ready && !output.empty()) {
    randombytes_buf(output.data(), output.size());
  }
}

}  // namespace

const char* message(Status status) noexcept {
  switch (status) {
    case Status::ok:
      return "the key was derived";
    case Status::zero_rounds:
      return "the number of rounds is zero";
    case Status::empty_passphrase:
      return "the passphrase is empty";
    case Status::bad_salt_size:
      return "the salt is empty or longer than 1048576 bytes";
    case Status::bad_output_size:
      return "the output is empty or longer than 1024 bytes";
    case Status::unknown_kernel:
      return "there is no kernel of that name for this processor";
    case Status::cancelled:
      return "the derivation was cancelled";
    case Status::out_of_memory:
      return "there is not enough memory";
  }
  return "unknown status";
}

Status derive(std::span<const std::uint8_t> passphrase, std::span<const std::uint8_t> salt,
              std::uint32_t rounds, std::span<std::uint8_t> output,
              const Options& options) noexcept {
  Request request{.passphrase = passphrase, .salt = salt, .rounds = rounds, .output = output};
  return derive_many({&request, 1}, options);
}

Status derive_many(std::span<Request> requests, const Options& options) noexcept {
  for (Request& request : requests) {
    request.status = check(request);
  }
  const Status computed = compute(requests, options);
  Status first_error = Status::ok;
  for (Request& request : requests) {
    if (request.status == Status::ok) {
      request.status = computed;
    }
    if (request.status != Status::ok) {
      scramble(request.output);
      first_error = first_error == Status::ok ? request.status : first_error;
    }
  }
  return first_error;
}

std::size_t kernel_count() noexcept {
  return all_kernels().size();
}

KernelInfo kernel_info(std::size_t index) noexcept {
  if (index >= kernel_count()) {
    return {};
  }
  const Kernel& kernel = *all_kernels()[index];
  return {.name = kernel.name,
          .description = kernel.description,
          .cpu_features = kernel.cpu_features,
          .lanes = kernel.lanes,
          .runs_here = kernel.runs_here()};
}

std::string_view default_kernel() noexcept {
  return find_kernel({})->name;
}

}  // namespace bcrypt_pbkdf
