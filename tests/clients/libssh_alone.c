/* SPDX-License-Identifier: MIT */
/* Reads a key file by libssh itself, as libssh2_alone.c does by libssh2.
 *
 *   libssh_alone KEY_FILE PASSPHRASE */
#include <libssh/libssh.h>
#include <stdio.h>

int main(int argc, char** argv) {
  ssh_key key = NULL;
  if (argc != 3) {
    return 2;
  }
  const int status = ssh_pki_import_privkey_file(argv[1], argv[2], NULL, NULL, &key);
  puts(status == SSH_OK ? "read" : "not read");
  ssh_key_free(key);
  return status == SSH_OK ? 0 : 1;
}
