#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The shell commands and the diffs in README.md and CONTRIBUTING.md: each is run, or held against the tree.

    commands_test.py SOURCE_ROOT BUILD_ROOT KEYINFO KEYLOAD

A line that no rule below knows fails, so that nothing is written there which nobody tries.
"""
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
from cases import case, cases_for, equal, need, run  # noqa: E402
from servers import Agent  # noqa: E402

need("git", "ssh-keygen", "ssh-agent", "puttygen", "meson")
ROOT, BUILD = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
TOOLS = [pathlib.Path(p).resolve() for p in sys.argv[3:]]
PASSPHRASE = "correct horse battery staple"
SCRATCH = tempfile.TemporaryDirectory()
HOME = pathlib.Path(SCRATCH.name)
TEXTS = {name: (ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "CONTRIBUTING.md")}


def commands(text):
    """The lines of indented blocks, without the comments behind them."""
    outside_fences = re.sub(r"```.*?```", "", text, flags=re.S)
    for block in re.findall(r"(?:^\n|\A)((?:    .*\n)+)", outside_fences, re.M):
        for line in block.splitlines():
            yield line.strip()


def prepare_home():
    """The files that the README's commands name."""
    keys = ROOT / "testdata/keys"
    ssh = HOME / ".ssh"
    ssh.mkdir(mode=0o700)
    text = (keys / "id_ed25519.rounds-1").read_bytes()
    for path, content in {"id_ed25519": text, "KEY": text, ".ssh/id_ed25519": text, ".ssh/work": text}.items():
        (HOME / path).write_bytes(content)
    subprocess.run(["ssh-keygen", "-q", "-t", "rsa", "-N", "", "-f", HOME / "id_rsa"], check=True)
    (HOME / "broken_key").write_bytes((HOME / "id_rsa").read_bytes().replace(b"\n", b"\r\n"))
    for path in HOME.rglob("*"):
        if path.is_file():
            path.chmod(0o600)
    asker = HOME / "askpass"
    asker.write_text(f"#!/bin/sh\necho '{PASSPHRASE}'\n", encoding="utf-8")
    asker.chmod(0o700)
    (HOME / "phrase").write_text(PASSPHRASE, encoding="utf-8")
    subprocess.run(["puttygen", "-q", "-t", "ed25519", "-O", "private", "-o", HOME / "deploy.ppk", "--new-passphrase",
                    HOME / "phrase", "--ppk-param", "memory=64,passes=1"], check=True)
    (HOME / "bin").mkdir()
    for tool in TOOLS:
        (HOME / "bin" / tool.name).symlink_to(tool)


prepare_home()


def tool(line):
    """Runs a line of a shell with the tools on the path and keys in ~/.ssh and in the agent."""
    with Agent() as agent:
        environment = {**agent.environment, "HOME": str(HOME), "SSH_ASKPASS": str(HOME / "askpass"),
                       "SSH_ASKPASS_REQUIRE": "force", "PATH": f"{HOME / 'bin'}:{os.environ['PATH']}"}
        for command_line in ("keyload -q ~/.ssh/work", line):
            done = subprocess.run(["sh", "-e", "-c", command_line], cwd=HOME, env=environment, input=PASSPHRASE, text=True,
                                  capture_output=True, check=False, start_new_session=True)
            assert done.returncode == 0, (command_line, done.returncode, done.stdout, done.stderr)


def options_exist(words):
    """Every -D of a set-up is one that the project or Meson has."""
    known = (ROOT / "meson_options.txt").read_text(encoding="utf-8")
    for option in [w[2:].split("=")[0] for w in words if w.startswith("-D")]:
        assert option.startswith("b_") or option == "werror" or f"option('{option}'" in known, option


def program_exists(words):
    """A script of the tree, whose options its own text names; the suite runs it elsewhere."""
    script = ROOT / words[0]
    assert os.access(script, os.X_OK), f"{script} can't be run"
    text = script.read_text(encoding="utf-8")
    for option in [w for w in words[1:] if w.startswith("--")]:
        assert option in text, f"{script} doesn't know {option}"


def targets_exist(words):
    # The fuzzers themselves are only built with clang and -Dfuzz=enabled.
    for target in [w for w in words[1:] if w.startswith("tests/fuzz/fuzz-")]:
        assert (ROOT / "tests/fuzz" / f"{target.removeprefix('tests/fuzz/fuzz-')}_fuzz.cpp").exists(), target


def meson_line(words):
    words = [w for w in words if "=" not in w or w.startswith("-")]
    if words[:2] == ["meson", "setup"]:
        options_exist(words)
    elif words[:2] == ["meson", "test"]:
        listed = subprocess.run(["meson", "introspect", "--tests", BUILD], check=True, capture_output=True,
                                text=True).stdout
        for name in words[4:]:
            assert f'"{name}"' in listed, f"no test {name}"
    else:
        equal(words[:2], ["meson", "install"], "command")  # tests/install runs it


RULES = {
    r"(keyinfo|keyload)\b": None,
    r"(CC=\S+ CXX=\S+ )?meson ": meson_line,
    r"(tools|tests)/\S+\.(sh|py)\b": program_exists,
    r"ninja -C \S+": targets_exist,
}


@cases_for("command", [(name, line) for name, text in TEXTS.items() for line in commands(text)])
def command(where):
    words = shlex.split(where[1], comments=True)
    for pattern, rule in RULES.items():
        if re.match(pattern, where[1]):
            return rule(words) if rule else tool(where[1])
    if "->" in words:  # a picture of the data's way, no command
        return None
    raise AssertionError("no rule runs or checks this line")


@case
def the_diffs_are_the_trees():
    blocks = re.findall(r"```diff\n(.*?)```", TEXTS["CONTRIBUTING.md"], re.S)
    assert len(blocks) >= 2, "the worked diffs are gone"
    for block in blocks:
        done = subprocess.run(["git", "apply", "--reverse", "--check", "-"], cwd=ROOT, input=block, text=True,
                              capture_output=True, check=False)
        equal((done.returncode, done.stderr), (0, ""), "git apply --reverse --check")


@case
def every_fenced_block_is_tried():
    for name, text in TEXTS.items():
        languages = set(re.findall(r"^```(\w*)\n", text, re.M)) - {""}
        allowed = {"README.md": {"c", "cpp", "text"}, "CONTRIBUTING.md": {"diff"}}[name]
        assert languages <= allowed, (name, languages - allowed)


run()
