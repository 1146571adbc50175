#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the playbook of tools/fleet on two sshd of its own, and with hosts that fail, each in its way.

    fleet_test.py SOURCE_ROOT KEYINFO
"""
import contextlib
import importlib.util
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
from cases import SKIP, case, cases_for, equal, run  # noqa: E402
from servers import Sshd  # noqa: E402

PACKAGES = {"ansible-playbook": "ansible-core", "/usr/sbin/sshd": "openssh-server", "ssh": "openssh-client"}
MISSING = [package for program, package in PACKAGES.items() if shutil.which(program) is None]
if MISSING:
    print("skipped, missing:", ", ".join(MISSING))
    sys.exit(SKIP)

ROOT, KEYINFO = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
FLEET = ROOT / "tools" / "fleet"
specification = importlib.util.spec_from_file_location("merge_reports", FLEET / "merge_reports.py")
sys.dont_write_bytecode = True
merge_reports = importlib.util.module_from_spec(specification)
specification.loader.exec_module(merge_reports)

SCRATCH = tempfile.TemporaryDirectory()
FOLDER = pathlib.Path(SCRATCH.name)
LOGIN = FOLDER / "login"
# A name that Ansible would put 49 in the place of, if it took what a host says for its own.
TEMPLATE = "{{ 7 * 7 }}"
FOLDERS = ["~/.ssh", str(FOLDER / "a folder; with 'signs'")]


def ssh_keygen(path, *options, passphrase="correct horse"):
    path.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(["ssh-keygen", "-q", "-f", path, "-N", passphrase, *options], check=True)
    path.with_name(path.name + ".pub").unlink()


def make_homes():
    """What the two hosts have in ~/.ssh; they see the other folder both."""
    north, south = FOLDER / "north" / ".ssh", FOLDER / "south" / ".ssh"
    ssh_keygen(north / "id_ed25519", "-t", "ed25519")
    ssh_keygen(north / "id_plain", "-t", "ed25519", passphrase="")
    ssh_keygen(north / "id_chacha", "-t", "ed25519", "-Z", "chacha20-poly1305@openssh.com")
    ssh_keygen(north / TEMPLATE, "-t", "ed25519", passphrase="")
    ssh_keygen(south / "id_rsa", "-t", "rsa", "-b", "1024")
    ssh_keygen(south / "id_few", "-t", "ed25519", "-a", "1")
    shutil.copy(north / "id_plain", south / "id_copy")
    (south / "id_open").write_bytes((north / "id_ed25519").read_bytes())
    (south / "id_open").chmod(0o644)
    (south / "id_short").write_bytes((north / "id_ed25519").read_bytes()[:-100])
    (south / "id_short").chmod(0o600)
    ssh_keygen(pathlib.Path(FOLDERS[1]) / "id_ecdsa", "-t", "ecdsa")


ssh_keygen(LOGIN, "-t", "ed25519", passphrase="")
LOGIN_LINE = subprocess.run(["ssh-keygen", "-y", "-f", LOGIN], capture_output=True, text=True, check=True).stdout
make_homes()
(FOLDER / "ansible.cfg").touch()  # and no other is read


def script(name, text):
    path = FOLDER / name
    path.write_text("#!/bin/sh\n" + text, encoding="utf-8")
    path.chmod(0o755)
    return str(path)


def host(server, **variables):
    """An entry of Ansible's inventory for the server; nothing of it stays behind after the run."""
    return {"ansible_host": "127.0.0.1", "ansible_port": server.port, "ansible_user": server.user,
            "ansible_ssh_private_key_file": str(LOGIN), "ansible_ssh_args": "-F none -o ControlMaster=no",
            "ansible_ssh_common_args": f"-o UserKnownHostsFile={server.known_hosts} -o IdentitiesOnly=yes", **variables}


