/* SPDX-License-Identifier: MIT */
/* A file unlocked with a passphrase that is asked for only when it is needed, three times at most,
 * with progress on standard error.
 *
 *   unlock FILE < PASSPHRASES */
#include <osshkey/osshkey.h>
#include <stdio.h>

#include "read_passphrase.h"

static int ask(void* user, const osshkey_file* file, unsigned attempt, uint8_t* buffer,
               size_t size) {
  (void)user, (void)file, (void)attempt;
  return (int)read_passphrase(buffer, size);
}

static int show_progress(void* user, uint64_t done, uint64_t total) {
  (void)user;
  fprintf(stderr, "\r%3.0f %%", 100.0 * (double)done / (double)total);
  return 0; /* anything else would cancel */
}

int main(int argc, char** argv) {
  osshkey_file* file = NULL;
  osshkey_keys* keys = NULL;
  osshkey_options options = {0};
  options.progress = show_progress;
  if (argc != 2) {
    return 2;
  }
  int status = osshkey_file_load(argv[1], NULL, &file);
  if (status == 0) {
    status = osshkey_file_unlock_ask(file, ask, NULL, 3, &options, &keys);
  }
  if (status != 0) {
    printf("%s: %s\n", osshkey_word(status), osshkey_message(status));
  }
  for (size_t i = 0; i < osshkey_keys_count(keys); ++i) {
    const osshkey_private_key* key = osshkey_keys_get(keys, i);
    printf("%s, %s\n", osshkey_public_key_type(osshkey_private_key_public_key(key), NULL),
           osshkey_private_key_is_proved(key) ? "proved" : "not proved");
  }
  osshkey_keys_free(keys);
  osshkey_file_free(file);
  return status == 0 ? 0 : 1;
}
