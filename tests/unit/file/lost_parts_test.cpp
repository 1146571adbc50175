// SPDX-License-Identifier: MIT
// Files out of which a part is lost, and the private half has moved to where something else should
// stand: nothing of it may be shown.
#include <doctest/doctest.h>

#include <osshkey/export.hpp>
#include <osshkey/key_file.hpp>

#include "armor/armor.hpp"
#include "file/openssh_key_v1_file.hpp"
#include "key_builder.hpp"
#include "make_keys.hpp"
#include "wire/reader.hpp"

using namespace osshkey;
using namespace osshkey::testing;

namespace {

Bytes decoded(const PrivateKey& key) {
  const Result<SecureBytes> text = to_openssh(key);
  REQUIRE(text);
  const armor::Armored armored = armor::read(text->view());
  return {armored.bytes.view().begin(), armored.bytes.view().end()};
}

Bytes without(const Bytes& bytes, std::size_t begin, std::size_t end) {
  Bytes left(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(begin));
  left.insert(left.end(), bytes.begin() + static_cast<std::ptrdiff_t>(end), bytes.end());
  return left;
}

Inspection inspected(const Bytes& bytes) {
  Inspection inspection;
  static_cast<void>(read_openssh_key_v1(SecureBytes(ByteView(bytes)), {}, inspection));
  return inspection;
}

struct Step {
  std::string_view type;
  std::size_t size;  ///< of what may be lost, and where: all multiples of it
};

}  // namespace

TEST_CASE("whatever part of a file is lost, a public key that is shown is the key's own") {
  for (const Step& step : {Step{"ssh-ed25519", 1}, Step{"ecdsa-sha2-nistp256", 3},
                           Step{"ssh-ed448", 3}, Step{"ssh-rsa", 16}, Step{"ssh-dss", 16}}) {
    CAPTURE(step.type);
    const PrivateKey key = make_key(step.type);
    const Bytes whole = decoded(key);
    std::size_t shown = 0;
    std::size_t of_another = 0;
    for (std::size_t begin = 0; begin < whole.size(); begin += step.size) {
      for (std::size_t end = begin + step.size; end <= whole.size(); end += step.size) {
        const Inspection inspection = inspected(without(whole, begin, end));
        for (const KeyInspection& one : inspection.keys) {
          shown += one.public_key ? 1U : 0U;
          of_another += one.public_key && !(*one.public_key == key.public_key()) ? 1U : 0U;
        }
      }
    }
    CHECK(shown > 0);
    CHECK(of_another == 0);
  }
}

TEST_CASE("a size that can't be the private section's is damage, not an end that is missing") {
  const Ed25519Pair pair(1);
  Envelope envelope;
  envelope.public_keys = ssh_string(pair.blob());
  for (const std::string_view size : {"44e80088", "000000ff", "00000010"}) {
    CAPTURE(size);
    envelope.private_section = from_hex(size) + Bytes(8, 0);
    const Inspection inspection = inspected(envelope.bytes());
    REQUIRE(inspection.error);
    CHECK(inspection.error->code == errc::malformed);
    CHECK(inspection.keys.empty());
  }
  envelope.private_section = u32(136) + Bytes(8, 0);
  const Inspection cut = inspected(envelope.bytes());
  REQUIRE(cut.error);
  CHECK(cut.error->code == errc::truncated);
  CHECK(cut.error->detail == "128 bytes are missing");
  CHECK(cut.keys.size() == 1);
}

TEST_CASE("what stands in place of a name isn't shown") {
  const Ed25519Pair pair(1);
  for (const std::string_view other :
       {"AAAAIP/PBU+jSOrnTvPHCABE3jIfYyB9", "none AAAA", "\x01\x02"}) {
    for (const bool is_cipher : {true, false}) {
      CAPTURE(other);
      Envelope envelope;
      envelope.public_keys = ssh_string(pair.blob());
      envelope.cipher_name = ssh_string(is_cipher ? other : "aes256-ctr");
      envelope.kdf_name = ssh_string(is_cipher ? "none" : other);
      const Inspection inspection = inspected(envelope.bytes());
      REQUIRE(inspection.error);
      CHECK(inspection.error->text().find(other) == std::string::npos);
      CHECK((is_cipher ? inspection.cipher : inspection.kdf) == "");
    }
  }
}
