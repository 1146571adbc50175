// SPDX-License-Identifier: MIT
// libsodium encodes without branches or table look-ups that depend on the data; the line ends are
// put in afterwards.
#include "export/pem_text.hpp"

#include <sodium.h>

#include <algorithm>

#include "wire/reader.hpp"
#include "wire/writer.hpp"

namespace osshkey {

namespace {

SecureBytes base64_encode_secret(ByteView bytes) {
  // The length counts a terminating zero byte.
  SecureBytes text(sodium_base64_encoded_len(bytes.size(), sodium_base64_VARIANT_ORIGINAL));
  sodium_bin2base64(reinterpret_cast<char*>(text.data()), text.size(), bytes.data(), bytes.size(),
                    sodium_base64_VARIANT_ORIGINAL);
  text.shrink(text.size() - 1);
  return text;
}

void write_text(wire::Writer& writer, std::string_view text) {
  writer.bytes(wire::as_bytes(text));
}

}  // namespace

SecureBytes write_pem_text(const PemText& form, ByteView bytes) {
  const SecureBytes base64 = base64_encode_secret(bytes);
  return wire::build_secure([&](wire::Writer& writer) {
    write_text(writer, "-----BEGIN ");
    write_text(writer, form.label);
    write_text(writer, "-----\n");
    write_text(writer, form.headers);
    for (ByteView rest = base64.view(); !rest.empty();) {
      const std::size_t size = std::min(form.columns, rest.size());
      writer.bytes(rest.first(size));
      write_text(writer, "\n");
      rest = rest.subspan(size);
    }
    write_text(writer, "-----END ");
    write_text(writer, form.label);
    write_text(writer, "-----\n");
  });
}

}  // namespace osshkey
