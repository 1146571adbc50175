// SPDX-License-Identifier: MIT
#include "container/openssh_key_v1.hpp"

#include <doctest/doctest.h>

#include <ostream>
#include <string>

#include "key_builder.hpp"

using namespace osshkey;
using namespace osshkey::testing;
using container::OpensshKeyV1;

namespace {

OpensshKeyV1 parse(const Bytes& bytes) {
  return container::parse_openssh_key_v1(bytes, 4);
}

Result<container::BcryptOptions> parse_options(const Bytes& bytes) {
  return container::parse_bcrypt_options({.bytes = bytes, .offset = 47});
}

const Ed25519Pair pair(1);

}  // namespace

TEST_CASE("the fields are found with their offsets") {
  const Bytes bytes = plain_envelope(pair).bytes();
  const OpensshKeyV1 file = parse(bytes);
  REQUIRE_FALSE(file.error);
  CHECK(file.cipher_name == "none");
  CHECK(file.kdf_name == "none");
  CHECK(file.key_count == 1);
  REQUIRE(file.public_keys.size() == 1);
  CHECK(to_hex(file.public_keys[0].bytes) == to_hex(pair.blob()));
  CHECK(bytes.data() + file.public_keys[0].offset == file.public_keys[0].bytes.data());
  CHECK(bytes.data() + file.encrypted.offset == file.encrypted.bytes.data());
  CHECK(file.tail.bytes.empty());
}

TEST_CASE("every cut is truncated, and the fields before it are kept") {
  const Bytes bytes = plain_envelope(pair).bytes();
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    CAPTURE(size);
    const Bytes cut(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
    const OpensshKeyV1 file = parse(cut);
    REQUIRE(file.error);
    CHECK(file.error->code == errc::truncated);
    CHECK(file.error->offset.has_value());
    if (size >= 23) {
      CHECK(file.cipher_name == "none");
    }
  }
}

TEST_CASE("another magic is a bad magic") {
  Envelope envelope = plain_envelope(pair);
  for (const std::string_view magic :
       {std::string_view("openssh-key-v2\0", 15), std::string_view("openssh-key-v1!", 15)}) {
    envelope.magic = from_text(magic);
    const Bytes bytes = envelope.bytes();
    const OpensshKeyV1 file = parse(bytes);
    REQUIRE(file.error);
    CHECK(file.error->code == errc::bad_magic);
    CHECK(file.error->offset == 0);
  }
}

TEST_CASE("a count of keys is checked before it is believed") {
  Envelope envelope = plain_envelope(pair);
  envelope.key_count = u32(0);
  CHECK(parse(envelope.bytes()).error->code == errc::malformed);
  envelope.key_count = u32(0xffffffff);
  const Bytes huge = envelope.bytes();
  const OpensshKeyV1 file = parse(huge);
  CHECK(file.error->code == errc::too_many_keys);
  CHECK(file.error->detail == "4294967295, the limit is 4");
  CHECK(file.public_keys.size() == 1);  // shown all the same
  envelope.key_count = u32(4);
  CHECK(parse(envelope.bytes()).error->code == errc::truncated);
  envelope.key_count = u32(5);
  CHECK(parse(envelope.bytes()).error->code == errc::too_many_keys);
}

TEST_CASE("a zero byte in a name is malformed") {
  Envelope envelope = plain_envelope(pair);
  envelope.cipher_name = ssh_string(std::string_view("no\0ne", 5));
  CHECK(parse(envelope.bytes()).error->code == errc::malformed);
  CHECK(parse(envelope.bytes()).error->field == "cipher name");
}

TEST_CASE("what follows the private section is the tail") {
  Envelope envelope = plain_envelope(pair);
  envelope.tail = from_text("0123456789abcdef");
  const Bytes bytes = envelope.bytes();
  const OpensshKeyV1 file = parse(bytes);
  REQUIRE_FALSE(file.error);
  CHECK(file.tail.bytes.size() == 16);
  CHECK(file.tail.offset == bytes.size() - 16);
}

TEST_CASE("the options of bcrypt") {
  const Bytes good = ssh_string(Bytes(16, 5)) + u32(24);
  const auto options = parse_options(good);
  REQUIRE(options);
  CHECK(options->salt.size() == 16);
  CHECK(options->rounds == 24);
  CHECK_FALSE(options->trailing);

  const auto trailing = parse_options(good + from_text("x"));
  REQUIRE(trailing);
  CHECK(trailing->trailing);

  const auto code = [](const Bytes& bytes) {
    const auto parsed = parse_options(bytes);
    REQUIRE_FALSE(parsed);
    CHECK(parsed.error().field == "kdf options");
    CHECK(parsed.error().offset >= 47);
    return parsed.error().code;
  };
  CHECK(code({}) == errc::bad_kdf_options);
  CHECK(code(ssh_string(Bytes(16, 5))) == errc::bad_kdf_options);
  CHECK(code(ssh_string("") + u32(24)) == errc::bad_kdf_options);
  CHECK(code(ssh_string(Bytes(16, 5)) + u32(0)) == errc::bad_kdf_options);
  CHECK(parse_options(ssh_string(Bytes(std::size_t{1} << 20, 5)) + u32(1)));
  CHECK(code(ssh_string(Bytes((std::size_t{1} << 20) + 1, 5)) + u32(1)) == errc::bad_kdf_options);
}
