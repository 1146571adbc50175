#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes src/bcrypt_pbkdf/blowfish_tables.cpp: Blowfish's initial state is the fractional part of pi, 32 bits a word,
first the 18 subkeys, then the four S-boxes. With --check FILE it compares FILE with what it would write instead."""

import argparse
import sys

SUBKEYS = 18
BOXES = 4
BOX_WORDS = 256
WORDS = SUBKEYS + BOXES * BOX_WORDS


def arctan_of_inverse(x, one):
    """arctan(1/x) as a fixed-point number in units of 1/one, by its Taylor series."""
    power = one // x
    total = power
    divisor, sign = 3, -1
    while power:
        power //= x * x
        total += sign * (power // divisor)
        divisor, sign = divisor + 2, -sign
    return total


def fraction_of_pi(bits):
    """The first `bits` bits of pi after the point, by Machin's formula with 64 guard bits for the rounding."""
    one = 1 << (bits + 64)
    pi = 4 * (4 * arctan_of_inverse(5, one) - arctan_of_inverse(239, one))
    return (pi - 3 * one) >> 64


def rows(words, indent):
    for i in range(0, len(words), 8):
        yield indent + ", ".join(f"0x{word:08x}" for word in words[i : i + 8]) + ","


def tables():
    fraction = fraction_of_pi(32 * WORDS)
    words = [(fraction >> (32 * (WORDS - 1 - i))) & 0xFFFFFFFF for i in range(WORDS)]
    lines = [
        "// SPDX-License-Identifier: MIT",
        "// Blowfish's initial subkeys and S-boxes: the hexadecimal digits of pi after the point.",
        "// Written by tools/scripts/make_blowfish_tables.py, which computes them: change that script, not",
        "// this file.",
        "",
        '#include "bcrypt_pbkdf/blowfish_tables.hpp"',
        "",
        "namespace bcrypt_pbkdf {",
        "",
        "// clang-format off",
        "constinit const BlowfishTables blowfish_tables = {",
        "    .p = {",
        *rows(words[:SUBKEYS], " " * 8),
        "    },",
        "    .s = {",
    ]
    for box in range(BOXES):
        start = SUBKEYS + box * BOX_WORDS
        lines += ["        {", *rows(words[start : start + BOX_WORDS], " " * 12), "        },"]
    lines += ["    },", "};", "// clang-format on", "", "}  // namespace bcrypt_pbkdf", ""]
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", metavar="FILE", help="compare with FILE; exit status 1 if it differs")
    arguments = parser.parse_args()
    text = tables()
    if arguments.check is None:
        sys.stdout.write(text)
        return 0
    with open(arguments.check, encoding="ascii") as file:
        if file.read() == text:
            return 0
    print(f"{arguments.check} is not what this script writes", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main())
