/* SPDX-License-Identifier: MIT */
/* A passphrase callback for the examples: a line of standard input, read straight into the
 * library's guarded buffer. A program for people would ask on the terminal, without echo. */
#ifndef ASK_FOR_PASSPHRASE_H
#define ASK_FOR_PASSPHRASE_H

#include <osshkey/osshkey.h>
#include <unistd.h>

static int ask_for_passphrase(void* user, const osshkey_file* file, unsigned attempt,
                              uint8_t* buffer, size_t size) {
  (void)user, (void)file, (void)attempt;
  for (size_t used = 0; used < size; ++used) {
    if (read(STDIN_FILENO, buffer + used, 1) != 1) {
      return -1;
    }
    if (buffer[used] == '\n') {
      return (int)used;
    }
  }
  return -1;
}

#endif
