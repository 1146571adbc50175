// SPDX-License-Identifier: MIT
// The rows of the key types do the writing and reading; here is only the order of the fields.
#include "export/identity.hpp"

#include "base/fail.hpp"

namespace osshkey {

void write_identity(const PrivateKey& key, wire::Writer& writer) {
  const PublicKey& public_key = key.public_key();
  const key::KeyType& type = *key::find_type(public_key.type());
  if (public_key.certificate().empty()) {
    writer.string(type.name);
    type.write_private(key.numbers(), key::PublicFields::in_section, writer);
  } else {
    writer.string(type.certificate_name);
    writer.string(public_key.certificate());
    type.write_private(key.numbers(), key::PublicFields::in_certificate, writer);
  }
  writer.string(key.comment());
}

Result<KeyNumbers> public_numbers(const PublicKey& key) {
  const key::KeyType* type = key::find_type(key.type());
  if (type == nullptr) {
    return fail(errc::unsupported_key_type, {.field = "public key type"}, key.type());
  }
  wire::Reader reader(key.blob(), 0);
  reader.name("public key type");
  return type->read_public(reader);
}

}  // namespace osshkey
