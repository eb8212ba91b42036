#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fails where a README of a folder names a file or folder that does not exist, or a folder with sources has no README.

    readme_paths.py ROOT

A name counts when it looks like a file of this tree (an ending below, or `name.*` for a pair) or stands as `folder/` between back quotes. It is
looked for beside the README, in its folders, and from the root. `tst_NAME::function` is a test that must exist.
"""
import pathlib
import re
import subprocess
import sys

ENDINGS = "h|cpp|py|kod|khd|qss|qrc|md|cmake|bbg|udmf|txt\\.in|html|svg|sh"
FILE = re.compile(rf"(?<![\w./*<-])((?:\.\./)*[A-Za-z0-9_][\w./-]*\.(?:{ENDINGS}|\*))(?![\w.*])")
FOLDER = re.compile(r"`((?:\.\./)*[A-Za-z0-9_][\w./-]*/)`")
PATTERN = re.compile(r"[A-Z]{2,}|<|\*$")  # NAME~ and the like are patterns, not names
# Names of what is made or kept elsewhere: build results, files of a world, other people's trees.
ELSEWHERE = re.compile(r"^(build/|run/|channel/|savegame/|resource/|loadkod/|memmap/|rsc/|bof/|include/|\.\./shared|shared/)")
OUTSIDE = {"blakston.khd", "kodbase.txt", "name.kod"}


def listed(root):
    out = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=root, text=True, capture_output=True, check=False).stdout
    return [pathlib.PurePosixPath(line) for line in out.splitlines()]


def exists(root, folder, name):
    stem = name[:-2] if name.endswith(".*") else None
    for base in (root / folder, root):
        if stem is not None:
            if any(base.glob(stem + ".*")):
                return True
        elif (base / name).exists():
            return True
    tail = name.split("/")[-1]
    if "/" not in name:  # a file of a sub-folder, named beside it
        return any((root / folder).glob("*/" + tail))
    return False


def faults_of(root, readme, text):
    folder = readme.parent
    for pattern in (FILE, FOLDER):
        for name in pattern.findall(text):
            if ELSEWHERE.match(name) or name.lower() in OUTSIDE or "NAME" in name or "AREA" in name or "PRESET" in name:
                continue
            if not exists(root, folder, name):
                yield f"{readme}: names {name}, which is not there"


TEST = re.compile(r"`(tst_\w+)::(\w+)`")


def tests_missing(root, readme, text):
    """`tst_save::whatIsGone` is a function of a test program somewhere."""
    for program, function in sorted(set(TEST.findall(text))):
        if not any(re.search(rf"\bvoid {function}\(\)", path.read_text(encoding="utf-8"))
                   for path in (root / "tests").glob(f"**/{program}.cpp")):
            yield f"{readme}: names {program}::{function}, which is not there"


def main():
    root = pathlib.Path(sys.argv[1])
    faults = []
    readmes = 0
    files = [f for f in listed(root) if (root / f).exists()]
    if not files:
        print("git lists no files: not a checkout, nothing to check")
        return 0
    for file in files:
        if file.name == "README.md" and file.parts[:2] != ("tests", "conformance"): # those speak of programs in general
            readmes += 1
            text = (root / file).read_text(encoding="utf-8")
            faults += faults_of(root, file, text)
            faults += tests_missing(root, file, text)
    with_sources = {f.parent for f in files if f.suffix in (".cpp", ".h") and f.parts[0] != "tests"}
    named = {f.parent for f in files if f.name == "README.md"}
    for folder in sorted(with_sources):
        if not any(parent in named for parent in (folder, *list(folder.parents)[:1])):
            faults.append(f"{folder}/ has sources and no README.md")
    place = pathlib.PurePosixPath("formats/base/README.md")
    planted = list(faults_of(root, place, "Start with no_such_file.h and `no_such_folder/`."))
    planted += tests_missing(root, place, "`tst_file_io::noSuchTest`")
    if len(planted) != 3:
        faults.append(f"this test no longer sees what is not there: {planted}")
    print("\n".join(faults) if faults else f"{readmes} READMEs name only what is there")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
