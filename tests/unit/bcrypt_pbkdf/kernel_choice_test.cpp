// SPDX-License-Identifier: MIT
// The list of kernels, the default one, and that a derivation runs the kernel it was asked for.

#include <bcrypt_pbkdf/bcrypt_pbkdf.hpp>

#include "bcrypt_pbkdf/kernel.hpp"
#include "bcrypt_pbkdf/scheduler.hpp"
#include "support.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <string>

using bcrypt_pbkdf::Kernel;
using bcrypt_pbkdf::Status;

namespace {

unsigned probe_calls = 0;

void probe_hash(bcrypt_pbkdf::Scratch& scratch, const bcrypt_pbkdf::Lane* lanes) {
  ++probe_calls;
  bcrypt_pbkdf::reference_kernel.hash[0](scratch, lanes);
}

// The words of the first line of /proc/cpuinfo that lists them, none where there is no such file.
std::set<std::string> cpu_flags() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("flags") || line.starts_with("Features")) {
      std::istringstream words(line);
      return {std::istream_iterator<std::string>(words), {}};
    }
  }
  return {};
}

}  // namespace

TEST_CASE("the default kernel is the first of the list that this processor runs") {
  std::size_t first = 0;
  while (!bcrypt_pbkdf::kernel_info(first).runs_here) {
    ++first;
  }
  CHECK(bcrypt_pbkdf::default_kernel() == bcrypt_pbkdf::kernel_info(first).name);
  CHECK(bcrypt_pbkdf::find_kernel("") == bcrypt_pbkdf::all_kernels()[first]);
  CHECK(bcrypt_pbkdf::default_kernel() != "reference");
}

TEST_CASE("a kernel runs here if the processor has its features, as Linux tells them") {
  const std::set<std::string> flags = cpu_flags();
  for (std::size_t i = 0; !flags.empty() && i < bcrypt_pbkdf::kernel_count(); ++i) {
    const bcrypt_pbkdf::KernelInfo info = bcrypt_pbkdf::kernel_info(i);
    const std::string features(info.cpu_features);
    CHECK(info.runs_here == (features.empty() || flags.contains(features)));
  }
}

TEST_CASE("a kernel is found by its name, and only if this processor runs it") {
  for (std::size_t i = 0; i < bcrypt_pbkdf::kernel_count(); ++i) {
    const bcrypt_pbkdf::KernelInfo info = bcrypt_pbkdf::kernel_info(i);
    const Kernel* found = bcrypt_pbkdf::find_kernel(info.name);
    CHECK(found == (info.runs_here ? bcrypt_pbkdf::all_kernels()[i] : nullptr));
    CHECK(info.lanes >= 1);
    CHECK(!info.description.empty());
  }
  CHECK(bcrypt_pbkdf::kernel_info(bcrypt_pbkdf::kernel_count()).name.empty());
}

TEST_CASE("every kernel has a function for each of its lane counts") {
  for (const Kernel* kernel : bcrypt_pbkdf::all_kernels()) {
    CHECK(std::ranges::count(kernel->hash, nullptr) == bcrypt_pbkdf::max_lanes - kernel->lanes);
  }
}

TEST_CASE("the scheduler runs the kernel it is given, once a step") {
  Kernel probe = bcrypt_pbkdf::reference_kernel;
  probe.hash[0] = &probe_hash;
  test::Batch batch({{2, 48}});
  probe_calls = 0;
  CHECK(bcrypt_pbkdf::run_chains(batch.requests, probe, {}) == Status::ok);
  CHECK(probe_calls == bcrypt_pbkdf::cost_in_steps(2, 48));
  CHECK(batch.outputs == batch.expected());
}

TEST_CASE("every kernel gives the reference's answer for every number of chains") {
  for (std::size_t i = 0; i < bcrypt_pbkdf::kernel_count(); ++i) {
    const bcrypt_pbkdf::KernelInfo info = bcrypt_pbkdf::kernel_info(i);
    for (std::size_t blocks = 1; info.runs_here && blocks <= bcrypt_pbkdf::max_lanes + 2;
         ++blocks) {
      test::Bytes output(blocks * bcrypt_pbkdf::hash_size);
      bcrypt_pbkdf::Options options;
      options.kernel = info.name;
      CHECK(bcrypt_pbkdf::derive(test::passphrase, test::salt, 2, output, options) == Status::ok);
      CHECK(output == test::reference_answer(2, output.size()));
    }
  }
}

TEST_CASE("an unknown kernel is an error, and the output is random") {
  for (const char* name : {"no such kernel", "Portable", "portable "}) {
    bcrypt_pbkdf::Options options;
    options.kernel = name;
    test::Bytes output(32, std::uint8_t{0});
    CHECK(bcrypt_pbkdf::derive(test::passphrase, test::salt, 1, output, options) ==
          Status::unknown_kernel);
    CHECK(output != test::Bytes(32, std::uint8_t{0}));
    CHECK(output != test::reference_answer(1, 32));
  }
}
