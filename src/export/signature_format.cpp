// SPDX-License-Identifier: MIT
// ECDSA and DSA signatures are a pair of numbers: in libcrypto a DER sequence of two integers, in
// SSH something else for each.
#include "export/signature_format.hpp"

#include <openssl/bn.h>
#include <openssl/ec.h>

#include <array>
#include <string>

#include "base/fail.hpp"
#include "base/openssl_context.hpp"
#include "export/der.hpp"
#include "wire/reader.hpp"
#include "wire/writer.hpp"

namespace osshkey {

namespace {

constexpr std::size_t dsa_number_size = 20;

using Bytes = std::vector<std::uint8_t>;

struct Pair {
  Bytes r, s;
};

Bytes bytes_of(const BIGNUM* number) {
  Bytes bytes(static_cast<std::size_t>(BN_num_bytes(number)));
  BN_bn2bin(number, bytes.data());
  return bytes;
}

/// parse_pair reads libcrypto's DER, whose structure is the same for ECDSA and DSA.
Result<Pair> parse_pair(ByteView der) {
  const std::uint8_t* next = der.data();
  const OpensslPtr<ECDSA_SIG, ECDSA_SIG_free> parsed(
      d2i_ECDSA_SIG(nullptr, &next, static_cast<long>(der.size())));
  if (parsed == nullptr) {
    return fail(errc::out_of_memory);  // libcrypto has just made it; it can't be malformed
  }
  return Pair{.r = bytes_of(ECDSA_SIG_get0_r(parsed.get())),
              .s = bytes_of(ECDSA_SIG_get0_s(parsed.get()))};
}

Bytes write_pair(ByteView r, ByteView s) {
  return wire::build([&](wire::Writer& writer) {
    der::write_element(writer, der::Tag::sequence, [&](wire::Writer& pair) {
      der::write_integer(pair, r);
      der::write_integer(pair, s);
    });
  });
}

Result<Bytes> to_mpints(ByteView der) {
  const Result<Pair> pair = parse_pair(der);
  if (!pair) {
    return std::unexpected(pair.error());
  }
  return wire::build([&](wire::Writer& writer) {
    writer.mpint(pair->r);
    writer.mpint(pair->s);
  });
}

Result<Bytes> from_mpints(ByteView ssh) {
  wire::Reader reader(ssh, 0);
  const ByteView r = reader.mpint("ECDSA signature r");
  const ByteView s = reader.mpint("ECDSA signature s");
  if (Result<void> end = reader.finish("signature"); !end) {
    return std::unexpected(end.error());
  }
  return write_pair(r, s);
}

Result<Bytes> to_40_bytes(ByteView der) {
  const Result<Pair> pair = parse_pair(der);
  if (!pair) {
    return std::unexpected(pair.error());
  }
  Bytes joined;
  for (const Bytes* number : {&pair->r, &pair->s}) {
    if (number->size() > dsa_number_size) {
      return fail(errc::unsupported_key_type, {.field = "DSA q"},
                  "it has more than the 160 bits of SSH's signatures");
    }
    joined.insert(joined.end(), dsa_number_size - number->size(), 0);
    joined.insert(joined.end(), number->begin(), number->end());
  }
  return joined;
}

Result<Bytes> from_40_bytes(ByteView ssh) {
  if (ssh.size() != 2 * dsa_number_size) {
    return fail(errc::malformed, {.field = "signature"},
                "it has " + std::to_string(ssh.size()) + " bytes, must have 40");
  }
  return write_pair(ssh.first(dsa_number_size), ssh.last(dsa_number_size));
}

/// padded puts back the leading zeros that some programs leave out, as OpenSSH does.
Bytes padded(ByteView signature, std::size_t size) {
  Bytes bytes;
  if (signature.size() < size) {
    bytes.assign(size - signature.size(), 0);
  }
  bytes.insert(bytes.end(), signature.begin(), signature.end());
  return bytes;
}

}  // namespace

Result<Bytes> to_ssh_signature(const KeyNumbers& key, ByteView libcrypto) {
  if (std::holds_alternative<EcdsaNumbers>(key)) {
    return to_mpints(libcrypto);
  }
  if (std::holds_alternative<DsaNumbers>(key)) {
    return to_40_bytes(libcrypto);
  }
  return Bytes(libcrypto.begin(), libcrypto.end());
}

Result<Bytes> to_libcrypto_signature(const KeyNumbers& key, ByteView ssh) {
  if (std::holds_alternative<EcdsaNumbers>(key)) {
    return from_mpints(ssh);
  }
  if (std::holds_alternative<DsaNumbers>(key)) {
    return from_40_bytes(ssh);
  }
  const auto* rsa = std::get_if<RsaNumbers>(&key);
  return padded(ssh, rsa == nullptr ? 0 : rsa->n.size());
}

}  // namespace osshkey
