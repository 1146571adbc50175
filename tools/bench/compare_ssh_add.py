#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Times keyload beside ssh-add: keys of one passphrase, unlocked and handed to an ssh-agent.

The two take turns (keyload, ssh-add, keyload, ...), each with an empty agent and with the passphrase from the same
$SSH_ASKPASS program. CPU time is that of the program and of what it started, without the agent's. What the agent lists
is compared before anything is timed, and after each turn. The table goes into results/keyload.md.

Debian package: openssh-client.
"""

import argparse
import datetime
import os
import pathlib
import platform
import statistics
import subprocess
import sys
import tempfile
import time

from compare_peers import build_description, cpu_model

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(ROOT / "tests/support"))
from servers import Agent  # noqa: E402

PASSPHRASE = "one passphrase"
# (keys, options of ssh-keygen), with this ssh-keygen's own rounds and with those of later versions.
CASES = [(1, []), (8, []), (8, ["-a", "24"])]


def make_keys(folder, count, options):
    folder.mkdir()
    paths = [folder / f"id_{i}" for i in range(count)]
    for path in paths:
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", PASSPHRASE, "-f", path, *options], check=True)
    return paths


def make_askpass(folder):
    program = folder / "askpass"
    program.write_text(f"#!/bin/sh\necho '{PASSPHRASE}'\n", encoding="utf-8")
    program.chmod(0o755)
    return {"SSH_ASKPASS": str(program), "SSH_ASKPASS_REQUIRE": "force"}


def timed(words, environment):
    """(CPU seconds, seconds on the wall) of a program that succeeds."""
    start = time.perf_counter()
    with subprocess.Popen(words, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL) as process:
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise RuntimeError(f"{words[0]} ended with {process.returncode}")
    return usage.ru_utime + usage.ru_stime, wall


def compare(programs, paths, askpass, repeats):
    """For each program, (median CPU ms, median wall ms); they take turns."""
    wanted = None
    times = {name: [] for name in programs}
    with Agent() as agent:
        environment = {**agent.environment, **askpass}
        for turn in range(repeats + 1):
            for name, program in programs.items():
                subprocess.run(["ssh-add", "-q", "-D"], env=environment, check=True, stderr=subprocess.DEVNULL)
                result = timed([program, *map(str, paths)], environment)
                if wanted is None:
                    wanted = agent.listed()
                if agent.listed() != wanted or wanted.count("\n") != len(paths):
                    raise RuntimeError(f"{name} filled the agent otherwise")
                if turn > 0:  # the first turn warms the caches
                    times[name].append(result)
    return {name: [1e3 * statistics.median(column) for column in zip(*rows)] for name, rows in times.items()}


def write_table(path, facts, rows):
    lines = [
        "# keyload beside ssh-add", "",
        "Written by `tools/bench/compare_ssh_add.py`. Ed25519 keys of one passphrase, which comes from the same",
        "`$SSH_ASKPASS`, go from their files into an empty ssh-agent. Medians of turns; the ratio is keyload's time",
        "through ssh-add's, so that less is better. CPU time counts the program without the agent.", "",
        *[f"- {name}: {value}" for name, value in facts], "",
        "| keys | rounds | keyload CPU ms | ssh-add CPU ms | ratio | keyload wall ms | ssh-add wall ms | ratio |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for keys, rounds, ours, theirs in rows:
        cells = [f"{a:.0f} | {b:.0f} | **{a / b:.3f}**" for a, b in zip(ours, theirs)]
        lines.append(f"| {keys} | {rounds} | {' | '.join(cells)} |")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def build_tools(build):
    if not (build / "build.ninja").exists():
        subprocess.run(["meson", "setup", "--buildtype=release", "-Dtests=disabled", "-Dbench=disabled", str(build),
                        str(ROOT)], check=True, stdout=sys.stderr)
    subprocess.run(["ninja", "-C", str(build), "tools/keyload/keyload", "tools/keyinfo/keyinfo"], check=True,
                   stdout=sys.stderr)
    return str(build / "tools/keyload/keyload"), str(build / "tools/keyinfo/keyinfo")


def rounds_of(keyinfo, path):
    shown = subprocess.run([keyinfo, path], capture_output=True, text=True, check=True).stdout
    return next(line.split()[2] for line in shown.splitlines() if "bcrypt, " in line)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build-bench-tools", help="Meson build folder")
    parser.add_argument("--results", type=pathlib.Path, default=HERE / "results", help="where the table goes")
    parser.add_argument("--repeats", type=int, default=11, help="turns")
    arguments = parser.parse_args()

    keyload, keyinfo = build_tools(arguments.build.resolve())
    load = os.getloadavg()[0]
    rows = []
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        askpass = make_askpass(folder)
        for number, (count, options) in enumerate(CASES):
            paths = make_keys(folder / str(number), count, options)
            medians = compare({"keyload": keyload, "ssh-add": "ssh-add"}, paths, askpass, arguments.repeats)
            rows.append((count, rounds_of(keyinfo, paths[0]), medians["keyload"], medians["ssh-add"]))
            print(rows[-1], file=sys.stderr)
    version = subprocess.run(["ssh", "-V"], capture_output=True, text=True, check=True).stderr.split(",")[0]
    facts = [
        ("processor", f"{cpu_model()}, {os.cpu_count()} CPUs"),
        ("compiler", build_description(arguments.build)),
        ("system", f"{platform.system()} {platform.release()}, {version}"),
        ("date", datetime.date.today().isoformat()),
        ("load average when started", f"{load:.1f}; other programs slow the clock on the wall, not CPU time"),
    ]
    write_table(arguments.results / "keyload.md", facts, rows)
    print((arguments.results / "keyload.md").read_text(encoding="utf-8"))


if __name__ == "__main__":
    main()
