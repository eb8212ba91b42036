#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fails where an #include or a link runs against the architecture.

    dependency_rule.py ROOT LIBRARIES

LIBRARIES is what CMake wrote: a line for each library or program, "NAME<TAB>folder;folder<TAB>link;link". Three rules:
  1. A source includes headers of its own library and of those that the library links by name - not of what these link in turn.
  2. Only a library that links Qt includes Qt; nobody includes the whole of <QtWidgets>.
  3. A library links only what MAY_LINK allows: the arrows of the architecture.
"""
import pathlib
import re
import sys

FORMATS = {"formats"}
CORES = FORMATS | {"space", "document", "wire"}
CLIENT_CORES = {"render", "scene", "audio"}
EDITORS = {"kodide_ui", "roomedit_ui", "texture_browser", "bgfedit_ui", "sound_view"}
# What each library may link of ours. Whoever adds an arrow here changes the architecture.
MAY_LINK = {
    "formats": set(),
    "space": FORMATS, "document": FORMATS, "wire": FORMATS,
    "kodc": FORMATS | {"document"},
    "kodidx": FORMATS | {"kodc"},
    "vm": FORMATS | {"space"},
    "server_world": FORMATS | {"space", "wire", "vm", "kodc"},
    "server_address": set(),
    "server_profile": FORMATS | {"vm"},
    "server_sessions": FORMATS | {"space", "wire", "vm", "server_address", "server_profile", "server_world", "kodc"},
    "server_testing": FORMATS | {"wire", "vm", "server_sessions", "server_world"},
    "server_record": FORMATS | {"server_address"},
    "server_peers": FORMATS | {"vm", "server_address", "server_record"},
    "dap": FORMATS | {"kodc", "vm"},
    "bots": FORMATS | {"space", "wire", "client_session"},
    "server_serve": FORMATS | {"space", "wire", "vm", "server_address", "server_profile", "server_world", "server_sessions", "server_record", "server_peers"},
    "blakserv": FORMATS | {"server_serve"},
    "render": FORMATS | {"space"},
    "scene": FORMATS | {"space", "wire", "render"},
    "client_session": CORES | {"render", "scene"},
    "client_updates": CORES | {"client_session"},
    "module_api": set(),
    "play": CORES | CLIENT_CORES | {"audio_output", "client_session", "client_updates", "module_api", "widgets"},
    **{f"module_{name}": CORES | {"render", "scene", "client_session", "module_api", "play", "widgets"}
       for name in ("intro", "char", "mailnews", "merintr", "admin", "dm", "chess", "stats")},
    "module_compass": {"module_api"},
    "blakston-client": {"play", "widgets"},
    "audio": FORMATS,
    "audio_output": FORMATS | {"audio"},
    "widgets": FORMATS | {"document", "render"},
    "roomcore": FORMATS | {"space", "document"},
    "doom_import": FORMATS | {"document", "render", "roomcore"},
    "room_obj": FORMATS | {"space", "render", "bgfcore"},
    "room_script": FORMATS | {"document", "roomcore"},
    "bgfcore": FORMATS | {"document", "render", "scene"},
    "kodide_ui": FORMATS | {"document", "kodc", "kodidx", "dap", "widgets"},
    "texture_browser": FORMATS | {"document", "render", "widgets"},
    "roomedit_ui": CORES | {"render", "scene", "roomcore", "doom_import", "room_obj", "room_script", "widgets"},
    "bgfedit_ui": FORMATS | {"document", "render", "bgfcore", "widgets"},
    "sound_view": FORMATS | {"document", "audio", "audio_output", "widgets"},
    "project": FORMATS | {"kodc"},
    "tree_plan": FORMATS | {"document"},
    "tree_plan_dialog": FORMATS | {"document", "tree_plan", "widgets"},
    "new_room": FORMATS | {"document", "project", "roomcore", "space", "tree_plan"},
    "new_room_dialog": FORMATS | {"document", "new_room", "tree_plan", "tree_plan_dialog", "widgets"},
    "atlas": FORMATS | {"project", "tree_plan", "new_room"},
    "atlas_window": {"project", "widgets", "atlas"},
    "new_class": FORMATS | {"document", "project", "tree_plan"},
    "new_world": FORMATS | {"project"},
    "new_world_dialog": FORMATS | {"new_world", "project", "widgets"},
    "new_class_dialog": FORMATS | {"document", "new_class", "tree_plan", "tree_plan_dialog", "widgets"},
    "new_art": FORMATS | {"document", "project", "bgfcore", "tree_plan"},
    "new_art_dialog": FORMATS | {"document", "new_art", "tree_plan", "tree_plan_dialog", "widgets"},
    "run_folder": FORMATS | {"project", "kodc", "roomcore", "server_world"},
    "play_prepare": FORMATS | {"project", "kodc", "run_folder", "wire"},
    "play_session": FORMATS | {"project", "kodc", "play_prepare", "wire"},
    "play_bundle": FORMATS,
    "studio_playing": CORES | {"render", "scene", "client_session", "play", "project", "kodc", "roomcore", "bgfcore", "tree_plan", "play_prepare", "play_bundle", "play_session", "widgets"},
    "lsp": FORMATS | {"dap", "kodc", "kodidx"},
    "debug_files": FORMATS | {"dap"},
    "studio_debugging": FORMATS | {"debug_files", "document", "dap", "kodc", "kodide_ui", "widgets"},
    "studio_help": FORMATS | {"widgets"},
    "studio_diff": FORMATS | {"roomcore"},
    "studio_views": CORES | {"audio", "audio_output", "bgfcore", "render", "scene", "project", "server_world", "studio_diff", "roomcore", "roomedit_ui", "kodide_ui", "widgets"},
    "shell": CORES | EDITORS | {"render", "project", "kodc", "roomcore", "bgfcore", "new_art", "new_art_dialog", "new_class", "new_class_dialog", "new_room", "new_room_dialog", "new_world", "new_world_dialog", "atlas", "atlas_window", "run_folder", "studio_debugging", "studio_help", "studio_playing", "studio_views", "tree_plan", "widgets"},
    "blakston-studio": {"shell"},
    "blak": CORES | {"bots", "bgfcore", "dap", "doom_import", "room_obj", "room_script", "kodc", "kodidx", "lsp", "new_art", "new_room", "tree_plan", "project", "render", "roomcore", "run_folder", "play_prepare", "atlas", "scene", "server_serve", "server_world",
                     "server_sessions", "server_profile", "server_testing", "server_peers", "server_record", "vm", "studio_diff", "client_session", "play"},
}
INCLUDE = re.compile(r'^\s*#\s*include\s+([<"])([^>"]+)[>"]', re.M)
QT = re.compile(r"Q[A-Z]|Qt[A-Z]|Qsci/")
NAMESPACE = re.compile(r"^namespace (blak[\w:]*)\s*\{(.*)$", re.M)


def namespaces(text):
    """Those that a source fills; what declares names of others only does not count."""
    for found in NAMESPACE.finditer(text):
        body = text[found.end():].partition("\n}")[0]
        if "}" not in found[2] and re.search(r"[{(=]", body):
            yield found[1]


def read_libraries(path):
    """name -> (folders, links)"""
    libraries = {}
    for line in pathlib.Path(path).read_text(encoding="utf-8").splitlines():
        name, folders, links = line.split("\t")
        libraries[name] = ([f for f in folders.split(";") if f], {l for l in links.split(";") if l})
    return libraries


class Rule:
    def __init__(self, libraries):
        self.libraries = libraries
        self.home = {folder: name for name, (folders, _) in libraries.items() for folder in folders}

    def qt_links(self, name, seen=None):
        """Whether the library links Qt, itself or through one of ours."""
        seen = seen if seen is not None else set()
        if name in seen or name not in self.libraries:
            return name.startswith(("Qt6::", "QScintilla"))
        seen.add(name)
        return any(self.qt_links(link, seen) for link in self.libraries[name][1] if link not in {"server_serve", "room_script"})

    def check_links(self):
        for name, (_, links) in sorted(self.libraries.items()):
            if name not in MAY_LINK:
                yield f"{name}: a library that no rule knows"
                continue
            for link in sorted(links & self.libraries.keys() - MAY_LINK[name]):
                yield f"{name} may not link {link}"

    def check_source(self, path, text):
        """`path` from the root, with slashes."""
        folder = path.rpartition("/")[0]
        name = self.home.get(folder)
        if name is None:
            yield f"{path}: stands in a folder of no library"
            return
        for kind, target in INCLUDE.findall(text):
            if QT.match(target):
                if not self.qt_links(name):
                    yield f"{path}: includes <{target}>, but {name} is free of Qt"
                if target == "QtWidgets":
                    yield f"{path}: includes the whole of <QtWidgets>"
                continue
            if kind == "<" or "/" not in target:
                continue
            there = self.home.get(target.rpartition("/")[0])
            if there is None:
                yield f'{path}: includes "{target}", which is of no library'
            elif there != name and there not in self.libraries[name][1]:
                yield f'{path}: includes "{target}" of {there}, which {name} does not link'


    def check_namespaces(self, texts):
        """One namespace a library, with those within it; in formats one a folder. `texts`: path -> text."""
        filled = {}  # library or folder -> namespace -> a path
        for path, text in texts.items():
            folder = path.rpartition("/")[0]
            place = self.home.get(folder)
            for name in namespaces(text):
                filled.setdefault(folder if place == "formats" else place, {}).setdefault(name, path)
        for place, names in sorted(filled.items(), key=lambda entry: str(entry[0])):
            shortest = min(names, key=len)
            for name, path in sorted(names.items()):
                if name != shortest and not name.startswith(shortest + "::"):
                    yield f"{path}: fills {name}, but {place} is {shortest}"


def sources(root):
    for top in ("formats", "ui", "kodide", "server", "client", "roomedit", "bgfeditor", "studio"):
        for source in sorted((root / top).rglob("*")):
            if source.suffix in (".h", ".cpp"):
                yield source.relative_to(root).as_posix(), source


def main():
    root = pathlib.Path(sys.argv[1])
    rule = Rule(read_libraries(sys.argv[2]))
    faults = list(rule.check_links())
    texts = {path: source.read_text(encoding="utf-8", errors="replace") for path, source in sources(root)}
    for path, text in texts.items():
        faults += rule.check_source(path, text)
    faults += rule.check_namespaces(texts)
    print("\n".join(faults) if faults else f"{len(texts)} files of {len(rule.libraries)} libraries keep the dependency rule")
    return 1 if faults or not texts else 0


if __name__ == "__main__":
    sys.exit(main())
