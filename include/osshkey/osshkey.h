/* SPDX-License-Identifier: MIT */
/* The C interface of osshkey (C99): the key derivation bcrypt_pbkdf. A function returns 0 on
 * success and one of the negative statuses on failure. Any function may be called from any thread
 * at any time. */
#ifndef OSSHKEY_OSSHKEY_H
#define OSSHKEY_OSSHKEY_H

#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32)
#define OSSHKEY_EXPORT
#else
#define OSSHKEY_EXPORT __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* What a failed derivation returns. Its output then holds random bytes, never a key that could be
 * guessed. */
enum {
  OSSHKEY_KDF_OK = 0,
  OSSHKEY_KDF_ZERO_ROUNDS = -1,      /* rounds is 0 */
  OSSHKEY_KDF_EMPTY_PASSPHRASE = -2, /* the passphrase has no bytes */
  OSSHKEY_KDF_BAD_SALT_SIZE = -3,    /* the salt has no bytes, or more than 1048576 */
  OSSHKEY_KDF_BAD_OUTPUT_SIZE = -4,  /* the output has no bytes, or more than 1024 */
  OSSHKEY_KDF_OUT_OF_MEMORY = -5,
  OSSHKEY_KDF_BAD_ARGUMENT = -6 /* a pointer is NULL, though it should lead to at least one byte */
};

/* osshkey_bcrypt_pbkdf fills out[0 .. out_len) with the key derived from the passphrase and the
 * salt, on the calling thread. `out` must not overlap the other arguments. */
OSSHKEY_EXPORT int osshkey_bcrypt_pbkdf(const uint8_t* passphrase, size_t passphrase_len,
                                        const uint8_t* salt, size_t salt_len, uint32_t rounds,
                                        uint8_t* out, size_t out_len);

/* One derivation of a batch: the arguments of osshkey_bcrypt_pbkdf, and its result. */
typedef struct {
  const uint8_t* passphrase;
  size_t passphrase_len;
  const uint8_t* salt;
  size_t salt_len;
  uint32_t rounds;
  uint8_t* out;
  size_t out_len;
  int status; /* set by osshkey_bcrypt_pbkdf_many */
} osshkey_kdf_request;

/* osshkey_bcrypt_pbkdf_many computes requests[0 .. count) together, on as many threads as asked for
 * (0: one for each processor), and sets the status of each. A bad request doesn't hinder the
 * others. Returns 0 if all succeeded, else the first status that is not 0. */
OSSHKEY_EXPORT int osshkey_bcrypt_pbkdf_many(osshkey_kdf_request* requests, size_t count,
                                             unsigned threads);

#ifdef __cplusplus
}
#endif

#endif /* OSSHKEY_OSSHKEY_H */
