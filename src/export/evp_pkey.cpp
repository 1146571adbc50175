// SPDX-License-Identifier: MIT
// EVP_PKEY from a key's numbers, by libcrypto's parameters.
#include "export/evp_pkey.hpp"

#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/params.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <new>
#include <vector>

#include "base/clean_stack.hpp"
#include "base/fail.hpp"
#include "base/openssl_context.hpp"
#include "export/evp_failure.hpp"
#include "export/identity.hpp"
#include "export/rsa_exponents.hpp"

namespace osshkey {

namespace {

/// Parameters is a list for EVP_PKEY_fromdata. It owns copies of the values in guarded memory,
/// because libcrypto's constructors want them without const, and numbers in the machine's byte
/// order.
class Parameters {
 public:
  void number(const char* name, ByteView big_endian) {
    SecureBytes& copy = values_.emplace_back(big_endian);
    if constexpr (std::endian::native == std::endian::little) {
      std::ranges::reverse(copy.span());
    }
    list_.push_back(OSSL_PARAM_construct_BN(name, copy.data(), copy.size()));
  }
  void octets(const char* name, ByteView bytes) {
    SecureBytes& copy = values_.emplace_back(bytes);
    list_.push_back(OSSL_PARAM_construct_octet_string(name, copy.data(), copy.size()));
  }
  /// text takes a value that ends in a zero byte, which libcrypto reads up to.
  void text(const char* name, const char* value) {
    SecureBytes& copy = values_.emplace_back(
        ByteView(reinterpret_cast<const std::uint8_t*>(value), std::strlen(value) + 1));
    list_.push_back(
        OSSL_PARAM_construct_utf8_string(name, reinterpret_cast<char*>(copy.data()), 0));
  }

  /// make is the key of an algorithm by its name in libcrypto.
  Result<EvpPkey> make(const char* algorithm, Half half, OSSL_LIB_CTX* library) {
    const ErrorMark mark;
    list_.push_back(OSSL_PARAM_construct_end());
    const OpensslPtr<EVP_PKEY_CTX, EVP_PKEY_CTX_free> context(
        EVP_PKEY_CTX_new_from_name(library, algorithm, nullptr));
    EVP_PKEY* made = nullptr;
    const int selection = half == Half::both ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY;
    if (context == nullptr || EVP_PKEY_fromdata_init(context.get()) != 1 ||
        EVP_PKEY_fromdata(context.get(), &made, selection, list_.data()) != 1) {
      return evp_failure(mark);
    }
    return EvpPkey(made);
  }

