#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Builds programs in a Meson project that has this one as a subproject."""
import os
import shlex
import shutil

from staging import CC, CXX, HERE, ROOT, SCRATCH, check_that_it_opens_a_key, command
from cases import case, need, run

need("meson", "ninja")


@case
def a_meson_project_takes_this_one_as_a_subproject():
    project = SCRATCH / "project"
    shutil.copytree(HERE / "subproject", project)
    for source in ("consumer.cpp", "consumer.c"):
        shutil.copy(HERE / source, project)
    (project / "subprojects").mkdir()
    (project / "subprojects" / "osshkey").symlink_to(ROOT)
    compilers = {"CXX": shlex.join(CXX[:-1]), "CC": shlex.join(CC[:CC.index("-std=c99")])}
    command("meson", "setup", project / "build", project, env={**os.environ, **compilers})
    command("ninja", "-C", project / "build", "consumer", "consumer-c")
    for program in ("consumer", "consumer-c"):
        check_that_it_opens_a_key(project / "build" / program, None)


run()
