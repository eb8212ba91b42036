#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The dependency rule sees what it is there for: forbidden includes and links are planted, and each must be reported.

    dependency_rule_test.py ROOT LIBRARIES
"""
import pathlib
import sys

from dependency_rule import Rule, read_libraries

PLANTED = [  # a real source, and a line that must not stand in it
    ("studio/views/views.cpp", '#include "studio/shell/studio_window.h"'),
    ("server/sessions/sessions.cpp", '#include "server/serve/server.h"'),
    ("roomedit/textures/texture_browser.cpp", '#include "roomedit/ui/room_view.h"'),
    ("formats/roo/room_read.cpp", '#include "formats/space/loaded_room.h"'),
    ("formats/document/history.cpp", "#include <QString>"),
    ("roomedit/roomcore/compatible_build.cpp", '#include "roomedit/ui/room_model.h"'),
    ("server/vm/interpreter.cpp", '#include "server/world/world.h"'),
    ("ui/theme.cpp", '#include "studio/shell/studio_settings.h"'),
    ("kodide/ui/code_view.cpp", '#include "roomedit/ui/room_view.h"'),
    ("client/render/renderer.cpp", '#include "client/scene/walker.h"'),
    ("bgfeditor/ui/sprite_view.cpp", "#include <QtWidgets>"),
    ("server/bots/bot.cpp", '#include "server/sessions/sessions.h"'),
    ("studio/shell/editors.cpp", '#include "no/such/folder.h"'),
]
NAMESPACES = [("server/sessions/sessions.cpp", "blak::profile"), ("formats/bgf/sprite.cpp", "blak::roo"), ("studio/views/views.cpp", "blak::ui::shell")]
LINKS = [("widgets", "shell"), ("kodide_ui", "studio_views"), ("vm", "server_world"), ("roomcore", "roomedit_ui")]


def main():
    root = pathlib.Path(sys.argv[1])
    libraries = read_libraries(sys.argv[2])
    missed = []
    for path, line in PLANTED:
        text = (root / path).read_text(encoding="utf-8")
        before = len(list(Rule(libraries).check_source(path, text)))
        found = list(Rule(libraries).check_source(path, text + "\n" + line + "\n"))
        if len(found) != before + 1:
            missed.append(f"{path}: {line} gave {len(found) - before} reports")
    for name, link in LINKS:
        folders, links = libraries[name]
        planted = dict(libraries) | {name: (folders, links | {link})}
        if f"{name} may not link {link}" not in list(Rule(planted).check_links()):
            missed.append(f"{name} linking {link} was not reported")
    nowhere = list(Rule(libraries).check_source("studio/nowhere/source.cpp", ""))
    if not nowhere:
        missed.append("a source of no library was not reported")
    unknown = dict(libraries) | {"newcomer": (["newcomer"], set())}
    if "newcomer: a library that no rule knows" not in list(Rule(unknown).check_links()):
        missed.append("a library without a rule was not reported")
    for path, other in NAMESPACES:
        text = (root / path).read_text(encoding="utf-8")
        plain, planted = {path: text}, {path: text, path + "x": f"namespace {other} {{\nvoid foreign() {{}}\n}}\n"}
        rule = Rule(libraries)
        if len(list(rule.check_namespaces(planted))) != len(list(rule.check_namespaces(plain))) + 1:
            missed.append(f"{path}: a neighbour in {other} was not reported")
    print("\n".join(missed) if missed else f"{len(PLANTED) + len(LINKS) + len(NAMESPACES) + 2} planted faults, all reported")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
