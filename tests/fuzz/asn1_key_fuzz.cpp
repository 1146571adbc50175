// SPDX-License-Identifier: MIT
// Keys in ASN.1: `byte form` and the structure, which is looked at as it is, as text under its
// label, and encrypted the ways of PEM and of PKCS#8 after it was changed.
#include "container/asn1_key.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "armor/armor.hpp"
#include "cipher/kdf.hpp"
#include "cipher/named_cipher.hpp"
#include "container/pbe.hpp"
#include "der.hpp"
#include "file/encrypted_key_file.hpp"
#include "key_builder.hpp"
#include "properties.hpp"
#include "sample_keys.hpp"
#include "wire/reader.hpp"

using namespace osshkey;
using namespace osshkey::fuzz;

namespace {

using container::Structure;
using testing::operator+;

constexpr std::array<std::string_view, 5> labels = {
    "PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY", "DSA PRIVATE KEY", "ENCRYPTED PRIVATE KEY"};

/// check_structure parses the bytes as one structure, whatever they are.
void check_structure(Structure structure, ByteView bytes) {
  const auto strict = container::parse_asn1_key(structure, bytes, 0, Strictness::strict);
  const auto forgiving = container::parse_asn1_key(structure, bytes, 0, Strictness::forgiving);
  expect(!strict || forgiving, "DER is BER");
  if (!forgiving) {
    check_error(forgiving.error(), bytes.size(), Strictness::forgiving);
  }
  const auto decrypted =
      container::parse_asn1_key(structure, bytes, std::nullopt, Strictness::forgiving);
  expect(decrypted.has_value() == forgiving.has_value(), "offsets make no difference");
  if (!decrypted) {
    check_decrypted_error(decrypted.error());
  }
}

void check_encrypted_structure(ByteView bytes) {
  for (const Strictness strictness : {Strictness::strict, Strictness::forgiving}) {
    const container::EncryptedPkcs8 file = container::parse_encrypted_pkcs8(bytes, strictness);
    if (file.error) {
      check_error(*file.error, bytes.size(), Strictness::forgiving);
    }
  }
}

/// encrypted is the bytes under AES-128-CBC, with padding; `derivation` names the salt.
Bytes encrypted(Bytes bytes, const KdfParameters& derivation, ByteView iv) {
  constexpr std::size_t block_size = 16;
  const auto fill = static_cast<std::uint8_t>(block_size - bytes.size() % block_size);
  bytes.insert(bytes.end(), fill, fill);
  const auto cipher = cipher::NamedCipher::find("AES-128-CBC");
  expect(cipher.has_value(), "AES is always there");
  Bytes key(cipher->key_size());
  expect(cipher::derive(derivation, wire::as_bytes(passphrase), {.key = key}, 1).has_value(),
         "the derivation of a good file works");
  Bytes out(bytes.size());
  expect(
      cipher::encrypt({.cipher = cipher->row(), .key = key, .iv = iv}, bytes, out, {}).has_value(),
      "a good file can be encrypted");
  return out;
}

const Bytes iv(16, 3);

std::string encrypted_pem(const Bytes& bytes, std::string_view label) {
  const KdfParameters derivation{.kdf = Kdf::bytes_to_key, .salt = ByteView(iv).first(8)};
  std::string text = testing::armor(encrypted(bytes, derivation, iv), label, 64);
  return text.insert(text.find('\n') + 1, "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC," +
                                              testing::to_hex(iv) + "\n\n");
}

Bytes encrypted_pkcs8(const Bytes& bytes) {
  using namespace testing;
  const KdfParameters derivation{.kdf = Kdf::pbkdf2, .digest = "SHA256", .salt = iv, .rounds = 1};
  const Bytes prf = sequence(identifier("2a864886f70d0209") + null());
  const Bytes pbkdf2 =
      sequence(identifier("2a864886f70d01050c") + sequence(octets(iv) + integer(1) + prf));
  const Bytes aes = sequence(identifier("608648016503040102") + octets(iv));
  const Bytes pbes2 = sequence(identifier("2a864886f70d01050d") + sequence(pbkdf2 + aes));
  return sequence(pbes2 + octets(encrypted(bytes, derivation, iv)));
}

/// protected_by is a structure whose cipher text nobody can decrypt, under a scheme.
Bytes protected_by(const Bytes& scheme) {
  using namespace testing;
  return sequence(sequence(scheme) + octets(Bytes(32, 7)));
}

/// explicit_nistp256 is the curve by its numbers instead of its name (SEC1 appendix C.2).
Bytes explicit_nistp256() {
  using namespace testing;
  const Bytes p = from_hex("ffffffff00000001000000000000000000000000ffffffffffffffffffffffff");
  const Bytes a = from_hex("ffffffff00000001000000000000000000000000fffffffffffffffffffffffc");
  const Bytes b = from_hex("5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b");
  const Bytes n = from_hex("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551");
  return sequence(integer(1) + sequence(identifier("2a8648ce3d0101") + integer(Bytes{0} + p)) +
                  sequence(octets(a) + octets(b)) + octets(nistp256_generator) +
                  integer(Bytes{0} + n) + integer(1));
}

/// check_opened holds for an encrypted file whose passphrase and padding are right.
void check_opened(ByteView file, ByteView content) {
  KeyFile read = KeyFile::parse(file, quick_policy(Strictness::forgiving));
  expect(read.error() == nullptr, "nothing is wrong outside the encryption");
  const Result<Keys> keys = read.unlock(passphrase);
  if (keys) {
    check_private_key(keys->front());
    return;
  }
  check_decrypted_error(keys.error());
  constexpr std::size_t block_size = 16;
  Bytes filled(content.begin(), content.end());
  filled.resize(std::max(filled.size(), block_size));  // the padding is there, too
  const Structure structure = container::recognise(content);
  const bool is_key = !container::container_word(structure).empty() &&
                      structure != Structure::openssh_key_v1 &&
                      structure != Structure::pkcs8_encrypted;
  expect((keys.error().code == errc::wrong_passphrase) ==
             !(is_key || container::begins_private_key(filled)),
         "a wrong passphrase is what brings no private key to light, nor the beginning of one");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) {
    return 0;
  }
  const std::string_view label = labels[data[0] % labels.size()];
  const Bytes bytes(data + 1, data + size);
  for (const Structure structure :
       {Structure::pkcs1, Structure::sec1, Structure::dsa, Structure::pkcs8}) {
    check_structure(structure, bytes);
  }
  check_encrypted_structure(bytes);
  check_file(bytes);
  check_file(wire::as_bytes(testing::armor(bytes, label)));
  if (label != "ENCRYPTED PRIVATE KEY") {
    check_opened(wire::as_bytes(encrypted_pem(bytes, label)), bytes);
  }
  check_opened(encrypted_pkcs8(bytes), bytes);
  return 0;
}

