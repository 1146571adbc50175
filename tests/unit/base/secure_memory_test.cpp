// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include <algorithm>
#include <utility>

#include <osshkey/secure_memory.hpp>

#include "bytes.hpp"

using namespace osshkey;
using namespace osshkey::testing;

TEST_CASE("new memory is zero, and empty memory needs no block") {
  const SecureBytes bytes(100);
  CHECK(std::ranges::all_of(bytes.view(), [](std::uint8_t b) { return b == 0; }));
  CHECK(SecureBytes(0).empty());
  CHECK(SecureBytes().data() == nullptr);
}

TEST_CASE("moving keeps the address, so views stay valid") {
  SecureBytes first(ByteView(from_text("secret")));
  const std::uint8_t* address = first.data();
  SecureBytes second = std::move(first);
  CHECK(second.data() == address);
  SecureBytes third(3);
  third = std::move(second);
  CHECK(third.data() == address);
  CHECK(to_hex(third.view()) == to_hex(from_text("secret")));
}

TEST_CASE("shrinking wipes what is cut off") {
  SecureBytes bytes(ByteView(from_text("secret")));
  const std::uint8_t* cut = bytes.data() + 3;
  bytes.shrink(3);
  CHECK(bytes.size() == 3);
  CHECK(cut[0] == 0);
  CHECK(cut[2] == 0);
  bytes.shrink(10);
  CHECK(bytes.size() == 3);
}

TEST_CASE("comparison in constant time") {
  CHECK(equal_constant_time({}, {}));
  CHECK(equal_constant_time(from_text("abc"), from_text("abc")));
  CHECK_FALSE(equal_constant_time(from_text("abc"), from_text("abd")));
  CHECK_FALSE(equal_constant_time(from_text("abc"), from_text("ab")));
}

TEST_CASE("wipe overwrites with zeros") {
  Bytes bytes = from_text("secret");
  wipe(bytes);
  CHECK(bytes == Bytes(6, 0));
  wipe({});
}
