#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fails when an #include runs against the dependency rule of the architecture, or when a Qt-free folder includes Qt.

A folder is matched by its longest prefix below. ALLOWED names the folders it may include besides itself.
"""
import pathlib
import re
import sys

CORE = {"formats"}
ALLOWED = {
    "formats/space": {"formats"},
    "formats/document": {"formats"},
    "formats/wire": {"formats"},
    "formats": set(),
    "kodide/compiler": CORE,
    "kodide/index": CORE | {"kodide/compiler"},
    "kodide": CORE | {"kodide/compiler"},
    "kodide/ui": CORE | {"kodide", "ui"},
    "server/vm": CORE | {"formats/space"},
    "server/world": CORE | {"formats/space", "formats/wire", "server/vm"},
    "server/bots": CORE | {"formats/space", "formats/wire"},
    "server": CORE | {"formats/space", "formats/wire", "server", "kodide/compiler"},
    "client/render": CORE | {"formats/space"},
    "client/scene": CORE | {"formats/space", "formats/wire", "client/render"},
    "client/audio": CORE,
    "client": CORE | {"formats/space", "formats/wire", "client"},
    "roomedit/roomcore": CORE | {"formats/space", "formats/document"},
    "roomedit": CORE | {"formats/space", "formats/document", "client/render", "client/scene", "roomedit", "ui"},
    "bgfeditor/bgfcore": CORE | {"formats/document", "client/render"},
    "bgfeditor": CORE | {"formats/document", "client/render", "bgfeditor", "ui"},
    "ui": CORE | {"formats/document", "client/render"},
    "studio/project": CORE,
    "studio": {"formats", "ui", "formats/space", "formats/document", "formats/wire", "kodide", "server", "client", "roomedit", "bgfeditor", "studio"},
}
QT_FREE = ["formats", "kodide/compiler", "kodide/index", "server/vm", "server/world", "server/sessions", "server/control",
           "server/record", "server/telemetry", "server/mail", "server/billing", "server/bots", "client/audio", "client/render",
           "client/scene", "roomedit/roomcore", "bgfeditor/bgfcore", "studio/play", "studio/project"]
INCLUDE = re.compile(r'^\s*#\s*include\s+([<"])([^>"]+)[>"]', re.M)


def folder_of(path, table):
    """Longest entry of the table that is a prefix of the path."""
    hits = [entry for entry in table if path == entry or path.startswith(entry + "/")]
    return max(hits, key=len, default=None)


def main():
    root = pathlib.Path(sys.argv[1])
    faults = []
    files = 0
    for top in ("formats", "ui", "kodide", "server", "client", "roomedit", "bgfeditor", "studio"):
        for source in sorted((root / top).rglob("*")):
            if source.suffix not in (".h", ".cpp"):
                continue
            files += 1
            name = source.relative_to(root).as_posix()
            home = folder_of(name, ALLOWED)
            if home is None:
                faults.append(f"{name}: stands in a folder that no rule knows")
                continue
            for kind, target in INCLUDE.findall(source.read_text(encoding="utf-8", errors="replace")):
                if re.match(r"Q[A-Z]|Qt[A-Z]|Qsci/", target):
                    if folder_of(name, QT_FREE):
                        faults.append(f"{name}: includes <{target}>, but {folder_of(name, QT_FREE)} is free of Qt")
                    if target == "QtWidgets":
                        faults.append(f"{name}: includes the whole of <QtWidgets>")
                    continue
                there = folder_of(target, ALLOWED)
                if there is None:
                    if kind == '"' and not target.startswith("tests/") and "/" in target:
                        faults.append(f"{name}: includes \"{target}\", which no rule knows")
                    continue
                if there == home or there.startswith(home + "/") and home not in QT_FREE:
                    continue
                if not any(there == entry or (there.startswith(entry + "/") and entry not in CORE)
                           for entry in ALLOWED[home]):
                    faults.append(f"{name}: {home} may not include {there} (\"{target}\")")
    print("\n".join(faults) if faults else f"{files} files keep the dependency rule")
    return 1 if faults or files == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
