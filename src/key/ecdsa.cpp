// SPDX-License-Identifier: MIT
// ecdsa-sha2-nistp256, -nistp384 and -nistp521: RFC 5656 for the public key, PROTOCOL.key for the
// private one. Three rows that differ in their curve.
#include "base/fail.hpp"
#include "key/elliptic_curve.hpp"
#include "key/key_type.hpp"

namespace osshkey::key {

namespace {

const EcdsaNumbers& of(const KeyNumbers& numbers) {
  return std::get<EcdsaNumbers>(numbers);
}

template <Curve curve>
Result<KeyNumbers> read_public(wire::Reader& reader) {
  EcdsaNumbers key;
  key.curve = curve;
  key.point = read_curve_point(reader, curve);
  if (Result<void> read = reader.result(); !read) {
    return std::unexpected(read.error());
  }
  return key;
}

unsigned bits(const KeyNumbers& numbers) {
  return curve_bits(of(numbers).curve);
}

void write_public(const KeyNumbers& numbers, wire::Writer& writer) {
  writer.string(curve_name(of(numbers).curve));
  writer.string(of(numbers).point);
}

template <Curve curve>
Result<void> read_private(wire::Reader& reader, PublicFields where, KeyNumbers& numbers) {
  if (where == PublicFields::in_section) {
    Result<KeyNumbers> read = read_public<curve>(reader);
    if (!read) {
      return std::unexpected(read.error());
    }
    numbers = *read;
  }
  EcdsaNumbers key = of(numbers);
  key.scalar = reader.mpint("ECDSA scalar");
  numbers = key;
  return reader.result();
}

void write_private(const KeyNumbers& numbers, PublicFields where, wire::Writer& writer) {
  if (where == PublicFields::in_section) {
    write_public(numbers, writer);
  }
  writer.mpint(of(numbers).scalar);
}

Result<Proof> prove(const KeyNumbers& numbers) {
  const EcdsaNumbers& key = of(numbers);
  const Result<std::vector<std::uint8_t>> point = public_point(key.curve, key.scalar);
  if (!point) {
    return std::unexpected(point.error());
  }
  // What is equal to a point on the curve is on the curve.
  if (!equal_constant_time(*point, key.point)) {
    return fail(errc::key_mismatch, {.field = "point"}, "it doesn't belong to the scalar");
  }
  return Proof::complete;
}

template <Curve curve>
constexpr KeyType make_row(std::string_view name, std::string_view certificate_name) {
  return {
      .name = name,
      .certificate_name = certificate_name,
      .read_public = read_public<curve>,
      .bits = bits,
      .write_public = write_public,
      .read_private = read_private<curve>,
      .write_private = write_private,
      .prove = prove,
  };
}

}  // namespace

constinit const KeyType ecdsa_nistp256_type =
    make_row<Curve::nistp256>("ecdsa-sha2-nistp256", "ecdsa-sha2-nistp256-cert-v01@openssh.com");
constinit const KeyType ecdsa_nistp384_type =
    make_row<Curve::nistp384>("ecdsa-sha2-nistp384", "ecdsa-sha2-nistp384-cert-v01@openssh.com");
constinit const KeyType ecdsa_nistp521_type =
    make_row<Curve::nistp521>("ecdsa-sha2-nistp521", "ecdsa-sha2-nistp521-cert-v01@openssh.com");

}  // namespace osshkey::key
