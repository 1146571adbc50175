#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""tools/bindings/ruby in an interpreter, against an sshd of its own: the cases of ruby_kdf_cases.rb.

    ruby_test.py ruby|jruby SOURCE_ROOT LIBOSSHKEY
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
from cases import SKIP, need  # noqa: E402
from servers import Sshd  # noqa: E402

PASSPHRASE = "a passphrase"
TIMEOUT = 250  # seconds for all cases of an interpreter
# jruby's Ed25519 derives a class from one of the JDK's that its module doesn't export.
JAVA_EXPORT = "--add-exports=java.base/sun.security.x509=ALL-UNNAMED"


def skip(package):
    print("skipped, missing:", package)
    sys.exit(SKIP)


def gem_folder(name, package):
    """Where MRI has the gem; skips the program where it hasn't."""
    found = subprocess.run(["ruby", "-e", f"puts Gem::Specification.find_by_name('{name}').full_gem_path"],
                           capture_output=True, text=True, check=False)
    return pathlib.Path(found.stdout.strip()) if found.returncode == 0 else skip(package)


def ed25519_for_jruby(source, folder):
    """A folder for GEM_PATH with the gem ed25519 as rubygems.org has it for JRuby: the Debian
    package has its Java sources, but is built for MRI."""
    gem = folder / "gems" / source.name
    gem.mkdir(parents=True)
    shutil.copytree(source / "lib", gem / "lib")
    specification = folder / "specifications" / f"{source.name}.gemspec"
    specification.parent.mkdir()
    name, version = source.name.rsplit("-", 1)
    specification.write_text(f'Gem::Specification.new("{name}", "{version}") {{ |s| s.summary = "" }}\n',
                             encoding="ascii")
    sources = [str(path) for path in (source / "ext" / "ed25519_jruby").rglob("*.java")]
    subprocess.run(["javac", "-nowarn", JAVA_EXPORT, "-d", folder / "classes",
                    "-cp", "/usr/share/java/jruby-base.jar", *sources], check=True, capture_output=True)
    subprocess.run(["jar", "cf", gem / "lib" / "ed25519_jruby.jar", "-C", folder / "classes", "."], check=True)
    return folder


def built_gem(source, folder):
    """A folder for GEM_PATH with the binding, built and installed as a gem."""
    built = folder / "bcrypt_pbkdf.gem"
    for words in (["build", "-o", built, "bcrypt_pbkdf.gemspec"],
                  ["install", "--local", "--no-document", "--install-dir", folder / "gems", built]):
        subprocess.run(["gem", *words], cwd=source, check=True, capture_output=True)
    return folder / "gems"


def interpreter(name, binding, folder):
    """The command and the environment that run the binding in the interpreter: in MRI as a gem, in
    JRuby on the load path. Skips where something is missing."""
    need("ruby", "ssh-keygen", "/usr/sbin/sshd")
    gems = [gem_folder("minitest", "ruby-minitest"), gem_folder("net-ssh", "ruby-net-ssh")]
    ed25519 = gem_folder("ed25519", "ruby-ed25519")
    if name == "ruby":
        return ["ruby", "-w"], {"GEM_HOME": str(built_gem(binding, folder))}
    need("jruby", "javac")
    path = [ed25519_for_jruby(ed25519, folder / "jruby"), *{gem.parent.parent for gem in gems}]
    return (["jruby", "--dev", "-I", binding / "lib"],
            {"GEM_PATH": ":".join(map(str, path)), "JAVA_OPTS": JAVA_EXPORT})


def main():
    name, source_root, library = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        command, environment = interpreter(name, source_root / "tools/bindings/ruby", folder)
        key = folder / "id_ed25519"
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", PASSPHRASE, "-f", key], check=True)
        with Sshd(key.with_suffix(".pub").read_text(encoding="utf-8")) as sshd:
            environment = {
                **os.environ, **environment, "OSSHKEY_LIBRARY": library, "HOME": scratch,
                "OSSHKEY_TESTDATA": str(source_root / "testdata"),
                "TEST_SSH_PORT": str(sshd.port), "TEST_SSH_USER": sshd.user, "TEST_SSH_KEY": str(key),
                "TEST_SSH_PASSPHRASE": PASSPHRASE, "TEST_SSH_KNOWN_HOSTS": str(sshd.known_hosts)}
            ran = subprocess.run([*command, pathlib.Path(__file__).parent / "ruby_kdf_cases.rb"],
                                 env=environment, text=True, stdout=subprocess.PIPE,
                                 stderr=subprocess.STDOUT, timeout=TIMEOUT, check=False)
    print(ran.stdout)
    total = re.search(r"^(\d+) runs, \d+ assertions, (\d+) failures, (\d+) errors, 0 skips", ran.stdout, re.M)
    if total is None:
        print(f"{name} ended with status {ran.returncode}")
        return 1
    failed = int(total[2]) + int(total[3])
    print(f"{int(total[1]) - failed} passed, {failed} failed")
    return 1 if failed or ran.returncode else 0


sys.exit(main())
