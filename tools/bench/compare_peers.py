#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Times osshkey's bcrypt_pbkdf beside other implementations and writes a table and a plot into results/.

Each peer is timed against ours in turns (ours, peer, ours, peer, ...) by the CPU time of the thread that computes;
the medians and their ratio are reported. Peers that are missing are named and skipped. Every key is compared with
ours before anything is timed.

Debian packages: python3-bcrypt, ruby-bcrypt-pbkdf, libbotan-2-19, golang-go and golang-golang-x-crypto-dev,
nodejs (with npm's bcrypt-pbkdf on NODE_PATH), python3-matplotlib for the plot.
"""

import argparse
import concurrent.futures
import ctypes
import datetime
import json
import os
import pathlib
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent

# (output bytes, rounds); pass2/salt2 is the input of the first one in the vectors, password/salt that of the others.
CASES = [(12, 2), (32, 4), (64, 8), (16, 42), (32, 16), (48, 16), (48, 24), (64, 24)]
KEY = (48, 24)  # what ssh-keygen makes by default: an AES-256 key and IV, 24 rounds
BATCHES = [2, 4, 8, 100]
THREADS = [1, 2]


def inputs(case):
    return (b"pass2", b"salt2") if case == (12, 2) else (b"password", b"salt")


# ---------------------------------------------------------------------------------------------------------------
# Ours


class Request(ctypes.Structure):
    _fields_ = [
        ("passphrase", ctypes.c_char_p),
        ("passphrase_len", ctypes.c_size_t),
        ("salt", ctypes.c_char_p),
        ("salt_len", ctypes.c_size_t),
        ("rounds", ctypes.c_uint32),
        ("out", ctypes.POINTER(ctypes.c_uint8)),
        ("out_len", ctypes.c_size_t),
        ("status", ctypes.c_int),
    ]


class Ours:
    name = "osshkey"

    def __init__(self, library):
        self.library = ctypes.CDLL(str(library))

    def derive(self, passphrase, salt, rounds, size):
        out = (ctypes.c_uint8 * size)()
        status = self.library.osshkey_bcrypt_pbkdf(
            passphrase, ctypes.c_size_t(len(passphrase)), salt, ctypes.c_size_t(len(salt)),
            ctypes.c_uint32(rounds), out, ctypes.c_size_t(size))
        if status != 0:
            raise RuntimeError(f"osshkey_bcrypt_pbkdf: {status}")
        return bytes(out)

    def derive_many(self, passphrases, salt, rounds, size, threads):
        outs = [(ctypes.c_uint8 * size)() for _ in passphrases]
        requests = (Request * len(passphrases))()
        for request, passphrase, out in zip(requests, passphrases, outs):
            request.passphrase, request.passphrase_len = passphrase, len(passphrase)
            request.salt, request.salt_len = salt, len(salt)
            request.rounds, request.out, request.out_len = rounds, out, size
        status = self.library.osshkey_bcrypt_pbkdf_many(
            requests, ctypes.c_size_t(len(passphrases)), ctypes.c_uint(threads))
        if status != 0:
            raise RuntimeError(f"osshkey_bcrypt_pbkdf_many: {status}")
        return [bytes(out) for out in outs]


# ---------------------------------------------------------------------------------------------------------------
# Peers. A peer has a name and seconds(case) -> (CPU seconds of one derivation, the key or None); the constructor
# raises Missing if it can't be had.


class Missing(Exception):
    pass


def thread_time(work):
    start = time.thread_time()
    result = work()
    return time.thread_time() - start, result


class PythonBcrypt:
    """python3-bcrypt: OpenSSH's C code, loaded into this process."""

    def __init__(self):
        try:
            import bcrypt
        except ImportError as error:
            raise Missing("python3-bcrypt") from error
        self.bcrypt = bcrypt
        self.name = f"python3-bcrypt {bcrypt.__version__} (OpenSSH's C)"

    def derive(self, passphrase, salt, rounds, size):
        return self.bcrypt.kdf(passphrase, salt, size, rounds, ignore_few_rounds=True)

    def seconds(self, case):
        size, rounds = case
        return thread_time(lambda: self.derive(*inputs(case), rounds, size))


class Botan:
    """libbotan-2 through its C interface, loaded into this process."""

    def __init__(self):
        try:
            self.library = ctypes.CDLL("libbotan-2.so.19")
        except OSError as error:
            raise Missing("libbotan-2") from error
        self.library.botan_version_string.restype = ctypes.c_char_p
        version = self.library.botan_version_string().decode().split()[1]
        self.name = f"libbotan-2 {version}"

    def derive(self, passphrase, salt, rounds, size):
        out = ctypes.create_string_buffer(size)
        status = self.library.botan_pwdhash(
            b"Bcrypt-PBKDF", ctypes.c_size_t(rounds), ctypes.c_size_t(0), ctypes.c_size_t(0), out,
            ctypes.c_size_t(size), passphrase, ctypes.c_size_t(len(passphrase)), salt, ctypes.c_size_t(len(salt)))
        if status != 0:
            raise RuntimeError(f"botan_pwdhash: {status}")
        return out.raw

    def seconds(self, case):
        size, rounds = case
        return thread_time(lambda: self.derive(*inputs(case), rounds, size))


class Subprocess:
    """A peer in another language: a worker that answers a line "passphrase salt rounds size" (the first two in
    hexadecimal) with "CPU-seconds key", and says what it is in its first line."""

    def start(self, command, package, **options):
        if shutil.which(command[0]) is None:
            raise Missing(package)
        self.worker = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, **options)
        self.name = self.worker.stdout.readline().strip()
        if not self.name:
            raise Missing(package)

    def ask(self, *words):
        self.worker.stdin.write(" ".join(words) + "\n")
        self.worker.stdin.flush()
        seconds, key = self.worker.stdout.readline().split()
        return float(seconds), key

    def seconds(self, case):
        size, rounds = case
        passphrase, salt = inputs(case)
        seconds, key = self.ask(passphrase.hex(), salt.hex(), str(rounds), str(size))
        return seconds, bytes.fromhex(key)


