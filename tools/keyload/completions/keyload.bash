# SPDX-License-Identifier: MIT
# bash completion of keyload.
_keyload() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
  local options='-t -c --each --passphrase-file --passphrase-fd -d -D -l -L -q -v -h --help --version'
  case $previous in
    -t | --passphrase-fd) return ;;
    *)
      if [[ $current == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
        return
      fi
      ;;
  esac
  compopt -o filenames
  mapfile -t COMPREPLY < <(compgen -f -- "$current")
}
complete -F _keyload keyload
