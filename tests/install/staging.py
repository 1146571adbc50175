# SPDX-License-Identifier: MIT
"""What the tests of an installation share: the build installed below a folder of their own, and the demo key opened.

Their arguments are SOURCE_ROOT BUILD_ROOT C++ COMPILER... -- C COMPILER...
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
from cases import equal  # noqa: E402

ROOT, BUILD = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
_SEPARATOR = sys.argv.index("--")
CXX = [*sys.argv[3:_SEPARATOR], "-std=c++2b"]
CC = [*sys.argv[_SEPARATOR + 1:], "-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror"]
_FOLDER = tempfile.TemporaryDirectory()
SCRATCH = pathlib.Path(_FOLDER.name)
HERE = ROOT / "tests" / "install"


def command(*words, **options):
    """What the command prints; it must succeed."""
    done = subprocess.run([str(w) for w in words], capture_output=True, text=True, check=False, **options)
    assert done.returncode == 0, (words, done.stdout, done.stderr)
    return done.stdout


class Stage:
    """A tree that was installed with DESTDIR: `root`, its `libraries` folder and the `environment` that finds them."""

    def __init__(self, root):
        self.root = root
        (metadata,) = {p.parent for p in root.rglob("osshkey.pc")}
        self.libraries = metadata.parent
        self.environment = {**os.environ, "PKG_CONFIG_PATH": str(metadata), "PKG_CONFIG_SYSROOT_DIR": str(root),
                            "LD_LIBRARY_PATH": str(self.libraries)}

    def files(self):
        """The paths of all installed files and links below the root."""
        return sorted(str(p.relative_to(self.root)) for p in self.root.rglob("*") if p.is_symlink() or p.is_file())

    def flags(self, *arguments):
        """What pkg-config prints for a compiler."""
        return command("pkg-config", "--cflags", "--libs", *arguments, env=self.environment).split()


def installed():
    """The build's own installation, made when it is first asked for."""
    root = SCRATCH / "complete"
    if not root.exists():
        command("meson", "install", "-C", BUILD, "--no-rebuild", "--quiet", env={**os.environ, "DESTDIR": str(root)})
    return Stage(root)


def installed_static():
    """The same as a distribution without shared libraries has it."""
    root = SCRATCH / "static"
    if not root.exists():
        shutil.copytree(installed().root, root, symlinks=True)
        for library in root.rglob("*.so*"):
            library.unlink()
    return Stage(root)


def our_libraries(program):
    """Which of our shared libraries the program loads itself."""
    lines = command("objdump", "-p", program).splitlines()
    needed = [line.split()[1] for line in lines if line.split()[:1] == ["NEEDED"]]
    return [name for name in needed if name.startswith(("libosshkey.", "libbcrypt_pbkdf."))]


def check_that_it_opens_a_key(program, environment):
    """The program shows the demo key's fingerprint, and tells of a wrong passphrase."""
    keys = ROOT / "testdata" / "keys"
    shown = command(program, keys / "id_ed25519.rounds-16", "correct horse battery staple", env=environment)
    equal(shown.strip(), (keys / "id_ed25519.fingerprint").read_text(encoding="utf-8").split()[1], "fingerprint")
    done = subprocess.run([program, keys / "id_ed25519.rounds-1", "wrong"], capture_output=True, text=True,
                          env=environment, check=False)
    equal((done.returncode, done.stdout.strip()), (1, "the passphrase is wrong"), "a wrong passphrase")