class Ruby(Subprocess):
    """ruby-bcrypt-pbkdf: OpenSSH's C code again, built by somebody else."""

    script = """
require 'bcrypt_pbkdf'
$stdout.sync = true
puts "ruby-bcrypt-pbkdf #{Gem.loaded_specs['bcrypt_pbkdf']&.version || ''} (OpenSSH's C)"
$stdin.each_line do |line|
  passphrase, salt, rounds, size = line.split
  passphrase, salt = [passphrase].pack('H*'), [salt].pack('H*')
  start = Process.clock_gettime(Process::CLOCK_THREAD_CPUTIME_ID)
  key = BCryptPbkdf.key(passphrase, salt, size.to_i, rounds.to_i)
  seconds = Process.clock_gettime(Process::CLOCK_THREAD_CPUTIME_ID) - start
  puts "#{seconds} #{key.unpack1('H*')}"
end
"""

    def __init__(self):
        self.start(["ruby", "-e", self.script], "ruby-bcrypt-pbkdf")


class Node(Subprocess):
    script = """
const kdf = require('bcrypt-pbkdf');
const version = require('bcrypt-pbkdf/package.json').version;
console.log(`node bcrypt-pbkdf ${version}`);
require('readline').createInterface({input: process.stdin}).on('line', (line) => {
  const [passphrase, salt, rounds, size] = line.split(' ');
  const p = Buffer.from(passphrase, 'hex'), s = Buffer.from(salt, 'hex'), key = Buffer.alloc(+size);
  const start = process.cpuUsage();
  kdf.pbkdf(p, p.length, s, s.length, key, key.length, +rounds);
  const used = process.cpuUsage(start);
  console.log(`${(used.user + used.system) / 1e6} ${key.toString('hex')}`);
});
"""

    def __init__(self):
        self.start(["node", "-e", self.script], "node's bcrypt-pbkdf")


