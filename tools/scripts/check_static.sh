#!/bin/sh
# SPDX-License-Identifier: MIT
# clang-tidy over the library, cppcheck over library and tools, and the reference without a warning of Doxygen's.
# Exits with 77, a skipped test, where a checker is missing.
#
#   check_static.sh BUILD           BUILD has compile_commands.json
#   check_static.sh BUILD --all     and clang-tidy over the tools, which takes as long again
set -eu
build=$(cd "$1" && pwd)
all=${2-}
cd "$(dirname "$0")/../.."

for program in clang-tidy-19 cppcheck doxygen; do
  command -v "$program" >/dev/null || {
    echo "skipped, missing: $program"
    exit 77
  }
done

failed=0
files=$(ls src/*/*.cpp)
[ "$all" != --all ] || files="$files $(ls tools/*/*.cpp)"
echo "$files" | xargs -P "$(nproc)" -n 6 clang-tidy-19 -p "$build" --quiet || failed=1
cppcheck -j "$(nproc)" --enable=warning,performance,portability --std=c++20 --inline-suppr --error-exitcode=1 --quiet \
  --suppressions-list=tools/scripts/cppcheck.txt '-DTOOL_VERSION="0"' \
  -I include -I src -I tools src tools/common tools/examples tools/keyinfo tools/keyload || failed=1

reference=$(mktemp -d)
{
  cat tools/scripts/Doxyfile
  echo "OUTPUT_DIRECTORY = $reference"
} | doxygen - || failed=1
rm -rf "$reference"
exit $failed
