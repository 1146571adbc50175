// SPDX-License-Identifier: MIT
// The fields of a certificate in wire order.
#include "key/certificate.hpp"

namespace osshkey::key {

Result<KeyNumbers> read_certificate(wire::Reader& reader, const KeyType& type) {
  reader.string("certificate nonce");
  Result<KeyNumbers> numbers = type.read_public(reader);
  if (!numbers) {
    return numbers;
  }
  reader.u64("certificate serial");
  reader.u32("certificate type");
  reader.string("certificate key id");
  reader.string("certificate principals");
  reader.u64("certificate valid after");
  reader.u64("certificate valid before");
  reader.string("certificate critical options");
  reader.string("certificate extensions");
  reader.string("certificate reserved");
  reader.string("certificate signature key");
  reader.string("certificate signature");
  if (Result<void> end = reader.finish("certificate"); !end) {
    return std::unexpected(end.error());
  }
  return numbers;
}

}  // namespace osshkey::key
