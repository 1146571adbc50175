#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Installs into a prefix of its own, builds a program against it through pkg-config and runs it.

    install_test.py SOURCE_ROOT BUILD_ROOT C++ COMPILER... -- C COMPILER...
"""
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
from cases import case, equal, need, run  # noqa: E402

need("meson", "pkg-config")
ROOT, BUILD = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
SEPARATOR = sys.argv.index("--")
COMPILER, C_COMPILER = sys.argv[3:SEPARATOR], sys.argv[SEPARATOR + 1:]
SCRATCH = tempfile.TemporaryDirectory()
STAGE = pathlib.Path(SCRATCH.name)


def command(*words, **options):
    done = subprocess.run([str(w) for w in words], capture_output=True, text=True, check=False, **options)
    assert done.returncode == 0, (words, done.stdout, done.stderr)
    return done.stdout


def installed():
    """The prefix below which everything was installed, and the environment that finds it."""
    if not (STAGE / "usr").exists():
        command("meson", "install", "-C", BUILD, "--no-rebuild", "--quiet", env={**os.environ, "DESTDIR": str(STAGE)})
    (metadata,) = {p.parent for p in STAGE.rglob("osshkey.pc")}
    return {**os.environ, "PKG_CONFIG_PATH": str(metadata), "PKG_CONFIG_SYSROOT_DIR": str(STAGE),
            "LD_LIBRARY_PATH": str(metadata.parent)}


@case
def a_program_built_with_pkg_config_opens_a_key():
    environment = installed()
    flags = command("pkg-config", "--cflags", "--libs", "osshkey", env=environment).split()
    program = STAGE / "consumer"
    command(*COMPILER, "-std=c++2b", ROOT / "tests/install/consumer.cpp", "-o", program, *flags)
    shown = command(program, ROOT / "testdata/keys/id_ed25519.rounds-16", "correct horse battery staple",
                    env=environment)
    wanted = (ROOT / "testdata/keys/id_ed25519.fingerprint").read_text(encoding="utf-8").split()[1]
    equal(shown.strip(), wanted, "fingerprint")


@case
def a_wrong_passphrase_is_told_by_that_program():
    done = subprocess.run([STAGE / "consumer", ROOT / "testdata/keys/id_ed25519.rounds-1", "wrong"],
                          capture_output=True, text=True, env=installed(), check=False)
    equal(done.returncode, 1, "exit status")
    equal(done.stdout.strip(), "the passphrase is wrong", "message")


@case
def a_program_in_c_does_the_same():
    environment = installed()
    flags = command("pkg-config", "--cflags", "--libs", "osshkey", env=environment).split()
    program = STAGE / "consumer-c"
    command(*C_COMPILER, "-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror", ROOT / "tests/install/consumer.c",
            "-o", program, *flags)
    shown = command(program, ROOT / "testdata/keys/id_ed25519.rounds-16", "correct horse battery staple",
                    env=environment)
    wanted = (ROOT / "testdata/keys/id_ed25519.fingerprint").read_text(encoding="utf-8").split()[1]
    equal(shown.strip(), wanted, "fingerprint")
    done = subprocess.run([program, ROOT / "testdata/keys/id_ed25519.rounds-1", "wrong"], capture_output=True,
                          text=True, env=environment, check=False)
    equal((done.returncode, done.stdout.strip()), (1, "the passphrase is wrong"), "a wrong passphrase")


@case
def the_kdf_is_a_library_of_its_own():
    environment = installed()
    flags = command("pkg-config", "--cflags", "--libs", "bcrypt_pbkdf", env=environment).split()
    source = STAGE / "kdf.cpp"
    source.write_text("""
#include <bcrypt_pbkdf/bcrypt_pbkdf.hpp>
#include <array>
int main() {
  const std::array<std::uint8_t, 4> passphrase{1}, salt{2};
  std::array<std::uint8_t, 32> out{};
  return bcrypt_pbkdf::derive(passphrase, salt, 1, out) == bcrypt_pbkdf::Status::ok ? 0 : 1;
}
""", encoding="utf-8")
    command(*COMPILER, "-std=c++2b", source, "-o", STAGE / "kdf", *flags)
    command(STAGE / "kdf", env=environment)


@case
def only_the_api_is_exported():
    environment = installed()
    library = next(pathlib.Path(environment["LD_LIBRARY_PATH"]).glob("libosshkey.so"))
    symbols = command("nm", "-DC", "--defined-only", library).splitlines()
    names = [line.split(maxsplit=2)[2] for line in symbols if len(line.split(maxsplit=2)) == 3]
    own = ("osshkey", "typeinfo for osshkey::", "typeinfo name for osshkey::", "vtable for osshkey::")
    foreign = [n for n in names if not n.startswith(own)]
    equal(foreign, [], "foreign symbols")
    internal = [n for n in names if any(f"osshkey::{layer}::" in n for layer in
                                        ("wire", "armor", "container", "cipher", "key"))]
    equal(internal, [], "internal symbols")


run()
