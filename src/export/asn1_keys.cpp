// SPDX-License-Identifier: MIT
// The structures, one function each, in the order of their fields.
#include "export/asn1_keys.hpp"

#include <algorithm>
#include <string>

#include "base/fail.hpp"
#include "export/der.hpp"
#include "export/rsa_exponents.hpp"

namespace osshkey {

namespace {

using der::Tag;
using wire::Writer;

// Object identifiers, encoded: RFC 8017, RFC 5480, RFC 3279, RFC 8410.
constexpr std::uint8_t oid_rsa[] = {0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01};
constexpr std::uint8_t oid_ec[] = {0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01};
constexpr std::uint8_t oid_dsa[] = {0x2a, 0x86, 0x48, 0xce, 0x38, 0x04, 0x01};
constexpr std::uint8_t oid_ed25519[] = {0x2b, 0x65, 0x70};
constexpr std::uint8_t oid_ed448[] = {0x2b, 0x65, 0x71};
constexpr std::uint8_t oid_nistp256[] = {0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07};
constexpr std::uint8_t oid_nistp384[] = {0x2b, 0x81, 0x04, 0x00, 0x22};
constexpr std::uint8_t oid_nistp521[] = {0x2b, 0x81, 0x04, 0x00, 0x23};

ByteView curve_oid(Curve curve) {
  switch (curve) {
    case Curve::nistp256:
      return oid_nistp256;
    case Curve::nistp384:
      return oid_nistp384;
    case Curve::nistp521:
      break;
  }
  return oid_nistp521;
}

void write_oid(Writer& writer, ByteView oid) {
  der::write_bytes(writer, Tag::object_identifier, oid);
}

SecureBytes pkcs1(const RsaNumbers& key) {
  const RsaExponents exponents = rsa_exponents(key);
  return wire::build_secure([&](Writer& out) {
    der::write_element(out, Tag::sequence, [&](Writer& fields) {
      der::write_integer(fields, 0);  // two primes
      for (const ByteView number : {key.n, key.e, key.d, key.p, key.q, exponents.dp.view(),
                                    exponents.dq.view(), key.iqmp}) {
        der::write_integer(fields, number);
      }
    });
  });
}

/// CurveField says whether SEC 1 names the curve itself; in PKCS#8 the algorithm does.
enum class CurveField : std::uint8_t { present, absent };

/// write_scalar writes d with the fixed size that RFC 5915 asks for: that of a coordinate.
void write_scalar(Writer& writer, const EcdsaNumbers& key) {
  const std::size_t size = key.point.size() / 2;
  der::write_header(writer, Tag::octet_string, size);
  for (std::size_t i = key.scalar.size(); i < size; ++i) {
    writer.u8(0);
  }
  writer.bytes(key.scalar);
}

SecureBytes sec1(const EcdsaNumbers& key, CurveField curve) {
  return wire::build_secure([&](Writer& out) {
    der::write_element(out, Tag::sequence, [&](Writer& fields) {
      der::write_integer(fields, 1);
      write_scalar(fields, key);
      if (curve == CurveField::present) {
        der::write_element(fields, Tag::explicit_0,
                           [&](Writer& field) { write_oid(field, curve_oid(key.curve)); });
      }
      der::write_element(fields, Tag::explicit_1,
                         [&](Writer& field) { der::write_bit_string(field, key.point); });
    });
  });
}

SecureBytes openssl_dsa(const DsaNumbers& key) {
  return wire::build_secure([&](Writer& out) {
    der::write_element(out, Tag::sequence, [&](Writer& fields) {
      der::write_integer(fields, 0);
      for (const ByteView number : {key.p, key.q, key.g, key.y, key.x}) {
        der::write_integer(fields, number);
      }
    });
  });
}

/// pkcs8 puts the algorithm, whose fields `write_algorithm` writes, before the key's own DER.
template <typename WriteAlgorithm>
SecureBytes pkcs8(const SecureBytes& key, WriteAlgorithm write_algorithm) {
  return wire::build_secure([&](Writer& out) {
    der::write_element(out, Tag::sequence, [&](Writer& fields) {
      der::write_integer(fields, 0);
      der::write_element(fields, Tag::sequence, write_algorithm);
      der::write_bytes(fields, Tag::octet_string, key.view());
    });
  });
}

/// edwards is RFC 8410: the seed is an octet string inside the octet string, without a public key,
/// as OpenSSL writes it.
SecureBytes edwards(ByteView oid, ByteView seed) {
  const SecureBytes key =
      wire::build_secure([&](Writer& out) { der::write_bytes(out, Tag::octet_string, seed); });
  return pkcs8(key, [&](Writer& algorithm) { write_oid(algorithm, oid); });
}

std::unexpected<Error> unsupported(const PrivateKey& key) {
  return fail(errc::unsupported_key_type, {}, key.public_key().type(),
              "this type of key exists in the OpenSSH form only");
}

}  // namespace

Result<TraditionalKey> traditional_key(const PrivateKey& key) {
  const KeyNumbers& numbers = key.numbers();
  if (const auto* rsa = std::get_if<RsaNumbers>(&numbers)) {
    return TraditionalKey{.label = "RSA PRIVATE KEY", .der = pkcs1(*rsa)};
  }
  if (const auto* ecdsa = std::get_if<EcdsaNumbers>(&numbers)) {
    return TraditionalKey{.label = "EC PRIVATE KEY", .der = sec1(*ecdsa, CurveField::present)};
  }
  if (const auto* dsa = std::get_if<DsaNumbers>(&numbers)) {
    return TraditionalKey{.label = "DSA PRIVATE KEY", .der = openssl_dsa(*dsa)};
  }
  return unsupported(key);
}

Result<SecureBytes> private_key_info(const PrivateKey& key) {
  const KeyNumbers& numbers = key.numbers();
  if (const auto* ed25519 = std::get_if<Ed25519Numbers>(&numbers)) {
    return edwards(oid_ed25519, ed25519->seed());
  }
  if (const auto* ed448 = std::get_if<Ed448Numbers>(&numbers)) {
    return edwards(oid_ed448, ed448->seed);
  }
  if (const auto* rsa = std::get_if<RsaNumbers>(&numbers)) {
    return pkcs8(pkcs1(*rsa), [](Writer& algorithm) {
      write_oid(algorithm, oid_rsa);
      der::write_bytes(algorithm, Tag::null, {});
    });
  }
  if (const auto* ecdsa = std::get_if<EcdsaNumbers>(&numbers)) {
    return pkcs8(sec1(*ecdsa, CurveField::absent), [&](Writer& algorithm) {
      write_oid(algorithm, oid_ec);
      write_oid(algorithm, curve_oid(ecdsa->curve));
    });
  }
  if (const auto* dsa = std::get_if<DsaNumbers>(&numbers)) {
    const SecureBytes x = wire::build_secure([&](Writer& out) { der::write_integer(out, dsa->x); });
    return pkcs8(x, [&](Writer& algorithm) {
      write_oid(algorithm, oid_dsa);
      der::write_element(algorithm, Tag::sequence, [&](Writer& parameters) {
        for (const ByteView number : {dsa->p, dsa->q, dsa->g}) {
          der::write_integer(parameters, number);
        }
      });
    });
  }
  return unsupported(key);
}

}  // namespace osshkey
