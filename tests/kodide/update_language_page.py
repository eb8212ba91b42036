#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Renews what docs/language.md and docs/diagnostics.md take from the compiler's tables.

usage: update_language_page.py PATH/blak
"""
import pathlib
import subprocess
import sys

BEGIN = "<!-- tables: made by tests/kodide/update_language_page.py -->\n"
END = "<!-- end of tables -->"


def main():
    docs = pathlib.Path(__file__).resolve().parents[2] / "docs"
    def ask(option):
        return subprocess.run([sys.argv[1], "explain", option], check=True, capture_output=True, text=True).stdout
    page = (docs / "language.md").read_text()
    start, end = page.index(BEGIN) + len(BEGIN), page.index(END)
    (docs / "language.md").write_text(page[:start] + ask("--language") + page[end:])
    (docs / "diagnostics.md").write_text(ask("--all"))


if __name__ == "__main__":
    main()