class Go(Subprocess):
    """x/crypto has the KDF in an internal package: what can be timed is the opening of a key file made by
    ssh-keygen, for which 48 bytes are derived. Parsing and decrypting take microseconds of it."""

    script = """
package main

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"strings"
	"syscall"

	"golang.org/x/crypto/ssh"
)

func cpu() float64 {
	var usage syscall.Rusage
	syscall.Getrusage(1, &usage) // RUSAGE_THREAD
	return float64(usage.Utime.Sec+usage.Stime.Sec) + 1e-6*float64(usage.Utime.Usec+usage.Stime.Usec)
}

func main() {
	runtime.LockOSThread()
	fmt.Println("Go x/crypto, " + runtime.Version())
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		file, err := os.ReadFile(strings.TrimSpace(lines.Text()))
		if err != nil {
			panic(err)
		}
		start := cpu()
		if _, err = ssh.ParseRawPrivateKeyWithPassphrase(file, []byte("password")); err != nil {
			panic(err)
		}
		fmt.Println(cpu()-start, "opened")
	}
}
"""

    def __init__(self, folder):
        if shutil.which("go") is None or shutil.which("ssh-keygen") is None:
            raise Missing("Go (or ssh-keygen)")
        source = pathlib.Path(folder) / "peer.go"
        source.write_text(self.script)
        program = source.with_suffix("")
        environment = {**os.environ, "GO111MODULE": "off", "GOPATH": "/usr/share/gocode", "GOCACHE": f"{folder}/go"}
        built = subprocess.run(["go", "build", "-o", program, source], env=environment, capture_output=True, text=True)
        if built.returncode != 0:
            raise Missing("golang-golang-x-crypto-dev")
        self.folder = folder
        self.start([str(program)], "Go x/crypto")

    def seconds(self, case):
        size, rounds = case
        if size != 48:
            return None
        path = f"{self.folder}/key-{rounds}"
        if not os.path.exists(path):
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-a", str(rounds), "-N", "password", "-f", path],
                           check=True)
        return self.ask(path)[0], None


def those_here(makers):
    """(what the functions make, the names of what isn't here), the latter also said on standard error"""
    found, missing = [], []
    for make in makers:
        try:
            found.append(make())
        except Missing as error:
            missing.append(str(error))
            print(f"skipped, not here: {error}", file=sys.stderr)
    return found, missing


def find_peers(folder):
    return those_here((PythonBcrypt, Ruby, Botan, lambda: Go(folder), Node))


# ---------------------------------------------------------------------------------------------------------------
# Timing


def milliseconds(seconds):
    return 1e3 * statistics.median(seconds)


def alternate(first, second, repeats):
    """Runs two functions in turns, each yielding seconds; returns their medians in milliseconds."""
    times = ([], [])
    for _ in range(repeats):
        times[0].append(first())
        times[1].append(second())
    return milliseconds(times[0]), milliseconds(times[1])


def check_keys(ours, peers):
    for case in CASES:
        size, rounds = case
        expected = ours.derive(*inputs(case), rounds, size)
        for peer in peers:
            timed = peer.seconds(case)
            if timed is not None and timed[1] is not None and timed[1] != expected:
                raise RuntimeError(f"{peer.name} derives another key for {case}")


def compare_cases(ours, peers, repeats):
    """[(case, peer index, our ms, peer's ms)]"""
    rows = []
    for case in CASES:
        size, rounds = case
        for index, peer in enumerate(peers):
            if peer.seconds(case) is None:
                continue
            rows.append((case, index, *alternate(
                lambda: thread_time(lambda: ours.derive(*inputs(case), rounds, size))[0],
                lambda: peer.seconds(case)[0], repeats)))
            print(f"{size}/{rounds} {peer.name}: {rows[-1][2] / rows[-1][3]:.3f}", file=sys.stderr)
    return rows


def compare_batches(ours, baseline, repeats):
    """[(keys, our ms a key, the baseline's ms a key)], on one thread"""
    size, rounds = KEY
    rows = []
    for count in BATCHES:
        passphrases = [b"guess %d" % i for i in range(count)]
        work = lambda: ours.derive_many(passphrases, b"salt", rounds, size, 1)
        rows.append((count, *alternate(lambda: thread_time(work)[0] / count, lambda: baseline.seconds(KEY)[0],
                                       min(repeats, 5) if count > 8 else repeats)))
        print(f"batch of {count}: {rows[-1][1] / rows[-1][2]:.3f}", file=sys.stderr)
    return rows