def play(name, hosts, *options, **variables):
    """The exit status, what was printed, and the report in both forms."""
    inventory = FOLDER / f"{name}.json"
    common = {"keyinfo_path": str(KEYINFO), "keyinfo_folders": FOLDERS, "fleet_report": str(FOLDER / name)}
    inventory.write_text(json.dumps({"all": {"hosts": hosts, "vars": common}}), encoding="utf-8")
    environment = {**os.environ, "ANSIBLE_HOME": str(FOLDER / "ansible"), "ANSIBLE_NOCOLOR": "1", "LC_ALL": "C.UTF-8",
                   "ANSIBLE_CONFIG": str(FOLDER / "ansible.cfg")}
    environment.pop("SSH_AUTH_SOCK", None)
    command = ["ansible-playbook", *options, "-i", inventory, "-e", json.dumps(variables), FLEET / "keyinfo.yml"]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=FOLDER, check=False)
    assert (FOLDER / name / "keys.json").exists(), (done.stdout, done.stderr)
    return (done.returncode, done.stdout + done.stderr, json.loads((FOLDER / name / "keys.json").read_text()),
            (FOLDER / name / "keys.md").read_text(encoding="utf-8"))


@contextlib.contextmanager
def two_hosts():
    with Sshd(LOGIN_LINE, extra_config=f"SetEnv HOME={FOLDER / 'north'}\n") as north, \
            Sshd(LOGIN_LINE, extra_config=f"SetEnv HOME={FOLDER / 'south'}\n") as south:
        yield {"north": host(north), "south": host(south)}


def places(findings):
    return [(f["host"], pathlib.Path(f["file"]).name) for f in findings]


@case
def the_report_tells_of_all_hosts():
    with two_hosts() as hosts:
        status, output, report, text = play("good", hosts, "--check", fleet_clients=["paramiko", "libssh", "libssh2"])
    equal(status, 0, f"exit status of {output}")
    equal([(h["host"], h["files"], h["problem"]) for h in report["hosts"]], [("north", 5, None), ("south", 6, None)],
          "hosts")
    equal(sorted(places(report["unencrypted"])), [("north", "id_plain"), ("north", TEMPLATE), ("south", "id_copy")],
          "unencrypted")
    reasons = {place: [r["code"] for r in f["reasons"]] for f, place in zip(report["weak"], places(report["weak"]))}
    equal(reasons, {("south", "id_few"): ["weak-kdf"], ("south", "id_open"): ["permissions"],
                    ("south", "id_rsa"): ["weak-key"]}, "weak")
    equal([(*place, f["error"]["code"]) for f, place in zip(report["unopened"], places(report["unopened"]))],
          [("south", "id_short", "truncated")], "unopened")
    equal(places(report["refused"]["paramiko"]), [("north", "id_chacha")], "refused by Paramiko")
    equal(places(report["refused"]["libssh"]), [("north", "id_chacha")], "refused by libssh")
    equal(report["refused"]["libssh2"], [], "refused by libssh2")
    duplicates = sorted(sorted(places(d["copies"])) for d in report["duplicates"])
    equal(duplicates, [[("north", "id_ecdsa"), ("south", "id_ecdsa")],
                       [("north", "id_ed25519"), ("south", "id_open"), ("south", "id_short")],
                       [("north", "id_plain"), ("south", "id_copy")]], "duplicates")
    for words in ("## Weak keys", "id_rsa", "## Refused by libssh\n", "--cipher aes256-ctr"):
        assert words in text, (words, text)
    assert "Weak keys: 3" in output, output


