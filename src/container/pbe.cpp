// SPDX-License-Identifier: MIT
// One table row for each scheme and each PRF; the rest follows RFC 8018's definitions.
#include "container/pbe.hpp"

#include <openssl/objects.h>

#include <algorithm>

#include "container/der.hpp"

namespace osshkey::container {

namespace {

/// Scheme derives key and IV with one hash and names its cipher (RFC 8018 A.3, RFC 7292 appendix
/// C).
struct Scheme {
  std::string_view identifier;
  Kdf kdf;
  std::string_view kdf_name;
  const char* digest;
  std::string_view cipher;
  std::uint64_t key_size;
};

constexpr Scheme schemes[] = {
    {"1.2.840.113549.1.5.3", Kdf::pbkdf1, "pbkdf1-md5", "MD5", "DES-CBC", 8},
    {"1.2.840.113549.1.5.6", Kdf::pbkdf1, "pbkdf1-md5", "MD5", "RC2-64-CBC", 8},
    {"1.2.840.113549.1.5.10", Kdf::pbkdf1, "pbkdf1-sha1", "SHA1", "DES-CBC", 8},
    {"1.2.840.113549.1.5.11", Kdf::pbkdf1, "pbkdf1-sha1", "SHA1", "RC2-64-CBC", 8},
    {"1.2.840.113549.1.12.1.1", Kdf::pkcs12, "pkcs12-kdf", "SHA1", "RC4", 16},
    {"1.2.840.113549.1.12.1.2", Kdf::pkcs12, "pkcs12-kdf", "SHA1", "RC4-40", 5},
    {"1.2.840.113549.1.12.1.3", Kdf::pkcs12, "pkcs12-kdf", "SHA1", "DES-EDE3-CBC", 24},
    {"1.2.840.113549.1.12.1.4", Kdf::pkcs12, "pkcs12-kdf", "SHA1", "DES-EDE-CBC", 16},
    {"1.2.840.113549.1.12.1.5", Kdf::pkcs12, "pkcs12-kdf", "SHA1", "RC2-CBC", 16},
    {"1.2.840.113549.1.12.1.6", Kdf::pkcs12, "pkcs12-kdf", "SHA1", "RC2-40-CBC", 5},
};

struct Prf {
  std::string_view identifier;
  std::string_view kdf_name;
  const char* digest;
};

constexpr Prf prfs[] = {
    {"1.2.840.113549.2.7", "pbkdf2-hmac-sha1", "SHA1"},
    {"1.2.840.113549.2.9", "pbkdf2-hmac-sha256", "SHA256"},
    {"1.2.840.113549.2.11", "pbkdf2-hmac-sha512", "SHA512"},
    {"1.2.840.113549.2.10", "pbkdf2-hmac-sha384", "SHA384"},
    {"1.2.840.113549.2.8", "pbkdf2-hmac-sha224", "SHA224"},
    {"1.2.840.113549.2.12", "pbkdf2-hmac-sha512-224", "SHA512-224"},
    {"1.2.840.113549.2.13", "pbkdf2-hmac-sha512-256", "SHA512-256"},
    {"1.2.840.113549.2.6", "pbkdf2-hmac-md5", "MD5"},
    {"2.16.840.1.101.3.4.2.13", "pbkdf2-hmac-sha3-224", "SHA3-224"},
    {"2.16.840.1.101.3.4.2.14", "pbkdf2-hmac-sha3-256", "SHA3-256"},
    {"2.16.840.1.101.3.4.2.15", "pbkdf2-hmac-sha3-384", "SHA3-384"},
    {"2.16.840.1.101.3.4.2.16", "pbkdf2-hmac-sha3-512", "SHA3-512"},
};

/// read_count takes a number of a derivation that can't be 0.
std::uint64_t read_count(DerReader& reader, std::string_view field) {
  const std::uint64_t count = reader.small_number(field);
  if (count == 0) {
    reader.refuse(errc::bad_kdf_options, "it is 0");
  }
  return count;
}

void read_scheme(const Scheme& scheme, DerReader parameters, EncryptedPkcs8& file) {
  DerReader values = parameters.enter(tag::sequence, "encryption parameters");
  file.kdf.kdf = scheme.kdf;
  file.kdf.name = scheme.kdf_name;
  file.kdf.digest = scheme.digest;
  file.kdf.salt = values.content(tag::octet_string, "salt");
  file.kdf.rounds = read_count(values, "iterations");
  values.finish("encryption parameters");
  file.cipher = scheme.cipher;
  file.key_size = scheme.key_size;
}

void read_pbkdf2(DerReader parameters, EncryptedPkcs8& file) {
  file.kdf.kdf = Kdf::pbkdf2;
  file.kdf.name = "pbkdf2-hmac-sha1";  // where the PRF isn't named
  file.kdf.digest = "SHA1";
  DerReader values = parameters.enter(tag::sequence, "kdf options");
  file.kdf.salt = values.content(tag::octet_string, "salt");
  file.kdf.rounds = read_count(values, "iterations");
  if (values.next_tag() == tag::integer) {
    file.key_size = read_count(values, "key length");
  }
  if (values.failed()) {
    file.kdf.name = "pbkdf2";  // behind the failure the PRF isn't read
    return;
  }
  if (!values.at_end()) {
    const std::string identifier = values.enter(tag::sequence, "PRF").object_identifier("PRF");
    if (values.failed()) {
      file.kdf.name = "pbkdf2";
      return;
    }
    const auto* prf = std::ranges::find(prfs, identifier, &Prf::identifier);
    if (prf == std::end(prfs)) {
      file.kdf.name = "pbkdf2-" + identifier_name(identifier);
      values.refuse(errc::unsupported_kdf, file.kdf.name);
      return;
    }
    file.kdf.name = prf->kdf_name;
    file.kdf.digest = prf->digest;
  }
  values.finish("kdf options");
}

void read_scrypt(DerReader parameters, EncryptedPkcs8& file) {
  file.kdf.kdf = Kdf::scrypt;
  file.kdf.name = "scrypt";
  DerReader values = parameters.enter(tag::sequence, "kdf options");
  file.kdf.salt = values.content(tag::octet_string, "salt");
  file.kdf.rounds = read_count(values, "scrypt N");
  if (file.kdf.rounds < 2 || (file.kdf.rounds & (file.kdf.rounds - 1)) != 0) {
    values.refuse(errc::bad_kdf_options, "it isn't a power of 2");
  }
  file.kdf.block_size = read_count(values, "scrypt r");
  file.kdf.parallelism = read_count(values, "scrypt p");
  if (values.next_tag() == tag::integer) {
    file.key_size = read_count(values, "key length");
  }
  values.finish("kdf options");
}

void read_kdf(DerReader kdf, EncryptedPkcs8& file) {
  const std::string identifier = kdf.object_identifier("kdf name");
  if (identifier == "1.2.840.113549.1.5.12") {
    read_pbkdf2(kdf, file);
  } else if (identifier == "1.3.6.1.4.1.11591.4.11") {
    read_scrypt(kdf, file);
  } else {
    file.kdf.name = identifier_name(identifier);
    kdf.refuse(errc::unsupported_kdf, file.kdf.name);
  }
}

/// read_rc2 takes the version, which encodes the effective bits of the key (RFC 8018 B.2.3), and
/// the IV.
void read_rc2(DerReader& cipher, EncryptedPkcs8& file) {
  DerReader values = cipher.enter(tag::sequence, "cipher parameters");
  std::uint64_t key_size = 4;  // what an absent version means
  if (values.next_tag() == tag::integer) {
    switch (values.small_number("RC2 version")) {
      case 58:
        file.cipher = "RC2-CBC";
        key_size = 16;
        break;
      case 120:
        file.cipher = "RC2-64-CBC";
        key_size = 8;
        break;
      case 160:
        file.cipher = "RC2-40-CBC";
        key_size = 5;
        break;
      default:
        break;
    }
  }
  if (key_size == 4 || file.key_size.value_or(key_size) != key_size) {
    values.refuse(errc::unsupported_cipher, "rc2-cbc with an unusual size of key");
  }
  file.key_size = key_size;
  file.iv = values.content(tag::octet_string, "IV");
}

void read_cipher(DerReader& cipher, const std::string& identifier, EncryptedPkcs8& file) {
  if (cipher.failed()) {
    return;
  }
  const int number = identifier_number(identifier);
  if (number == NID_undef) {
    cipher.refuse(errc::unsupported_cipher, identifier);
    return;
  }
  file.cipher = OBJ_nid2sn(number);
  if (number == NID_rc2_cbc) {
    read_rc2(cipher, file);
  } else if (cipher.next_tag() == tag::octet_string) {
    file.iv = cipher.content(tag::octet_string, "IV");
  } else if (cipher.next_tag() == tag::null) {
    cipher.skip("IV");
  } else if (!cipher.at_end()) {
    cipher.refuse(errc::unsupported_cipher, file.cipher_name + " with parameters of its own");
  }
}

void read_pbes2(DerReader algorithm, EncryptedPkcs8& file) {
  DerReader values = algorithm.enter(tag::sequence, "encryption parameters");
  const DerReader kdf = values.enter(tag::sequence, "kdf name");
  DerReader cipher = values.enter(tag::sequence, "cipher name");
  values.finish("encryption parameters");
  // Named before anything can be refused, so that each of the two is shown where the other is
  // unknown.
  const std::string identifier = cipher.object_identifier("cipher name");
  file.cipher_name = identifier_name(identifier);
  read_kdf(kdf, file);
  read_cipher(cipher, identifier, file);
}

void read_algorithm(DerReader algorithm, EncryptedPkcs8& file) {
  const std::string identifier = algorithm.object_identifier("encryption scheme");
  if (identifier == "1.2.840.113549.1.5.13") {
    read_pbes2(algorithm, file);
    return;
  }
  file.cipher_name = identifier_name(identifier);
  const auto* scheme = std::ranges::find(schemes, identifier, &Scheme::identifier);
  if (scheme == std::end(schemes)) {
    algorithm.refuse(errc::unsupported_cipher, file.cipher_name);
    return;
  }
  read_scheme(*scheme, algorithm, file);
}

}  // namespace

EncryptedPkcs8 parse_encrypted_pkcs8(ByteView decoded, Strictness strictness) {
  EncryptedPkcs8 file;
  DerDocument document(decoded, 0, strictness);
  DerReader outer = document.reader();
  DerReader info = outer.enter(tag::sequence, "encrypted private key");
  const DerReader algorithm = info.enter(tag::sequence, "encryption scheme");
  file.ciphertext = info.content(tag::octet_string, "encrypted private key");
  file.ciphertext_offset = info.offset_of(file.ciphertext);
  info.finish("encrypted private key");
  outer.finish("encrypted private key");
  read_algorithm(algorithm, file);
  file.joined = document.take_joined();
  if (const Result<void> read = document.result(); !read) {
    file.error = read.error();
    // Every number here belongs to the derivation.
    if (read.error().code == errc::bad_number || read.error().code == errc::key_too_large) {
      file.error->code = errc::bad_kdf_options;
    }
  }
  return file;
}

}  // namespace osshkey::container
