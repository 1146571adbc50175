/* SPDX-License-Identifier: MIT */
/* The frame of the tests in C: checks, and cases that are counted. */
#ifndef TESTS_C_ABI_CHECK_H
#define TESTS_C_ABI_CHECK_H

#include <osshkey/osshkey.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failed_checks = 0;
static int passed_cases = 0;
static int failed_cases = 0;

#define CHECK(condition)                                             \
  do {                                                               \
    if (!(condition)) {                                              \
      printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
      ++failed_checks;                                               \
    }                                                                \
  } while (0)

#define CHECK_STATUS(call, wanted)                                                       \
  do {                                                                                   \
    const int got_ = (call);                                                             \
    if (got_ != (wanted)) {                                                              \
      printf("%s:%d: %s is %s, not %s\n", __FILE__, __LINE__, #call, osshkey_word(got_), \
             osshkey_word(wanted));                                                      \
      ++failed_checks;                                                                   \
    }                                                                                    \
  } while (0)

/* Ends the program where going on would make no sense. */
#define NEED(condition)                                              \
  do {                                                               \
    if (!(condition)) {                                              \
      printf("%s:%d: needed: %s\n", __FILE__, __LINE__, #condition); \
      exit(1);                                                       \
    }                                                                \
  } while (0)

#define RUN(test_case)                    \
  do {                                    \
    const int before_ = failed_checks;    \
    test_case();                          \
    if (failed_checks == before_) {       \
      ++passed_cases;                     \
    } else {                              \
      ++failed_cases;                     \
      printf("FAILED: %s\n", #test_case); \
    }                                     \
  } while (0)

/* The last line of a test program, and its exit status. */
static int report(void) {
  printf("%d passed, %d failed\n", passed_cases, failed_cases);
  return failed_cases == 0 ? 0 : 1;
}

#endif /* TESTS_C_ABI_CHECK_H */
