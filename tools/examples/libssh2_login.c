/* SPDX-License-Identifier: MIT */
/* A libssh2 client whose key is opened and used by osshkey: libssh2 asks for signatures through a
 * callback, and never sees the private half.
 *
 *   libssh2_login ADDRESS PORT USER KEY_FILE KNOWN_HOSTS COMMAND < PASSPHRASE */
#include <arpa/inet.h>
#include <libssh2.h>
#include <osshkey/osshkey.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "read_passphrase.h"

static int ask(void* user, const osshkey_file* file, unsigned attempt, uint8_t* buffer,
               size_t size) {
  (void)user, (void)file, (void)attempt;
  return (int)read_passphrase(buffer, size);
}

/* take_string takes an SSH string off the front of data[0 .. *left); NULL where it is too short. */
static const unsigned char* take_string(const unsigned char** data, size_t* left, size_t* size) {
  const unsigned char* p = *data;
  if (*left < 4) {
    return NULL;
  }
  *size = (size_t)p[0] << 24 | (size_t)p[1] << 16 | (size_t)p[2] << 8 | p[3];
  if (*left - 4 < *size) {
    return NULL;
  }
  *data += 4 + *size;
  *left -= 4 + *size;
  return p + 4;
}

/* find_algorithm copies the signature algorithm out of what is signed (RFC 4252 section 7): session
 * id, byte, user, service, "publickey", byte, algorithm, ... It depends on libssh2's version: 1.10
 * signs with ssh-rsa, later ones with rsa-sha2-512. */
static int find_algorithm(const unsigned char* data, size_t left, char* name, size_t room) {
  static const size_t bytes_behind[] = {1, 0, 0, 1};
  const unsigned char* text = NULL;
  size_t size = 0;
  for (int i = 0; i < 4; ++i) {
    if (take_string(&data, &left, &size) == NULL || left < bytes_behind[i]) {
      return -1;
    }
    data += bytes_behind[i];
    left -= bytes_behind[i];
  }
  text = take_string(&data, &left, &size);
  if (text == NULL || size >= room) {
    return -1;
  }
  memcpy(name, text, size);
  name[size] = '\0';
  return 0;
}

static int sign(LIBSSH2_SESSION* session, unsigned char** out, size_t* out_size,
                const unsigned char* data, size_t data_size, void** user) {
  const osshkey_private_key* key = *user;
  char algorithm[64];
  uint8_t blob[4096];
  size_t left = sizeof blob;
  const unsigned char* rest = blob;
  const unsigned char* signature = NULL;
  (void)session;
  if (find_algorithm(data, data_size, algorithm, sizeof algorithm) != 0 ||
      osshkey_private_key_sign(key, data, data_size, algorithm, blob, &left) != 0) {
    return -1;
  }
  /* The blob names the algorithm once more, which libssh2 writes itself. */
  if (take_string(&rest, &left, out_size) == NULL ||
      (signature = take_string(&rest, &left, out_size)) == NULL ||
      (*out = malloc(*out_size)) == NULL) { /* libssh2 frees it */
    return -1;
  }
  memcpy(*out, signature, *out_size);
  fprintf(stderr, "signed with %s\n", algorithm);
  return 0;
}

static int connect_to(const char* address, const char* port) {
  struct sockaddr_in to;
  const int descriptor = socket(AF_INET, SOCK_STREAM, 0);
  memset(&to, 0, sizeof to);
  to.sin_family = AF_INET;
  to.sin_port = htons((uint16_t)atoi(port));
  if (descriptor < 0 || inet_pton(AF_INET, address, &to.sin_addr) != 1 ||
      connect(descriptor, (struct sockaddr*)&to, sizeof to) != 0) {
    return -1;
  }
  return descriptor;
}

static int is_known(LIBSSH2_SESSION* session, const char* file, const char* address,
                    const char* port) {
  size_t size = 0;
  int type = 0;
  int found = LIBSSH2_KNOWNHOST_CHECK_FAILURE;
  const char* host_key = libssh2_session_hostkey(session, &size, &type);
  LIBSSH2_KNOWNHOSTS* hosts = libssh2_knownhost_init(session);
  if (hosts != NULL && host_key != NULL &&
      libssh2_knownhost_readfile(hosts, file, LIBSSH2_KNOWNHOST_FILE_OPENSSH) >= 0) {
    found =
        libssh2_knownhost_checkp(hosts, address, atoi(port), host_key, size,
                                 LIBSSH2_KNOWNHOST_TYPE_PLAIN | LIBSSH2_KNOWNHOST_KEYENC_RAW, NULL);
  }
  if (hosts != NULL) {
    libssh2_knownhost_free(hosts);
  }
  return found == LIBSSH2_KNOWNHOST_CHECK_MATCH;
}

/* run_command prints what the command prints. */
static int run_command(LIBSSH2_SESSION* session, const char* command) {
  char buffer[4096];
  ssize_t got = 0;
  LIBSSH2_CHANNEL* channel = libssh2_channel_open_session(session);
  if (channel == NULL || libssh2_channel_exec(channel, command) != 0) {
    return -1;
  }
  while ((got = libssh2_channel_read(channel, buffer, sizeof buffer)) > 0) {
    fwrite(buffer, 1, (size_t)got, stdout);
  }
  libssh2_channel_free(channel);
  return got == 0 ? 0 : -1;
}

static int log_in(LIBSSH2_SESSION* session, const char* user, const osshkey_private_key* key) {
  size_t size = 0;
  const uint8_t* blob = osshkey_public_key_blob(osshkey_private_key_public_key(key), &size);
  void* handle = (void*)key;
  return libssh2_userauth_publickey(session, user, blob, size, sign, &handle);
}

int main(int argc, char** argv) {
  osshkey_file* file = NULL;
  osshkey_keys* keys = NULL;
  LIBSSH2_SESSION* session = NULL;
  const char* failed = NULL;
  if (argc != 7 || libssh2_init(0) != 0) {
    return 2;
  }
  int status = osshkey_file_load(argv[4], NULL, &file);
  if (status == 0) {
    status = osshkey_file_unlock_ask(file, ask, NULL, 1, NULL, &keys);
  }
  if (status != 0) {
    fprintf(stderr, "%s\n%s\n", osshkey_message(status), osshkey_hint(status));
  } else {
    const int descriptor = connect_to(argv[1], argv[2]);
    session = libssh2_session_init();
    if (session == NULL || descriptor < 0 || libssh2_session_handshake(session, descriptor) != 0) {
      failed = "no connection";
    } else if (!is_known(session, argv[5], argv[1], argv[2])) {
      failed = "the host key isn't known";
    } else if (log_in(session, argv[3], osshkey_keys_get(keys, 0)) != 0) {
      failed = "no login";
    } else if (run_command(session, argv[6]) != 0) {
      failed = "the command didn't run";
    }
    if (failed != NULL) {
      fprintf(stderr, "%s\n", failed);
    }
    if (session != NULL) {
      libssh2_session_free(session);
    }
    close(descriptor);
  }
  osshkey_keys_free(keys);
  osshkey_file_free(file);
  libssh2_exit();
  return status == 0 && failed == NULL ? 0 : 1;
}
