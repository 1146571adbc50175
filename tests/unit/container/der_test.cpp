// SPDX-License-Identifier: MIT
#include "container/der.hpp"

#include <doctest/doctest.h>

#include "der.hpp"

using namespace osshkey;
using namespace osshkey::container;
using namespace osshkey::testing;

namespace {

/// error_of runs `read` over a document that begins at offset 100 and yields what it refused.
template <typename Read>
Error error_of(const Bytes& bytes, Strictness strictness, Read read) {
  DerDocument document(bytes, 100, strictness);
  DerReader reader = document.reader();
  read(reader);
  return document.result() ? Error{} : document.result().error();
}

template <typename Read>
Error error_of(const Bytes& bytes, Read read) {
  return error_of(bytes, Strictness::forgiving, read);
}

errc number_error(const Bytes& content, Strictness strictness = Strictness::forgiving) {
  return error_of(integer(content), strictness, [](DerReader& r) { r.number("n"); }).code;
}

}  // namespace

TEST_CASE("a reader yields the elements in order") {
  const Bytes bytes = sequence(integer(300) + identifier("2a864886f70d010101") + octets({1, 2}) +
                               bits({3}) + null());
  DerDocument document(bytes, 0, Strictness::strict);
  DerReader outer = document.reader();
  CHECK(outer.next_tag() == tag::sequence);
  DerReader inner = outer.enter(tag::sequence, "key");
  CHECK(to_hex(inner.number("number")) == "012c");
  CHECK(inner.object_identifier("algorithm") == "1.2.840.113549.1.1.1");
  CHECK(to_hex(inner.content(tag::octet_string, "string")) == "0102");
  CHECK(to_hex(inner.bit_string("bits")) == "03");
  CHECK_FALSE(inner.at_end());
  inner.skip("null");
  CHECK(inner.next_tag() == 0);
  inner.finish("key");
  outer.finish("file");
  CHECK(document.result());
}

TEST_CASE("what runs over the end is truncated outside and malformed inside") {
  const Error outside =
      error_of(from_hex("3005 0201"), [](DerReader& r) { r.enter(tag::sequence, "private key"); });
  CHECK(outside.code == errc::truncated);
  CHECK(outside.field == "private key");
  CHECK(outside.offset == 100);
  CHECK(outside.detail == "3 bytes are missing");
  const Error inside = error_of(sequence(from_hex("0205 01")), [](DerReader& r) {
    r.enter(tag::sequence, "private key").number("RSA modulus");
  });
  CHECK(inside.code == errc::malformed);
  CHECK(inside.field == "RSA modulus");
  CHECK(inside.offset == 102);
}

TEST_CASE("the first failure sticks in all readers of the document") {
  const Error error = error_of(sequence(octets({}) + integer(1)), [](DerReader& r) {
    DerReader inner = r.enter(tag::sequence, "key");
    inner.number("first");
    CHECK(inner.number("second").empty());
    CHECK(r.enter(tag::sequence, "third").at_end());
  });
  CHECK(error.code == errc::malformed);
  CHECK(error.field == "first");
  CHECK(error.detail == "an OCTET STRING stands where an INTEGER should");
}

TEST_CASE("a missing element is malformed where the level ends") {
  const Error error = error_of(
      sequence({}), [](DerReader& r) { r.enter(tag::sequence, "key").number("RSA modulus"); });
  CHECK(error.code == errc::malformed);
  CHECK(error.detail == "it is missing");
}

TEST_CASE("decrypted bytes have no offset in errors") {
  const Bytes bytes = octets({});
  DerDocument document(bytes, std::nullopt, Strictness::forgiving);
  DerReader reader = document.reader();
  reader.number("n");
  CHECK(document.result().error().offset == std::nullopt);
}

TEST_CASE("lengths that are longer than they need to be are BER") {
  const auto read = [](DerReader& r) { r.content(tag::octet_string, "s"); };
  for (const std::string_view hex : {"04810101", "0482000101", "0483000001 01"}) {
    CHECK(error_of(from_hex(hex), read).code == errc{});
    CHECK(error_of(from_hex(hex), Strictness::strict, read).code == errc::malformed);
  }
  const Bytes long_enough = octets(Bytes(128, 1));
  CHECK(error_of(long_enough, Strictness::strict, read).code == errc{});
}

TEST_CASE("indefinite lengths are BER, and only of what is made of elements") {
  const auto read = [](DerReader& r) {
    DerReader inner = r.enter(tag::sequence, "key");
    inner.number("n");
    inner.enter(tag::sequence, "inner").number("m");
    inner.finish("key");
    r.finish("file");
  };
  const Bytes bytes = from_hex("3080 020105 3080 020106 0000 0000");
  CHECK(error_of(bytes, Strictness::strict, read).code == errc{});
  CHECK(error_of(from_hex("3080 020105 3080 020106 0000"), read).code == errc::truncated);
  CHECK(error_of(from_hex("0480 0101 0000"), [](DerReader& r) {
          r.content(tag::octet_string, "s");
        }).code == errc::malformed);
}

