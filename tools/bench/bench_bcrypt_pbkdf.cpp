// SPDX-License-Identifier: MIT
// Google Benchmark of the KDF: each kernel and lane count in cycles for a block of a chain, with
// the latency bound of a single chain beside it, whole derivations, batches, and guesses at a
// passphrase over threads.

#include <bcrypt_pbkdf/bcrypt_pbkdf.hpp>

#include "bcrypt_pbkdf/kernel.hpp"
#include "support/cycle_clock.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

namespace {

using bcrypt_pbkdf::Kernel;
using bcrypt_pbkdf::max_lanes;
using bcrypt_pbkdf::Status;

// One bcrypt_hash encrypts 521 blocks for each of 1 + 2 * 64 key schedules, then 4 blocks 64 times
// each.
constexpr double blocks_per_hash = 521 * 129 + 4 * 64;

// 16 rounds of: extract a byte (1), load (5), add, xor, add, xor (1 each).
constexpr double latency_bound = 160;

using Bytes = std::vector<std::uint8_t>;

template <typename... Parts>
std::string text(const Parts&... parts) {
  std::ostringstream out;
  (out << ... << parts);
  return out.str();
}

Bytes bytes(const std::string& text) {
  return Bytes(text.begin(), text.end());
}

void kernel(benchmark::State& state, const Kernel& kernel, unsigned lanes) {
  const auto scratch = std::make_unique<bcrypt_pbkdf::Scratch>();
  std::uint32_t passphrase[max_lanes][16];
  std::uint32_t salt[max_lanes][16];
  std::uint32_t hash[max_lanes][8];
  bcrypt_pbkdf::Lane lane[max_lanes] = {};
  for (unsigned i = 0; i < lanes; ++i) {
    std::ranges::fill(passphrase[i], i);
    std::ranges::fill(salt[i], ~i);
    lane[i] = {&passphrase[i], &salt[i], &hash[i]};
  }
  double cycles = 0;
  for ([[maybe_unused]] auto iteration : state) {
    cycles += test::cycles_of([&] { kernel.hash[lanes - 1](*scratch, lane); });
    benchmark::DoNotOptimize(hash);
  }
  state.counters["cycles/block"] =
      cycles / (static_cast<double>(state.iterations()) * lanes * blocks_per_hash);
  state.counters["1-chain bound"] = latency_bound;
}

// Derives `count` keys in one call, each from a passphrase of its own.
void derive(benchmark::State& state, std::size_t count, std::size_t size, std::uint32_t rounds,
            unsigned threads) {
  const Bytes salt = bytes("0123456789abcdef");
  std::vector<Bytes> passphrases;
  std::vector<Bytes> outputs(count, Bytes(size));
  std::vector<bcrypt_pbkdf::Request> requests;
  for (std::size_t i = 0; i < count; ++i) {
    passphrases.push_back(bytes(text("guess ", i)));
  }
  for (std::size_t i = 0; i < count; ++i) {
    requests.push_back({passphrases[i], salt, rounds, outputs[i]});
  }
  bcrypt_pbkdf::Options options;
  options.threads = threads;
  for ([[maybe_unused]] auto iteration : state) {
    if (bcrypt_pbkdf::derive_many(requests, options) != Status::ok) {
      state.SkipWithError("the derivation failed");
      return;
    }
  }
  state.counters["keys/s"] =
      benchmark::Counter(static_cast<double>(state.iterations()) * static_cast<double>(count),
                         benchmark::Counter::kIsRate);
}

void register_derivation(std::string name, std::size_t count, std::size_t size,
                         std::uint32_t rounds, unsigned threads) {
  name = text(name, "/", size, "/", rounds);
  if (count > 1) {
    name = text(name, "/keys:", count, "/threads:", threads);
  }
  benchmark::RegisterBenchmark(
      name.c_str(), [=](benchmark::State& state) { derive(state, count, size, rounds, threads); })
      ->Unit(benchmark::kMillisecond)
      ->UseRealTime()
      ->MeasureProcessCPUTime();
}

void register_all() {
  for (const Kernel* row : bcrypt_pbkdf::all_kernels()) {
    for (unsigned lanes = 1; row->runs_here() && lanes <= row->lanes; ++lanes) {
      const std::string name = text("kernel/", row->name, "/lanes:", lanes);
      benchmark::RegisterBenchmark(
          name.c_str(), [row, lanes](benchmark::State& state) { kernel(state, *row, lanes); })
          ->Unit(benchmark::kMillisecond)
          ->UseRealTime();
    }
  }
  const std::pair<std::size_t, std::uint32_t> cases[] = {{12, 2},  {32, 4},  {64, 8},  {16, 42},
                                                         {32, 16}, {48, 16}, {48, 24}, {64, 24}};
  for (const auto& [size, rounds] : cases) {
    register_derivation("derive", 1, size, rounds, 1);
  }
  for (const std::size_t keys : {2u, 4u, 8u}) {
    register_derivation("batch", keys, 48, 24, 1);
  }
  for (const unsigned threads : {1u, 2u}) {
    register_derivation("guesses", 100, 48, 24, threads);
  }
}

}  // namespace

int main(int argc, char** argv) {
  register_all();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) {
    return 1;
  }
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
