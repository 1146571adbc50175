// SPDX-License-Identifier: MIT
// Writes openssh-key-v1 as ssh-keygen does: the private section first, then its encryption, then
// the envelope around it.
#include <bcrypt_pbkdf/bcrypt_pbkdf.hpp>
#include <osshkey/export.hpp>

#include <sodium.h>

#include <array>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include "base/clean_stack.hpp"
#include "base/fail.hpp"
#include "cipher/cipher.hpp"
#include "export/identity.hpp"
#include "export/pem_text.hpp"
#include "wire/writer.hpp"

namespace osshkey {

namespace {

// PROTOCOL.key section 1: the zero byte belongs to it.
constexpr std::string_view magic{"openssh-key-v1\0", 15};

constexpr std::size_t salt_size = 16;
constexpr std::uint32_t default_rounds = 24;
constexpr std::string_view default_cipher = "aes256-ctr";

/// Envelope is what stands around the private section.
struct Envelope {
  const cipher::Cipher& cipher;
  ByteView kdf_options;
};

Result<const cipher::Cipher*> choose_cipher(const Protection& protection) {
  std::string_view name = protection.cipher.empty() ? default_cipher : protection.cipher;
  if (name == "rijndael-cbc@lysator.liu.se") {
    name = "aes256-cbc";  // the same cipher, whose old name OpenSSH dropped in 8.5
  } else if (name == "none" && !protection.passphrase.empty()) {
    return fail(errc::unsupported_cipher, {.field = "cipher name"},
                "a passphrase is given and the cipher is none");
  }
  const cipher::Cipher* cipher = cipher::find_cipher(name);
  if (cipher == nullptr || cipher->age == cipher::Age::historic) {
    return fail(errc::unsupported_cipher, {.field = "cipher name"}, std::string(name),
                "choose a cipher that today's OpenSSH reads, such as aes256-ctr");
  }
  return protection.passphrase.empty() ? cipher::find_cipher("none") : cipher;
}

/// make_private_section is the check values twice, the key, and padding to the cipher's blocks.
SecureBytes make_private_section(const PrivateKey& key, std::size_t block_size) {
  std::array<std::uint8_t, 4> check{};
  randombytes_buf(check.data(), check.size());
  return wire::build_secure([&](wire::Writer& writer) {
    writer.bytes(check);
    writer.bytes(check);
    write_identity(key, writer);
    for (std::uint8_t next = 1; writer.size() % block_size != 0; ++next) {
      writer.u8(next);
    }
  });
}

SecureBytes make_container(const PrivateKey& key, const Envelope& envelope, ByteView encrypted,
                           ByteView tag) {
  const PublicKey& public_key = key.public_key();
  return wire::build_secure([&](wire::Writer& writer) {
    writer.bytes(wire::as_bytes(magic));
    writer.string(envelope.cipher.name);
    writer.string(envelope.kdf_options.empty() ? "none" : "bcrypt");
    writer.string(envelope.kdf_options);
    writer.u32(1);
    writer.string(public_key.certificate().empty() ? public_key.blob() : public_key.certificate());
    writer.string(encrypted);
    writer.bytes(tag);  // outside of the string's length, as PROTOCOL.key doesn't say
  });
}

Result<SecureBytes> make_encrypted(const PrivateKey& key, const cipher::Cipher& cipher,
                                   const Protection& protection) {
  std::array<std::uint8_t, salt_size> salt{};
  randombytes_buf(salt.data(), salt.size());
  const std::uint32_t rounds = protection.rounds == 0 ? default_rounds : protection.rounds;
  SecureBytes derived(std::size_t{cipher.key_size} + cipher.iv_size);
  if (const auto status = bcrypt_pbkdf::derive(protection.passphrase, salt, rounds, derived.span());
      status != bcrypt_pbkdf::Status::ok) {
    return fail(errc::out_of_memory, {}, bcrypt_pbkdf::message(status));
  }
  const SecureBytes section = make_private_section(key, cipher.block_size);
  std::vector<std::uint8_t> encrypted(section.size());
  std::vector<std::uint8_t> tag(cipher.tag_size);
  const cipher::Keyed keyed{.cipher = cipher,
                            .key = derived.view().first(cipher.key_size),
                            .iv = derived.view().subspan(cipher.key_size)};
  if (Result<void> done = cipher::encrypt(keyed, section.view(), encrypted, tag); !done) {
    return std::unexpected(done.error());
  }
  const std::vector<std::uint8_t> kdf_options = wire::build([&](wire::Writer& writer) {
    writer.string(salt);
    writer.u32(rounds);
  });
  return make_container(key, {.cipher = cipher, .kdf_options = kdf_options}, encrypted, tag);
}

Result<SecureBytes> write(const PrivateKey& key, const Protection& protection) {
  const Result<const cipher::Cipher*> cipher = choose_cipher(protection);
  if (!cipher) {
    return std::unexpected(cipher.error());
  }
  Result<SecureBytes> container;
  if ((*cipher)->engine == cipher::Engine::none) {
    const SecureBytes section = make_private_section(key, (*cipher)->block_size);
    container = make_container(key, {.cipher = **cipher, .kdf_options = {}}, section.view(), {});
  } else {
    container = make_encrypted(key, **cipher, protection);
  }
  if (!container) {
    return container;
  }
  return write_pem_text({.label = "OPENSSH PRIVATE KEY", .columns = openssh_columns},
                        container->view());
}

}  // namespace

Result<SecureBytes> to_openssh(const PrivateKey& key, const Protection& protection) {
  const CleanStack clean_stack;
  try {
    return write(key, protection);
  } catch (const std::bad_alloc&) {
    return fail(errc::out_of_memory);
  }
}

}  // namespace osshkey
