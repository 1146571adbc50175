#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the libFuzzer programs of a build with -Dfuzz=enabled, each for a time of the processor's.

    fuzz.py BUILD [--minutes N] [HARNESS ...]

What the fuzzers found to be worth keeping stays in BUILD/corpus/HARNESS and is where the next run
begins; an input that fails is left beside it. Ends with a table in Markdown, and with status 1 where
something failed. Minutes are CPU time, so that a busy machine makes the run longer, not shorter.
"""
import argparse
import os
import pathlib
import re
import resource
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SLICE = 60  # seconds of wall time, after which the CPU time is looked at
HANG = 60  # seconds of wall time, many more than an input takes, for a machine may be busy
ENVIRONMENT = {**os.environ, "OSSHKEY_TESTDATA": str(ROOT / "testdata")}


def cpu_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def corpus_of(build, name):
    """The folder in which a harness' inputs are kept, with its seeds in it."""
    folder = build / "corpus" / name
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run([build / "tests/fuzz" / f"replay-{name}", "--seeds-to", folder], env=ENVIRONMENT,
                   check=True)
    return folder


def run_slice(build, name, folders):
    """One run of the program: whether nothing failed, the inputs it tried, the edges it covered."""
    done = subprocess.run(
        [build / "tests/fuzz" / f"fuzz-{name}", *folders, f"-max_total_time={SLICE}", f"-timeout={HANG}",
         "-report_slow_units=2", "-rss_limit_mb=3000", "-max_len=20000", "-print_final_stats=1",
         f"-artifact_prefix={build}/corpus/{name}-"],
        capture_output=True, text=True, errors="replace", env=ENVIRONMENT, check=False)
    executed = re.findall(r"stat::number_of_executed_units:\s+(\d+)", done.stderr)
    covered = re.findall(r"\bcov: (\d+)", done.stderr)
    if done.returncode != 0:
        print(done.stderr[-6000:], flush=True)
    return done.returncode == 0, int(executed[-1]) if executed else 0, int(covered[-1]) if covered else 0


def fuzz(build, name, minutes):
    """The row of the table, and whether nothing failed."""
    kept = ROOT / "testdata/corpus" / name
    folders = [corpus_of(build, name), *([kept] if kept.is_dir() else [])]
    begin = cpu_seconds()
    executions, edges, good = 0, 0, True
    while good and cpu_seconds() - begin < minutes * 60:
        good, executed, edges = run_slice(build, name, folders)
        executions += executed
    spent = (cpu_seconds() - begin) / 60
    row = f"| {name} | {spent:.1f} | {executions:,} | {edges:,} | {'none' if good else 'see above'} |"
    print(row, flush=True)
    return row, good


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("harness", nargs="*")
    arguments = parser.parse_intermixed_args()
    build = arguments.build.resolve()
    names = arguments.harness or sorted(p.name.removeprefix("fuzz-")
                                        for p in (build / "tests/fuzz").glob("fuzz-*") if p.is_file())
    results = [fuzz(build, name, arguments.minutes) for name in names]
    print("\n| harness | CPU minutes | executions | edges | findings |\n|---|---|---|---|---|")
    print("\n".join(row for row, _ in results))
    return 0 if all(good for _, good in results) else 1


if __name__ == "__main__":
    sys.exit(main())
