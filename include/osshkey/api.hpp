// SPDX-License-Identifier: MIT
// Marks the declarations that the shared library exports; everything unmarked stays inside it.
#pragma once

#if defined(__GNUC__)
#define OSSHKEY_API __attribute__((visibility("default")))
#else
#define OSSHKEY_API
#endif
