#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes keys and runs OsshkeyTest with them, whose report becomes this program's; compiles the README's example.

    java_test.py CLASSPATH LIBRARY OTHER_KEYS README

Without a CLASSPATH there was no JDK or no JNA to build the package with.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
from cases import SKIP, need  # noqa: E402
from shared import TESTDATA, make_keys  # noqa: E402

CLASSPATH, LIBRARY, OTHERS, README = sys.argv[1:]
if not CLASSPATH:
    print("skipped, missing: libjna-java or a JDK (default-jdk-headless) when this was configured")
    sys.exit(SKIP)
need("java", "javac", "ssh-keygen")
with tempfile.TemporaryDirectory() as folder:
    (example,) = re.findall(r"```java\n(.*?)```", pathlib.Path(README).read_text(encoding="utf-8"), re.S)
    source = pathlib.Path(folder) / "Example.java"
    source.write_text(example, encoding="utf-8")
    subprocess.run(["javac", "-cp", CLASSPATH, "-d", folder, source], check=True)
    make_keys(pathlib.Path(folder), "a passphrase")
    sys.exit(subprocess.run(["java", f"-Dosshkey.library={LIBRARY}", "-cp", CLASSPATH, "OsshkeyTest",
                             folder, OTHERS, TESTDATA], check=False).returncode)
