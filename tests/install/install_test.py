#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Installs below a folder of its own, looks at what is there, and builds programs against it through pkg-config."""
from staging import CC, CXX, HERE, SCRATCH, check_that_it_opens_a_key, command, installed, installed_static, \
    our_libraries
from cases import case, cases_for, equal, need, run

need("meson", "pkg-config", "objdump", "nm")
SOURCES = {"c++": (CXX, HERE / "consumer.cpp"), "c": (CC, HERE / "consumer.c")}
FILES = ["bin/keyinfo", "include/osshkey/osshkey.h", "include/bcrypt_pbkdf/bcrypt_pbkdf.hpp", "libosshkey.so",
         "libosshkey.so.0", "libosshkey.a", "libbcrypt_pbkdf.so", "libbcrypt_pbkdf.so.0", "libbcrypt_pbkdf.a",
         "pkgconfig/osshkey.pc", "pkgconfig/bcrypt_pbkdf.pc", "cmake/osshkey/osshkey-config.cmake",
         "cmake/osshkey/osshkey-config-version.cmake", "share/man/man1/keyinfo.1",
         "share/bash-completion/completions/keyinfo", "share/zsh/site-functions/_keyinfo",
         "share/fish/vendor_completions.d/keyinfo.fish"]


@cases_for("installed file", FILES)
def everything_is_in_its_place(path):
    equal(len([f for f in installed().files() if f.endswith("/" + path)]), 1, "files of that name")


@cases_for("program with pkg-config", SOURCES)
def a_program_opens_a_key(language):
    (compiler, source), program = SOURCES[language], SCRATCH / f"consumer-{language}"
    command(*compiler, source, "-o", program, *installed().flags("osshkey"))
    check_that_it_opens_a_key(program, installed().environment)
    assert "libosshkey.so.0" in our_libraries(program), our_libraries(program)


@cases_for("static program with pkg-config", SOURCES)
def a_static_program_opens_a_key(language):
    (compiler, source), program = SOURCES[language], SCRATCH / f"consumer-static-{language}"
    command(*compiler, source, "-o", program, *installed_static().flags("--static", "osshkey"))
    check_that_it_opens_a_key(program, None)
    equal(our_libraries(program), [], "libraries")


@case
def the_kdf_is_a_library_of_its_own():
    program = SCRATCH / "kdf"
    command(*CXX, HERE / "kdf.cpp", "-o", program, *installed().flags("bcrypt_pbkdf"))
    command(program, env=installed().environment)
    equal(our_libraries(program), ["libbcrypt_pbkdf.so.0"], "libraries")


@case
def only_the_api_is_exported():
    symbols = command("nm", "-DC", "--defined-only", installed().libraries / "libosshkey.so").splitlines()
    names = [line.split(maxsplit=2)[2] for line in symbols if len(line.split(maxsplit=2)) == 3]
    own = ("osshkey", "typeinfo for osshkey::", "typeinfo name for osshkey::", "vtable for osshkey::")
    foreign = [n for n in names if not n.startswith(own)]
    equal(foreign, [], "foreign symbols")
    internal = [n for n in names if any(f"osshkey::{layer}::" in n for layer in
                                        ("wire", "armor", "container", "cipher", "key"))]
    equal(internal, [], "internal symbols")


run()
