#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""tools/bindings/ruby in an interpreter: the cases of ruby_key_cases.rb, and of ruby_kdf_cases.rb,
which log in to an sshd of this test.

    ruby_test.py ruby|jruby SOURCE_ROOT LIBOSSHKEY
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))
from cases import SKIP, need  # noqa: E402
from servers import Sshd  # noqa: E402

PASSPHRASE = "a passphrase"
TIMEOUT = 250  # seconds for all cases of an interpreter
# What the Ed25519 of JRuby needs of the JDK, whose module doesn't export it.
JAVA_EXPORT = "--add-exports=java.base/sun.security.x509=ALL-UNNAMED"


def gem_folder(name):
    """Where MRI has the gem; skips the program where it hasn't."""
    script = f"puts Gem::Specification.find_by_name('{name}').full_gem_path"
    found = subprocess.run(["ruby", "-e", script], capture_output=True, text=True, check=False)
    if found.returncode != 0:
        print(f"skipped, missing: ruby-{name}")
        sys.exit(SKIP)
    return pathlib.Path(found.stdout.strip())


def ed25519_for_jruby(source, folder):
    """A folder for GEM_PATH with the gem ed25519 as it is published for JRuby: the Debian package
    has the Java sources, but is built for MRI."""
    gem = folder / "gems" / source.name
    shutil.copytree(source / "lib", gem / "lib")
    (folder / "specifications").mkdir()
    name, version = source.name.rsplit("-", 1)
    (folder / "specifications" / f"{source.name}.gemspec").write_text(
        f'Gem::Specification.new("{name}", "{version}") {{ |gem| gem.summary = "" }}\n', encoding="ascii")
    sources = (source / "ext/ed25519_jruby").rglob("*.java")
    classes = folder / "classes"
    subprocess.run(["javac", "-nowarn", JAVA_EXPORT, "-d", classes,
                    "-cp", "/usr/share/java/jruby-base.jar", *sources], check=True, capture_output=True)
    subprocess.run(["jar", "cf", gem / "lib/ed25519_jruby.jar", "-C", classes, "."], check=True)
    return folder


def built_gem(source, folder):
    """A folder for GEM_HOME with the binding, built and installed as a gem."""
    built = folder / "bcrypt_pbkdf.gem"
    for words in (["build", "-o", built, "bcrypt_pbkdf.gemspec"],
                  ["install", "--local", "--no-document", "--install-dir", folder / "gems", built]):
        subprocess.run(["gem", *words], cwd=source, check=True, capture_output=True)
    return folder / "gems"


def interpreter(name, binding, folder):
    """The command and the environment that run the binding: in MRI as a gem, in JRuby on the load
    path. Skips the program where something is missing."""
    need("ruby", "ssh-keygen", "/usr/sbin/sshd")
    minitest, net_ssh, ed25519 = map(gem_folder, ("minitest", "net-ssh", "ed25519"))
    if name == "ruby":
        return ["ruby", "-w"], {"GEM_HOME": built_gem(binding, folder)}
    need("jruby", "javac")
    gems = [ed25519_for_jruby(ed25519, folder / "jruby"), minitest.parents[1], net_ssh.parents[1]]
    return (["jruby", "--dev", "-I", binding / "lib"],
            {"GEM_PATH": ":".join(map(str, gems)), "JAVA_OPTS": JAVA_EXPORT})


def run_cases(name, source_root, library, folder):
    """The status of the interpreter and what it printed."""
    command, environment = interpreter(name, source_root / "tools/bindings/ruby", folder)
    key, rsa_key = folder / "id_ed25519", folder / "id_rsa"
    for words in (["ed25519", "-N", PASSPHRASE, "-C", "a comment", "-f", key],
                  ["rsa", "-m", "PEM", "-N", "", "-f", rsa_key]):
        subprocess.run(["ssh-keygen", "-q", "-t", *words], check=True)
    with Sshd(key.with_suffix(".pub").read_text(encoding="utf-8")) as sshd:
        environment |= {
            "OSSHKEY_LIBRARY": library, "OSSHKEY_TESTDATA": source_root / "testdata", "HOME": folder,
            "TEST_SSH_PORT": sshd.port, "TEST_SSH_USER": sshd.user,
            "TEST_SSH_KNOWN_HOSTS": sshd.known_hosts, "TEST_SSH_PASSPHRASE": PASSPHRASE,
            "TEST_SSH_KEY": key, "TEST_RSA_KEY": rsa_key}
        ran = subprocess.run([*command, "-r", HERE / "ruby_key_cases.rb", HERE / "ruby_kdf_cases.rb"],
                             env={**os.environ, **{name: str(value) for name, value in environment.items()}},
                             text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                             timeout=TIMEOUT, check=False)
    return ran.returncode, ran.stdout


def main():
    name, source_root, library = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
    with tempfile.TemporaryDirectory() as folder:
        status, output = run_cases(name, source_root, library, pathlib.Path(folder))
    print(output)
    total = re.search(r"^(\d+) runs, \d+ assertions, (\d+) failures, (\d+) errors, 0 skips", output, re.M)
    if total is None:
        print(f"{name} ended with status {status}")
        return 1
    failed = int(total[2]) + int(total[3])
    print(f"{int(total[1]) - failed} passed, {failed} failed")
    return 1 if failed or status else 0


sys.exit(main())
