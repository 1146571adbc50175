// SPDX-License-Identifier: MIT
// A kernel is data: a row with its name, what it needs of the processor and one function for each
// number of lanes. The rows stand in one list by preference; a derivation chooses one row once.
#ifndef BCRYPT_PBKDF_KERNEL_HPP
#define BCRYPT_PBKDF_KERNEL_HPP

#include <cstddef>
#include <cstdint>
#include <new>
#include <span>
#include <string_view>
#include <type_traits>

namespace bcrypt_pbkdf {

// A sixth lane gained nothing on the processors measured: five keep the arithmetic units busy.
inline constexpr unsigned max_lanes = 5;

// The text "OxychromaticBlowfishSwatDynamite" that bcrypt_hash encrypts, as big-endian words.
inline constexpr std::uint32_t magic[8] = {0x4f787963, 0x68726f6d, 0x61746963, 0x426c6f77,
                                           0x66697368, 0x53776174, 0x44796e61, 0x6d697465};

// Lane is one bcrypt_hash to compute. The inputs are SHA-512 digests as big-endian words; `hash`
// gets the eight words of the result, whose byte order bcrypt reverses when it writes them out.
struct Lane {
  const std::uint32_t (*passphrase)[16];
  const std::uint32_t (*salt)[16];
  std::uint32_t (*hash)[8];
};

// Scratch is the memory a kernel keeps its Blowfish states in. Each lane has 4 KiB of S-boxes,
// which fall once on each set of a 64-set cache when the lanes lie one behind the other; the rest
// holds subkeys and inputs.
struct alignas(4096) Scratch {
  std::byte memory[max_lanes * 4096 + 4096];

  template <typename State>
  State& as() {
    static_assert(sizeof(State) <= sizeof(memory) && alignof(State) <= 4096);
    static_assert(std::is_trivially_default_constructible_v<State>);
    return *::new (static_cast<void*>(memory)) State;
  }
};

// HashFunction computes bcrypt_hash for as many lanes as the function was made for.
using HashFunction = void (*)(Scratch& scratch, const Lane* lanes);

struct Kernel {
  const char* name;
  const char* description;
  const char* cpu_features;
  bool (*runs_here)();
  unsigned lanes;                // the most it computes at a time, which is also its fastest
  HashFunction hash[max_lanes];  // hash[n - 1] computes n lanes
};

extern constinit const Kernel reference_kernel;
extern constinit const Kernel portable_kernel;
#if defined(__x86_64__)
extern constinit const Kernel bmi1_kernel;
#endif

// all_kernels yields the rows by preference, those for other processors left in.
std::span<const Kernel* const> all_kernels();

// find_kernel yields the named kernel, the best one for an empty name, nullptr if there is none by
// that name or this processor can't run it.
const Kernel* find_kernel(std::string_view name);

}  // namespace bcrypt_pbkdf

#endif  // BCRYPT_PBKDF_KERNEL_HPP
