/* SPDX-License-Identifier: MIT */
/* The derivation called from C, for compare_bindings.py: answers a line "passphrase salt rounds
 * size" (the first two in hexadecimal) with "CPU-seconds key". */
#define _POSIX_C_SOURCE 200809L
#include <osshkey/osshkey.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static double thread_time(void) {
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static size_t from_hex(const char* text, uint8_t* out) {
  size_t size = 0;
  unsigned byte;
  for (; sscanf(text, "%2x", &byte) == 1; text += 2) {
    out[size++] = (uint8_t)byte;
  }
  return size;
}

int main(void) {
  char passphrase_hex[256], salt_hex[256];
  unsigned rounds, size;
  printf("C\n");
  fflush(stdout);
  while (scanf("%255s %255s %u %u", passphrase_hex, salt_hex, &rounds, &size) == 4) {
    uint8_t passphrase[128], salt[128], key[1024];
    const size_t passphrase_len = from_hex(passphrase_hex, passphrase);
    const size_t salt_len = from_hex(salt_hex, salt);
    double seconds = thread_time();
    unsigned i;
    if (osshkey_bcrypt_pbkdf(passphrase, passphrase_len, salt, salt_len, rounds, key, size) != 0) {
      return 1;
    }
    seconds = thread_time() - seconds;
    printf("%.9f ", seconds);
    for (i = 0; i < size; ++i) {
      printf("%02x", key[i]);
    }
    printf("\n");
    fflush(stdout);
  }
  return 0;
}
