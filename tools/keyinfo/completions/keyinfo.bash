# SPDX-License-Identifier: MIT
# bash completion of keyinfo.
_keyinfo() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
  local options='--unlock --passphrase-file --passphrase-fd --json --strict --max-rounds --public
    --randomart --hash --compat --export --output --force --rewrite --new-passphrase-file --cipher
    --rounds --color --quiet --help --version'
  local ciphers='aes256-ctr aes192-ctr aes128-ctr aes256-cbc aes192-cbc aes128-cbc
    aes256-gcm@openssh.com aes128-gcm@openssh.com chacha20-poly1305@openssh.com'
  local words
  case $previous in
    --hash) words='sha256 md5' ;;
    --color) words='auto always never' ;;
    --export) words='openssh pkcs8 pem public' ;;
    --cipher) words=$ciphers ;;
    --passphrase-fd | --max-rounds | --rounds) return ;;
    *) [[ $current == -* ]] && words=$options ;;
  esac
  if [[ -n $words ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
  else
    compopt -o filenames
    mapfile -t COMPREPLY < <(compgen -f -- "$current")
  fi
}
complete -F _keyinfo keyinfo
