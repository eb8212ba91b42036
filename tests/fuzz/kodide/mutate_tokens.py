#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compiles the conformance programs with tokens dropped, doubled, swapped or replaced. The compiler must neither crash nor hang, and
must name file and line with every error.

usage: mutate_tokens.py PATH/bc SUITE [--runs N | --minutes M] [--seed S]
"""
import argparse
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time

TOKEN = re.compile(r'"(?:[^"\n\\]|\\.)*"|[A-Za-z_]\w*|\d+|<>|<=|>=|\+\+|--|[ \t]+|\n|.', re.S)
PLACED = re.compile(r'^\S+\(\d+\): (error|warning): .')


def programs(suite):
    for dialect in ("classic", "open105"):
        for source in sorted((suite / dialect).glob("*/*.kod")):
            text = source.read_text(encoding="latin-1")
            if len(text) < 20000:
                yield dialect, source, TOKEN.findall(text)


def mutate(tokens, rnd):
    tokens = list(tokens)
    for _ in range(rnd.choice((1, 1, 2, 4))):
        spots = [i for i, token in enumerate(tokens) if token.strip(" \t")]
        if len(spots) < 2:
            break
        a, b = rnd.choice(spots), rnd.choice(spots)
        action = rnd.randrange(4)
        if action == 0:
            del tokens[a]
        elif action == 1:
            tokens.insert(a, tokens[a])
        elif action == 2:
            tokens[a], tokens[b] = tokens[b], tokens[a]
        else:
            tokens[a] = tokens[b]
    return "".join(tokens)


def fault_of(compiler, dialect, text, folder):
    source = folder / "m.kod"
    source.write_text(text, encoding="latin-1")
    try:
        done = subprocess.run([compiler, "--dialect=" + dialect, "-d", "m.kod"], cwd=folder, capture_output=True, timeout=20)
    except subprocess.TimeoutExpired:
        return "hangs"
    lines = done.stdout.decode("latin-1").splitlines()
    if done.returncode not in (0, 1):
        return "ends with %d: %s" % (done.returncode, done.stderr.decode("latin-1")[-300:])
    errors = [line for line in lines if "error: " in line]
    if done.returncode == 1 and not errors:
        return "fails without a reason"
    # Limits of handlers and switches have no line in the old format.
    for line in errors:
        if not PLACED.match(line) and not re.match(r"error: m\.kod: .*(limit|slot|twice|defaults)", line):
            return "error without a place: " + line
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("compiler")
    parser.add_argument("suite", type=pathlib.Path)
    parser.add_argument("--runs", type=int, default=300)
    parser.add_argument("--minutes", type=float)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rnd = random.Random(options.seed)
    everything = list(programs(options.suite))
    end = time.monotonic() + options.minutes * 60 if options.minutes else None
    runs = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        while time.monotonic() < end if end else runs < options.runs:
            dialect, source, tokens = rnd.choice(everything)
            text = mutate(tokens, rnd)
            runs += 1
            fault = fault_of(options.compiler, dialect, text, folder)
            (folder / "kodbase.txt").unlink(missing_ok=True)
            if fault:
                kept = pathlib.Path(tempfile.gettempdir()) / "mutated.kod"
                kept.write_text(text, encoding="latin-1")
                print("%s (from %s, run %d, kept as %s)" % (fault, source, runs, kept))
                return 1
    print("%d mutated programs, no fault" % runs)
    return 0 if runs and everything else 1


if __name__ == "__main__":
    sys.exit(main())
