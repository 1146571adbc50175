// SPDX-License-Identifier: MIT
// bcrypt_pbkdf, the key derivation of encrypted OpenSSH private keys, at the speed the processor
// allows.
//
//   std::array<std::uint8_t, 48> key;
//   const auto status = bcrypt_pbkdf::derive(passphrase, salt, 24, key);
//   if (status != bcrypt_pbkdf::Status::ok) {
//     std::puts(bcrypt_pbkdf::message(status));
//   }
//
// Every 32 bytes of output are a chain of `rounds` bcrypt_hash steps that depends on no other. The
// chains of one call, of all its requests, are computed several at a time on each thread;
// derive_many() gains most. All functions may be called from any thread at any time. None of them
// throws, prints or aborts.
#ifndef BCRYPT_PBKDF_BCRYPT_PBKDF_HPP
#define BCRYPT_PBKDF_BCRYPT_PBKDF_HPP

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <string_view>

#if defined(_WIN32)
#define BCRYPT_PBKDF_EXPORT
#else
#define BCRYPT_PBKDF_EXPORT __attribute__((visibility("default")))
#endif

namespace bcrypt_pbkdf {

/// The limits of OpenSSH's implementation: what the one refuses, the other refuses too.
inline constexpr std::size_t max_salt_size = std::size_t{1} << 20;
inline constexpr std::size_t max_output_size = 1024;

/// hash_size is how many bytes of output one chain yields.
inline constexpr std::size_t hash_size = 32;

/// Status says how a derivation ended. With any status but `ok` the output holds random bytes, so
/// that a caller who overlooks the status can't encrypt with a key that is all zeros or known.
enum class Status {
  ok,
  zero_rounds,       ///< rounds is 0
  empty_passphrase,  ///< the passphrase has no bytes
  bad_salt_size,     ///< the salt has no bytes, or more than max_salt_size
  bad_output_size,   ///< the output has no bytes, or more than max_output_size
  unknown_kernel,    ///< Options::kernel names none that runs on this processor
  cancelled,         ///< a stop was requested, or the progress callback threw
  out_of_memory,
};

/// message yields a sentence in English without a final point; it is static.
[[nodiscard]] BCRYPT_PBKDF_EXPORT const char* message(Status status) noexcept;

/// Request is one derivation of a batch. The spans are the caller's and must outlive the call; no
/// output may overlap another span of the call.
struct Request {
  std::span<const std::uint8_t> passphrase;
  std::span<const std::uint8_t> salt;
  std::uint32_t rounds = 0;
  std::span<std::uint8_t> output;
  Status status = Status::ok;  ///< set by derive_many()
};

/// Options say how a call computes; the defaults are one thread and the best kernel.
struct Options {
  /// How many threads compute, the calling one among them; 0 is one for each processor, as far as
  /// there is work for two lanes of each.
  unsigned threads = 1;

  /// The kernel to use by its name in kernels(); empty is the best one for this processor.
  std::string_view kernel = {};

  /// A requested stop ends the call within some milliseconds, with Status::cancelled for every
  /// valid request.
  std::stop_token stop = {};

  /// Called with the steps done and the total of all valid requests (cost_in_steps()), on the
  /// calling thread, some milliseconds apart; `done` only grows, and the last call of a finished
  /// derivation has done == total.
  std::function<void(std::uint64_t done, std::uint64_t total)> progress = {};
};

/// derive fills `output` with the key derived from the other arguments. The passphrase is read as
/// bytes. Fails with: each Status but `ok`. Source: bcrypt_pbkdf(3) of OpenBSD; PROTOCOL.key of
/// OpenSSH, section 2.
[[nodiscard]] BCRYPT_PBKDF_EXPORT Status derive(std::span<const std::uint8_t> passphrase,
                                                std::span<const std::uint8_t> salt,
                                                std::uint32_t rounds,
                                                std::span<std::uint8_t> output,
                                                const Options& options = {}) noexcept;

/// derive_many computes all requests together and sets the status of each; an invalid request
/// doesn't hinder the others. It yields `ok` if all are, else the first status that isn't. Requests
/// may differ in everything. Fails with: as derive().
BCRYPT_PBKDF_EXPORT Status derive_many(std::span<Request> requests,
                                       const Options& options = {}) noexcept;

/// cost_in_steps yields how many bcrypt_hash steps a derivation takes: the unit of
/// Options::progress. A caller who times one derivation can tell from it how long another one will
/// take.
[[nodiscard]] constexpr std::uint64_t cost_in_steps(std::uint32_t rounds, std::size_t output_size) {
  return std::uint64_t{rounds} * ((output_size + hash_size - 1) / hash_size);
}

/// KernelInfo describes one implementation of bcrypt_hash. Its texts are static.
struct KernelInfo {
  std::string_view name;
  std::string_view description;
  /// cpu_features is what it needs beyond the baseline, such as "bmi1"; empty where nothing.
  std::string_view cpu_features;
  unsigned lanes = 0;      ///< how many chains it computes at a time
  bool runs_here = false;  ///< whether this processor has the features
};

/// kernel_count yields the number of kernels in the library, and kernel_info the one at `index`,
/// best first, so that the first one with `runs_here` is the default; with an index past the end it
/// yields an empty KernelInfo.
[[nodiscard]] BCRYPT_PBKDF_EXPORT std::size_t kernel_count() noexcept;
[[nodiscard]] BCRYPT_PBKDF_EXPORT KernelInfo kernel_info(std::size_t index) noexcept;

/// default_kernel yields the name of the kernel that an empty Options::kernel stands for.
[[nodiscard]] BCRYPT_PBKDF_EXPORT std::string_view default_kernel() noexcept;

}  // namespace bcrypt_pbkdf

#endif  // BCRYPT_PBKDF_BCRYPT_PBKDF_HPP
