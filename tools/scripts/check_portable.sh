#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds the KDF and the runner of its known answers for other processors (32-bit, ARM, big-endian) and runs them
# under qemu-user. Exits with 77, a skipped test, if no cross compiler, libsodium or qemu for any of them is here.
#
# Debian: dpkg --add-architecture i386, arm64 and s390x; apt-get update; then the packages qemu-user-static,
# g++-i686-linux-gnu, g++-aarch64-linux-gnu, g++-s390x-linux-gnu, libsodium-dev:i386, libsodium-dev:arm64 and
# libsodium-dev:s390x.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
ran=0
failed=0

# check NAME COMPILER-PREFIX LIBRARY-FOLDER QEMU
check() {
  sodium=/usr/lib/$3/libsodium.a
  for needed in "$2-g++" "$4"; do
    if ! command -v "$needed" > /dev/null; then
      echo "$1: skipped, no $needed"
      return
    fi
  done
  if [ ! -f "$sodium" ]; then
    echo "$1: skipped, no $sodium"
    return
  fi
  ran=$((ran + 1))
  program=$folder/vectors.$1
  if "$2-g++" -std=c++2b -O2 -static -pthread -I"$root/include" -I"$root/src" -o "$program" \
      "$root"/src/bcrypt_pbkdf/*.cpp "$root/tests/vectors/bcrypt_pbkdf_vectors.cpp" "$sodium" &&
      "$4" "$program" "$root/testdata/vectors/bcrypt_pbkdf.txt" > "$program.log"; then
    sed "s/^/$1: /" "$program.log"
  else
    failed=$((failed + 1))
    echo "$1: FAILED"
    cat "$program.log" || true
  fi
}

check i386 i686-linux-gnu i386-linux-gnu qemu-i386-static
check aarch64 aarch64-linux-gnu aarch64-linux-gnu qemu-aarch64-static
check s390x s390x-linux-gnu s390x-linux-gnu qemu-s390x-static

if [ "$failed" -ne 0 ]; then
  exit 1
fi
if [ "$ran" -eq 0 ]; then
  exit 77
fi
