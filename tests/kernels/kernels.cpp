// SPDX-License-Identifier: MIT
// Checks every kernel and lane count against the reference on edge fills and random input, and with
// --bench times them: cycles for one block encryption of one chain, beside the reference run once
// for each lane.
//   test_kernels [--seed N] [--bench]

#include "bcrypt_pbkdf/kernel.hpp"
#include "support/cycle_clock.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <memory>
#include <random>
#include <span>
#include <string_view>
#include <vector>

namespace {

using bcrypt_pbkdf::Kernel;
using bcrypt_pbkdf::Lane;
using bcrypt_pbkdf::max_lanes;
using bcrypt_pbkdf::reference_kernel;
using bcrypt_pbkdf::Scratch;

struct Input {
  std::uint32_t passphrase[16];
  std::uint32_t salt[16];
};

struct Case {
  const char* what;
  std::array<Input, max_lanes> inputs;
};

using Hashes = std::array<std::array<std::uint32_t, 8>, max_lanes>;

// One bcrypt_hash encrypts 521 blocks for each of 1 + 2 * 64 key schedules, then 4 blocks 64 times
// each.
constexpr double blocks_per_hash = 521 * 129 + 4 * 64;

Hashes run(const Kernel& kernel, unsigned lanes, const std::array<Input, max_lanes>& inputs,
           Scratch& scratch) {
  std::uint32_t hash[max_lanes][8];
  Lane lane[max_lanes] = {};
  for (unsigned i = 0; i < lanes; ++i) {
    lane[i] = {&inputs[i].passphrase, &inputs[i].salt, &hash[i]};
  }
  kernel.hash[lanes - 1](scratch, lane);
  Hashes hashes{};
  for (unsigned i = 0; i < lanes; ++i) {
    std::ranges::copy(hash[i], hashes[i].begin());
  }
  return hashes;
}

// The plain loop: the reference for one lane after the other.
Hashes run_reference(unsigned lanes, const std::array<Input, max_lanes>& inputs, Scratch& scratch) {
  Hashes hashes{};
  for (unsigned i = 0; i < lanes; ++i) {
    hashes[i] = run(reference_kernel, 1, {inputs[i]}, scratch)[0];
  }
  return hashes;
}

std::vector<Case> make_cases(unsigned seed) {
  std::vector<Case> cases;
  const auto filled = [&](const char* what, std::uint32_t passphrase, std::uint32_t salt) {
    Case& added = cases.emplace_back();
    added.what = what;
    for (Input& input : added.inputs) {
      std::ranges::fill(input.passphrase, passphrase);
      std::ranges::fill(input.salt, salt);
    }
  };
  filled("all zero", 0, 0);
  filled("all ones", 0xffffffff, 0xffffffff);
  filled("passphrase ones, salt zero", 0xffffffff, 0);
  filled("passphrase zero, salt ones", 0, 0xffffffff);
  filled("top bits only", 0x80000000, 0x80000000);
  filled("low bytes only", 0x000000ff, 0x0000ff00);

  // Lanes that differ in one bit each show a lane that reads another's memory.
  filled("one bit a lane", 0, 0);
  for (unsigned i = 0; i < max_lanes; ++i) {
    cases.back().inputs[i].passphrase[i] = 1u << i;
    cases.back().inputs[i].salt[15 - i] = 1u << (31 - i);
  }

  std::mt19937 random(seed);
  const auto word = [&random] { return static_cast<std::uint32_t>(random()); };
  for (int i = 0; i < 5; ++i) {
    filled("random", 0, 0);
    for (Input& input : cases.back().inputs) {
      std::ranges::generate(input.passphrase, word);
      std::ranges::generate(input.salt, word);
    }
  }
  return cases;
}

void print_words(const char* name, std::span<const std::uint32_t> words) {
  std::printf("    %s", name);
  for (const std::uint32_t word : words) {
    std::printf(" %08x", word);
  }
  std::printf("\n");
}

// Yields how many lanes got a wrong hash.
unsigned compare(const Kernel& kernel, unsigned lanes, const Case& tested, unsigned seed,
                 Scratch& scratch) {
  const Hashes expected = run_reference(lanes, tested.inputs, scratch);
  const Hashes got = run(kernel, lanes, tested.inputs, scratch);
  unsigned wrong = 0;
  for (unsigned i = 0; i < lanes; ++i) {
    if (got[i] != expected[i]) {
      ++wrong;
      std::printf("%s, %u lanes: lane %u differs (%s, seed %u)\n", kernel.name, lanes, i,
                  tested.what, seed);
      print_words("passphrase", tested.inputs[i].passphrase);
      print_words("salt      ", tested.inputs[i].salt);
      print_words("expected  ", expected[i]);
      print_words("got       ", got[i]);
    }
  }
  return wrong;
}

unsigned check(const std::vector<Case>& cases, unsigned seed, Scratch& scratch) {
  unsigned wrong = 0;
  for (const Kernel* kernel : bcrypt_pbkdf::all_kernels()) {
    if (!kernel->runs_here()) {
      std::printf("%s: needs %s, not checked\n", kernel->name, kernel->cpu_features);
      continue;
    }
    for (unsigned lanes = 1; lanes <= kernel->lanes; ++lanes) {
      for (const Case& tested : cases) {
        wrong += compare(*kernel, lanes, tested, seed, scratch);
      }
    }
    std::printf("%s: 1 to %u lanes, %zu inputs each\n", kernel->name, kernel->lanes, cases.size());
  }
  return wrong;
}

template <typename Work>
double median_cycles_per_block(unsigned lanes, const Work& work) {
  std::array<double, 11> results;
  for (double& result : results) {
    result = test::cycles_of(work) / (blocks_per_hash * lanes);
  }
  std::ranges::sort(results);
  return results[results.size() / 2];
}

void bench(const Case& input, Scratch& scratch) {
  std::printf(
      "\ncycles for a block of a chain (latency bound of one chain: 160)\n%-10s %6s %10s %10s\n",
      "kernel", "lanes", "cycles", "plain loop");
  for (const Kernel* kernel : bcrypt_pbkdf::all_kernels()) {
    if (!kernel->runs_here()) {
      continue;
    }
    for (unsigned lanes = 1; lanes <= kernel->lanes; ++lanes) {
      const double cycles =
          median_cycles_per_block(lanes, [&] { run(*kernel, lanes, input.inputs, scratch); });
      const double plain =
          median_cycles_per_block(lanes, [&] { run_reference(lanes, input.inputs, scratch); });
      std::printf("%-10s %6u %10.1f %10.1f\n", kernel->name, lanes, cycles, plain);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  unsigned seed = std::random_device()();
  bool benchmark = false;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "--bench") {
      benchmark = true;
    } else if (argument == "--seed" && i + 1 < argc) {
      const char* const text = argv[++i];
      std::from_chars(text, text + std::strlen(text), seed);
    } else {
      std::printf("usage: test_kernels [--seed N] [--bench]\n");
      return 2;
    }
  }
  const auto scratch = std::make_unique<Scratch>();
  const std::vector<Case> cases = make_cases(seed);
  std::printf("seed %u\n", seed);
  const unsigned wrong = check(cases, seed, *scratch);
  if (benchmark) {
    bench(cases.back(), *scratch);
  }
  std::printf("%s\n", wrong == 0 ? "all kernels agree with the reference" : "MISMATCH");
  return wrong == 0 ? 0 : 1;
}
