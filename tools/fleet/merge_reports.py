#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Merges what keyinfo said on many hosts into one report: keys.json for programs, keys.md for people.

    merge_reports.py FOLDER [CLIENT,CLIENT...] < RESULTS

RESULTS is a JSON object: each host's name, and what Ansible registered of `keyinfo --json --compat` there. The exit
status is 0, 1 where a host didn't answer as it should or a client isn't known, and 2 where the command line is wrong.
What hosts say is not trusted: it is checked, and escaped before it is shown.
"""
import collections
import json
import pathlib
import re
import sys
import unicodedata

# The words of keyinfo's advice that speak of weakness.
WEAK = {"weak-key", "weak-kdf", "weak-cipher", "permissions", "passphrase-not-needed"}
# What the shell says of a program that isn't there, or can't be run.
SHELL_FOUND_NOTHING = (126, 127)


class BrokenLine(ValueError):
    """A line that isn't an object of keyinfo's contract."""


def member(container, name, *types):
    """The object's member, of one of the types."""
    if not isinstance(container, dict) or not isinstance(container.get(name), types):
        raise BrokenLine(f"no {name}")
    return container[name]


def read_line(line):
    """One file as the report needs it, from a line of keyinfo's output."""
    try:
        said = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BrokenLine("no JSON") from error
    nothing = type(None)
    file = {
        "file": member(said, "file", str),
        "keys": [{"type": member(key, "type", str), "bits": member(key, "bits", int),
                  "fingerprint": member(key, "fingerprint", str)} for key in member(said, "keys", list)],
        "notes": [{"code": member(note, "code", str), "message": member(note, "message", str)}
                  for note in member(said, "notes", list)],
        "error": None, "programs": [], "refusals": [],
    }
    if member(said, "error", dict, nothing) is not None:
        file["error"] = {name: member(said["error"], name, str) for name in ("code", "message", "hint")}
    elif member(said, "compat", dict):
        texts = ("programs", "sometimes")
        file["programs"] = member(said["compat"], "programs", list)
        file["refusals"] = [{"reason": member(refusal, "reason", str),
                             "mending": member(refusal, "mending", str, nothing),
                             **{name: member(refusal, name, list) for name in texts}}
                            for refusal in member(said["compat"], "refusals", list)]
        for names in [file["programs"], *[refusal[name] for refusal in file["refusals"] for name in texts]]:
            if not all(isinstance(name, str) for name in names):
                raise BrokenLine("a program without a name")
    return file


def read_host(result):
    """The files that a host told of, and the problem with it as (word, message), or None."""
    message = str(result.get("msg") or "")
    if result.get("unreachable"):
        return [], ("unreachable", message)
    if not isinstance(result.get("rc"), int):
        return [], ("not-run", message)
    files, problem = [], None
    for number, line in enumerate(result.get("stdout", "").split("\n"), 1):
        if line.strip():
            try:
                files.append(read_line(line))
            except BrokenLine as error:
                problem = problem or ("broken-json", f"line {number} of keyinfo's output: {error}")
    complaint = result.get("stderr", "").strip().split("\n")[0]
    if result["rc"] in SHELL_FOUND_NOTHING:
        problem = ("keyinfo-missing", complaint)
    elif result["rc"] not in (0, 1) or (result["rc"] == 1 and not any(f["error"] for f in files)):
        problem = problem or ("keyinfo-failed", f"exit status {result['rc']}: {complaint}")
    return files, problem


def is_called(program, client):
    """Whether the client's name is the program's, whose version follows it."""
    return f"{program} ".lower().startswith(f"{client} ".lower())


def refusals_of(client, host, file):
    """Why the client refuses the file, or some files like it."""
    for refusal in file["refusals"]:
        for names, always in ((refusal["programs"], True), (refusal["sometimes"], False)):
            if any(is_called(name, client) for name in names):
                yield {"host": host, "file": file["file"], "always": always, "reason": refusal["reason"],
                       "mending": refusal["mending"]}


