// SPDX-License-Identifier: MIT
// sign and verify: the algorithm by its name, the signature by libsodium (Ed25519) or libcrypto,
// the blob around it.
#include <osshkey/signature.hpp>

#include <openssl/evp.h>
#include <sodium.h>

#include <algorithm>
#include <new>
#include <string>

#include "base/clean_stack.hpp"
#include "base/fail.hpp"
#include "base/openssl_context.hpp"
#include "export/evp_failure.hpp"
#include "export/evp_pkey.hpp"
#include "export/identity.hpp"
#include "export/security_key_signature.hpp"
#include "export/signature_format.hpp"
#include "wire/reader.hpp"
#include "wire/writer.hpp"

namespace osshkey {

namespace {

using Bytes = std::vector<std::uint8_t>;
using DigestContext = OpensslPtr<EVP_MD_CTX, EVP_MD_CTX_free>;

/// Consent says whether an algorithm is used without having been named.
enum class Consent : std::uint8_t { implied, by_name };

struct Algorithm {
  std::string_view name;
  std::string_view key_type;
  const char* digest;  ///< null where the algorithm has its own
  Consent consent;
};

// The first row of a type is the one that sign() takes by itself.
constexpr Algorithm algorithms[] = {
    {"ssh-ed25519", "ssh-ed25519", nullptr, Consent::implied},
    {"ssh-ed448", "ssh-ed448", nullptr, Consent::implied},
    {"rsa-sha2-512", "ssh-rsa", "SHA512", Consent::implied},
    {"rsa-sha2-256", "ssh-rsa", "SHA256", Consent::implied},
    {"ssh-rsa", "ssh-rsa", "SHA1", Consent::by_name},
    {"ecdsa-sha2-nistp256", "ecdsa-sha2-nistp256", "SHA256", Consent::implied},
    {"ecdsa-sha2-nistp384", "ecdsa-sha2-nistp384", "SHA384", Consent::implied},
    {"ecdsa-sha2-nistp521", "ecdsa-sha2-nistp521", "SHA512", Consent::implied},
    {"ssh-dss", "ssh-dss", "SHA1", Consent::implied},
    {"sk-ssh-ed25519@openssh.com", "sk-ssh-ed25519@openssh.com", nullptr, Consent::implied},
    {"sk-ecdsa-sha2-nistp256@openssh.com", "sk-ecdsa-sha2-nistp256@openssh.com", "SHA256",
     Consent::implied},
};

Result<const Algorithm*> find_algorithm(std::string_view key_type, std::string_view name) {
  const auto* row = std::ranges::find_if(algorithms, [&](const Algorithm& candidate) {
    return candidate.key_type == key_type && (name.empty() || candidate.name == name);
  });
  if (row == std::end(algorithms)) {
    return fail(errc::unsupported_key_type, {.field = "signature algorithm"},
                name.empty() ? std::string(key_type)
                             : std::string(name) + " with a key of type " + std::string(key_type));
  }
  return row;
}

Result<Bytes> sign_with_libcrypto(const PrivateKey& key, ByteView data, const char* digest) {
  const Result<EvpPkey> pkey = to_evp_pkey(key, openssl_context());
  if (!pkey) {
    return std::unexpected(pkey.error());
  }
  const ErrorMark mark;
  const DigestContext context(EVP_MD_CTX_new());
  std::size_t size = 0;
  if (context == nullptr ||
      EVP_DigestSignInit_ex(context.get(), nullptr, digest, openssl_context(), nullptr, pkey->get(),
                            nullptr) != 1 ||
      EVP_DigestSign(context.get(), nullptr, &size, data.data(), data.size()) != 1) {
    return evp_failure(mark);
  }
  Bytes signature(size);  // the largest that is possible
  if (EVP_DigestSign(context.get(), signature.data(), &size, data.data(), data.size()) != 1) {
    return evp_failure(mark);
  }
  signature.resize(size);
  return to_ssh_signature(key.numbers(), signature);
}

Result<Bytes> make_signature(const PrivateKey& key, ByteView data, const Algorithm& algorithm) {
  if (const Ed25519Numbers* ed25519 = key.ed25519()) {
    Bytes signature(crypto_sign_BYTES);
    crypto_sign_detached(signature.data(), nullptr, data.data(), data.size(),
                         ed25519->secret.data());
    return signature;
  }
  return sign_with_libcrypto(key, data, algorithm.digest);
}

Result<Bytes> make_blob(const PrivateKey& key, ByteView data, std::string_view name) {
  const Result<const Algorithm*> algorithm = find_algorithm(key.public_key().type(), name);
  if (!algorithm) {
    return std::unexpected(algorithm.error());
  }
  const Result<Bytes> signature = make_signature(key, data, **algorithm);
  if (!signature) {
    return std::unexpected(signature.error());
  }
  return wire::build([&](wire::Writer& writer) {
    writer.string((*algorithm)->name);
    writer.string(*signature);
  });
}

Result<void> agreed(bool agrees) {
  if (!agrees) {
    return fail(errc::bad_signature, {.field = "signature"});
  }
  return {};
}

Result<void> check_with_libcrypto(const KeyNumbers& key, ByteView data, ByteView signature,
                                  const char* digest) {
  const Result<Bytes> converted = to_libcrypto_signature(key, signature);
  if (!converted) {
    return std::unexpected(converted.error());
  }
  const Result<EvpPkey> pkey = make_evp_pkey(key, Half::public_only, openssl_context());
  if (!pkey) {
    return std::unexpected(pkey.error());
  }
  const ErrorMark mark;
  const DigestContext context(EVP_MD_CTX_new());
  if (context == nullptr ||
      EVP_DigestVerifyInit_ex(context.get(), nullptr, digest, openssl_context(), nullptr,
                              pkey->get(), nullptr) != 1) {
    return evp_failure(mark);
  }
  const bool agrees = EVP_DigestVerify(context.get(), converted->data(), converted->size(),
                                       data.data(), data.size()) == 1;
  if (!agrees && mark.out_of_memory()) {
    return fail(errc::out_of_memory);
  }
  return agreed(agrees);
}

Result<void> check_signature(const KeyNumbers& key, ByteView data, ByteView signature,
                             const char* digest) {
  if (const auto* ed25519 = std::get_if<Ed25519Numbers>(&key)) {
    return agreed(signature.size() == crypto_sign_BYTES &&
                  crypto_sign_verify_detached(signature.data(), data.data(), data.size(),
                                              ed25519->public_key.data()) == 0);
  }
  return check_with_libcrypto(key, data, signature, digest);
}

/// key_in_token is the public key of the pair that a FIDO token keeps.
KeyNumbers key_in_token(const SecurityKeyNumbers& key) {
  if (key.public_key.size() == crypto_sign_PUBLICKEYBYTES) {
    return Ed25519Numbers{.public_key = key.public_key, .secret = {}};
  }
  return EcdsaNumbers{.curve = Curve::nistp256, .point = key.public_key, .scalar = {}};
}

/// choose is the algorithm that a signature names, where it may be used.
Result<const Algorithm*> choose(const PublicKey& key, std::string_view named,
                                std::string_view wanted) {
  if (Result<const Algorithm*> any = find_algorithm(key.type(), wanted); !any) {
    return any;
  }
  const Result<const Algorithm*> algorithm = find_algorithm(key.type(), named);
  const bool allowed =
      algorithm && (wanted.empty() ? (*algorithm)->consent == Consent::implied : named == wanted);
  if (!allowed) {
    return fail(errc::bad_signature, {.field = "signature algorithm"}, std::string(named));
  }
  return algorithm;
}

Result<void> check_blob(const PublicKey& key, ByteView data, ByteView blob,
                        std::string_view wanted) {
  const Result<KeyNumbers> numbers = public_numbers(key);
  if (!numbers) {
    return std::unexpected(numbers.error());
  }
  wire::Reader reader(blob, 0);
  const std::string_view name = reader.name("signature algorithm");
  const ByteView signature = reader.string("signature");
  const auto* security_key = std::get_if<SecurityKeyNumbers>(&*numbers);
  Bytes signed_bytes;
  if (security_key != nullptr) {
    signed_bytes = read_signed_bytes(reader, *security_key, data);
  }
  if (Result<void> end = reader.finish("signature"); !end) {
    return end;
  }
  const Result<const Algorithm*> algorithm = choose(key, name, wanted);
  if (!algorithm) {
    return std::unexpected(algorithm.error());
  }
  if (security_key != nullptr) {
    return check_signature(key_in_token(*security_key), signed_bytes, signature,
                           (*algorithm)->digest);
  }
  return check_signature(*numbers, data, signature, (*algorithm)->digest);
}

}  // namespace

Result<Bytes> sign(const PrivateKey& key, ByteView data, std::string_view algorithm) {
  const CleanStack clean_stack;
  try {
    return make_blob(key, data, algorithm);
  } catch (const std::bad_alloc&) {
    return fail(errc::out_of_memory);
  }
}

Result<void> verify(const PublicKey& key, ByteView data, ByteView signature,
                    std::string_view algorithm) {
  try {
    return check_blob(key, data, signature, algorithm);
  } catch (const std::bad_alloc&) {
    return fail(errc::out_of_memory);
  }
}

}  // namespace osshkey
