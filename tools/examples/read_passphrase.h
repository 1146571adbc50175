/* SPDX-License-Identifier: MIT */
/* A passphrase for the examples: a line of standard input, read byte by byte into the caller's
 * buffer, because the buffers of stdio and iostream would keep a copy. A program for people would
 * ask on the terminal, without echo. */
#ifndef READ_PASSPHRASE_H
#define READ_PASSPHRASE_H

#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

/* read_passphrase yields the length of the line without its newline; -1 where there is none. */
static ptrdiff_t read_passphrase(uint8_t* buffer, size_t size) {
  uint8_t* at = buffer;
  while (at != buffer + size && read(STDIN_FILENO, at, 1) == 1) {
    if (*at == '\n') {
      return at - buffer;
    }
    ++at;
  }
  return -1;
}

#endif