def merge(results, clients):
    """The report, whose lists are in the order of hosts and files."""
    report = {"hosts": [], "unencrypted": [], "weak": [], "unopened": [],
              "refused": {client: [] for client in clients}, "unknown_clients": [], "duplicates": []}
    copies, programs = collections.defaultdict(list), set()
    for host, result in sorted(results.items()):
        files, problem = read_host(result)
        report["hosts"].append({"host": host, "files": len(files), "keys": sum(len(f["keys"]) for f in files),
                                "problem": problem and {"code": problem[0], "message": problem[1]}})
        for file in files:
            found = {"host": host, "file": file["file"], "keys": file["keys"]}
            codes = [note["code"] for note in file["notes"]]
            if "unencrypted" in codes:
                report["unencrypted"].append(found)
            if WEAK.intersection(codes):
                report["weak"].append({**found, "reasons": [n for n in file["notes"] if n["code"] in WEAK]})
            if file["error"]:
                report["unopened"].append({**found, "error": file["error"]})
            for key in file["keys"]:
                copies[key["fingerprint"]].append((key, {"host": host, "file": file["file"]}))
            for client in clients:
                report["refused"][client] += refusals_of(client, host, file)
            programs.update(file["programs"])
    for found in copies.values():
        if len({place["host"] for _, place in found}) > 1:
            report["duplicates"].append({**found[0][0], "copies": [place for _, place in found]})
    # Where no file was opened, nobody has said which programs there are.
    if programs:
        report["unknown_clients"] = [c for c in clients if not any(is_called(p, c) for p in programs)]
    return report


def harmless(text):
    """The text without characters that act on a terminal, break the line or turn its direction."""
    return "".join("\ufffd" if unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp") else c for c in str(text))


def shown(text):
    """The text for a cell of a Markdown table."""
    return re.sub(r"([\\`*<\[|])", r"\\\1", harmless(text))


def table(titles, rows):
    """A Markdown table whose columns are also straight as plain text."""
    cells = [list(titles), *[[shown(cell) for cell in row] for row in rows]]
    widths = [max(len(row[i]) for row in cells) for i in range(len(titles))]
    lines = ["| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths)) + " |" for row in cells]
    return [lines[0], "|" + "|".join("-" * (width + 2) for width in widths) + "|", *lines[1:]]


def key_names(keys):
    """The keys of a file in one cell."""
    return ", ".join(f"{key['type']} {key['bits']} {key['fingerprint']}" for key in keys)


def problems_of(report):
    """What makes the exit status 1, one line each."""
    lines = [harmless(f"{h['host']}: {h['problem']['code']}: {h['problem']['message']}")
             for h in report["hosts"] if h["problem"]]
    return lines + [f"no program that keyinfo knows is called {client}" for client in report["unknown_clients"]]


def sections(report):
    """Title, column titles and rows of each part of the report for people."""
    yield ("Hosts that did not answer as they should", ("host", "problem", "message"),
           [(h["host"], h["problem"]["code"], h["problem"]["message"]) for h in report["hosts"] if h["problem"]])
    yield ("Keys without a passphrase", ("host", "file", "key"),
           [(f["host"], f["file"], key_names(f["keys"])) for f in report["unencrypted"]])
    yield ("Weak keys", ("host", "file", "key", "reason"),
           [(f["host"], f["file"], key_names(f["keys"]), "; ".join(r["message"] for r in f["reasons"]))
            for f in report["weak"]])
    yield ("Files that were not opened", ("host", "file", "error", "message", "hint"),
           [(f["host"], f["file"], *[f["error"][name] for name in ("code", "message", "hint")])
            for f in report["unopened"]])
    yield ("The same key on several hosts", ("key", "host", "file"),
           [(key_names([d]), copy["host"], copy["file"]) for d in report["duplicates"] for copy in d["copies"]])
    for client, refused in report["refused"].items():
        title = f"no such program is known: {client}" if client in report["unknown_clients"] else f"Refused by {client}"
        yield (title, ("host", "file", "reason", "mending"),
               [(f["host"], f["file"], f["reason"] if f["always"] else f"in some cases: {f['reason']}",
                 f["mending"] or "") for f in refused])


def markdown(report):
    """The report for people."""
    lines = ["# SSH private keys", ""]
    lines += table(("host", "files", "keys"), [(h["host"], h["files"], h["keys"]) for h in report["hosts"]])
    for title, titles, rows in sections(report):
        lines += ["", f"## {shown(title)}", ""]
        lines += table(titles, rows) if rows else ["None."]
    return "\n".join(lines) + "\n"


def main(arguments):
    """The exit status."""
    if len(arguments) not in (1, 2):
        print(__doc__.strip(), file=sys.stderr)
        return 2
    folder = pathlib.Path(arguments[0])
    clients = [client.strip() for client in "".join(arguments[1:]).split(",") if client.strip()]
    report = merge(json.load(sys.stdin), clients)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "keys.json").write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    (folder / "keys.md").write_text(markdown(report), encoding="utf-8")
    for title, _, rows in sections(report):
        print(f"{title}: {len(rows)}")
    print(f"{folder / 'keys.md'} and keys.json have the rest")
    problems = problems_of(report)
    if problems:
        print("\n".join(problems), file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
