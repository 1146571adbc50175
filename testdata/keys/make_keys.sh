#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes the keys of this folder with the local ssh-keygen. Existing ones are kept: they are test data,
# and a test that reads them must not change with the day it was made on.
set -eu
cd "$(dirname "$0")"

passphrase='correct horse battery staple'
comment='demo@osshkey'

[ -e id_ed25519.none ] || ssh-keygen -q -t ed25519 -N '' -C "$comment" -f id_ed25519.none
mv -f id_ed25519.none.pub id_ed25519.pub 2>/dev/null || true
ssh-keygen -l -f id_ed25519.pub >id_ed25519.fingerprint

# encrypted NAME CIPHER ROUNDS: the same key again, encrypted.
encrypted() {
  [ -e "id_ed25519.$1" ] && return
  cp id_ed25519.none "id_ed25519.$1"
  chmod 600 "id_ed25519.$1"
  ssh-keygen -q -p -P '' -N "$passphrase" -Z "$2" -a "$3" -f "id_ed25519.$1" >/dev/null
}

for cipher in 3des-cbc aes128-cbc aes192-cbc aes256-cbc aes128-ctr aes192-ctr aes256-ctr \
  aes128-gcm@openssh.com aes256-gcm@openssh.com chacha20-poly1305@openssh.com; do
  encrypted "${cipher%@*}" "$cipher" 16
done
for rounds in 1 16 24 100; do
  encrypted "rounds-$rounds" aes256-ctr "$rounds"
done
