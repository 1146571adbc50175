/* SPDX-License-Identifier: MIT */
/* The key files that the tests in C read. */
#ifndef TESTS_C_ABI_FILES_H
#define TESTS_C_ABI_FILES_H

#include "check.h"

#define DEMO_PASSPHRASE "correct horse battery staple"
#define DEMO_FINGERPRINT "SHA256:2obkrZ0B5AdrURXbVvzWKlYTADTzrJLKQhUfZNZKtWE"

/* A text as the pointer and length that the library takes. */
#define BYTES(text) (const uint8_t*)(text), strlen(text)

/* join yields FOLDER/NAME in memory that the next call but three uses again. */
static const char* join(const char* folder, const char* name) {
  static char paths[4][1024];
  static unsigned next = 0;
  char* path = paths[next++ % 4];
  NEED(strlen(folder) + strlen(name) + 2 <= sizeof paths[0]);
  sprintf(path, "%s/%s", folder, name);
  return path;
}

/* testdata yields the path of one of the keys in testdata/keys. */
static const char* testdata(const char* name) {
  const char* folder = getenv("OSSHKEY_TESTDATA");
  NEED(folder != NULL);
  return join(join(folder, "keys"), name);
}

/* load yields the file of a path, which must be good. */
static osshkey_file* load(const char* path) {
  osshkey_file* file = NULL;
  NEED(osshkey_file_load(path, NULL, &file) == OSSHKEY_OK);
  return file;
}

#endif /* TESTS_C_ABI_FILES_H */
