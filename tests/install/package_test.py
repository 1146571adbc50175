#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes the Debian packages of this build, installs them with dpkg into a root of their own, uses and removes them."""
import os
import pathlib
import re
import subprocess

from staging import BUILD, CC, HERE, ROOT, SCRATCH, Stage, check_that_it_opens_a_key, command
from cases import case, equal, need, run

need("meson", "ninja", "pkg-config", "dpkg", "dpkg-deb", "dpkg-shlibdeps", "dpkg-query")
EPOCH = "1700000000"
TARGET = SCRATCH / "root"
DPKG = ("dpkg", f"--root={TARGET}", "--force-not-root", "--log=/dev/null")
# dpkg asks for ldconfig and start-stop-daemon, which an ordinary user's PATH doesn't have.
ENVIRONMENT = {**os.environ, "PATH": os.environ["PATH"] + ":/usr/sbin:/sbin", "SOURCE_DATE_EPOCH": EPOCH}


def packages(name="packages"):
    """The packages by their names, made when they are first asked for."""
    folder = SCRATCH / name
    if not folder.exists():
        command(ROOT / "tools/scripts/make_deb.sh", folder, BUILD, env=ENVIRONMENT)
    return {path.name.split("_")[0]: path for path in sorted(folder.iterdir())}


def field(package, name):
    return command("dpkg-deb", "-f", packages()[package], name).strip()


def dpkg(*arguments):
    """dpkg on the own root, where the dependencies count as installed that this machine has."""
    admin = TARGET / "var/lib/dpkg"
    if not admin.exists():
        for folder in ("info", "updates", "triggers"):
            (admin / folder).mkdir(parents=True)
        depended = {re.split(r"[ (]", part)[0] for package in packages() for part in
                    re.split(r"[,|] ?", field(package, "Depends"))} - set(packages())
        architecture = field("libosshkey0", "Architecture")
        records = command("dpkg-query", "-s", *[f"{name}:{architecture}" for name in sorted(depended)])
        (admin / "status").write_text(records, encoding="utf-8")
    command(*DPKG, *arguments, env=ENVIRONMENT)


def contents():
    """All that is in the root, but for dpkg's own records."""
    return sorted(str(p.relative_to(TARGET)) for p in TARGET.rglob("*")
                  if not p.relative_to(TARGET).is_relative_to("var/lib/dpkg") and not p.is_dir())


@case
def there_is_a_package_for_each_use():
    equal(sorted(packages()), ["libosshkey-dev", "libosshkey0", "osshkey-tools"], "packages")
    for needed in ("libsodium23", "libssl3", "libargon2-1", "libc6", "libstdc++6"):
        assert needed in field("libosshkey0", "Depends"), needed
    for name in packages():
        listed = command("dpkg-deb", "-c", packages()[name])
        for document in ("copyright", "changelog.gz", "changelog.Debian.gz"):
            assert f"./usr/share/doc/{name}/{document}\n" in listed, (name, document)


@case
def nothing_that_was_installed_is_left_out():
    command("meson", "install", "-C", BUILD, "--no-rebuild", "--quiet", env={**ENVIRONMENT, "DESTDIR": SCRATCH / "all"})
    wanted = {re.sub(r"(/man/.*)", r"\1.gz", f) for f in Stage(SCRATCH / "all").files()}
    packed = [re.split(" -> ", line.split(maxsplit=5)[5])[0][2:] for path in packages().values()
              for line in command("dpkg-deb", "-c", path).splitlines() if not line.startswith("d")]
    equal(sorted(f for f in packed if "/share/doc/" not in f), sorted(wanted), "packed files")


@case
def the_same_tree_gives_the_same_bytes():
    again = packages("again")
    for name, path in packages().items():
        equal(path.read_bytes() == again[name].read_bytes(), True, f"{name} twice")


@case
def dpkg_installs_them_and_they_work():
    dpkg("--install", *packages().values())
    equal(command("dpkg", f"--root={TARGET}", "--verify"), "", "changed files")
    (keyinfo,) = TARGET.rglob("bin/keyinfo")
    assert "SHA256:" in command(keyinfo, ROOT / "testdata/keys/id_ed25519.rounds-16")
    stage = Stage(TARGET)
    program = SCRATCH / "consumer"
    command(*CC, HERE / "consumer.c", "-o", program, *stage.flags("osshkey"))
    check_that_it_opens_a_key(program, stage.environment)


@case
def a_package_that_others_need_stays():
    done = subprocess.run([*DPKG, "--remove", "libosshkey0"], capture_output=True, env=ENVIRONMENT, check=False)
    equal(done.returncode, 1, "exit status")
    assert contents(), "the root is empty"


@case
def removal_leaves_nothing():
    dpkg("--purge", *packages())
    equal(contents(), [], "files")
    equal(sorted(p.name for p in TARGET.iterdir()), ["var"], "folders")


@case
def a_wrong_command_line_is_told():
    done = subprocess.run([ROOT / "tools/scripts/make_deb.sh"], capture_output=True, text=True, check=False)
    equal((done.returncode, done.stderr.split(":")[0]), (2, "usage"), "status and message")


run()
