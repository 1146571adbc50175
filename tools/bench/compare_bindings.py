#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Times one derivation through each binding of tools/bindings beside the call from C, and writes bindings.md.

Each binding, and Python's bcrypt.kdf, takes turns with a program in C (C, binding, C, binding, ...) by the CPU
time of the thread that computes; the medians and their ratio are reported. Guesses are timed by the clock on the
wall, each one a call of its own, the thread counts in turns. Every key is compared before anything is timed. What
is missing is named and skipped.

Debian packages: python3-bcrypt, default-jdk-headless and libjna-java, ruby.
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

import compare_peers
from compare_peers import HERE, ROOT, Missing, Subprocess, alternate, those_here

CASE = (48, 24)  # what ssh-keygen makes by default
THREADS = [1, 2]
BINDINGS = ROOT / "tools/bindings"


class Worker(Subprocess):
    """A program that answers the lines that python_worker.py describes."""

    def __init__(self, command, package, library, **environment):
        self.start([str(word) for word in command], package,
                   env={**os.environ, "OSSHKEY_LIBRARY": str(library), **environment})

    def guesses(self, count, threads):
        """Guesses a second."""
        size, rounds = CASE
        self.worker.stdin.write(f"guesses {count} {threads} {rounds} {size}\n")
        self.worker.stdin.flush()
        return count / float(self.worker.stdout.readline())


def c_program(folder, library):
    program = pathlib.Path(folder) / "time_kdf"
    subprocess.run(["cc", "-std=c99", "-O2", f"-I{ROOT}/include", HERE / "time_kdf.c", "-o", program, library,
                    f"-Wl,-rpath,{library.parent}"], check=True)
    return Worker([program], "cc", library)


def java(form, build, library):
    jar = build / "tools/bindings/java/osshkey.jar"
    jna = pathlib.Path("/usr/share/java/jna.jar")
    if not jar.exists() or not jna.exists():
        raise Missing("Java's binding (default-jdk-headless, libjna-java)")
    return Worker(["java", f"-Dosshkey.library={library}", "-cp", f"{jar}:{jna}", HERE / "JavaWorker.java", form],
                  "java", library)


def ruby(library):
    worker = HERE / "ruby_worker.rb"
    if not worker.exists():
        raise Missing("Ruby's binding")
    return Worker(["ruby", "-I", BINDINGS / "ruby/lib", worker, "binding"], "ruby", library)


def find_workers(build, library):
    python = [sys.executable, HERE / "python_worker.py"]
    return those_here((
        lambda: Worker([*python, "osshkey"], "python3", library, PYTHONPATH=str(BINDINGS / "python")),
        lambda: java("array", build, library), lambda: java("buffer", build, library), lambda: ruby(library),
        lambda: Worker([*python, "bcrypt"], "python3-bcrypt", library)))


def compare(c_call, workers, repeats):
    """{worker: (C call's ms, worker's ms)}"""
    rows = {}
    for worker in workers:
        # A just-in-time compiler is done before the first turn.
        keys = {worker.seconds(CASE)[1] for _ in range(5)}
        if keys != {c_call.seconds(CASE)[1]}:
            raise RuntimeError(f"{worker.name} derives another key")
        rows[worker] = alternate(lambda: c_call.seconds(CASE)[0], lambda: worker.seconds(CASE)[0], repeats)
        print(f"{worker.name}: {rows[worker][1] / rows[worker][0]:.3f}", file=sys.stderr)
    return rows


def guess(workers, count, repeats):
    """{worker: (guesses a second by the number of threads, times the throughput of one thread)}"""
    results = {}
    for worker in workers:
        turns = [[worker.guesses(count, threads) for threads in THREADS] for _ in range(repeats)]
        results[worker] = ([statistics.median(rates) for rates in zip(*turns)],
                           statistics.median(turn[-1] / turn[0] for turn in turns))
        print(f"{worker.name}: {results[worker][1]:.2f} times on {THREADS[-1]} threads", file=sys.stderr)
    return results


def table(facts, rows, guessed, count):
    size, rounds = CASE
    lines = ["# One derivation through each binding", "",
             "Written by `tools/bench/compare_bindings.py`. CPU time of the computing thread, medians of turns with the",
             "call from C; the ratio is the other one's time through the C call's, so that less is better.", "",
             *[f"- {name}: {value}" for name, value in facts], "",
             f"## {size} bytes with {rounds} rounds", "",
             "| caller | ms | C call ms | ratio |", "|---|---|---|---|"]
    lines += [f"| {worker.name} | {time:.2f} | {c_call:.2f} | **{time / c_call:.3f}** |"
              for worker, (c_call, time) in rows.items()]
    lines += ["", f"## {count} guesses at a passphrase, one call each", "",
              "Guesses a second by the clock on the wall. The gain is the median of the turns' quotients; it is bounded by",
              "what other programs leave of the second core.", "",
              "| caller | " + " | ".join(f"{threads} thread{'s'[:threads - 1]}" for threads in THREADS) + " | gain |",
              "|---|" + "---|" * (len(THREADS) + 1)]
    lines += [f"| {worker.name} | " + " | ".join(f"{rate:.1f}" for rate in rates) + f" | **{gain:.2f}** |"
              for worker, (rates, gain) in guessed.items()]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build-bench", help="Meson build folder, made if missing")
    parser.add_argument("--results", type=pathlib.Path, default=HERE / "results", help="where the table goes")
    parser.add_argument("--repeats", type=int, default=21, help="turns for each pair")
    parser.add_argument("--guesses", type=int, default=int(os.environ.get("GUESSES", 100)))
    arguments = parser.parse_args()

    library = compare_peers.build_library(arguments.build).resolve()
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder:
        workers, missing = find_workers(arguments.build, library)
        rows = compare(c_program(folder, library), workers, arguments.repeats)
        guessed = guess(workers, arguments.guesses, 3)
    facts = [
        ("processor", f"{compare_peers.cpu_model()}, {os.cpu_count()} CPUs"),
        ("compiler", compare_peers.build_description(arguments.build)),
        ("system", f"{platform.system()} {platform.release()}"),
        ("date", datetime.date.today().isoformat()),
        ("load average when started", f"{load:.1f}; other programs slow the clock on the wall, not CPU time"),
        ("not here", ", ".join(missing) or "nothing"),
    ]
    text = table(facts, rows, guessed, arguments.guesses)
    arguments.results.mkdir(parents=True, exist_ok=True)
    (arguments.results / "bindings.md").write_text(text)
    print(text)


if __name__ == "__main__":
    main()
