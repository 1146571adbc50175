// SPDX-License-Identifier: MIT
#include <doctest/doctest.h>

#include "key/elliptic_curve.hpp"
#include "samples.hpp"

using namespace osshkey;
using namespace osshkey::testing;

namespace {

struct Named {
  std::string_view type;
  Curve curve;
  std::string_view order;
};

// SEC 2, sections 2.4.2, 2.5.1 and 2.6.1.
constexpr Named curves[] = {
    {"ecdsa-sha2-nistp256", Curve::nistp256,
     "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"},
    {"ecdsa-sha2-nistp384", Curve::nistp384,
     "ffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52"
     "973"},
    {"ecdsa-sha2-nistp521", Curve::nistp521,
     "01ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"
     "fa51868783bf2f966b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e91386409"},
};

Bytes body(const Bytes& encoded) {
  return {encoded.begin() + 4, encoded.end()};
}

/// infinity, compressed and hybrid forms of a point.
Bytes in_form(const Bytes& point, std::uint8_t form, std::size_t size) {
  Bytes changed(point.begin(), point.begin() + static_cast<std::ptrdiff_t>(size));
  changed[0] = form;
  return ssh_string(changed);
}

}  // namespace

TEST_CASE("each malformed ECDSA field has its word, on each curve") {
  for (const Named& named : curves) {
    CAPTURE(named.type);
    const auto with = [&](void (*change)(EcdsaFields&)) {
      EcdsaFields key(named.curve);
      change(key);
      return open(named.type, key.section_fields());
    };
    CHECK(with([](EcdsaFields&) {}) == "proved");
    CHECK(with([](EcdsaFields& key) { key.curve = ssh_string("nistp224"); }) ==
          "key-mismatch curve");
    CHECK(with([](EcdsaFields& key) { key.curve = ssh_string(""); }) == "key-mismatch curve");
    CHECK(with([](EcdsaFields& key) { key.point = ssh_string(""); }) == "invalid-key point");
    CHECK(with([](EcdsaFields& key) { key.point = ssh_string(Bytes{0}); }) == "invalid-key point");
    CHECK(with([](EcdsaFields& key) { key.point.back() ^= 1; }) == "invalid-key point");
    CHECK(with([](EcdsaFields& key) { key.point = ssh_string(body(key.point) + Bytes{0}); }) ==
          "invalid-key point");
    CHECK(with([](EcdsaFields& key) {
            const Bytes point = body(key.point);
            const bool odd = (point.back() & 1U) != 0;
            key.point = in_form(point, odd ? 3 : 2, (point.size() + 1) / 2);
          }) == "invalid-key point");
    CHECK(with([](EcdsaFields& key) {
            const Bytes point = body(key.point);
            const bool odd = (point.back() & 1U) != 0;
            key.point = in_form(point, odd ? 7 : 6, point.size());
          }) == "invalid-key point");
    CHECK(with([](EcdsaFields& key) { key.d = mpint(0); }) == "bad-number ECDSA scalar");
    CHECK(with([](EcdsaFields& key) { key.d = ssh_string(Bytes{0x80}); }) ==
          "bad-number ECDSA scalar");
    CHECK(with([](EcdsaFields& key) { key.d = ssh_string(Bytes(2100, 1)); }) ==
          "key-too-large ECDSA scalar");
    CHECK(with([](EcdsaFields& key) { key.d.back() ^= 1; }) == "key-mismatch point");
    CHECK(with([](EcdsaFields& key) { key.d = mpint(2); }) == "key-mismatch point");
  }
}

TEST_CASE("an ECDSA scalar is less than the order of its curve") {
  for (const Named& named : curves) {
    CAPTURE(named.type);
    const Bytes order = from_hex(named.order);
    Bytes last = order;
    last.back() -= 1;
    EcdsaFields key(named.curve);
    key.d = mpint(order);
    CHECK(open(named.type, key.section_fields()) == "bad-number ECDSA scalar");
    CHECK(key::public_point(named.curve, order).error().field == "ECDSA scalar");
    // The order less one belongs to the generator's opposite: the same x as that of 1.
    key.point = ssh_string(*key::public_point(named.curve, last));
    key.d = mpint(last);
    CHECK(open(named.type, key.section_fields()) == "proved");
    const Bytes generator = *key::public_point(named.curve, Bytes{1});
    const std::size_t x_end = 1 + generator.size() / 2;
    CHECK(to_hex(ByteView(generator).first(x_end)) ==
          to_hex(ByteView(body(key.point)).first(x_end)));
    CHECK(key::is_last_scalar(named.curve, last));
    CHECK_FALSE(key::is_last_scalar(named.curve, order));
  }
}

TEST_CASE("a known answer: RFC 6979, appendix A.2.5") {
  const Bytes scalar = from_hex("c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721");
  CHECK(to_hex(*key::public_point(Curve::nistp256, scalar)) ==
        "0460fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6"
        "7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299");
}

TEST_CASE("a public ECDSA key's errors have an offset, and no private one has") {
  EcdsaFields key(Curve::nistp256);
  key.point.back() ^= 1;
  const Result<PublicKey> in_public =
      PublicKey::from_blob(ssh_string("ecdsa-sha2-nistp256") + key.public_fields());
  CHECK(outcome(in_public) == "invalid-key point");
  CHECK(in_public.error().offset == 4 + 19 + 4 + 8);
  const Result<PrivateKey> in_private =
      unlock(ssh_string("ecdsa-sha2-nistp256") + key.section_fields());
  CHECK(outcome(in_private) == "invalid-key point");
  CHECK(in_private.error().offset == std::nullopt);
}
