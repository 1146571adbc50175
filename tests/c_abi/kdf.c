/* SPDX-License-Identifier: MIT */
/* The key derivation through the C interface, as a C99 program: a known answer, a batch, every bad
 * argument. */

#include <osshkey/osshkey.h>
#include <stdio.h>
#include <string.h>

static int failures = 0;

#define CHECK(condition)                                             \
  do {                                                               \
    if (!(condition)) {                                              \
      printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
      ++failures;                                                    \
    }                                                                \
  } while (0)

static const uint8_t passphrase[] = {'p', 'a', 's', 's', '2'};
static const uint8_t salt[] = {'s', 'a', 'l', 't', '2'};
/* The first vector of testdata/vectors/bcrypt_pbkdf.txt. */
static const uint8_t answer[12] = {0xd6, 0x0e, 0x30, 0xa2, 0x83, 0xce,
                                   0x79, 0xb0, 0x32, 0x68, 0xe7, 0xfc};

static osshkey_kdf_request good_request(uint8_t* out) {
  osshkey_kdf_request request = {passphrase, sizeof passphrase, salt, sizeof salt, 2,
                                 out,        sizeof answer,     0};
  return request;
}

static void single(void) {
  uint8_t out[12] = {0};
  CHECK(osshkey_bcrypt_pbkdf(passphrase, sizeof passphrase, salt, sizeof salt, 2, out,
                             sizeof out) == 0);
  CHECK(memcmp(out, answer, sizeof answer) == 0);
}

static void bad_requests(void) {
  static const uint8_t zeros[12] = {0};
  uint8_t out[12][12] = {{0}};
  osshkey_kdf_request requests[10];
  static const int expected[10] = {
      0,
      OSSHKEY_KDF_ZERO_ROUNDS,
      OSSHKEY_KDF_EMPTY_PASSPHRASE,
      OSSHKEY_KDF_EMPTY_PASSPHRASE,
      OSSHKEY_KDF_BAD_SALT_SIZE,
      OSSHKEY_KDF_BAD_OUTPUT_SIZE,
      OSSHKEY_KDF_BAD_ARGUMENT,
      OSSHKEY_KDF_BAD_ARGUMENT,
      OSSHKEY_KDF_BAD_ARGUMENT,
      0,
  };
  unsigned threads;
  int i;
  for (threads = 0; threads <= 2; ++threads) {
    for (i = 0; i < 10; ++i) {
      memset(out[i], 0, sizeof out[i]);
      requests[i] = good_request(out[i]);
      requests[i].status = 1;
    }
    requests[1].rounds = 0;
    requests[2].passphrase_len = 0;
    requests[3].passphrase = NULL;
    requests[3].passphrase_len = 0;
    requests[4].salt_len = 0;
    requests[5].out_len = 0;
    requests[6].passphrase = NULL;
    requests[7].salt = NULL;
    requests[8].out = NULL;
    CHECK(osshkey_bcrypt_pbkdf_many(requests, 10, threads) == OSSHKEY_KDF_ZERO_ROUNDS);
    for (i = 0; i < 10; ++i) {
      CHECK(requests[i].status == expected[i]);
      if (expected[i] == 0) {
        CHECK(memcmp(out[i], answer, sizeof answer) == 0);
      } else if (i != 5 && i != 8) {
        CHECK(memcmp(out[i], zeros, sizeof zeros) != 0);
        CHECK(memcmp(out[i], answer, sizeof answer) != 0);
      }
    }
  }
}

int main(void) {
  single();
  bad_requests();
  CHECK(osshkey_bcrypt_pbkdf_many(NULL, 0, 1) == 0);
  CHECK(osshkey_bcrypt_pbkdf_many(NULL, 1, 1) == OSSHKEY_KDF_BAD_ARGUMENT);
  printf("%d failed\n", failures);
  return failures == 0 ? 0 : 1;
}
