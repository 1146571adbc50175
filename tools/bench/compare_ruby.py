#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Times tools/bindings/ruby beside the gem bcrypt_pbkdf, plain Ruby and a C call, and writes results/ruby.md.

Each peer is timed against the C interface in turns (C, peer, C, peer, ...) by the CPU time of the thread that
computes; the medians and their ratio are reported. Guesses are timed by the clock on the wall, the thread counts
in turns. Every key is compared before anything is timed. Interpreters that are missing are named and skipped.

Debian packages: ruby, ruby-bcrypt-pbkdf, jruby. Debian has no Java extension of the gem.
"""

import argparse
import datetime
import os
import pathlib
import platform
import statistics
import sys
from functools import partial

import compare_peers
from compare_peers import HERE, ROOT, Ours, Subprocess, alternate, those_here, thread_time

CASES = [(48, 24), (32, 16)]
THREADS = [1, 2]
# In plain Ruby a key takes seconds.
PLAIN_REPEATS = 3


class Peer(Subprocess):
    """ruby_worker.rb with one implementation in one interpreter."""

    def __init__(self, implementation, interpreter, library):
        package = {"gem": "ruby-bcrypt-pbkdf"}.get(implementation, interpreter)
        environment = {**os.environ, "OSSHKEY_LIBRARY": str(library)}
        path = ["-I", str(ROOT / "tools/bindings/ruby/lib")] if implementation == "binding" else []
        self.start([interpreter, *path, str(HERE / "ruby_worker.rb"), implementation], package, env=environment)
        self.implementation = implementation

    def guesses(self, count, threads):
        """Guesses a second."""
        self.worker.stdin.write(f"guesses {count} {threads} 24 48\n")
        self.worker.stdin.flush()
        return count / float(self.worker.stdout.readline())


def find_peers(library):
    pairs = (("binding", "ruby"), ("binding", "jruby"), ("gem", "ruby"), ("plain", "ruby"), ("plain", "jruby"))
    return those_here(partial(Peer, implementation, interpreter, library) for implementation, interpreter in pairs)


def compare(ours, peers, repeats):
    """{(case, peer): (C call's ms, peer's ms)}"""
    rows = {}
    for case in CASES:
        size, rounds = case
        derive = lambda: ours.derive(b"password", b"salt", rounds, size)
        for peer in peers:
            if peer.seconds(case)[1] != derive():
                raise RuntimeError(f"{peer.name} derives another key for {case}")
            rows[case, peer] = alternate(lambda: thread_time(derive)[0], lambda: peer.seconds(case)[0],
                                         PLAIN_REPEATS if peer.implementation == "plain" else repeats)
            print(f"{size}/{rounds} {peer.name}: {rows[case, peer][1] / rows[case, peer][0]:.3f}", file=sys.stderr)
    return rows


def guess(peers, count, repeats):
    """{peer: (guesses a second by the number of threads, times the throughput of one thread)}"""
    results = {}
    for peer in peers:
        turns = [[peer.guesses(count, threads) for threads in THREADS] for _ in range(repeats)]
        rates = [statistics.median(rate) for rate in zip(*turns)]
        results[peer] = rates, statistics.median(turn[-1] / turn[0] for turn in turns)
        print(f"{peer.name}: {results[peer][1]:.2f} times on {THREADS[-1]} threads", file=sys.stderr)
    return results


def table(facts, peers, rows, guessed, count):
    gem = next((peer for peer in peers if peer.implementation == "gem"), None)
    lines = [
        "# bcrypt_pbkdf in Ruby", "",
        "Written by `tools/bench/compare_ruby.py`. CPU time of the computing thread, medians of turns.", "",
        *[f"- {name}: {value}" for name, value in facts],
    ]
    for case in CASES:
        size, rounds = case
        in_gem = rows[case, gem][1] / rows[case, gem][0] if gem else None
        lines += ["", f"## One key of {size} bytes with {rounds} rounds", "",
                  "| implementation | ms | times the C call's | times the gem's |", "|---|---|---|---|",
                  f"| osshkey's C interface | {statistics.median(rows[case, peer][0] for peer in peers):.2f} | 1 | "
                  f"{f'{1 / in_gem:.3f}' if gem else ''} |"]
        for peer in peers:
            c_call, time = rows[case, peer]
            lines.append(f"| {peer.name} | {time:.2f} | **{time / c_call:.3f}** | "
                         f"{f'{time / c_call / in_gem:.3f}' if gem else ''} |")
    lines += ["", f"## {count} guesses at a passphrase, 48 bytes with 24 rounds", "",
              "Guesses a second by the clock on the wall. The last column is the median of the turns' quotients; it is",
              "bounded by what other programs leave of the second core.", "",
              "| implementation | " + " | ".join(f"THREADS={threads}" for threads in THREADS) + " | gain |",
              "|---|" + "---|" * (len(THREADS) + 1)]
    for peer, (rates, gain) in guessed.items():
        lines.append(f"| {peer.name} | " + " | ".join(f"{rate:.2f}" for rate in rates) + f" | **{gain:.2f}** |")
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build-bench", help="Meson build folder, made if missing")
    parser.add_argument("--results", type=pathlib.Path, default=HERE / "results", help="where the table goes")
    parser.add_argument("--repeats", type=int, default=11, help="turns for each pair")
    parser.add_argument("--guesses", type=int, default=int(os.environ.get("GUESSES", 100)))
    arguments = parser.parse_args()

    library = compare_peers.build_library(arguments.build)
    load = os.getloadavg()[0]
    peers, missing = find_peers(library)
    rows = compare(Ours(library), peers, arguments.repeats)
    guessed = guess([peer for peer in peers if peer.implementation != "plain"], arguments.guesses, 3)
    facts = [
        ("processor", f"{compare_peers.cpu_model()}, {os.cpu_count()} CPUs"),
        ("compiler", compare_peers.build_description(arguments.build)),
        ("system", f"{platform.system()} {platform.release()}"),
        ("date", datetime.date.today().isoformat()),
        ("load average when started", f"{load:.1f}; other programs slow the clock on the wall, not CPU time"),
        ("not here", ", ".join([*missing, "the gem's Java extension, which Debian doesn't have"])),
    ]
    text = table(facts, peers, rows, guessed, arguments.guesses)
    arguments.results.mkdir(parents=True, exist_ok=True)
    (arguments.results / "ruby.md").write_text(text)
    print(text)


if __name__ == "__main__":
    main()
