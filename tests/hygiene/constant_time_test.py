#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Runs constant_time.cpp's program under valgrind: no branch and no address may depend on a secret.

The program that branches on purpose must be reported. Ends with `N passed, N failed`; 77 (skipped)
without valgrind.
"""

import shutil
import subprocess
import sys

REPORTED = 99


def run(program, what):
    command = ['valgrind', '--quiet', f'--error-exitcode={REPORTED}', '--track-origins=yes', program, what]
    return subprocess.run(command, capture_output=True, text=True)


def main():
    if shutil.which('valgrind') is None:
        print('valgrind is missing')
        return 77
    failed = 0
    for what, status in (('good', 0), ('leaking', REPORTED)):
        done = run(sys.argv[1], what)
        if done.returncode != status:
            failed += 1
            print(f'{what}: status {done.returncode}, expected {status}\n{done.stderr}')
    print(f'{2 - failed} passed, {failed} failed')
    return 1 if failed else 0


sys.exit(main())
