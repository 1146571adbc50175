// SPDX-License-Identifier: MIT
// One group a curve, made at its first use: setting it up costs more than checking a point.
#include "key/elliptic_curve.hpp"

#include <openssl/ec.h>
#include <openssl/obj_mac.h>

#include <new>
#include <string>
#include <utility>

#include "base/fail.hpp"
#include "key/big_number.hpp"

namespace osshkey::key {

namespace {

using PointPtr = OpensslPtr<EC_POINT, EC_POINT_clear_free>;
using Temporaries = OpensslPtr<BN_CTX, BN_CTX_free>;

struct Row {
  std::string_view name;
  int libcrypto_id;
  unsigned bits;
};

constexpr Row rows[] = {
    {"nistp256", NID_X9_62_prime256v1, 256},
    {"nistp384", NID_secp384r1, 384},
    {"nistp521", NID_secp521r1, 521},
};

const Row& row(Curve curve) noexcept {
  return rows[std::to_underlying(curve)];
}

const EC_GROUP* make_group(Curve curve) {
  const ErrorMark mark;
  const EC_GROUP* group =
      EC_GROUP_new_by_curve_name_ex(openssl_context(), nullptr, row(curve).libcrypto_id);
  if (group == nullptr) {
    throw std::bad_alloc();
  }
  return group;
}

template <Curve curve>
const EC_GROUP* made_once() {
  // Never freed, like the library context that it belongs to. Where making it throws, the next call
  // tries again.
  static const EC_GROUP* group = make_group(curve);
  return group;
}

const EC_GROUP* group_of(Curve curve) {
  switch (curve) {
    case Curve::nistp384:
      return made_once<Curve::nistp384>();
    case Curve::nistp521:
      return made_once<Curve::nistp521>();
    default:
      return made_once<Curve::nistp256>();
  }
}

std::size_t point_size(Curve curve) noexcept {
  return 1 + std::size_t{2} * ((row(curve).bits + 7) / 8);
}

BigNumber order_of(const EC_GROUP* group) {
  const BIGNUM* order = EC_GROUP_get0_order(group);
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(BN_num_bytes(order)));
  BN_bn2bin(order, bytes.data());
  return BigNumber(bytes);
}

bool is_on_curve(const EC_GROUP* group, ByteView point) {
  const ErrorMark mark;
  const PointPtr parsed(EC_POINT_new(group));
  return parsed != nullptr &&
         EC_POINT_oct2point(group, parsed.get(), point.data(), point.size(), nullptr) == 1;
}

std::vector<std::uint8_t> generator_of(const EC_GROUP* group) {
  const ErrorMark mark;
  const EC_POINT* generator = EC_GROUP_get0_generator(group);
  const auto write = [&](std::uint8_t* out, std::size_t size) {
    return EC_POINT_point2oct(group, generator, POINT_CONVERSION_UNCOMPRESSED, out, size, nullptr);
  };
  std::vector<std::uint8_t> point(write(nullptr, 0));
  if (write(point.data(), point.size()) != point.size() || point.empty()) {
    throw std::bad_alloc();
  }
  return point;
}

}  // namespace

std::string_view curve_name(Curve curve) noexcept {
  return row(curve).name;
}
unsigned curve_bits(Curve curve) noexcept {
  return row(curve).bits;
}

Result<void> check_point(Curve curve, ByteView point) {
  if (point.size() != point_size(curve) || point.front() != POINT_CONVERSION_UNCOMPRESSED) {
    return fail(errc::invalid_key, {}, "it isn't an uncompressed point of the curve's size");
  }
  const EC_GROUP* group = group_of(curve);
  if (!is_on_curve(group, point)) {
    // libcrypto says the same where it lacks the memory to tell. Its verdict counts if it knows a
    // point of the curve and repeats itself.
    if (!is_on_curve(group, generator_of(group))) {
      throw std::bad_alloc();
    }
    if (!is_on_curve(group, point)) {
      return fail(errc::invalid_key, {}, "it isn't on the curve");
    }
  }
  return {};
}

ByteView read_curve_point(wire::Reader& reader, Curve curve) {
  if (reader.name("curve") != curve_name(curve)) {
    reader.refuse(errc::key_mismatch, "it isn't the curve that the key type names");
  }
  const ByteView point = reader.string("point");
  if (Result<void> valid = check_point(curve, point); !valid) {
    reader.refuse(valid.error().code, std::move(valid.error().detail));
    return {};
  }
  return point;
}

Result<void> check_scalar(Curve curve, ByteView scalar) {
  const BigNumber d(scalar);
  if (d == 0 || d >= order_of(group_of(curve))) {
    return fail(errc::bad_number, {.field = "ECDSA scalar"},
                d == 0 ? "it is zero" : "it isn't less than the order of the curve");
  }
  return {};
}

bool is_last_scalar(Curve curve, ByteView scalar) {
  return BigNumber(scalar) == order_of(group_of(curve)) - 1;
}

Result<std::vector<std::uint8_t>> public_point(Curve curve, ByteView scalar) {
  if (Result<void> valid = check_scalar(curve, scalar); !valid) {
    return std::unexpected(valid.error());
  }
  const ErrorMark mark;
  const EC_GROUP* group = group_of(curve);
  const BigNumber d(scalar);
  const PointPtr product(EC_POINT_new(group));
  const Temporaries temporaries(BN_CTX_new_ex(openssl_context()));
  std::vector<std::uint8_t> point(point_size(curve));
  if (product == nullptr || temporaries == nullptr ||
      EC_POINT_mul(group, product.get(), d.get(), nullptr, nullptr, temporaries.get()) != 1 ||
      EC_POINT_point2oct(group, product.get(), POINT_CONVERSION_UNCOMPRESSED, point.data(),
                         point.size(), temporaries.get()) != point.size()) {
    throw std::bad_alloc();
  }
  return point;
}

}  // namespace osshkey::key
