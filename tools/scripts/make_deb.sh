#!/bin/bash
# SPDX-License-Identifier: MIT
# Makes Debian packages of what `meson install` installs: the libraries, the files for development, and the rest, which
# is the tools. With the same SOURCE_DATE_EPOCH (else the commit's date) the same tree gives the same bytes.
#
#   tools/scripts/make_deb.sh FOLDER          builds with Debian's flags and writes the packages into FOLDER
#   tools/scripts/make_deb.sh FOLDER BUILD    takes a build that exists, with the prefix that it was set up for
set -euo pipefail
umask 022
root=$(cd "$(dirname "$0")/../.." && pwd)

if [ $# -lt 1 ] || [ $# -gt 2 ]; then
  echo 'usage: tools/scripts/make_deb.sh FOLDER [BUILD]' >&2
  exit 2
fi
for program in dpkg-deb dpkg-shlibdeps dpkg-buildflags meson ninja strip; do
  command -v "$program" >/dev/null || {
    echo "missing: $program; the Debian packages dpkg-dev, meson, ninja-build and binutils have it" >&2
    exit 1
  }
done

mkdir -p "$1"
output=$(cd "$1" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

: "${SOURCE_DATE_EPOCH:=$(git -C "$root" log -1 --format=%ct 2>/dev/null || stat -c %Y "$root/CHANGELOG.md")}"
export SOURCE_DATE_EPOCH
maintainer="${DEBFULLNAME:-the osshkey authors} <${DEBEMAIL:-osshkey@packages.invalid}>"
architecture=$(dpkg-architecture -qDEB_HOST_ARCH)

build=${2-}
if [ -z "$build" ]; then
  build=$work/build
  (
    cd "$root" # whose name dpkg-buildflags keeps out of the debug information
    export DEB_BUILD_MAINT_OPTIONS=hardening=+all
    # The build folder has another name each time, which a library's build identifier would depend on.
    export DEB_CFLAGS_MAINT_APPEND="-ffile-prefix-map=$work=." DEB_CXXFLAGS_MAINT_APPEND="-ffile-prefix-map=$work=."
    for variable in CFLAGS CXXFLAGS CPPFLAGS LDFLAGS; do
      export "$variable=$(dpkg-buildflags --get "$variable")"
    done
    meson setup "$build" --prefix=/usr --libdir="lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)" --buildtype=plain \
      --wrap-mode=nodownload -Dtools=enabled -Dtests=disabled -Dbench=disabled
    ninja -C "$build"
  ) >"$work/build.log" 2>&1 || {
    tail -n 40 "$work/build.log" >&2
    exit 1
  }
fi
DESTDIR=$work/all meson install -C "$build" --no-rebuild --quiet
version=$(sed -n 's/^Version: //p' "$(find "$work/all" -name osshkey.pc)")
soname=$(find "$work/all" -name 'libosshkey.so.*' -type l -printf '%f\n')
library=libosshkey${soname##*.so.}

# move PACKAGE CONDITION...: takes the files that find's conditions fit from the whole tree to the package's.
move() {
  local package=$1
  shift
  (cd "$work/all" && find . ! -type d \( "$@" \) -print0) >"$work/moved"
  mkdir -p "$work/$package"
  tar -C "$work/all" --null -T "$work/moved" -c | tar -C "$work/$package" -x
  (cd "$work/all" && xargs -0 -r rm <"$work/moved" && find . -mindepth 1 -type d -empty -delete)
}
move "$library" -path '*/lib/*' -name 'lib*.so.*'
move libosshkey-dev -path '*/include/*' -o -path '*/lib/*' -name 'lib*.so' -o -path '*/lib/*' -name 'lib*.a' \
  -o -path '*/pkgconfig/*' -o -path '*/cmake/*'
mv "$work/all" "$work/osshkey-tools"
mkdir "$work/$library/DEBIAN" "$work/libosshkey-dev/DEBIAN" "$work/osshkey-tools/DEBIAN"

# The programs and libraries without their symbols, the man pages compressed, as Debian's policy asks.
find "$work/$library" -type f -exec strip --strip-unneeded --remove-section=.comment {} +
find "$work/libosshkey-dev" -name 'lib*.a' -exec strip --strip-debug --enable-deterministic-archives {} +
find "$work/osshkey-tools" -path '*/bin/*' -type f -print0 | while IFS= read -r -d '' program; do
  if readelf -h "$program" >/dev/null 2>&1; then
    strip --remove-section=.comment "$program"
  fi
done
find "$work/osshkey-tools" -path '*/man/man*' -type f -exec gzip -9n {} +
# Meson edits the manifest when it installs a jar, and leaves the time of that in it.
find "$work/osshkey-tools" -name '*.jar' -exec /usr/bin/python3 -c '
import os, sys, time, zipfile
date = time.gmtime(int(os.environ["SOURCE_DATE_EPOCH"]))[:6]
for path in sys.argv[1:]:
    with zipfile.ZipFile(path) as jar:
        entries = sorted((name, jar.read(name)) for name in jar.namelist())
    with zipfile.ZipFile(path, "w") as jar:
        for name, content in entries:
            jar.writestr(zipfile.ZipInfo(name, date), content, zipfile.ZIP_DEFLATED)
' {} +

# What a program that was linked with the libraries depends on.
for name in libosshkey libbcrypt_pbkdf; do
  echo "$name ${soname##*.so.} $library (>= $version)"
done >"$work/shlibs"

# needed PACKAGE: a dependency on the packages of the libraries that its programs and libraries load.
needed() {
  find "$work/$1" -type f \( -path '*/bin/*' -o -name 'lib*.so.*' \) -exec readelf -h {} \; -print 2>/dev/null |
    grep "^$work" >"$work/binaries"
  mkdir -p "$work/source/debian"
  printf 'Source: osshkey\n\nPackage: %s\nArchitecture: any\n' "$1" >"$work/source/debian/control"
  (cd "$work/source" && xargs dpkg-shlibdeps -O "-x$library" "-L$work/shlibs" \
    "-l$(dirname "$(find "$work/$library" -name "$soname")")" <"$work/binaries") | sed -n 's/^shlibs:Depends=//p'
}

# pack PACKAGE SECTION MULTI_ARCH DEPENDENCIES SUMMARY DESCRIPTION: adds Debian's own files, writes the package.
pack() {
  local tree=$work/$1 documents=$work/$1/usr/share/doc/$1
  mkdir -p "$documents"
  {
    printf 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: osshkey\n\n'
    sed -n 's/^Copyright (c) \(.*\)/Files: *\nCopyright: \1\nLicense: Expat/p' "$root/LICENSE"
    sed -e '1,/^Copyright/d' -e 's/^$/./' -e 's/^/ /' "$root/LICENSE" | tail -n +2
  } >"$documents/copyright"
  gzip -9nc "$root/CHANGELOG.md" >"$documents/changelog.gz"
  gzip -9n >"$documents/changelog.Debian.gz" <<END
osshkey ($version-1) unstable; urgency=medium

  * Version $version; changelog.gz says what is new in it.

 -- $maintainer  $(LC_ALL=C date -u -R -d "@$SOURCE_DATE_EPOCH")
END
  cat >"$tree/DEBIAN/control" <<END
Package: $1
Source: osshkey
Version: $version-1
Architecture: $architecture
Multi-Arch: $3
Maintainer: $maintainer
Installed-Size: $(find "$tree" -type f -printf '%s\n' | awk '{kib += int(($1 + 1023) / 1024)} END {print kib}')
Depends: $4
Section: $2
Priority: optional
Description: $5
 $6
END
  (cd "$tree" && find . -path ./DEBIAN -prune -o -type f -printf '%P\0' | LC_ALL=C sort -z | xargs -0 md5sum) \
    >"$work/md5sums"
  mv "$work/md5sums" "$tree/DEBIAN"
  find "$tree" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
  dpkg-deb --root-owner-group -Zxz --build "$tree" "$output/$1_$version-1_$architecture.deb"
}

library_depends=$(needed "$library")
tools_depends=$(needed osshkey-tools)
cp "$work/shlibs" "$work/$library/DEBIAN/shlibs"
echo 'activate-noawait ldconfig' >"$work/$library/DEBIAN/triggers"

pack "$library" libs same "$library_depends" 'library that opens SSH private key files' \
  'It inspects key files without their passphrase, unlocks and proves them, and says what is wrong when it cannot.
 Beside it is bcrypt_pbkdf, the key derivation of encrypted OpenSSH keys, as a library of its own.'
pack libosshkey-dev libdevel same "$library (= $version-1), libsodium-dev, libssl-dev, libargon2-dev" \
  'library that opens SSH private key files (development)' \
  'Headers for C++ and C, static libraries, and what pkg-config and CMake read.'
# Bindings for other languages load the library when they run, which no program's header tells.
pack osshkey-tools utils foreign "$library (= $version-1), $tools_depends" \
  'inspect, unlock and mend SSH private key files' \
  'keyinfo tells what a key file is and what is wrong with it, proves a key and writes it back clean.'