std::vector<Bytes> osshkey::fuzz::seeds() {
  using namespace testing;
  std::vector<Bytes> inputs;
  const auto add = [&](std::uint8_t label, const Bytes& bytes) {
    inputs.push_back(Bytes{label} + bytes);
  };
  const auto add_text = [&](std::uint8_t label, const Result<SecureBytes>& text) {
    if (text) {
      const SecureBytes body = std::move(armor::read(text->view()).bytes);
      add(label, Bytes(body.view().begin(), body.view().end()));
    }
  };
  for (const PrivateKey& key : sample_keys()) {
    add_text(0, to_pkcs8(key));
    add_text(1, to_pem(key));
  }
  add(1, rsa_key());
  add(3, dsa_key());
  add(2, ec_key(der(0xa0, nistp256_identifier) + der(0xa1, bits(nistp256_generator))));
  add(0, pkcs8_key(ed25519_identifier, octets(ed25519_seed)));
  add(0, from_hex("3080") + integer(0) + sequence(ed25519_identifier) +
             octets_in_pieces(octets(ed25519_seed)) + from_hex("0000"));
  add(0, pkcs8_key(ed25519_identifier, octets(ed25519_seed), der(0x81, Bytes{0} + ed25519_public)));
  add(0, pkcs8_key(rsa_identifier + null(), rsa_key()));
  add(1, sequence(integer(0) + integer(3233) + integer(17) + integer(2753) + integer(0) +
                  integer(0) + integer(0) + integer(0) + integer(0)));
  add(1, sequence(integer(0) + integer(3233) + integer(17) + integer(2753) + integer(61) +
                  integer(53) + integer(0) + integer(0) + integer(0)));
  add(2, ec_key(der(0xa0, nistp256_identifier) + der(0xa1, bits(Bytes{3} + nistp256_x))));
  add(2, ec_key(der(0xa0, explicit_nistp256())));
  add(0, pkcs8_key(ec_identifier + nistp256_identifier, ec_key({})));
  add(0, pkcs8_key(dsa_identifier + sequence(dsa_domain()), integer(7)));
  add(4, encrypted_pkcs8(rsa_key()));
  const Bytes salt = octets(Bytes(8, 1));
  add(4, protected_by(identifier("2a864886f70d010503") + sequence(salt + integer(1))));
  add(4, protected_by(identifier("2a864886f70d010c0103") + sequence(salt + integer(1))));
  const Bytes scrypt = sequence(identifier("2b06010401da47040b") +
                                sequence(salt + integer(16) + integer(1) + integer(1)));
  const Bytes aes = sequence(identifier("608648016503040102") + octets(iv));
  add(4, protected_by(identifier("2a864886f70d01050d") + sequence(scrypt + aes)));
  return inputs;
}
