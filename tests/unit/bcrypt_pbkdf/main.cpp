// SPDX-License-Identifier: MIT
// The main function of the KDF's unit tests.

#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>
