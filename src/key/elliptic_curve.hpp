// SPDX-License-Identifier: MIT
// The NIST curves of RFC 5656: their names, and points on them.
#pragma once

#include <string_view>
#include <vector>

#include <osshkey/error.hpp>
#include <osshkey/private_key.hpp>

#include "wire/reader.hpp"

namespace osshkey::key {

/// curve_name is SSH's name of a curve, such as `nistp256`.
[[nodiscard]] std::string_view curve_name(Curve curve) noexcept;
/// curve_bits is the size of the curve's field and of its order: 256, 384 or 521.
[[nodiscard]] unsigned curve_bits(Curve curve) noexcept;

/// check_point accepts an uncompressed point on the curve other than infinity. The curves have
/// cofactor 1: every such point is of the right order.
/// Fails with: invalid_key, without a field.
[[nodiscard]] Result<void> check_point(Curve curve, ByteView point);

/// read_curve_point takes the two fields that a point has on the wire, the name of its curve and
/// the point itself, and yields the point. The reader fails with: key_mismatch (another curve is
/// named), invalid_key.
ByteView read_curve_point(wire::Reader& reader, Curve curve);

/// check_scalar accepts 0 < scalar < order. Fails with: bad_number, with the field.
[[nodiscard]] Result<void> check_scalar(Curve curve, ByteView scalar);

/// public_point is the uncompressed public point that belongs to a scalar. Fails as
/// check_scalar does.
[[nodiscard]] Result<std::vector<std::uint8_t>> public_point(Curve curve, ByteView scalar);

/// is_last_scalar tells whether the scalar is the order less one, which OpenSSH refuses.
[[nodiscard]] bool is_last_scalar(Curve curve, ByteView scalar);

}  // namespace osshkey::key
