// SPDX-License-Identifier: MIT
#include "key/strict.hpp"

#include <doctest/doctest.h>

#include "key/elliptic_curve.hpp"
#include "samples.hpp"

using namespace osshkey;
using namespace osshkey::testing;

namespace {

std::string refusal(const Result<PrivateKey>& key) {
  REQUIRE(key);
  const std::optional<Error> refused = key::strict_refusal(*key);
  return refused ? std::string(word(refused->code)) + ' ' + std::string(refused->field) : "taken";
}

std::string refusal_of_scalar(Curve curve, std::string_view type, const Bytes& scalar) {
  return refusal(unlock(ssh_string(type) + ssh_string(key::curve_name(curve)) +
                        ssh_string(*key::public_point(curve, scalar)) + mpint(scalar)));
}

}  // namespace

TEST_CASE("strict refuses small RSA moduli and the type that OpenSSH hasn't") {
  CHECK(refusal(unlock(ssh_string("ssh-rsa") + generated_rsa(1016).section_fields())) ==
        "invalid-key RSA modulus");
  CHECK(refusal(unlock(ssh_string("ssh-rsa") + generated_rsa(1024).section_fields())) == "taken");
  for (const Sample& one : samples()) {
    CAPTURE(one.type);
    const std::string expected = one.type == "ssh-rsa"     ? "invalid-key RSA modulus"
                                 : one.type == "ssh-ed448" ? "unsupported-key-type public key type"
                                                           : "taken";
    CHECK(refusal(unlock(ssh_string(one.type) + one.section_fields)) == expected);
  }
}

TEST_CASE("strict refuses ECDSA scalars of at most half the order's bits, and the last one") {
  const auto of_bits = [](std::size_t bits) {
    Bytes scalar((bits + 7) / 8);
    scalar.front() = static_cast<std::uint8_t>(1U << ((bits - 1) % 8));
    return scalar;
  };
  CHECK(refusal_of_scalar(Curve::nistp256, "ecdsa-sha2-nistp256", of_bits(128)) ==
        "bad-number ECDSA scalar");
  CHECK(refusal_of_scalar(Curve::nistp256, "ecdsa-sha2-nistp256", of_bits(129)) == "taken");
  CHECK(refusal_of_scalar(Curve::nistp521, "ecdsa-sha2-nistp521", of_bits(260)) ==
        "bad-number ECDSA scalar");
  CHECK(refusal_of_scalar(Curve::nistp521, "ecdsa-sha2-nistp521", of_bits(261)) == "taken");
  const Bytes last = from_hex("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632550");
  CHECK(refusal_of_scalar(Curve::nistp256, "ecdsa-sha2-nistp256", last) ==
        "bad-number ECDSA scalar");
}
