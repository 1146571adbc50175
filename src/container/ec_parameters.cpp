// SPDX-License-Identifier: MIT
// Named curves by their object identifiers, explicit ones by comparing every number.
#include "container/ec_parameters.hpp"

#include <openssl/bn.h>
#include <openssl/ec.h>
#include <openssl/obj_mac.h>

#include <algorithm>
#include <new>

#include "base/openssl_context.hpp"
#include "wire/reader.hpp"

namespace osshkey::container {

namespace {

using GroupPtr = OpensslPtr<EC_GROUP, EC_GROUP_free>;
using NumberPtr = OpensslPtr<BIGNUM, BN_free>;
using PointPtr = OpensslPtr<EC_POINT, EC_POINT_free>;

struct Row {
  Curve curve;
  std::string_view identifier;
  int libcrypto_id;
};

constexpr Row rows[] = {
    {Curve::nistp256, "1.2.840.10045.3.1.7", NID_X9_62_prime256v1},
    {Curve::nistp384, "1.3.132.0.34", NID_secp384r1},
    {Curve::nistp521, "1.3.132.0.35", NID_secp521r1},
};

/// ExplicitCurve is the numbers of a curve that is written out.
struct ExplicitCurve {
  ByteView p, a, b, generator, order;
};

ExplicitCurve read_explicit(DerReader domain) {
  ExplicitCurve curve;
  domain.small_number("EC parameters version");
  DerReader field = domain.enter(tag::sequence, "EC field");
  if (field.object_identifier("EC field type") == "1.2.840.10045.1.1") {
    curve.p = field.number("EC prime");
  }  // else a curve over a binary field, which has no p and equals none of SSH's
  DerReader equation = domain.enter(tag::sequence, "EC curve");
  curve.a = equation.content(tag::octet_string, "EC coefficient a");
  curve.b = equation.content(tag::octet_string, "EC coefficient b");
  curve.generator = domain.content(tag::octet_string, "EC generator");
  curve.order = domain.number("EC order");
  return curve;  // a seed and a cofactor may follow, which the numbers before them determine
}

bool is_equal(ByteView number, const BIGNUM* expected) {
  const NumberPtr parsed(BN_bin2bn(number.data(), static_cast<int>(number.size()), nullptr));
  return parsed != nullptr && BN_cmp(parsed.get(), expected) == 0;
}

bool is_generator(ByteView encoded, const EC_GROUP* group) {
  const PointPtr point(EC_POINT_new(group));
  return point != nullptr &&
         EC_POINT_oct2point(group, point.get(), encoded.data(), encoded.size(), nullptr) == 1 &&
         EC_POINT_cmp(group, point.get(), EC_GROUP_get0_generator(group), nullptr) == 0;
}

bool is_same(const ExplicitCurve& curve, const Row& row) {
  const ErrorMark mark;
  const GroupPtr group(EC_GROUP_new_by_curve_name_ex(openssl_context(), nullptr, row.libcrypto_id));
  const NumberPtr p(BN_new());
  const NumberPtr a(BN_new());
  const NumberPtr b(BN_new());
  if (group == nullptr || p == nullptr || a == nullptr || b == nullptr ||
      EC_GROUP_get_curve(group.get(), p.get(), a.get(), b.get(), nullptr) != 1) {
    throw std::bad_alloc();
  }
  return is_equal(curve.p, p.get()) && is_equal(curve.a, a.get()) && is_equal(curve.b, b.get()) &&
         is_equal(curve.order, EC_GROUP_get0_order(group.get())) &&
         is_generator(curve.generator, group.get());
}

Curve read_explicit_curve(DerReader& reader) {
  const ExplicitCurve curve = read_explicit(reader.enter(tag::sequence, "EC parameters"));
  const auto* row =
      std::ranges::find_if(rows, [&](const Row& candidate) { return is_same(curve, candidate); });
  if (row == std::end(rows)) {
    reader.refuse(errc::unsupported_curve, "a curve without a name, written out");
    return {};
  }
  if (reader.strictness() == Strictness::strict) {
    reader.refuse(errc::unsupported_curve, "one of SSH's curves, but written out and not named");
  }
  return row->curve;
}

}  // namespace

Curve read_ec_parameters(DerReader& reader) {
  if (reader.next_tag() == tag::sequence) {
    return read_explicit_curve(reader);
  }
  if (reader.next_tag() == tag::null) {
    reader.skip("EC parameters");
    reader.refuse(errc::unsupported_curve, "a curve that the file doesn't name");
    return {};
  }
  const std::string identifier = reader.object_identifier("EC curve");
  const auto* row = std::ranges::find(rows, identifier, &Row::identifier);
  if (row == std::end(rows)) {
    reader.refuse(errc::unsupported_curve, identifier_name(identifier));
    return {};
  }
  return row->curve;
}

}  // namespace osshkey::container
