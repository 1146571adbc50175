#!/bin/sh
# SPDX-License-Identifier: MIT
# Formatting of the C++ and C sources, the shell scripts and the spelling. Exits with 77, a skipped test, where a
# checker is missing or the tree is not a git checkout.
set -eu
cd "$(dirname "$0")/../.."

for program in git clang-format-19 shellcheck codespell; do
  command -v "$program" >/dev/null || {
    echo "skipped, missing: $program"
    exit 77
  }
done
git rev-parse --git-dir >/dev/null 2>&1 || {
  echo 'skipped, not a git checkout'
  exit 77
}

failed=0
git ls-files '*.cpp' '*.hpp' '*.h' '*.c' | xargs clang-format-19 --dry-run -Werror || failed=1
git ls-files '*.sh' .ci/run | xargs shellcheck || failed=1
# The words stand in test data, in the man page's macros and in Java's library.
git ls-files | grep -v '^testdata/' | xargs codespell -L 'te,nd,keypair,keypairs' || failed=1
exit $failed
