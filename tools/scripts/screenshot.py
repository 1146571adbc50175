#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Draws what keyinfo shows in a terminal, from a real run, as the SVG picture of README.md.

    screenshot.py KEYINFO OUTPUT.svg

Three files are shown: a good key, one that was pasted with its line ends changed, and half of one.
"""
import html
import os
import pathlib
import pty
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
COLUMNS = 92
FONT_SIZE, LINE_HEIGHT, CHARACTER, MARGIN = 14, 19, 8.43, 16
BACKGROUND, TEXT = "#1e1f26", "#d8dae0"
# The colours of SGR codes that keyinfo uses; 1 is bold and 2 faint.
COLORS = {"31": "#ff6b6b", "32": "#7bd88f", "33": "#fcd566", "34": "#7aa2f7", "36": "#66d9ef"}


def run_in_terminal(words, folder):
    """What the program writes to a terminal of its own."""
    main_end, terminal = pty.openpty()
    environment = {**os.environ, "COLUMNS": str(COLUMNS), "TERM": "xterm-256color"}
    environment.pop("NO_COLOR", None)
    subprocess.run(["stty", "cols", str(COLUMNS), "rows", "60"], stdin=terminal, check=True)
    program = subprocess.Popen(words, cwd=folder, stdin=terminal, stdout=terminal, stderr=terminal, env=environment,
                               start_new_session=True)
    os.close(terminal)
    shown = b""
    while True:
        try:
            part = os.read(main_end, 65536)
        except OSError:  # the other end is closed: the program is done
            break
        shown += part
    program.wait()
    os.close(main_end)
    return shown.decode().replace("\r\n", "\n")


def spans(line):
    """The parts of a line with the style that is on."""
    style = {}
    for part in re.split(r"(\x1b\[[\d;]*m)", line):
        code = re.fullmatch(r"\x1b\[([\d;]*)m", part)
        if code is None:
            if part:
                yield part, dict(style)
            continue
        for number in code[1].split(";"):
            if number in ("", "0"):
                style.clear()
            elif number == "1":
                style["font-weight"] = "bold"
            elif number == "2":
                style["fill-opacity"] = "0.6"
            elif number in COLORS:
                style["fill"] = COLORS[number]


def svg(text):
    lines = text.rstrip("\n").split("\n")
    width, height = COLUMNS * CHARACTER + 2 * MARGIN, len(lines) * LINE_HEIGHT + 2 * MARGIN
    rows = []
    for i, line in enumerate(lines):
        parts = "".join(
            "<tspan" + "".join(f' {key}="{value}"' for key, value in style.items()) + f">{html.escape(part)}</tspan>"
            for part, style in spans(line))
        rows.append(f'<text x="{MARGIN}" y="{MARGIN + (i + 0.8) * LINE_HEIGHT:.1f}">{parts}</text>')
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height}" '
            f'viewBox="0 0 {width:.0f} {height}" xml:space="preserve" font-size="{FONT_SIZE}" '
            f'font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" fill="{TEXT}">\n'
            f'<rect width="100%" height="100%" rx="8" fill="{BACKGROUND}"/>\n' + "\n".join(rows) + "\n</svg>\n")


def main():
    keyinfo, output = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    text = (ROOT / "testdata/keys/id_ed25519.rounds-16").read_bytes()
    with tempfile.TemporaryDirectory() as folder:
        files = {"id_ed25519": text, "pasted_key": text.replace(b"\n", b"\r\n"),
                 "half_a_key": text[: len(text) // 2]}
        shown = ""
        for name, content in files.items():
            path = pathlib.Path(folder) / name
            path.write_bytes(content)
            path.chmod(0o600)
            shown += f"\x1b[1m$ keyinfo {name}\x1b[0m\n" + run_in_terminal([keyinfo, name], folder) + "\n"
    output.write_text(svg(shown), encoding="utf-8")


main()
