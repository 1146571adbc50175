// SPDX-License-Identifier: MIT
// Builds openssh-key-v1 files field by field, so that a test can change exactly one thing. The
// parts are plain byte strings; `armor` makes the text.
#pragma once

#include <sodium.h>

#include <array>
#include <string>
#include <string_view>

#include "bytes.hpp"

namespace osshkey::testing {

/// Ed25519Pair is a key computed from a seed of equal bytes.
struct Ed25519Pair {
  Bytes public_key = Bytes(crypto_sign_PUBLICKEYBYTES);
  Bytes secret = Bytes(crypto_sign_SECRETKEYBYTES);

  explicit Ed25519Pair(std::uint8_t seed_byte) {
    const Bytes seed(crypto_sign_SEEDBYTES, seed_byte);
    crypto_sign_seed_keypair(public_key.data(), secret.data(), seed.data());
  }

  [[nodiscard]] Bytes blob() const { return ssh_string("ssh-ed25519") + ssh_string(public_key); }
  /// private_fields is the key as the private section holds it, without the comment.
  [[nodiscard]] Bytes private_fields() const {
    return ssh_string("ssh-ed25519") + ssh_string(public_key) + ssh_string(secret);
  }
};

/// padded appends 1, 2, 3, ... up to a multiple of the block size.
inline Bytes padded(Bytes section, std::size_t block) {
  for (std::uint8_t next = 1; section.size() % block != 0; ++next) {
    section.push_back(next);
  }
  return section;
}

/// Envelope is the fields of the container in wire order.
struct Envelope {
  Bytes magic = from_text(std::string_view("openssh-key-v1\0", 15));
  Bytes cipher_name = ssh_string("none");
  Bytes kdf_name = ssh_string("none");
  Bytes kdf_options = ssh_string("");
  Bytes key_count = u32(1);
  Bytes public_keys = {};
  Bytes private_section = {};
  Bytes tail = {};

  [[nodiscard]] Bytes bytes() const {
    return magic + cipher_name + kdf_name + kdf_options + key_count + public_keys +
           private_section + tail;
  }
};

/// plain_section is an unencrypted private section of one key.
inline Bytes plain_section(const Bytes& private_fields, std::string_view comment = "test") {
  return padded(u32(7) + u32(7) + private_fields + ssh_string(comment), 8);
}

/// plain_envelope is a good unencrypted file of one Ed25519 key.
inline Envelope plain_envelope(const Ed25519Pair& pair, std::string_view comment = "test") {
  Envelope envelope;
  envelope.public_keys = ssh_string(pair.blob());
  envelope.private_section = ssh_string(plain_section(pair.private_fields(), comment));
  return envelope;
}

/// base64_lines is base64 text in lines of `width` characters, each ended by LF.
inline std::string base64_lines(const Bytes& bytes, std::size_t width = 70) {
  std::string text(sodium_base64_encoded_len(bytes.size(), sodium_base64_VARIANT_ORIGINAL), '\0');
  sodium_bin2base64(text.data(), text.size(), bytes.data(), bytes.size(),
                    sodium_base64_VARIANT_ORIGINAL);
  text.pop_back();
  std::string lines;
  for (std::size_t i = 0; i < text.size(); i += width) {
    lines += text.substr(i, width) + "\n";
  }
  return lines;
}

/// armor is the text of a file with the given label.
inline std::string armor(const Bytes& bytes, std::string_view label = "OPENSSH PRIVATE KEY",
                         std::size_t width = 70) {
  return "-----BEGIN " + std::string(label) + "-----\n" + base64_lines(bytes, width) + "-----END " +
         std::string(label) + "-----\n";
}

}  // namespace osshkey::testing
