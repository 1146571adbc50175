#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Builds programs in a Meson project that has this one as a subproject, and compares that build of the library, made in
another folder, with this one."""
import functools
import json
import os
import pathlib
import shlex
import shutil
import tempfile

from staging import BUILD, CC, CXX, HERE, ROOT, SCRATCH, check_that_it_opens_a_key, command
from cases import case, equal, need, run

need("meson", "ninja", "ar", "objcopy")


def options_of_this_build():
    """What makes the objects what they are."""
    wanted = ("buildtype", "optimization", "debug", "cpp_args")
    options = {o["name"]: o["value"] for o in json.loads(command("meson", "introspect", "--buildoptions", BUILD))}
    return [f"-D{name}={shlex.join(value) if isinstance(value, list) else str(value).lower()}"
            for name, value in options.items() if name in wanted]


@functools.cache
def project():
    folder = SCRATCH / "project"
    shutil.copytree(HERE / "subproject", folder)
    for source in ("consumer.cpp", "consumer.c"):
        shutil.copy(HERE / source, folder)
    (folder / "subprojects").mkdir()
    (folder / "subprojects" / "osshkey").symlink_to(ROOT)
    compilers = {"CXX": shlex.join(CXX[:-1]), "CC": shlex.join(CC[:CC.index("-std=c99")])}
    command("meson", "setup", *options_of_this_build(), folder / "build", folder, env={**os.environ, **compilers})
    command("ninja", "-C", folder / "build", "consumer", "consumer-c")
    return folder / "build"


def objects(build):
    """The library's objects by their names, without what the debugger reads: that names folders."""
    (archive,) = build.rglob("src/libosshkey.a")
    folder = pathlib.Path(tempfile.mkdtemp(dir=SCRATCH))
    command("ar", "x", archive.resolve(), cwd=folder)
    for path in folder.iterdir():
        command("objcopy", "--strip-debug", path)
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@case
def a_meson_project_takes_this_one_as_a_subproject():
    for program in ("consumer", "consumer-c"):
        check_that_it_opens_a_key(project() / program, None)


@case
def two_builds_in_different_folders_give_the_same_bytes():
    ours, theirs = objects(BUILD), objects(project())
    assert len(ours) > 80, sorted(ours)
    equal(sorted(ours), sorted(theirs), "objects")
    equal([name for name in ours if ours[name] != theirs[name]], [], "objects that differ")


run()
