/* SPDX-License-Identifier: MIT */
/* The same program in C: the fingerprint of a key, or what prevents it. */
#include <osshkey/osshkey.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char** argv) {
  osshkey_file* file = NULL;
  osshkey_keys* keys = NULL;
  char text[64];
  size_t size = sizeof text;
  int status = argc == 3 ? osshkey_file_load(argv[1], NULL, &file) : OSSHKEY_INVALID_ARGUMENT;
  if (status == OSSHKEY_OK) {
    status = osshkey_file_unlock(file, (const uint8_t*)argv[2], strlen(argv[2]), NULL, &keys);
  }
  if (status == OSSHKEY_OK) {
    status =
        osshkey_public_key_fingerprint(osshkey_private_key_public_key(osshkey_keys_get(keys, 0)),
                                       OSSHKEY_HASH_SHA256, text, &size);
  }
  puts(status == OSSHKEY_OK ? text : osshkey_message(status));
  osshkey_keys_free(keys);
  osshkey_file_free(file);
  return status == OSSHKEY_OK ? 0 : 1;
}
