// SPDX-License-Identifier: MIT
#include "wire/reader.hpp"

#include <doctest/doctest.h>

#include "bytes.hpp"

using namespace osshkey;
using namespace osshkey::testing;

TEST_CASE("a reader yields the fields in wire order") {
  const Bytes bytes = from_hex("07 00000102 0000000000000003") + ssh_string("name") +
                      from_hex("00000003 000080") + from_hex("aabb");
  wire::Reader reader(bytes, 100);
  CHECK(reader.u8("byte") == 7);
  CHECK(reader.u32("word") == 0x102);
  CHECK(reader.u64("long") == 3);
  CHECK(reader.name("name") == "name");
  CHECK(to_hex(reader.mpint("number")) == "80");
  CHECK(reader.offset() == 100 + bytes.size() - 2);
  CHECK(to_hex(reader.rest()) == "aabb");
  CHECK(reader.finish("end"));
}

TEST_CASE("a field that runs over the end is truncated, with field, offset and what is missing") {
  const Bytes bytes = u32(5) + from_text("abc");
  wire::Reader reader(bytes, 10);
  CHECK(reader.string("salt").empty());
  const Result<void> result = reader.result();
  REQUIRE_FALSE(result);
  CHECK(result.error().code == errc::truncated);
  CHECK(result.error().field == "salt");
  CHECK(result.error().offset == 10);
  CHECK(result.error().detail == "2 bytes are missing");
}

TEST_CASE("the first failure sticks") {
  const Bytes bytes = from_hex("0000");
  wire::Reader reader(bytes, 0);
  reader.u32("first");
  CHECK(reader.u8("second") == 0);
  CHECK(reader.rest().empty());
  CHECK(reader.result().error().field == "first");
}

TEST_CASE("a length of 2^32-1 does not overflow") {
  const Bytes bytes = from_hex("ffffffff");
  wire::Reader reader(bytes, 0);
  CHECK(reader.string("length").empty());
  CHECK(reader.failed());
}

TEST_CASE("decrypted bytes have no offset in errors") {
  const Bytes bytes = from_hex("00");
  wire::Reader reader{ByteView(bytes)};
  reader.u32("check values");
  CHECK(reader.result().error().offset == std::nullopt);
  CHECK(reader.result().error().field == "check values");
}

TEST_CASE("a nested reader knows its offset and calls an overrun malformed") {
  const Bytes bytes = u32(1) + ssh_string("ab");
  wire::Reader outer(bytes, 20);
  outer.u32("skipped");
  wire::Reader inner = outer.inside(outer.string("blob"));
  inner.u32("inner");
  CHECK(inner.result().error().code == errc::malformed);
  CHECK(inner.result().error().offset == 28);
}

TEST_CASE("numbers: negative, zero, padded and too large") {
  const auto read = [](const Bytes& content) {
    const Bytes bytes = ssh_string(content);
    wire::Reader reader(bytes, 0);
    reader.mpint("n");
    return reader.result() ? errc{} : reader.result().error().code;
  };
  CHECK(read(from_hex("80")) == errc::bad_number);
  CHECK(read(from_hex("")) == errc{});
  CHECK(read(from_hex("0000000001")) == errc{});
  CHECK(read(Bytes(2048, 0x7f)) == errc{});
  CHECK(read(from_hex("00") + Bytes(2048, 0xff)) == errc{});
  CHECK(read(from_hex("01") + Bytes(2048, 0xff)) == errc::key_too_large);
}

TEST_CASE("a name may end in one zero byte and hold none") {
  const auto read = [](std::string_view content) {
    const Bytes bytes = ssh_string(content);
    wire::Reader reader(bytes, 0);
    const std::string name(reader.name("cipher name"));
    return reader.failed() ? "malformed" : name;
  };
  using namespace std::string_view_literals;
  CHECK(read("none") == "none");
  CHECK(read("none\0"sv) == "none");
  CHECK(read("no\0ne"sv) == "malformed");
  CHECK(read("none\0\0"sv) == "malformed");
}

TEST_CASE("finish refuses trailing bytes and says how many") {
  const Bytes bytes = from_hex("0102");
  wire::Reader reader(bytes, 5);
  reader.u8("first");
  const Result<void> end = reader.finish("public key");
  REQUIRE_FALSE(end);
  CHECK(end.error().code == errc::trailing_data);
  CHECK(end.error().offset == 6);
  CHECK(end.error().detail == "1 byte too many");
}

TEST_CASE("a fixed field of another size is malformed") {
  const Bytes bytes = ssh_string("abc");
  wire::Reader reader(bytes, 0);
  reader.fixed(32, "Ed25519 public key");
  CHECK(reader.result().error().code == errc::malformed);
  CHECK(reader.result().error().detail == "it has 3 bytes, must have 32");
}

TEST_CASE("bit lengths and leading zeros") {
  CHECK(wire::bit_length(from_hex("")) == 0);
  CHECK(wire::bit_length(from_hex("0000")) == 0);
  CHECK(wire::bit_length(from_hex("01")) == 1);
  CHECK(wire::bit_length(from_hex("0080")) == 8);
  CHECK(wire::bit_length(from_hex("0100")) == 9);
}
