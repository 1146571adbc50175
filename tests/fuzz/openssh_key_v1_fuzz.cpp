// SPDX-License-Identifier: MIT
// The container openssh-key-v1 in its decoded bytes: every field lies where it is said to lie, and
// the file that holds it keeps what holds for all files.
#include "container/openssh_key_v1.hpp"

#include "key_builder.hpp"
#include "properties.hpp"
#include "sample_keys.hpp"
#include "wire/reader.hpp"

using namespace osshkey;
using namespace osshkey::fuzz;

namespace {

/// check_located holds for every field; one that the file has no bytes for has no certain place.
void check_located(const container::Located& located, ByteView decoded) {
  if (located.bytes.empty()) {
    return;
  }
  expect(located.offset <= decoded.size() &&
             located.bytes.size() <= decoded.size() - located.offset &&
             located.bytes.data() == decoded.data() + located.offset,
         "a field is where its offset says, in the file");
}

void check_container(ByteView decoded, std::uint32_t max_keys) {
  const container::OpensshKeyV1 file = container::parse_openssh_key_v1(decoded, max_keys);
  for (const container::Located& located : file.public_keys) {
    check_located(located, decoded);
  }
  check_located(file.kdf_options, decoded);
  check_located(file.encrypted, decoded);
  check_located(file.tail, decoded);
  if (file.error) {
    check_error(*file.error, decoded.size(), Strictness::forgiving);
    return;
  }
  expect(file.public_keys.size() == file.key_count && file.key_count <= max_keys,
         "as many public keys as the file counts");
  expect(file.tail.offset + file.tail.bytes.size() == decoded.size(), "the tail is the rest");
  const Result<container::BcryptOptions> options =
      container::parse_bcrypt_options(file.kdf_options);
  if (!options) {
    check_error(options.error(), decoded.size(), Strictness::forgiving);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const ByteView decoded(data, size);
  check_container(decoded, 1);
  check_container(decoded, 4);
  check_file(wire::as_bytes(testing::armor(Bytes(decoded.begin(), decoded.end()))));
  return 0;
}

std::vector<Bytes> osshkey::fuzz::seeds() {
  using testing::operator+;
  std::vector<Bytes> inputs;
  const testing::Ed25519Pair first(1);
  const testing::Ed25519Pair second(2);
  testing::Envelope envelope = testing::plain_envelope(first);
  inputs.push_back(envelope.bytes());
  envelope.key_count = testing::u32(2);
  envelope.public_keys = testing::ssh_string(first.blob()) + testing::ssh_string(second.blob());
  envelope.private_section = testing::ssh_string(testing::plain_section(
      first.private_fields() + testing::ssh_string("first") + second.private_fields()));
  inputs.push_back(envelope.bytes());
  testing::Envelope encrypted = testing::plain_envelope(first);
  encrypted.cipher_name = testing::ssh_string("aes256-gcm@openssh.com");
  encrypted.kdf_name = testing::ssh_string("bcrypt");
  encrypted.kdf_options = testing::ssh_string(testing::ssh_string("salt") + testing::u32(1));
  encrypted.private_section = testing::ssh_string(Bytes(64, 1));
  encrypted.tail = Bytes(16, 2);
  inputs.push_back(encrypted.bytes());
  return inputs;
}
