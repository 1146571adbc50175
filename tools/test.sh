#!/bin/sh
# SPDX-License-Identifier: MIT
# Sets up, builds with g++ and runs all tests; then again with clang, AddressSanitizer and
# UndefinedBehaviorSanitizer. Ends with a line `N passed, N failed` that counts test cases.
#
#   tools/test.sh           both builds
#   tools/test.sh --quick   the first one alone
set -eu
cd "$(dirname "$0")/.."

tools/setup.sh --test

# build FOLDER [SETUP OPTIONS]: configures once, compiles; warnings are errors.
build() {
  folder=$1
  shift
  [ -e "$folder/build.ninja" ] || meson setup "$folder" -Dwerror=true "$@" >"$folder.log" 2>&1 || {
    cat "$folder.log"
    exit 1
  }
  ninja -C "$folder" >"$folder.log" 2>&1 || {
    grep -E -A5 'error|FAILED' "$folder.log" || tail -n 40 "$folder.log"
    exit 1
  }
}

failed=0
build build
meson test -C build --print-errorlogs || failed=1
logs=build/meson-logs/testlog.json

if [ "${1-}" != --quick ]; then
  CC=clang-19 CXX=clang++-19 build build-sanitized \
    -Db_sanitize=address,undefined -Db_lundef=false -Dbench=disabled
  # Known answers at full rounds and other processors' builds gain nothing from instrumentation.
  ASAN_OPTIONS=detect_leaks=1 UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 \
    meson test -C build-sanitized --print-errorlogs --timeout-multiplier 4 \
    --no-suite vectors --no-suite portable --no-suite style || failed=1
  logs="$logs build-sanitized/meson-logs/testlog.json"
fi

# shellcheck disable=SC2086  # one word a log
/usr/bin/python3 tools/scripts/count_tests.py $logs || failed=1
exit $failed
