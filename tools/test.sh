#!/bin/sh
# SPDX-License-Identifier: MIT
# Sets up, builds with g++ and runs all tests; then again with clang, AddressSanitizer and
# UndefinedBehaviorSanitizer, which also measures what the tests cover; then those with threads under
# ThreadSanitizer. Ends with a line `N passed, N failed` that counts test cases.
#
#   tools/test.sh           all of it
#   tools/test.sh --quick   the first build alone
set -eu
cd "$(dirname "$0")/.."

tools/setup.sh --test

# configure FOLDER [SETUP OPTIONS]: once; warnings are errors.
configure() {
  folder=$1
  shift
  [ -e "$folder/build.ninja" ] || meson setup "$folder" -Dwerror=true "$@" >"$folder.log" 2>&1 || {
    cat "$folder.log"
    exit 1
  }
}

# build FOLDER [SETUP OPTIONS]: configures and compiles.
build() {
  configure "$@"
  ninja -C "$1" >"$1.log" 2>&1 || {
    grep -E -A5 'error|FAILED' "$1.log" || tail -n 40 "$1.log"
    exit 1
  }
}

failed=0
build build
meson test -C build --print-errorlogs || failed=1
logs=build/meson-logs/testlog.json

if [ "${1-}" != --quick ]; then
  export CC=clang-19 CXX=clang++-19
  coverage='-fprofile-instr-generate -fcoverage-mapping'
  build build-sanitized -Db_sanitize=address,undefined -Db_lundef=false -Dbench=disabled \
    "-Dcpp_args=$coverage" "-Dcpp_link_args=$coverage" "-Dc_args=$coverage" "-Dc_link_args=$coverage"
  rm -rf build-sanitized/profile
  # Known answers at full rounds and other processors' builds gain nothing from instrumentation.
  ASAN_OPTIONS=detect_leaks=1 UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 \
    LLVM_PROFILE_FILE="$PWD/build-sanitized/profile/%m.profraw" \
    meson test -C build-sanitized --print-errorlogs --timeout-multiplier 4 \
    --no-suite vectors --no-suite portable --no-suite style || failed=1
  /usr/bin/python3 tools/scripts/coverage.py build-sanitized || failed=1

  configure build-threads -Db_sanitize=thread -Db_lundef=false -Dbench=disabled -Dtools=disabled
  TSAN_OPTIONS=halt_on_error=1 \
    meson test -C build-threads --print-errorlogs --timeout-multiplier 4 --suite threads || failed=1
  logs="$logs build-sanitized/meson-logs/testlog.json build-threads/meson-logs/testlog.json"
fi

# shellcheck disable=SC2086  # one word a log
/usr/bin/python3 tools/scripts/count_tests.py $logs || failed=1
exit $failed