TEST_CASE("the pieces of a string are joined") {
  const Bytes pieces = from_hex("040101 2480 04020203 2403 040104 0000");  // 01, 0203, 04
  for (const Bytes& bytes : {der(0x24, pieces), from_hex("2480") + pieces + from_hex("0000")}) {
    DerDocument document(bytes, 100, Strictness::strict);
    DerReader reader = document.reader();
    CHECK(reader.next_tag() == tag::octet_string);
    const ByteView joined = reader.content(tag::octet_string, "string");
    reader.finish("file");
    REQUIRE(document.result());
    CHECK(to_hex(joined) == "01020304");
    CHECK(reader.offset_of(joined) == std::nullopt);
    const std::vector<SecureBytes> kept = document.take_joined();
    REQUIRE(kept.size() == 1);
    CHECK(kept[0].view().data() == joined.data());
  }
  CHECK(to_hex(der(0x24, {})) == "2400");
  CHECK(error_of(der(0x24, {}), [](DerReader& r) { r.content(tag::octet_string, "s"); }).code ==
        errc{});
}

TEST_CASE("an element in a joined string is refused without an offset") {
  const Error error = error_of(der(0x24, octets(from_hex("0201")) + octets({1})), [](DerReader& r) {
    DerReader inner = r.inside(r.content(tag::octet_string, "private key"));
    CHECK(to_hex(inner.number("version")) == "01");
    inner.number("modulus");
  });
  CHECK(error.code == errc::malformed);
  CHECK(error.field == "modulus");
  CHECK(error.offset == std::nullopt);
}

TEST_CASE("what is no piece of a string") {
  const auto read = [](DerReader& r) { r.content(tag::octet_string, "s"); };
  for (const std::string_view hex :
       {"2403 020101", "2405 240302 0101", "2402 0405", "2401 04", "2480 020101 0000"}) {
    const Error error = error_of(from_hex(hex), read);
    CHECK(error.code == errc::malformed);
    CHECK(error.offset == 100);
  }
  Bytes nested = octets({1});
  for (int i = 0; i < 40; ++i) {
    nested = der(0x24, nested);
  }
  CHECK(error_of(nested, read).code == errc::malformed);
}

TEST_CASE("nesting without end doesn't use up the stack") {
  Bytes bytes;
  for (int i = 0; i < 1'000'000; ++i) {
    bytes.insert(bytes.end(), {0x30, 0x80});
  }
  const Error error = error_of(bytes, [](DerReader& r) { r.skip("key"); });
  CHECK(error.code == errc::malformed);
}

TEST_CASE("lengths near 2^64 don't overflow") {
  const auto read = [](DerReader& r) { r.skip("key"); };
  CHECK(error_of(from_hex("3088 ffffffffffffffff"), read).code == errc::malformed);
  CHECK(error_of(from_hex("3087 ffffffffffffff"), read).code == errc::truncated);
  CHECK(error_of(Bytes{0x30, 0xff}, read).code == errc::truncated);
  CHECK(error_of(from_hex("1f8101"), read).code == errc::malformed);
}

TEST_CASE("numbers: negative, empty, padded, too large") {
  CHECK(number_error(from_hex("80")) == errc::bad_number);
  CHECK(number_error({}) == errc::bad_number);
  CHECK(number_error(from_hex("0001")) == errc{});
  CHECK(number_error(from_hex("0001"), Strictness::strict) == errc::bad_number);
  CHECK(number_error(from_hex("0080"), Strictness::strict) == errc{});
  CHECK(number_error(from_hex("00"), Strictness::strict) == errc{});
  CHECK(number_error(Bytes{0} + Bytes(2048, 0xff)) == errc{});
  CHECK(number_error(Bytes{1} + Bytes(2048, 0xff)) == errc::key_too_large);
}

TEST_CASE("small numbers end at 2^64-1") {
  const auto read = [](const Bytes& content) {
    const Bytes bytes = integer(content);
    DerDocument document(bytes, 0, Strictness::strict);
    DerReader reader = document.reader();
    const std::uint64_t value = reader.small_number("n");
    return document.failed() ? 7 : value;
  };
  CHECK(read(Bytes{0} + Bytes(8, 0xff)) == ~std::uint64_t{0});
  CHECK(read(Bytes{1} + Bytes(8, 0)) == 7);
}

TEST_CASE("object identifiers in dotted form, and broken ones") {
  const auto read = [](std::string_view hex) {
    const Bytes bytes = identifier(hex);
    DerDocument document(bytes, 0, Strictness::strict);
    DerReader reader = document.reader();
    const std::string dotted = reader.object_identifier("algorithm");
    return document.failed() ? std::string(word(document.result().error().code)) : dotted;
  };
  CHECK(read("2b6570") == "1.3.101.112");
  CHECK(read("00") == "0.0");
  CHECK(read("8837") == "2.999");
  CHECK(read("") == "malformed");
  CHECK(read("2b65f0") == "malformed");
  CHECK(read("2b ffffffffffffffffff 7f") == "malformed");
  CHECK(identifier_name("1.3.101.112") == "ED25519");
  CHECK(identifier_name("1.2.3.4.5.6") == "1.2.3.4.5.6");
}

TEST_CASE("bit strings hold whole bytes") {
  const auto read = [](DerReader& r) { r.bit_string("point"); };
  CHECK(error_of(der(tag::bit_string, {}), read).code == errc::malformed);
  CHECK(error_of(der(tag::bit_string, {3, 8}), read).code == errc::malformed);
  CHECK(error_of(bits({}), read).code == errc{});
}

TEST_CASE("finish says how much is too much, and where") {
  const Error error = error_of(sequence({}) + from_hex("0500"), [](DerReader& r) {
    r.skip("key");
    r.finish("private key");
  });
  CHECK(error.code == errc::trailing_data);
  CHECK(error.offset == 102);
  CHECK(error.detail == "2 bytes too many");
}