def guesses(ours, bcrypt, count, repeats):
    """[(threads, our guesses a second, python3-bcrypt's or None)], by the clock on the wall"""
    size, rounds = KEY
    passphrases = [b"guess %d" % i for i in range(count)]

    def wall(work):
        start = time.perf_counter()
        work()
        return time.perf_counter() - start

    def theirs(threads):
        with concurrent.futures.ThreadPoolExecutor(threads) as pool:
            list(pool.map(lambda guess: bcrypt.derive(guess, b"salt", rounds, size), passphrases))

    # The thread counts take turns too, so that a neighbour's load falls on all of them alike.
    times = {threads: ([], []) for threads in THREADS}
    for _ in range(repeats):
        for threads in THREADS:
            times[threads][0].append(wall(lambda: ours.derive_many(passphrases, b"salt", rounds, size, threads)))
    if bcrypt is not None:
        for threads in THREADS:
            times[threads][1].append(wall(lambda: theirs(threads)))
    rate = lambda seconds: count / statistics.median(seconds) if seconds else None
    return [(threads, rate(times[threads][0]), rate(times[threads][1])) for threads in THREADS]


# ---------------------------------------------------------------------------------------------------------------
# Results


def cpu_model():
    try:
        for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def build_description(build):
    """Compiler, version and the optimisation flags that the kernels were compiled with."""
    commands = json.loads((build / "compile_commands.json").read_text())
    words = next(c["command"] for c in commands if c["file"].endswith("kernel_portable.cpp")).split()
    compiler = next(w for w in words if "ccache" not in w)
    version = subprocess.run([compiler, "--version"], capture_output=True, text=True).stdout.splitlines()[0]
    flags = [w for w in words if w.startswith(("-O", "-march", "-mtune", "-fno-", "-fsanitize"))]
    return f"{version}; kernels with {' '.join(flags)}"


def write_table(path, facts, peers, cases, batches, guessed, baseline):
    lines = [
        "# bcrypt_pbkdf beside other implementations", "",
        "Written by `tools/bench/compare_peers.py`. CPU time of the computing thread, medians of turns; the ratio is",
        "osshkey's time through the other one's, so that less is better.", "",
        *[f"- {name}: {value}" for name, value in facts], "",
        "## One derivation on one thread", "",
        "| bytes/rounds | osshkey ms | " + " | ".join(f"{peer.name} ms, ratio" for peer in peers) + " |",
        "|---|---|" + "---|" * len(peers),
    ]
    for case in CASES:
        mine = statistics.median(row[2] for row in cases if row[0] == case)
        cells = []
        for index in range(len(peers)):
            row = next((r for r in cases if r[0] == case and r[1] == index), None)
            cells.append(f"{row[3]:.2f}, **{row[2] / row[3]:.3f}**" if row else "")
        lines.append(f"| {case[0]}/{case[1]} | {mine:.2f} | " + " | ".join(cells) + " |")
    if batches:
        lines += ["", f"## Batches of {KEY[0]}/{KEY[1]} keys on one thread", "",
                  f"| keys | osshkey ms a key | {baseline} ms a key | ratio |", "|---|---|---|---|"]
        lines += [f"| {count} | {mine:.2f} | {theirs:.2f} | **{mine / theirs:.3f}** |" for count, mine, theirs in batches]
    lines += ["", "## Guesses at a passphrase", "",
              f"Derivations of {KEY[0]} bytes with {KEY[1]} rounds in a second, by the clock on the wall. The gain of",
              "a second thread is bounded by what other programs leave of the second core.", "",
              "| threads | osshkey | python3-bcrypt |", "|---|---|---|"]
    lines += [f"| {threads} | {mine:.1f} | {f'{theirs:.1f}' if theirs else ''} |" for threads, mine, theirs in guessed]
    if len(guessed) > 1:
        lines += ["", f"osshkey on {guessed[-1][0]} threads: {guessed[-1][1] / guessed[0][1]:.2f} times one thread."]
    path.write_text("\n".join(lines) + "\n")


