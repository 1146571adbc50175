/* SPDX-License-Identifier: MIT */
/* The key derivation through the C interface, as a C99 program: a known answer, a batch, every bad
 * argument. */

#include "check.h"

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

static int cancel(void* user, uint64_t done, uint64_t total) {
  unsigned* calls = user;
  CHECK(done <= total && total == 2 * 5000);
  ++*calls;
  return 1;
}

static int count(void* user, uint64_t done, uint64_t total) {
  uint64_t* last = user;
  CHECK(done >= last[0] && total == 4);
  last[0] = done;
  return 0;
}

static void batch_with_progress(void) {
  uint8_t out[2][12] = {{0}};
  uint64_t last = 0;
  osshkey_options options = {0};
  osshkey_kdf_request requests[2];
  requests[0] = good_request(out[0]);
  requests[1] = good_request(out[1]);
  options.threads = 1;
  options.progress = count;
  options.progress_user = &last;
  CHECK_STATUS(osshkey_bcrypt_pbkdf_batch(requests, 2, &options), OSSHKEY_OK);
  CHECK(last == 4 && memcmp(out[1], answer, sizeof answer) == 0);
  CHECK_STATUS(osshkey_bcrypt_pbkdf_batch(requests, 2, NULL), OSSHKEY_OK);
}

static void batch_cancelled(void) {
  static const uint8_t zeros[12] = {0};
  uint8_t out[3][12] = {{0}};
  unsigned calls = 0;
  unsigned i;
  osshkey_options options = {0};
  osshkey_kdf_request requests[3];
  for (i = 0; i < 3; ++i) {
    requests[i] = good_request(out[i]);
    requests[i].rounds = 5000;
  }
  requests[1].salt_len = 0;
  options.threads = 2;
  options.progress = cancel;
  options.progress_user = &calls;
  CHECK_STATUS(osshkey_bcrypt_pbkdf_batch(requests, 3, &options), OSSHKEY_CANCELLED);
  CHECK(calls == 1);
  CHECK_STATUS(requests[0].status, OSSHKEY_CANCELLED);
  CHECK_STATUS(requests[1].status, OSSHKEY_KDF_BAD_SALT_SIZE);
  CHECK_STATUS(requests[2].status, OSSHKEY_CANCELLED);
  CHECK(memcmp(out[0], zeros, sizeof zeros) != 0);
}

static void batches_that_cant_be_right(void) {
  static const uint8_t zeros[12] = {0};
  uint8_t out[12] = {0};
  osshkey_options options = {0};
  osshkey_kdf_request request = good_request(out);
  options.reserved[0] = 1;
  CHECK_STATUS(osshkey_bcrypt_pbkdf_batch(&request, 1, &options), OSSHKEY_INVALID_ARGUMENT);
  CHECK_STATUS(request.status, OSSHKEY_INVALID_ARGUMENT);
  CHECK(memcmp(out, zeros, sizeof zeros) != 0);
  CHECK_STATUS(osshkey_bcrypt_pbkdf_batch(NULL, 1, NULL), OSSHKEY_INVALID_ARGUMENT);
  CHECK_STATUS(osshkey_bcrypt_pbkdf_many(NULL, 1, 1), OSSHKEY_KDF_BAD_ARGUMENT);
  CHECK_STATUS(osshkey_bcrypt_pbkdf_many(NULL, 0, 1), OSSHKEY_OK);
}

int main(void) {
  RUN(single);
  RUN(bad_requests);
  RUN(batch_with_progress);
  RUN(batch_cancelled);
  RUN(batches_that_cant_be_right);
  return report();
}
