/* SPDX-License-Identifier: MIT */
/* Statuses as a C program sees them, the version, and wiping. */
#include "check.h"

static void texts(void) {
  CHECK(strcmp(osshkey_word(OSSHKEY_WRONG_PASSPHRASE), "wrong-passphrase") == 0);
  CHECK(strcmp(osshkey_message(OSSHKEY_WRONG_PASSPHRASE), "the passphrase is wrong") == 0);
  CHECK(strlen(osshkey_hint(OSSHKEY_WRONG_PASSPHRASE)) > 0);
  CHECK(strlen(osshkey_hint(OSSHKEY_CANCELLED)) == 0);
  CHECK(strcmp(osshkey_word(OSSHKEY_OK), "ok") == 0);
  CHECK(strcmp(osshkey_word(OSSHKEY_BUFFER_TOO_SMALL), "buffer-too-small") == 0);
  CHECK(strcmp(osshkey_word(OSSHKEY_KDF_BAD_ARGUMENT), "invalid-argument") == 0);
}

static void numbers_that_are_no_status(void) {
  static const int numbers[] = {1, -5, -100, -999, 2147483647, -2147483647 - 1};
  size_t i;
  for (i = 0; i < sizeof numbers / sizeof numbers[0]; ++i) {
    CHECK(strcmp(osshkey_word(numbers[i]), "unknown") == 0);
    CHECK(strlen(osshkey_message(numbers[i])) > 0);
    CHECK(strlen(osshkey_hint(numbers[i])) == 0);
    CHECK(osshkey_kind(numbers[i]) == OSSHKEY_KIND_NONE);
  }
}

static void kinds(void) {
  CHECK(osshkey_kind(OSSHKEY_OK) == OSSHKEY_KIND_NONE);
  CHECK(osshkey_kind(OSSHKEY_INVALID_ARGUMENT) == OSSHKEY_KIND_USAGE);
  CHECK(osshkey_kind(OSSHKEY_PUBLIC_KEY_GIVEN) == OSSHKEY_KIND_NOT_A_PRIVATE_KEY);
  CHECK(osshkey_kind(OSSHKEY_KEY_MISMATCH) == OSSHKEY_KIND_MALFORMED);
  CHECK(osshkey_kind(OSSHKEY_UNSUPPORTED_CIPHER) == OSSHKEY_KIND_UNSUPPORTED);
  CHECK(osshkey_kind(OSSHKEY_ROUNDS_TOO_LARGE) == OSSHKEY_KIND_LIMIT_EXCEEDED);
  CHECK(osshkey_kind(OSSHKEY_NEEDS_PASSPHRASE) == OSSHKEY_KIND_PASSPHRASE);
  CHECK(osshkey_kind(OSSHKEY_CANCELLED) == OSSHKEY_KIND_ENVIRONMENT);
  CHECK(osshkey_kind(OSSHKEY_CRLF) == OSSHKEY_KIND_IRREGULAR);
  CHECK(osshkey_kind(OSSHKEY_WEAK_KDF) == OSSHKEY_KIND_ADVICE);
}

static void version(void) {
  char numbers[32];
  sprintf(numbers, "%d.%d.%d", OSSHKEY_VERSION_MAJOR, OSSHKEY_VERSION_MINOR, OSSHKEY_VERSION_PATCH);
  CHECK(strcmp(numbers, PROJECT_VERSION) == 0);
  CHECK(strcmp(OSSHKEY_VERSION, PROJECT_VERSION) == 0);
  CHECK(strcmp(osshkey_version(), PROJECT_VERSION) == 0);
}

static void wiped(void) {
  char secret[] = "a passphrase";
  static const char zeros[5] = {0};
  osshkey_wipe(secret + 2, sizeof zeros);
  CHECK(memcmp(secret + 2, zeros, sizeof zeros) == 0);
  CHECK(secret[0] == 'a' && strcmp(secret + 7, "hrase") == 0);
  osshkey_wipe(secret, 0);
  CHECK(secret[0] == 'a');
  osshkey_wipe(NULL, 0);
  osshkey_wipe(NULL, 1);
}

int main(void) {
  RUN(texts);
  RUN(numbers_that_are_no_status);
  RUN(kinds);
  RUN(version);
  RUN(wiped);
  return report();
}
