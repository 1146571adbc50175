// SPDX-License-Identifier: MIT
#include "export/der.hpp"

#include <doctest/doctest.h>

#include "bytes.hpp"

using namespace osshkey;
using namespace osshkey::testing;

namespace {

template <typename Write>
std::string hex(Write write) {
  return to_hex(wire::build(write));
}

std::string integer(const Bytes& magnitude) {
  return hex([&](wire::Writer& out) { der::write_integer(out, magnitude); });
}

}  // namespace

TEST_CASE("integers have their shortest form and are never negative") {
  CHECK(integer(from_hex("")) == "020100");
  CHECK(integer(from_hex("00")) == "020100");
  CHECK(integer(from_hex("7f")) == "02017f");
  CHECK(integer(from_hex("80")) == "02020080");
  CHECK(integer(from_hex("000001")) == "020101");
  CHECK(hex([](wire::Writer& out) { der::write_integer(out, 2048); }) == "02020800");
}

TEST_CASE("lengths from 128 on are written in the long form") {
  const auto header = [](std::size_t size) {
    return hex([&](wire::Writer& out) { der::write_header(out, der::Tag::octet_string, size); });
  };
  CHECK(header(0) == "0400");
  CHECK(header(127) == "047f");
  CHECK(header(128) == "048180");
  CHECK(header(255) == "0481ff");
  CHECK(header(256) == "04820100");
  CHECK(header(65536) == "0483010000");
}

TEST_CASE("elements nest") {
  CHECK(hex([](wire::Writer& out) {
          der::write_element(out, der::Tag::sequence, [](wire::Writer& fields) {
            der::write_element(fields, der::Tag::explicit_0, [](wire::Writer& field) {
              der::write_bit_string(field, from_hex("aabb"));
            });
            der::write_bytes(fields, der::Tag::null, {});
          });
        }) == "3009a005030300aabb0500");
}
