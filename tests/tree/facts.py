#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fails where a comment cites a section of docs/facts that is not there.

    facts.py ROOT

Cited are `formats.md`, `kod.md` and `protocol.md`, with "section 1.7" or "sections 1.9 to 1.12" behind the name; without a number the page alone.
"""
import pathlib
import re
import sys

PAGES = ("formats", "kod", "protocol")
CITED = re.compile(r"\b(" + "|".join(PAGES) + r")\.md`?[,)]?\s+sections?\s+((?:\d+[A-Z]?(?:\.\d+)*(?:\s*(?:,|and|to|-)\s*)?)+)")
NUMBER = re.compile(r"\d+[A-Z]?(?:\.\d+)*")
COMMENT = re.compile(r"\n[ \t]*(?:///?<?|#|\*)?[ \t]*")
ENDINGS = {".h", ".cpp", ".py", ".md", ".kod"}


def sections(root):
    found = {}
    for page in PAGES:
        text = (root / "docs" / "facts" / f"{page}.md").read_text(encoding="utf-8")
        found[page] = set(re.findall(r"^#+ (\d+[A-Z]?(?:\.\d+)*)\.?\s", text, re.M))
    return found


def cited(text):
    for page, numbers in CITED.findall(COMMENT.sub(" ", text)):
        for number in NUMBER.findall(numbers):
            yield page, number


def main():
    root = pathlib.Path(sys.argv[1])
    there = sections(root)
    faults = []
    count = 0
    for top in ("formats", "ui", "kodide", "server", "client", "roomedit", "bgfeditor", "studio", "tests", "docs"):
        for file in sorted((root / top).rglob("*")):
            if file.suffix not in ENDINGS or file.name == "facts.py":
                continue
            for page, number in cited(file.read_text(encoding="utf-8", errors="replace")):
                count += 1
                if number not in there[page]:
                    faults.append(f"{file.relative_to(root)}: cites {page}.md section {number}, which docs/facts does not have")
    if list(cited("as kod.md,\n// section 77.7 and formats.md sections 1.3 to 1.6")) != \
            [("kod", "77.7"), ("formats", "1.3"), ("formats", "1.6")] or "77.7" in there["kod"]:
        faults.append("this test no longer understands citations")
    print("\n".join(faults) if faults else f"{count} citations, all in docs/facts")
    return 1 if faults or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
