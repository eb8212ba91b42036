#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the rooms of the sample world as UDMF, which `blak room build` makes into .roo. Needs nothing but Python 3.

    world/rooms/build_rooms.py [--to FOLDER] [ROOM...]
"""
import argparse
import importlib
import pathlib

ROOMS = ("lantern", "square", "mill")

if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--to", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent)
    parser.add_argument("rooms", nargs="*", default=ROOMS)
    options = parser.parse_args()
    for name in options.rooms or ROOMS:
        (options.to / f"{name}.udmf").write_text(importlib.import_module(name).build().text())
