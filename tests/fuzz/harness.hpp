// SPDX-License-Identifier: MIT
// What a fuzz harness is made of: libFuzzer's entry point and the inputs to begin with. The same
// harness is linked with libFuzzer, and with replay.cpp into an ordinary test.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "bytes.hpp"

/// LLVMFuzzerTestOneInput checks every property of one input and aborts where one doesn't hold.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace osshkey::fuzz {

using testing::Bytes;

/// seeds is good inputs of this harness, the same in each run.
std::vector<Bytes> seeds();

}  // namespace osshkey::fuzz
