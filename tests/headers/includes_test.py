#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds the table of who may include whom (CONTRIBUTING.md, Layers) against the source.

    includes_test.py SOURCE_ROOT
"""
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
from cases import case, cases_for, equal, run  # noqa: E402

ROOT = pathlib.Path(sys.argv[1])
INCLUDE = re.compile(r'^\s*#\s*include\s+(["<])([^">]+)[">]', re.M)

ALL = {"base", "wire", "armor", "container", "cipher", "key"}
# layer: (layers of ours, third party)
LAYERS = {
    "bcrypt_pbkdf": (set(), {"sodium"}),
    "base": (set(), {"sodium", "openssl"}),
    "wire": ({"base"}, set()),
    "armor": ({"base", "wire"}, {"sodium"}),
    "container": ({"base", "wire"}, {"openssl", "sodium"}),
    "cipher": ({"base"}, {"openssl", "sodium", "argon2"}),
    "key": ({"base", "wire"}, {"openssl", "sodium"}),
    "file": (ALL, set()),
    "export": ({"base", "wire", "container", "key", "cipher"}, {"openssl", "sodium"}),
    "c_abi": (set(), set()),
}
# The KDF's public header is an interface of its own, which only these layers need.
KDF_USERS = {"bcrypt_pbkdf", "file", "export", "c_abi"}
THIRD_PARTY = {"sodium", "openssl", "argon2", "fmt", "CLI", "nlohmann", "doctest", "benchmark"}


def includes(path):
    """(quoted or not, name) of each include of a file."""
    return [(mark == '"', name) for mark, name in INCLUDE.findall(path.read_text(encoding="utf-8"))]


def sources(folder):
    return sorted(p for p in folder.rglob("*") if p.suffix in (".cpp", ".hpp", ".h"))


def library_of(name):
    """The third-party library that an include in angle brackets belongs to, or None."""
    first = re.split(r"[/.]", name)[0]
    return first if first in THIRD_PARTY else None


@case
def every_folder_of_src_is_a_layer():
    equal({p.name for p in (ROOT / "src").iterdir() if p.is_dir()} - set(LAYERS), set(), "unknown layers")


@cases_for("layer", sorted(LAYERS))
def layer_keeps_to_its_neighbours(layer):
    ours, third_party = LAYERS[layer]
    for path in sources(ROOT / "src" / layer):
        for quoted, name in includes(path):
            where = f"{path.relative_to(ROOT)} includes {name}"
            if quoted:
                first = name.split("/")[0]
                assert "/" in name and (first == layer or first in ours), where
            elif name.startswith("bcrypt_pbkdf/"):
                assert layer in KDF_USERS, where
            elif name.startswith("osshkey/"):
                assert layer != "bcrypt_pbkdf", where
            elif library := library_of(name):
                assert library in third_party, where


@case
def the_kdf_header_stands_alone():
    for path in sources(ROOT / "include" / "bcrypt_pbkdf"):
        for quoted, name in includes(path):
            assert not quoted and "/" not in name, f"{path.name} includes {name}"


@case
def public_headers_include_only_public_ones():
    for path in sources(ROOT / "include" / "osshkey"):
        for quoted, name in includes(path):
            where = f"{path.name} includes {name}"
            library = library_of(name)
            assert not quoted, where
            assert library is None or (path.name, library) == ("openssl.hpp", "openssl"), where


@case
def tools_use_the_public_headers():
    for path in sources(ROOT / "tools"):
        if path.is_relative_to(ROOT / "tools" / "bench"):
            continue  # benchmarks time the kernels themselves
        for quoted, name in includes(path):
            assert not (quoted and name.split("/")[0] in LAYERS), f"{path.name} includes {name}"


@case
def every_file_says_its_licence_first():
    for folder in ("include", "src", "tests", "tools"):
        for path in sources(ROOT / folder):
            first = path.read_text(encoding="utf-8").splitlines()[0]
            assert "SPDX-License-Identifier: MIT" in first, path


run()
