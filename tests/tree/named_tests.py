#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fails where a claim of docs/security.md or docs/reliability.md names no test, or one that does not exist or that nobody runs.

    named_tests.py ROOT

Claims are the rows of tables whose last column is headed `test`. There a name between back quotes is a script (`test_faults.py`,
`tests/attack/browser.py`), a class or a method of one (`Places`, `Places.test_x`, `test_x`), or a test program and functions of it
(`tst_bans bansByPattern`, then others alone). Fuzz targets stand without quotes (fuzz/bof).
"""
import pathlib
import re
import sys

PAGES = ("docs/security.md", "docs/reliability.md")
QUOTED = re.compile(r"`([^`]+)`")
FUZZ = re.compile(r"(?<![\w/])fuzz/(\w+)")


class Tests:
    def __init__(self, root):
        tests = root / "tests"
        self.programs = {path.stem: set(re.findall(r"\bvoid (\w+)\(\)", path.read_text(encoding="utf-8")))
                         for path in tests.glob("**/tst_*.cpp")}
        self.mains = {path.stem for path in tests.glob("**/*.cpp") if not path.stem.startswith("tst_") and "int main(" in
                      path.read_text(encoding="utf-8")}
        self.scripts = {}
        for path in tests.glob("**/*.py"):
            classes, current = {}, None
            for line in path.read_text(encoding="utf-8").splitlines():
                if found := re.match(r"class (\w+)", line):
                    current = classes.setdefault(found.group(1), set())
                elif (found := re.match(r"    def (test_\w+)", line)) and current is not None:
                    current.add(found.group(1))
            self.scripts[path.name] = classes
        run = [root / "scripts/deep", *tests.glob("**/CMakeLists.txt")]
        self.run = "\n".join(path.read_text(encoding="utf-8") for path in run)
        self.fuzz = {path.stem.removeprefix("fuzz_") for path in tests.glob("fuzz/**/fuzz_*.cpp")}

    def runs(self, script):
        """Scripts stand in a CMakeLists.txt by their names, or a part of them does in a list (test_${name}.py)."""
        part = script.removesuffix(".py").removeprefix("test_").removeprefix("world_")
        return script in self.run or re.search(rf"\bforeach\(\w+ [^)]*\b{part}\b", self.run) is not None

    def fault(self, name, program):
        """What is wrong with a name, or nothing. `program` = the last test program that was named in the cell."""
        words = name.split()
        if words[0] == "scripts/deep":
            return None if f" {words[1]})" in self.run else f"scripts/deep has no {words[1]}"
        if words[0] in self.mains:
            return None if words[0] in self.run else f"nobody builds {words[0]}"
        if words[0].startswith("tst_"):
            known = self.programs.get(words[0])
            if known is None:
                return f"there is no {words[0]}.cpp"
            return next((f"{words[0]} has no {word}" for word in words[1:] if word not in known), None)
        if words[0].endswith(".py"):
            script = words[0].split("/")[-1]
            if script not in self.scripts:
                return f"there is no {script}"
            if not self.runs(script):
                return f"nobody runs {script}"
            return self.fault(words[1], program) if len(words) > 1 and not words[1].startswith("--") else None
        owner, _, method = words[0].rpartition(".")
        wanted = owner or words[0]
        for script, classes in self.scripts.items():
            if not self.runs(script):
                continue
            if wanted in classes and (not owner or method in classes[wanted]):
                return None
            if not owner and any(wanted in methods for methods in classes.values()):
                return None
        in_programs = [program] if program else self.programs
        if not owner and any(wanted in self.programs[one] for one in in_programs):
            return None
        return f"there is no {name}" + (f" in {program}" if program else "")


def claims(text):
    """The last cell of each row below a head whose last column is `test`."""
    counts = False
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split(" | ")]
        if not line.startswith("|"):
            counts = False
        elif set(line) <= set("|- "):
            continue
        elif cells[-1].split(" (")[0] == "test":
            counts = True
        elif counts:
            yield cells[0], cells[-1]


def faults_of(page, text, tests):
    for claim, cell in claims(text):
        program = None
        names = QUOTED.findall(cell)
        targets = FUZZ.findall(cell)
        if not names and not targets:
            yield f"{page}: no test holds: {claim}"
        for target in targets:
            if target not in tests.fuzz:
                yield f"{page}: there is no fuzz target {target}"
        for name in names:
            if not re.match(r"[\w./]+", name) or name.startswith("--"):
                continue
            if fault := tests.fault(name, program):
                yield f"{page}: {fault}"
            if name.startswith("tst_"):
                program = name.split()[0]


def main():
    root = pathlib.Path(sys.argv[1])
    tests = Tests(root)
    faults = [fault for page in PAGES for fault in faults_of(page, (root / page).read_text(encoding="utf-8"), tests)]
    planted = "| claim | test |\n|---|---|\n| a | `Nobody.test_nothing` |\n| b | `tst_bans nothing` |\n| c | nothing |\n"
    if len(list(faults_of("planted", planted, tests))) != 3:
        faults.append("three planted faults are not all seen")
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
