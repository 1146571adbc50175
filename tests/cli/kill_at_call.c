/* SPDX-License-Identifier: MIT */
/* A library to preload: kills the process at the call number $KILL_AT_CALL of those that change a
 * file, before the call is made, or with $FAIL_AT_CALL lets that call fail as on a full disk. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>

static int calls;

static int is_number(const char* name, int number) {
  const char* wanted = getenv(name);
  return wanted != NULL && atoi(wanted) == number;
}

/* fails is whether this call is to fail; it doesn't return where it is to kill. */
static int fails(void) {
  ++calls;
  if (is_number("KILL_AT_CALL", calls)) {
    kill(getpid(), SIGKILL);
  }
  if (is_number("FAIL_AT_CALL", calls)) {
    errno = ENOSPC;
    return 1;
  }
  return 0;
}

ssize_t write(int descriptor, const void* bytes, size_t size) {
  ssize_t (*next)(int, const void*, size_t);
  *(void**)&next = dlsym(RTLD_NEXT, "write");
  return fails() ? -1 : next(descriptor, bytes, size);
}

int fsync(int descriptor) {
  int (*next)(int);
  *(void**)&next = dlsym(RTLD_NEXT, "fsync");
  return fails() ? -1 : next(descriptor);
}

int rename(const char* from, const char* to) {
  int (*next)(const char*, const char*);
  *(void**)&next = dlsym(RTLD_NEXT, "rename");
  return fails() ? -1 : next(from, to);
}

int fchmod(int descriptor, mode_t mode) {
  int (*next)(int, mode_t);
  *(void**)&next = dlsym(RTLD_NEXT, "fchmod");
  return fails() ? -1 : next(descriptor, mode);
}

int fchown(int descriptor, uid_t owner, gid_t group) {
  int (*next)(int, uid_t, gid_t);
  *(void**)&next = dlsym(RTLD_NEXT, "fchown");
  return fails() ? -1 : next(descriptor, owner, group);
}

int unlink(const char* path) {
  int (*next)(const char*);
  *(void**)&next = dlsym(RTLD_NEXT, "unlink");
  return fails() ? -1 : next(path);
}
