// SPDX-License-Identifier: MIT
// One function for each derivation, and the limits on what each may cost.
#include "cipher/kdf.hpp"

#include <argon2.h>
#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "base/fail.hpp"
#include "base/openssl_context.hpp"
#include "cipher/hash.hpp"

namespace osshkey::cipher {

namespace {

using KdfPtr = OpensslPtr<EVP_KDF, EVP_KDF_free>;
using ContextPtr = OpensslPtr<EVP_KDF_CTX, EVP_KDF_CTX_free>;

// Passes over as much memory as the limit allows: a gigabyte takes up to a second a pass.
constexpr std::uint64_t full_memory_passes = 64;

ByteView bytes_of(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

constexpr std::uint64_t uncountable = ~std::uint64_t{0};

std::unexpected<Error> too_large(std::string_view what, std::uint64_t asked, std::uint64_t limit,
                                 std::string advice) {
  const std::string count = asked == uncountable ? "2^64 or more" : std::to_string(asked);
  return fail(errc::rounds_too_large, {.field = "kdf options"},
              count + std::string(what) + ", the limit is " + std::to_string(limit),
              std::move(advice));
}

std::string raise(std::string_view name_of_limit) {
  return "if the file can be trusted, a program can raise " + std::string(name_of_limit);
}

/// check_memory checks `memory` bytes that are gone over `passes` times.
Result<void> check_memory(std::uint64_t memory, std::uint64_t passes, const Limits& limits) {
  if (memory > limits.kdf_memory) {
    return too_large(" bytes of memory", memory, limits.kdf_memory, raise("Limits::kdf_memory"));
  }
  const std::uint64_t allowed = std::min<std::uint64_t>(
      limits.kdf_passes,
      limits.kdf_memory / std::max<std::uint64_t>(memory / full_memory_passes, 1));
  if (passes > allowed) {
    return too_large(" passes", passes, allowed, raise("Limits::kdf_passes"));
  }
  return {};
}

Result<void> check_scrypt(const KdfParameters& kdf, const Limits& limits) {
  // Blocks of 128 r bytes: N of them in one array, p of them in another. The larger array counts
  // alone, so that N of 2^20 and r of 8, a common choice of exactly 1 GiB, isn't refused for the
  // kilobyte of the other; both together take twice the limit at most.
  constexpr std::uint64_t unit = 128;
  const std::uint64_t blocks = std::max(kdf.rounds, kdf.parallelism);
  constexpr std::uint64_t max_u32 = 0xffffffff;  // what libcrypto takes
  const bool overflows = std::max(kdf.block_size, kdf.parallelism) > max_u32 ||
                         kdf.block_size > uncountable / unit / std::max<std::uint64_t>(blocks, 1);
  return check_memory(overflows ? uncountable : unit * kdf.block_size * blocks, kdf.parallelism,
                      limits);
}

// OSSL_PARAM takes pointers to what it only reads.
char* unconst(const char* text) {
  return const_cast<char*>(text);
}
std::uint8_t* unconst(ByteView bytes) {
  return const_cast<std::uint8_t*>(bytes.data());
}

/// run_openssl runs one of libcrypto's own derivations.
Result<void> run_openssl(const char* name, std::span<OSSL_PARAM> parameters,
                         std::span<std::uint8_t> out) {
  const ErrorMark mark;
  const KdfPtr algorithm(EVP_KDF_fetch(openssl_context(), name, nullptr));
  if (algorithm == nullptr && mark.out_of_memory()) {
    return fail(errc::out_of_memory);
  }
  if (algorithm == nullptr) {
    return fail(errc::unsupported_kdf, {.field = "kdf name"}, name);
  }
  const ContextPtr context(EVP_KDF_CTX_new(algorithm.get()));
  if (context == nullptr) {
    return fail(errc::out_of_memory);
  }
  if (EVP_KDF_derive(context.get(), out.data(), out.size(), parameters.data()) != 1) {
    if (mark.out_of_memory()) {
      return fail(errc::out_of_memory);
    }
    return fail(errc::bad_kdf_options, {.field = "kdf options"}, "libcrypto refuses them");
  }
  return {};
}

OSSL_PARAM octets(const char* key, ByteView bytes) {
  // libcrypto takes a null pointer for an absent value and not for an empty one.
  static constexpr std::uint8_t nothing = 0;
  return OSSL_PARAM_construct_octet_string(
      key, bytes.empty() ? const_cast<std::uint8_t*>(&nothing) : unconst(bytes), bytes.size());
}

Result<void> pbkdf2(const KdfParameters& kdf, ByteView passphrase, std::span<std::uint8_t> out) {
  std::uint64_t rounds = kdf.rounds;
  int no_lower_bounds = 1;  // NIST's, which old files don't keep to
  std::array parameters = {
      octets(OSSL_KDF_PARAM_PASSWORD, passphrase),
      octets(OSSL_KDF_PARAM_SALT, kdf.salt),
      OSSL_PARAM_construct_uint64(OSSL_KDF_PARAM_ITER, &rounds),
      OSSL_PARAM_construct_int(OSSL_KDF_PARAM_PKCS5, &no_lower_bounds),
      OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, unconst(kdf.digest), 0),
      OSSL_PARAM_construct_end(),
  };
  return run_openssl("PBKDF2", parameters, out);
}

Result<void> scrypt(const KdfParameters& kdf, ByteView passphrase, std::span<std::uint8_t> out) {
  std::uint64_t n = kdf.rounds;
  auto r = static_cast<std::uint32_t>(kdf.block_size);
  auto p = static_cast<std::uint32_t>(kdf.parallelism);
  std::uint64_t memory = ~std::uint64_t{0};  // check_cost has its own limit
  std::array parameters = {
      octets(OSSL_KDF_PARAM_PASSWORD, passphrase),
      octets(OSSL_KDF_PARAM_SALT, kdf.salt),
      OSSL_PARAM_construct_uint64(OSSL_KDF_PARAM_SCRYPT_N, &n),
      OSSL_PARAM_construct_uint32(OSSL_KDF_PARAM_SCRYPT_R, &r),
      OSSL_PARAM_construct_uint32(OSSL_KDF_PARAM_SCRYPT_P, &p),
      OSSL_PARAM_construct_uint64(OSSL_KDF_PARAM_SCRYPT_MAXMEM, &memory),
      OSSL_PARAM_construct_end(),
  };
  return run_openssl("SCRYPT", parameters, out);
}

/// Pkcs12Purpose is the byte that sets key and IV apart (RFC 7292 appendix B.3).
enum class Pkcs12Purpose : std::uint8_t { key = 1, iv = 2 };

/// pkcs12_part is RFC 7292 appendix B.2. It is not libcrypto's, which frees its copies of the
/// passphrase and of the digests without wiping them.
void pkcs12_part(const KdfParameters& kdf, ByteView bmp_string, Pkcs12Purpose purpose,
                 std::span<std::uint8_t> out) {
  constexpr std::size_t block_size = 64;  // of SHA-1, the one hash that files name
  std::array<std::uint8_t, block_size> diversifier{};
  diversifier.fill(static_cast<std::uint8_t>(purpose));
  const auto whole_blocks = [](std::size_t size) {
    return (size + block_size - 1) / block_size * block_size;
  };
  const std::size_t salt_size = whole_blocks(kdf.salt.size());
  SecureBytes input(salt_size + whole_blocks(bmp_string.size()));
  for (std::size_t i = 0; i < input.size(); ++i) {
    input.data()[i] = i < salt_size ? kdf.salt[i % kdf.salt.size()]
                                    : bmp_string[(i - salt_size) % bmp_string.size()];
  }
  while (!out.empty()) {
    const SecureBytes digest = repeated_hash(kdf.digest, kdf.rounds, {diversifier, input.view()});
    const std::size_t taken = std::min(out.size(), digest.size());
    std::ranges::copy(digest.view().first(taken), out.begin());
    out = out.subspan(taken);
    // Every block of the input grows by the digest, repeated to a block's size, and by one.
    for (std::size_t begin = 0; begin < input.size(); begin += block_size) {
      unsigned carry = 1;
      for (std::size_t i = block_size; i-- > 0;) {
        carry += unsigned{input.data()[begin + i]} + digest.data()[i % digest.size()];
        input.data()[begin + i] = static_cast<std::uint8_t>(carry);
        carry >>= 8;
      }
    }
  }
}

/// Utf8 decodes one character; its size is 0 where the bytes aren't UTF-8.
struct Utf8 {
  std::uint32_t character = 0;
  std::size_t size = 0;
};

Utf8 decode_utf8(ByteView bytes) {
  const std::uint8_t first = bytes[0];
  if (first < 0x80) {
    return {first, 1};
  }
  const std::size_t size = first < 0xc2   ? 0
                           : first < 0xe0 ? 2
                           : first < 0xf0 ? 3
                           : first < 0xf5 ? 4
                                          : 0;
  if (size == 0 || size > bytes.size()) {
    return {};
  }
  std::uint32_t character = first & (0x7fU >> size);
  for (const std::uint8_t next : bytes.subspan(1, size - 1)) {
    if ((next & 0xc0U) != 0x80) {
      return {};
    }
    character = character << 6 | (next & 0x3fU);
  }
  return {character, size};
}

/// to_bmp_string is the passphrase in UTF-16, big-endian, with a terminating zero.
SecureBytes to_bmp_string(ByteView passphrase) {
  bool is_utf8 = true;
  for (std::size_t i = 0; i < passphrase.size() && is_utf8;) {
    const std::size_t size = decode_utf8(passphrase.subspan(i)).size;
    is_utf8 = size != 0;
    i += size;
  }
  SecureBytes out(2 * passphrase.size() + 2);
  std::size_t used = 0;
  const auto put = [&](std::uint32_t unit) {
    out.data()[used++] = static_cast<std::uint8_t>(unit >> 8);
    out.data()[used++] = static_cast<std::uint8_t>(unit);
  };
  for (std::size_t i = 0; i < passphrase.size();) {
    const Utf8 next = is_utf8 ? decode_utf8(passphrase.subspan(i)) : Utf8{passphrase[i], 1};
    i += next.size;
    if (next.character < 0x10000) {
      put(next.character);
    } else {  // a surrogate pair
      const std::uint32_t rest = next.character - 0x10000;
      put(0xd800U | rest >> 10);
      put(0xdc00U | (rest & 0x3ffU));
    }
  }
  put(0);
  out.shrink(used);
  return out;
}

void pkcs12(const KdfParameters& kdf, ByteView passphrase, const Derived& derived) {
  const SecureBytes text = to_bmp_string(passphrase);
  pkcs12_part(kdf, text.view(), Pkcs12Purpose::key, derived.key);
  pkcs12_part(kdf, text.view(), Pkcs12Purpose::iv, derived.iv);
}

/// split spreads derived bytes over the parts, in their order.
void split(ByteView bytes, const Derived& derived) {
  for (const std::span<std::uint8_t> part : {derived.key, derived.iv, derived.mac_key}) {
    std::ranges::copy(bytes.first(part.size()), part.begin());
    bytes = bytes.subspan(part.size());
  }
}

/// bytes_to_key is MD5 over the last block, the passphrase and the salt, block after block.
void bytes_to_key(const KdfParameters& kdf, ByteView passphrase, std::span<std::uint8_t> out) {
  SecureBytes block;
  while (!out.empty()) {
    block = hash("MD5", {block.view(), passphrase, kdf.salt});
    const std::size_t taken = std::min(out.size(), block.size());
    std::ranges::copy(block.view().first(taken), out.begin());
    out = out.subspan(taken);
  }
}

void pbkdf1(const KdfParameters& kdf, ByteView passphrase, const Derived& derived) {
  split(repeated_hash(kdf.digest, kdf.rounds, {passphrase, kdf.salt}).view(), derived);
}

/// ppk2 is PuTTY's: two counted hashes for the key, an IV of zeros, a labelled hash for the MAC.
void ppk2(ByteView passphrase, const Derived& derived) {
  std::span<std::uint8_t> key = derived.key;
  for (std::uint8_t counter = 0; !key.empty(); ++counter) {
    const std::array<std::uint8_t, 4> number = {0, 0, 0, counter};
    const SecureBytes block = hash("SHA1", {number, passphrase});
    const std::size_t taken = std::min(key.size(), block.size());
    std::ranges::copy(block.view().first(taken), key.begin());
    key = key.subspan(taken);
  }
  std::ranges::fill(derived.iv, std::uint8_t{0});
  const SecureBytes mac_key =
      hash("SHA1", {bytes_of("putty-private-key-file-mac-key"), passphrase});
  std::ranges::copy(mac_key.view().first(derived.mac_key.size()), derived.mac_key.begin());
}

Result<void> argon2(const KdfParameters& kdf, ByteView passphrase, const Derived& derived,
                    unsigned threads) {
  const argon2_type type = kdf.kdf == Kdf::argon2d   ? Argon2_d
                           : kdf.kdf == Kdf::argon2i ? Argon2_i
                                                     : Argon2_id;
  SecureBytes out(derived.key.size() + derived.iv.size() + derived.mac_key.size());
  const auto lanes = static_cast<std::uint32_t>(kdf.parallelism);
  argon2_context context{};
  context.out = out.data();
  context.outlen = static_cast<std::uint32_t>(out.size());
  context.pwd = unconst(passphrase);
  context.pwdlen = static_cast<std::uint32_t>(passphrase.size());
  context.salt = unconst(kdf.salt);
  context.saltlen = static_cast<std::uint32_t>(kdf.salt.size());
  context.t_cost = static_cast<std::uint32_t>(kdf.rounds);
  context.m_cost = static_cast<std::uint32_t>(kdf.memory_kib);
  context.lanes = lanes;
  context.threads = threads == 0 ? lanes : std::min(lanes, threads);
  context.version = ARGON2_VERSION_13;
  const int status = argon2_ctx(&context, type);
  if (status == ARGON2_MEMORY_ALLOCATION_ERROR || status == ARGON2_THREAD_FAIL) {
    return fail(errc::out_of_memory);
  }
  if (status != ARGON2_OK) {
    return fail(errc::bad_kdf_options, {.field = "kdf options"}, argon2_error_message(status));
  }
  split(out.view(), derived);
  return {};
}

}  // namespace

Result<void> check_cost(const KdfParameters& kdf, const Limits& limits) {
  constexpr std::uint64_t kib = 1024;
  switch (kdf.kdf) {
    case Kdf::bytes_to_key:
    case Kdf::ppk2:
      break;
    case Kdf::pbkdf1:
    case Kdf::pbkdf2:
    case Kdf::pkcs12:
      if (kdf.rounds > limits.pbkdf2_iterations) {
        return too_large(" iterations", kdf.rounds, limits.pbkdf2_iterations,
                         "if the file can be trusted, write it anew with fewer iterations: openssl "
                         "pkcs8 -topk8 -in FILE -out NEW; a program can raise "
                         "Limits::pbkdf2_iterations");
      }
      break;
    case Kdf::scrypt:
      return check_scrypt(kdf, limits);
    case Kdf::argon2d:
    case Kdf::argon2i:
    case Kdf::argon2id:
      return check_memory(kdf.memory_kib * kib, kdf.rounds, limits);
  }
  return {};
}

Result<void> derive(const KdfParameters& kdf, ByteView passphrase, const Derived& derived,
                    unsigned threads) {
  switch (kdf.kdf) {
    case Kdf::bytes_to_key:
      bytes_to_key(kdf, passphrase, derived.key);
      break;
    case Kdf::pbkdf1:
      pbkdf1(kdf, passphrase, derived);
      break;
    case Kdf::pbkdf2:
      return pbkdf2(kdf, passphrase, derived.key);
    case Kdf::pkcs12:
      pkcs12(kdf, passphrase, derived);
      break;
    case Kdf::scrypt:
      return scrypt(kdf, passphrase, derived.key);
    case Kdf::argon2d:
    case Kdf::argon2i:
    case Kdf::argon2id:
      return argon2(kdf, passphrase, derived, threads);
    case Kdf::ppk2:
      ppk2(passphrase, derived);
      break;
  }
  return {};
}

}  // namespace osshkey::cipher
