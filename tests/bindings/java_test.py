#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes keys and runs OsshkeyTest with them, whose report becomes this program's.

    java_test.py CLASSPATH LIBRARY OTHER_KEYS

Without a CLASSPATH there was no JDK or no JNA to build the package with.
"""
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
from cases import SKIP, need  # noqa: E402
from vectors import TESTDATA, make_keys  # noqa: E402

CLASSPATH, LIBRARY, OTHERS = sys.argv[1:]
if not CLASSPATH:
    print("skipped, missing: libjna-java or a JDK (default-jdk-headless) when this was configured")
    sys.exit(SKIP)
need("java", "ssh-keygen")
with tempfile.TemporaryDirectory() as folder:
    make_keys(pathlib.Path(folder), "a passphrase")
    sys.exit(subprocess.run(["java", f"-Dosshkey.library={LIBRARY}", "-cp", CLASSPATH, "OsshkeyTest",
                             folder, OTHERS, TESTDATA], check=False).returncode)
