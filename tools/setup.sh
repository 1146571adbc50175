#!/bin/sh
# SPDX-License-Identifier: MIT
# Installs what is missing from Debian's packages, or names it where that is not allowed.
#
#   tools/setup.sh           what building takes
#   tools/setup.sh --test    and what the tests take
#   tools/setup.sh --all     and what benchmarks and optional tests compare with
set -eu

build='g++ meson ninja-build pkg-config libsodium-dev libssl-dev libargon2-dev libcli11-dev nlohmann-json3-dev
  libfmt-dev openssh-client'
test='doctest-dev cmake dpkg-dev openssh-server libssh2-1-dev libssh-dev openssl putty-tools python3 python3-cryptography
  clang-19 clang-format-19 clang-tidy-19 libclang-rt-19-dev llvm-19 valgrind shellcheck codespell doxygen cppcheck
  ruby ruby-minitest ruby-net-ssh ruby-ed25519'
all='libbenchmark-dev python3-bcrypt python3-matplotlib ruby-bcrypt-pbkdf jruby libbotan-2-dev golang-go
  golang-golang-x-crypto-dev nodejs npm tmux mypy default-jdk-headless libjna-java ansible-core'

case "${1-}" in
'') wanted=$build ;;
--test) wanted="$build $test" ;;
--all) wanted="$build $test $all" ;;
*)
  echo "usage: tools/setup.sh [--test | --all]" >&2
  exit 2
  ;;
esac

missing=
for package in $wanted; do
  # One line for each architecture that the package is installed for.
  status=$(dpkg-query -W -f='${Status}\n' "$package" 2>/dev/null || true)
  # A program that was installed otherwise, such as Node.js, serves as well.
  case "$package" in
  nodejs) command -v node >/dev/null && continue ;;
  npm) command -v npm >/dev/null && continue ;;
  default-jdk-headless) command -v javac >/dev/null && continue ;;
  esac
  case "$status" in
  *'install ok installed'*) ;;
  *) missing="$missing $package" ;;
  esac
done
[ -n "$missing" ] || exit 0

if [ "$(id -u)" -eq 0 ]; then
  as_root=
elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
  as_root=sudo
else
  echo "These packages are missing; install them as root and start again:" >&2
  echo "  apt-get install$missing" >&2
  exit 1
fi

echo "Installing:$missing" >&2
# shellcheck disable=SC2086  # the lists are meant to be split
{
  # A list that can't be fetched is no reason to stop: the next command says whether it was needed.
  $as_root apt-get -qq update || true
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends $missing
} >&2 </dev/null