def write_plot(folder, facts, peers, cases, batches):
    try:
        import matplotlib
    except ImportError:
        print("no plot: python3-matplotlib is missing", file=sys.stderr)
        return
    matplotlib.use("Agg")
    matplotlib.rcParams["svg.hashsalt"] = "osshkey"
    from matplotlib import pyplot

    figure, (left, right) = pyplot.subplots(1, 2, figsize=(13, 5), gridspec_kw={"width_ratios": [3, 1]})
    bar = 0.8 / max(1, len(peers))
    for index, peer in enumerate(peers):
        rows = [(CASES.index(case), mine / theirs) for case, i, mine, theirs in cases if i == index]
        left.bar([x + (index - (len(peers) - 1) / 2) * bar for x, _ in rows], [r for _, r in rows], bar, label=peer.name)
    left.axhline(1, color="black", linewidth=0.8)
    left.set_xticks(range(len(CASES)), [f"{size}/{rounds}" for size, rounds in CASES])
    left.set_xlabel("output bytes / rounds")
    left.set_ylabel("osshkey's CPU time through the other's")
    left.set_title("One derivation, one thread (less is better)")
    left.legend(fontsize=8)
    if batches:
        right.bar([str(count) for count, _, _ in batches], [mine / theirs for _, mine, theirs in batches])
        right.set_xlabel(f"keys in a batch, {KEY[0]}/{KEY[1]}")
        right.set_title("Batches, a key, to OpenSSH's C")
        right.axhline(1, color="black", linewidth=0.8)
    figure.text(0.01, 0.01, "; ".join(value for _, value in facts[:2]), fontsize=7)
    figure.tight_layout(rect=(0, 0.03, 1, 1))
    figure.savefig(folder / "peers.png", dpi=120)
    figure.savefig(folder / "peers.svg", metadata={"Date": None})


def build_library(build):
    """The shared library with the C interface in the build folder, which is made first if need be."""
    if not (build / "build.ninja").exists():
        options = ["--buildtype=release", "-Dtests=disabled", "-Dtools=disabled", "-Dbench=disabled"]
        subprocess.run(["meson", "setup", *options, str(build), str(ROOT)], check=True, stdout=sys.stderr)
    subprocess.run(["ninja", "-C", str(build)], check=True, stdout=sys.stderr)
    for library in sorted(build.rglob("libosshkey*.so")):
        if hasattr(ctypes.CDLL(str(library)), "osshkey_bcrypt_pbkdf"):
            return library
    raise SystemExit(f"{build}: no library with osshkey_bcrypt_pbkdf")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build-bench", help="Meson build folder, made if missing")
    parser.add_argument("--results", type=pathlib.Path, default=HERE / "results", help="where the table and plot go")
    parser.add_argument("--repeats", type=int, default=11, help="turns for each pair")
    parser.add_argument("--guesses", type=int, default=int(os.environ.get("GUESSES", 100)))
    arguments = parser.parse_args()

    ours = Ours(build_library(arguments.build))
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder:
        peers, missing = find_peers(folder)
        check_keys(ours, peers)
        cases = compare_cases(ours, peers, arguments.repeats)
        openssh = next((peer for peer in peers if isinstance(peer, (PythonBcrypt, Ruby))), None)
        batches = compare_batches(ours, openssh, arguments.repeats) if openssh else []
        bcrypt = next((peer for peer in peers if isinstance(peer, PythonBcrypt)), None)
        guessed = guesses(ours, bcrypt, arguments.guesses, 3)

    facts = [
        ("processor", f"{cpu_model()}, {os.cpu_count()} CPUs"),
        ("compiler", build_description(arguments.build)),
        ("system", f"{platform.system()} {platform.release()}, Python {platform.python_version()}"),
        ("date", datetime.date.today().isoformat()),
        ("load average when started", f"{load:.1f}; other programs slow the clock on the wall, not CPU time"),
        ("peers not here", ", ".join(missing) or "none"),
    ]
    arguments.results.mkdir(parents=True, exist_ok=True)
    write_table(arguments.results / "peers.md", facts, peers, cases, batches, guessed, openssh.name if openssh else "")
    write_plot(arguments.results, facts, peers, cases, batches)
    print((arguments.results / "peers.md").read_text())


if __name__ == "__main__":
    main()
