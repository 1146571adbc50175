/* SPDX-License-Identifier: MIT */
/* A libssh client whose key is opened by osshkey. libssh has no callback for signatures, so it gets
 * the key as unencrypted text, which exists in memory alone and is wiped at once.
 *
 *   libssh_login ADDRESS PORT USER KEY_FILE KNOWN_HOSTS COMMAND [RSA_ALGORITHM] < PASSPHRASE */
#include <libssh/libssh.h>
#include <osshkey/osshkey.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "read_passphrase.h"

static int ask(void* user, const osshkey_file* file, unsigned attempt, uint8_t* buffer,
               size_t size) {
  (void)user, (void)file, (void)attempt;
  return (int)read_passphrase(buffer, size);
}

/* import_key yields libssh's form of an unlocked key, or NULL. */
static ssh_key import_key(const osshkey_private_key* key) {
  ssh_key imported = NULL;
  size_t size = 0;
  char* text = NULL;
  osshkey_private_key_to_openssh(key, NULL, NULL, &size); /* asks for the size */
  text = malloc(size + 1);
  if (text != NULL) {
    if (osshkey_private_key_to_openssh(key, NULL, (uint8_t*)text, &size) == 0) {
      text[size] = '\0';
      if (ssh_pki_import_privkey_base64(text, NULL, NULL, NULL, &imported) != SSH_OK) {
        imported = NULL;
      }
    }
    osshkey_wipe(text, size + 1);
    free(text);
  }
  return imported;
}

static ssh_key unlock(const char* path) {
  osshkey_file* file = NULL;
  osshkey_keys* keys = NULL;
  ssh_key key = NULL;
  int status = osshkey_file_load(path, NULL, &file);
  if (status == 0) {
    status = osshkey_file_unlock_ask(file, ask, NULL, 1, NULL, &keys);
  }
  if (status != 0) {
    fprintf(stderr, "%s\n%s\n", osshkey_message(status), osshkey_hint(status));
  } else {
    key = import_key(osshkey_keys_get(keys, 0));
  }
  osshkey_keys_free(keys);
  osshkey_file_free(file);
  return key;
}

/* run_command prints what the command prints. */
static int run_command(ssh_session session, const char* command) {
  char buffer[4096];
  int got = -1;
  ssh_channel channel = ssh_channel_new(session);
  if (channel != NULL && ssh_channel_open_session(channel) == SSH_OK &&
      ssh_channel_request_exec(channel, command) == SSH_OK) {
    while ((got = ssh_channel_read(channel, buffer, sizeof buffer, 0)) > 0) {
      fwrite(buffer, 1, (size_t)got, stdout);
    }
  }
  ssh_channel_free(channel);
  return got == 0 ? 0 : -1;
}

int main(int argc, char** argv) {
  const char* failed = NULL;
  if (argc < 7) {
    return 2;
  }
  ssh_key key = unlock(argv[4]);
  if (key == NULL) {
    return 1;
  }
  ssh_session session = ssh_new();
  int process_config = 0; /* the user's configuration has no say in an example */
  if (session == NULL || ssh_options_set(session, SSH_OPTIONS_HOST, argv[1]) != 0 ||
      ssh_options_set(session, SSH_OPTIONS_PORT_STR, argv[2]) != 0 ||
      ssh_options_set(session, SSH_OPTIONS_USER, argv[3]) != 0 ||
      ssh_options_set(session, SSH_OPTIONS_KNOWNHOSTS, argv[5]) != 0 ||
      ssh_options_set(session, SSH_OPTIONS_GLOBAL_KNOWNHOSTS, "/dev/null") != 0 ||
      ssh_options_set(session, SSH_OPTIONS_PROCESS_CONFIG, &process_config) != 0 ||
      (argc > 7 && ssh_options_set(session, SSH_OPTIONS_PUBLICKEY_ACCEPTED_TYPES, argv[7]) != 0)) {
    failed = "an option isn't accepted";
  } else if (ssh_connect(session) != SSH_OK) {
    failed = "no connection";
  } else if (ssh_session_is_known_server(session) != SSH_KNOWN_HOSTS_OK) {
    failed = "the host key isn't known";
  } else if (ssh_userauth_publickey(session, NULL, key) != SSH_AUTH_SUCCESS) {
    failed = "no login";
  } else if (run_command(session, argv[6]) != 0) {
    failed = "the command didn't run";
  }
  if (failed != NULL) {
    fprintf(stderr, "%s\n", failed);
  }
  ssh_key_free(key); /* wipes it */
  ssh_disconnect(session);
  ssh_free(session);
  return failed == NULL ? 0 : 1;
}
