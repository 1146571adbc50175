#!/bin/sh
# SPDX-License-Identifier: MIT
# Builds osshkey and unlocks an encrypted Ed25519 key of the test data with it.
set -eu
cd "$(dirname "$0")/.."

tools/setup.sh
[ -e build/build.ninja ] || meson setup build >/dev/null
ninja -C build >/dev/null

key=testdata/keys/id_ed25519.rounds-24
chmod 600 "$key"
public=testdata/keys/id_ed25519.pub
echo "$ ssh-keygen -l -f $public"
ssh-keygen -l -f "$public"
echo
echo "$ keyinfo --passphrase-file - $key"
printf '%s\n' 'correct horse battery staple' | build/tools/keyinfo/keyinfo --passphrase-file - "$key"
