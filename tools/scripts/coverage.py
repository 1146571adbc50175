#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Lines and branches of src/ that the tests of a build ran, layer by layer, and the floor they must keep.

    coverage.py BUILD [--missed]

BUILD was configured with CLANG_COVERAGE's flags (tools/test.sh does it) and its tests ran with
LLVM_PROFILE_FILE=BUILD/profile/%m.profraw. --missed lists the lines that no test ran. Exits with 1
below the floor.
"""
import json
import pathlib
import subprocess
import sys

# In per cent of the lines of all of src/.
FLOOR = 95.0


def merged_profile(build):
    parts = sorted((build / "profile").glob("*.profraw"))
    if not parts:
        sys.exit(f"coverage: no profile in {build}/profile")
    whole = build / "profile/all.profdata"
    subprocess.run(["llvm-profdata-19", "merge", "-sparse", "-o", whole, *parts], check=True)
    return whole


def export(build, *options):
    """What llvm-cov knows of the shared library, which has every function of src/ once."""
    (library,) = {p.resolve() for p in build.glob("src/libosshkey.so*") if p.is_file()}
    (kdf,) = {p.resolve() for p in build.glob("src/bcrypt_pbkdf/libbcrypt_pbkdf.so*") if p.is_file()}
    done = subprocess.run(["llvm-cov-19", "export", *options, f"-instr-profile={merged_profile(build)}", library,
                           "-object", kdf], check=True, capture_output=True, text=True)
    return json.loads(done.stdout)["data"][0]["files"]


def layer_of(path):
    """The folder below src/, or nothing for a file that isn't the library's."""
    parts = pathlib.PurePath(path).parts
    return parts[parts.index("src") + 1] if "src" in parts[:-2] else None


def table(files):
    """(lines, lines run, branches, branches taken) of each layer."""
    layers = {}
    for file in files:
        layer = layer_of(file["filename"])
        if layer is not None:
            sums = layers.setdefault(layer, [0, 0, 0, 0])
            for i, (what, number) in enumerate((("lines", "count"), ("lines", "covered"),
                                                ("branches", "count"), ("branches", "covered"))):
                sums[i] += file["summary"][what][number]
    return layers


def share(part, whole):
    return 100 * part / whole if whole else 100.0


def missed_lines(files):
    for file in files:
        if layer_of(file["filename"]) is None:
            continue
        lines = {}
        for line, _, count, has_count, is_entry, is_gap in file["segments"]:
            if has_count and is_entry and not is_gap and count == 0:
                lines[line] = True
        if lines:
            print(file["filename"], *sorted(lines))


def main():
    build = pathlib.Path(sys.argv[1])
    if "--missed" in sys.argv[2:]:
        missed_lines(export(build))
        return 0
    layers = table(export(build, "-summary-only"))
    layers["all of src/"] = [sum(column) for column in zip(*layers.values())]
    for name, (lines, run, branches, taken) in layers.items():
        print(f"{name:14} {share(run, lines):6.1f} % of {lines:5} lines {share(taken, branches):6.1f} % of "
              f"{branches:5} branches")
    lines, run = layers["all of src/"][:2]
    good = share(run, lines) >= FLOOR
    if not good:
        print(f"coverage: below the floor of {FLOOR} % of lines")
    return 0 if good else 1


sys.exit(main())
