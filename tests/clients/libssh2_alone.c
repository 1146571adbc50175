/* SPDX-License-Identifier: MIT */
/* Logs in with a key file that libssh2 reads by itself: what the clients with osshkey are for shows
 * where this one fails. The host key isn't looked at.
 *
 *   libssh2_alone PORT USER KEY_FILE PASSPHRASE */
#include <arpa/inet.h>
#include <libssh2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

int main(int argc, char** argv) {
  struct sockaddr_in to;
  if (argc != 5 || libssh2_init(0) != 0) {
    return 2;
  }
  LIBSSH2_SESSION* session = libssh2_session_init();
  const int descriptor = socket(AF_INET, SOCK_STREAM, 0);
  memset(&to, 0, sizeof to);
  to.sin_family = AF_INET;
  to.sin_port = htons((uint16_t)atoi(argv[1]));
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (session == NULL || connect(descriptor, (struct sockaddr*)&to, sizeof to) != 0 ||
      libssh2_session_handshake(session, descriptor) != 0) {
    return 2;
  }
  const int status = libssh2_userauth_publickey_fromfile_ex(
      session, argv[2], (unsigned)strlen(argv[2]), NULL, argv[3], argv[4]);
  if (status == 0) {
    puts("logged in");
  } else {
    char* message = NULL;
    libssh2_session_last_error(session, &message, NULL, 0);
    printf("%d %s\n", status, message);
  }
  libssh2_session_free(session);
  return status == 0 ? 0 : 1;
}
