#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Paints the room that the room cases of the runtime suite load: a hall with a dais, stairs, a pool, a ramp, a low passage, pillars,
a ledge too high to climb and a walled garden, each with a sector id. Grid of 18 rows and 23 columns.

usage: make_room.py [--check] PATH/blak        writes classic/rooms/sample.roo (version 12) and open105/rooms/sample.roo (version
15); with --check it only tells whether they are as painted. Goldens of the room cases come from the reference servers: after a
change, run_vm.py --update with them.
"""
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "../../../world/rooms"))
from roombuilder import Room, Sector, octagon, rect  # noqa: E402

ROWS, COLUMNS = 18, 23
BASE = 32  # all heights are above it: a file cannot hold negative ones


def squares(top, left, bottom, right):
    """Rows and columns from 1, both ends included, as a rectangle in editor units."""
    return rect((left - 1) * 64, (ROWS - bottom) * 64, right * 64, (ROWS - top + 1) * 64)


def build():
    room = Room("Room of the runtime suite", (0, 0), (COLUMNS * 64, ROWS * 64))

    def sector(name, floor, ceiling, number, *polygons, **more):
        return room.paint(Sector(name, BASE + floor, BASE + ceiling, 4101, 4107, wall=4121, riser=4125, upper=4112, id=number, **more), *polygons)

    sector("hall", 0, 160, 1, squares(7, 3, 13, 21))
    sector("passage", 0, 40, 5, squares(4, 11, 6, 12))
    sector("garden", 16, 220, 2, squares(1, 1, 3, 14))
    sector("sill", 40, 120, 6, rect(128, 704, 448, 768), nomove=True)
    sector("open door", 8, 160, 7, squares(4, 4, 6, 5))
    for k in range(3):
        sector(f"step {k + 1}", 16 * (k + 1), 160, 10 + k, squares(7 + k, 18, 7 + k, 21))
    sector("dais", 64, 160, 8, squares(10, 18, 13, 21))
    sector("ledge", 48, 160, 9, squares(12, 3, 13, 6))
    sector("pool", -8, 160, 3, squares(11, 9, 13, 12), depth="deep", animationspeed=10)
    sector("ford", -8, 160, 4, squares(11, 13, 13, 13), depth="shallow")
    ramp = ((896, 320, BASE), (896, 128, BASE + 72), (960, 128, BASE + 72))
    sector("ramp", 36, 200, 13, rect(896, 128, 1024, 320), slope=ramp)
    sector("gallery", 72, 200, 14, squares(17, 3, 17, 21))
    room.paint(None, octagon(480, 608, 40), rect(944, 592, 976, 624))
    return room


def main(check, blak):
    with tempfile.TemporaryDirectory() as folder:
        text = pathlib.Path(folder) / "sample.udmf"
        text.write_text(build().text())
        for dialect, version in (("classic", "12"), ("open105", "15")):
            target = HERE / dialect / "rooms/sample.roo"
            made = pathlib.Path(folder) / "sample.roo" if check else target
            target.parent.mkdir(exist_ok=True)
            subprocess.run([blak, "room", "build", "--to", version, "-o", made, text], check=True)
            if made.read_bytes() != target.read_bytes():
                sys.exit(f"{target} is not what {__file__} paints")


if __name__ == "__main__":
    arguments = [word for word in sys.argv[1:] if word != "--check"]
    if len(arguments) != 1:
        sys.exit(__doc__)
    main("--check" in sys.argv, pathlib.Path(arguments[0]).resolve())
