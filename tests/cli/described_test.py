#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every option of a tool stands in its help, its man page and its completions for three shells, and none there is
unknown to the tool.

    described_test.py SOURCE_ROOT TOOL...
"""
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
from cases import case, cases_for, equal, run  # noqa: E402

ROOT = pathlib.Path(sys.argv[1])
TOOLS = {pathlib.Path(p).name: pathlib.Path(p) for p in sys.argv[2:]}
# The contract of keyinfo's command line.
KEYINFO = set("""--unlock --passphrase-file --passphrase-fd --json --strict --max-rounds --public --randomart --hash
    --compat --export -o --force --rewrite --new-passphrase-file --cipher --rounds --color --quiet --help
    --version""".split())
OPTION = r"(?<![\w.\\-])(--[a-z][\w-]*|-[A-Za-z](?![\w-]))"
PLACES = ("man page", "bash", "zsh", "fish")


def shown_in_help(tool):
    """The options of `--help`, without the examples, whose options are other programs' too."""
    done = subprocess.run([TOOLS[tool], "--help"], capture_output=True, text=True, check=True)
    return set(re.findall(OPTION, done.stdout.split("Examples:")[0]))


def described(tool, place):
    folder = ROOT / "tools" / tool
    if place == "man page":
        return {f"-{flag}" for flag in re.findall(r"(?:\bFl| ,) (-?\w[\w-]*)", (folder / f"{tool}.1").read_text(encoding="utf-8"))}
    file = {"bash": f"{tool}.bash", "zsh": f"_{tool}", "fish": f"{tool}.fish"}[place]
    text = (folder / "completions" / file).read_text(encoding="utf-8")
    if place == "fish":
        return ({f"--{name}" for name in re.findall(r"-l ([\w-]+)", text)} |
                {f"-{name}" for name in re.findall(r"-[so] (\w)\b", text)})
    return set(re.findall(OPTION, text.replace("{", " ").replace(",", " ").replace("'", " ").replace(")", " ")))


def is_known(tool, option):
    """Whether the tool's reader of the command line takes the option, with or without its value."""
    done = subprocess.run([TOOLS[tool], option, "--help"], capture_output=True, text=True, check=False)
    return f"not expected: {option}" not in done.stderr


@case
def an_unknown_option_is_told_from_a_known_one():
    for tool in TOOLS:
        assert is_known(tool, "--version") and not is_known(tool, "--no-such-option"), tool


@case
def keyinfo_shows_the_contract():
    equal(KEYINFO - shown_in_help("keyinfo"), set(), "options of the contract that --help lacks")


@cases_for("every option is described for", [(tool, place) for tool in TOOLS for place in PLACES])
def everything_is_described(where):
    tool, place = where
    equal(shown_in_help(tool) - described(tool, place), set(), "options that are missing")


@cases_for("no unknown option is described for", [(tool, place) for tool in TOOLS for place in PLACES])
def nothing_else_is_described(where):
    tool, place = where
    longs = {option for option in described(tool, place) if option.startswith("--")}
    assert longs, "nothing is described"
    equal({option for option in longs if not is_known(tool, option)}, set(), "options that the tool doesn't know")


run()