@case
def hosts_that_fail_are_named_beside_the_others():
    hosts = {}
    with two_hosts() as answering:
        for name, path in {"missing": "/nowhere/keyinfo",
                           "broken": script("broken", f"echo Welcome; exec '{KEYINFO}' \"$@\""),
                           "old": script("old", "echo unknown option >&2; exit 2"),
                           "slow": script("slow", "exec sleep 30")}.items():
            hosts[name] = {**answering["north"], "keyinfo_path": path}
        hosts["gone"] = {**answering["north"], "ansible_port": 1}
        hosts["south"] = answering["south"]
        status, output, report, text = play("bad", hosts, fleet_patience=10)
    problems = {h["host"]: h["problem"] and h["problem"]["code"] for h in report["hosts"]}
    equal(problems, {"broken": "broken-json", "gone": "unreachable", "missing": "keyinfo-missing",
                     "old": "keyinfo-failed", "slow": "not-run", "south": None}, "problems")
    assert status != 0, output
    for name in problems:
        assert name == "south" or f"{name}: {problems[name]}" in output, (name, output)
        assert f"| {name} " in text, (name, text)
    equal({h["host"]: h["files"] for h in report["hosts"]}, {"broken": 5, "gone": 0, "missing": 0, "old": 0, "slow": 0,
                                                             "south": 6}, "files")


def line(**changed):
    """A line of keyinfo's output, as far as the report reads it."""
    key = {"type": "ssh-ed25519", "bits": 256, "fingerprint": "SHA256:x"}
    return json.dumps({"file": "id", "keys": [key], "notes": [], "error": None,
                       "compat": {"programs": ["PuTTY 0.84"], "refusals": []}, **changed})


BROKEN_LINES = ["{", "[]", "1", "[" * 100000, "9" * 5000, line(file=1), line(keys={}), line(keys=[1]),
                line(keys=[{"type": "x"}]), line(notes=[{}]), line(error={}), line(error="no"), line(compat=None),
                line(compat={"programs": []}), line(compat={"programs": [1], "refusals": []})]


@cases_for("broken line", BROKEN_LINES)
def a_broken_line_is_named_and_the_others_count(broken):
    files, problem = merge_reports.read_host({"rc": 0, "stdout": f"{line()}\n{broken}\n{line()}\r\n"})
    equal((len(files), problem[0], problem[1][:6]), (2, "broken-json", "line 2"), "files and problem")


RESULTS = [
    ({"unreachable": True, "msg": "no route"}, ("unreachable", "no route")),
    ({"rc": 127, "stderr": "sh: keyinfo: not found\n"}, ("keyinfo-missing", "sh: keyinfo: not found")),
    ({"rc": 1, "stdout": line(), "stderr": "keyinfo: memory ran out\n"},
     ("keyinfo-failed", "exit status 1: keyinfo: memory ran out")),
    ({"rc": -9, "stdout": line()}, ("keyinfo-failed", "exit status -9: ")),
    ({"failed": True, "msg": "time"}, ("not-run", "time")),
    ({"rc": 0, "stdout": ""}, None),
]


@cases_for("result", RESULTS)
def what_prevents_an_answer_is_named(pair):
    result, problem = pair
    equal(merge_reports.read_host(result)[1], problem, "problem")


@case
def a_client_that_nobody_knows_is_an_error():
    report = merge_reports.merge({"a": {"rc": 0, "stdout": line()}}, ["putty", "put"])
    equal(report["unknown_clients"], ["put"], "unknown clients")
    equal(merge_reports.problems_of(report), ["no program that keyinfo knows is called put"], "problems")


@case
def what_a_host_says_does_nothing_to_a_reader():
    hostile = "a|b\n| `c` <d> \x1b[2J \u202e \ud800"
    said = line(file=hostile, notes=[{"code": "weak-key", "message": "m"}])
    text = merge_reports.markdown(merge_reports.merge({"a": {"rc": 0, "stdout": said}}, []))
    shown = [row for row in text.split("\n") if "SHA256:x" in row]
    equal(len(shown), 1, "rows")
    for character in "\x1b\u202e\ud800":
        assert character not in text, character
    equal(shown[0].replace("\\|", "").count("|"), 5, "columns")


@cases_for("arguments", [[], ["a", "b", "c"]])
def a_wrong_command_line_is_told(arguments):
    done = subprocess.run([FLEET / "merge_reports.py", *arguments], input="{}", capture_output=True, text=True,
                          check=False)
    equal(done.returncode, 2, "exit status")
    assert "merge_reports.py FOLDER" in done.stderr, done.stderr


run()
