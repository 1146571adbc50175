// SPDX-License-Identifier: MIT
// Public key blobs, certificates among them: `string blob, string signature`.
#include <algorithm>

#include "key_builder.hpp"
#include "properties.hpp"
#include "sample_keys.hpp"
#include "wire/reader.hpp"
#include "wire/writer.hpp"

using namespace osshkey;
using namespace osshkey::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  wire::Reader reader(ByteView(data, size));
  const ByteView blob = reader.string("blob");
  const ByteView signature = reader.string("signature");
  const Result<PublicKey> key = PublicKey::from_blob(blob);
  if (!key) {
    check_error(key.error(), blob.size(), Strictness::forgiving);
    return 0;
  }
  check_public_key(*key);
  const ByteView certificate = key->certificate();
  expect(certificate.empty() || std::ranges::equal(certificate, blob),
         "a certificate is kept whole");
  expect(key->fingerprint() == PublicKey::from_blob(blob)->fingerprint(),
         "what is read twice is the same");
  if (const Result<void> verified = verify(*key, wire::as_bytes("a message"), signature);
      !verified) {
    check_error(verified.error(), signature.size(), Strictness::forgiving);
  }
  return 0;
}

std::vector<Bytes> osshkey::fuzz::seeds() {
  std::vector<Bytes> inputs;
  for (const PrivateKey& key : sample_keys()) {
    const PublicKey& public_key = key.public_key();
    const ByteView certificate = public_key.certificate();
    const auto signature = sign(key, wire::as_bytes("a message"));
    inputs.push_back(wire::build([&](wire::Writer& writer) {
      writer.string(certificate.empty() ? public_key.blob() : certificate);
      writer.string(signature ? ByteView(*signature) : ByteView{});
    }));
  }
  return inputs;
}
