#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Builds programs with CMake against an installation that lies elsewhere than where it was made for."""
from staging import HERE, SCRATCH, check_that_it_opens_a_key, command, installed, installed_static, our_libraries
from cases import case, cases_for, equal, need, run

need("meson", "pkg-config", "cmake", "ninja", "objdump")
ALL_LANGUAGES = {"consumer": ["libosshkey.so.0"], "consumer-c": ["libosshkey.so.0"], "consumer-static": [],
                 "kdf": ["libbcrypt_pbkdf.so.0"]}


def build(name, stage, *options):
    command("cmake", "-S", HERE / "cmake", "-B", SCRATCH / name, "-G", "Ninja",
            f"-Dosshkey_DIR={stage.libraries / 'cmake' / 'osshkey'}", *options)
    command("ninja", "-C", SCRATCH / name)
    return SCRATCH / name


@case
def programs_use_the_shared_or_the_static_libraries():
    folder = build("shared", installed())
    for name, libraries in ALL_LANGUAGES.items():
        equal(our_libraries(folder / name), libraries, f"{name}'s libraries")
        if name == "kdf":
            command(folder / name, env=installed().environment)
        else:
            check_that_it_opens_a_key(folder / name, installed().environment)


@case
def a_c_project_uses_the_static_library_where_there_is_no_other():
    folder = build("static", installed_static(), "-DLANGUAGES=C")
    equal(our_libraries(folder / "consumer-c"), [], "libraries")
    check_that_it_opens_a_key(folder / "consumer-c", None)


@cases_for("asked for version", {"0": True, "0.1": True, "0.1.0": True, "0.0": False, "0.2": False, "1": False,
                                 "0.1.1": False}.items())
def compatible_versions_are_the_same_minor_version(asked):
    version, wanted = asked
    parts = version.split(".")
    given = {"PACKAGE_FIND_VERSION": version, "PACKAGE_FIND_VERSION_COUNT": len(parts),
             "PACKAGE_FIND_VERSION_MAJOR": parts[0], "PACKAGE_FIND_VERSION_MINOR": (parts + ["0"])[1]}
    script = SCRATCH / "version.cmake"
    script.write_text(f"""
include("{installed().libraries}/cmake/osshkey/osshkey-config-version.cmake")
if(NOT PACKAGE_VERSION_COMPATIBLE STREQUAL "{str(wanted).upper()}")
  message(FATAL_ERROR "compatible: ${{PACKAGE_VERSION_COMPATIBLE}}")
endif()
""", encoding="utf-8")
    command("cmake", *[f"-D{name}={value}" for name, value in given.items()], "-P", script)


run()