 private:
  std::vector<SecureBytes> values_;
  std::vector<OSSL_PARAM> list_;
};

/// make_raw is a key of an Edwards curve.
Result<EvpPkey> make_raw(const char* algorithm, ByteView secret, ByteView public_key, Half half,
                         OSSL_LIB_CTX* library) {
  const ErrorMark mark;
  EvpPkey made(half == Half::both
                   ? EVP_PKEY_new_raw_private_key_ex(library, algorithm, nullptr, secret.data(),
                                                     secret.size())
                   : EVP_PKEY_new_raw_public_key_ex(library, algorithm, nullptr, public_key.data(),
                                                    public_key.size()));
  if (made == nullptr) {
    return evp_failure(mark);
  }
  return made;
}

Result<EvpPkey> make(const Ed25519Numbers& key, Half half, OSSL_LIB_CTX* library) {
  return make_raw("ED25519", half == Half::both ? key.seed() : ByteView{}, key.public_key, half,
                  library);
}

Result<EvpPkey> make(const Ed448Numbers& key, Half half, OSSL_LIB_CTX* library) {
  return make_raw("ED448", key.seed, key.public_key, half, library);
}

Result<EvpPkey> make(const RsaNumbers& key, Half half, OSSL_LIB_CTX* library) {
  Parameters parameters;
  parameters.number(OSSL_PKEY_PARAM_RSA_N, key.n);
  parameters.number(OSSL_PKEY_PARAM_RSA_E, key.e);
  if (half == Half::both) {
    const RsaExponents exponents = rsa_exponents(key);
    parameters.number(OSSL_PKEY_PARAM_RSA_D, key.d);
    parameters.number(OSSL_PKEY_PARAM_RSA_FACTOR1, key.p);
    parameters.number(OSSL_PKEY_PARAM_RSA_FACTOR2, key.q);
    parameters.number(OSSL_PKEY_PARAM_RSA_EXPONENT1, exponents.dp.view());
    parameters.number(OSSL_PKEY_PARAM_RSA_EXPONENT2, exponents.dq.view());
    parameters.number(OSSL_PKEY_PARAM_RSA_COEFFICIENT1, key.iqmp);
  }
  return parameters.make("RSA", half, library);
}

const char* group_name(Curve curve) {
  switch (curve) {
    case Curve::nistp256:
      return "P-256";
    case Curve::nistp384:
      return "P-384";
    case Curve::nistp521:
      break;
  }
  return "P-521";
}

Result<EvpPkey> make(const EcdsaNumbers& key, Half half, OSSL_LIB_CTX* library) {
  Parameters parameters;
  parameters.text(OSSL_PKEY_PARAM_GROUP_NAME, group_name(key.curve));
  parameters.octets(OSSL_PKEY_PARAM_PUB_KEY, key.point);
  if (half == Half::both) {
    parameters.number(OSSL_PKEY_PARAM_PRIV_KEY, key.scalar);
  }
  return parameters.make("EC", half, library);
}

Result<EvpPkey> make(const DsaNumbers& key, Half half, OSSL_LIB_CTX* library) {
  Parameters parameters;
  parameters.number(OSSL_PKEY_PARAM_FFC_P, key.p);
  parameters.number(OSSL_PKEY_PARAM_FFC_Q, key.q);
  parameters.number(OSSL_PKEY_PARAM_FFC_G, key.g);
  parameters.number(OSSL_PKEY_PARAM_PUB_KEY, key.y);
  if (half == Half::both) {
    parameters.number(OSSL_PKEY_PARAM_PRIV_KEY, key.x);
  }
  return parameters.make("DSA", half, library);
}

Result<EvpPkey> make(const SecurityKeyNumbers& /*key*/, Half /*half*/, OSSL_LIB_CTX* /*library*/) {
  return fail(errc::unsupported_key_type, {}, "libcrypto has no security keys");
}

Result<EvpPkey> make(const MldsaEd25519Numbers& /*key*/, Half /*half*/, OSSL_LIB_CTX* /*library*/) {
  return fail(errc::unsupported_key_type, {}, "libcrypto has no keys of two algorithms");
}

}  // namespace

Result<EvpPkey> make_evp_pkey(const KeyNumbers& numbers, Half half, OSSL_LIB_CTX* library) {
  const CleanStack clean_stack;
  try {
    const ErrorMark mark;
    return std::visit([&](const auto& key) { return make(key, half, library); }, numbers);
  } catch (const std::bad_alloc&) {
    return fail(errc::out_of_memory);
  }
}

void EvpPkeyFree::operator()(EVP_PKEY* key) const noexcept {
  EVP_PKEY_free(key);
}

Result<EvpPkey> to_evp_pkey(const PrivateKey& key, OSSL_LIB_CTX* library) {
  return make_evp_pkey(key.numbers(), Half::both, library);
}

Result<EvpPkey> to_evp_pkey(const PublicKey& key, OSSL_LIB_CTX* library) {
  try {
    const Result<KeyNumbers> numbers = public_numbers(key);
    if (!numbers) {
      return std::unexpected(numbers.error());
    }
    return make_evp_pkey(*numbers, Half::public_only, library);
  } catch (const std::bad_alloc&) {
    return fail(errc::out_of_memory);
  }
}

}  // namespace osshkey
