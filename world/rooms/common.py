# SPDX-License-Identifier: GPL-3.0-or-later
"""What the rooms of Hollowmere share: texture numbers by file stem, heights, and small pieces of furniture."""
import pathlib
import re

from roombuilder import Sector, rect

G = 256  # the ground of Hollowmere
OUTDOORS = 200


def textures():
    """Stem -> number, as the command files say."""
    result = {"": 0}
    for file in sorted((pathlib.Path(__file__).resolve().parent.parent / "textures").glob("grd*.bbg")):
        stem = re.search(r"^([a-z]+)\d*\.png", file.read_text(), re.M).group(1)
        result[stem] = int(file.stem[3:])
    return result


T = textures()


class Place:
    """Makes sectors of one room with textures by stem."""

    def __init__(self, room, sky):
        self.room, self.sky = room, sky

    def sector(self, name, floor, ground, *polygons, ceiling=None, over="", wall="", riser="", upper="", light=OUTDOORS, **more):
        made = Sector(name, floor, self.sky if ceiling is None else ceiling, T[ground], T[over], T[wall], T[riser], T[upper], light, **more)
        return self.room.paint(made, *polygons)

    def block(self, name, top, ground, face, *polygons, **more):
        """A raised, closed thing: wall, crate, counter."""
        return self.sector(name, top, ground, *polygons, **{**more, "riser": face, "nomove": True})

    def stairs(self, name, boxes, low, rise, ground, riser, **more):
        for k, box in enumerate(boxes, 1):
            self.sector(f"{name} {k}", low + rise * k, ground, box, riser=riser, **more)

    def gabled(self, name, box, eaves, ridge, along, roof, front, **more):
        """A house with a ridge along "x" or "y"; walls begin their texture at the corner of the box."""
        x0, y0, x1, y1 = box
        if along == "x":
            m = (y0 + y1) // 2
            halves = [(rect(x0, y0, x1, m), ((x0, y0, eaves), (x1, y0, eaves), (x0, m, ridge)), 0),
                      (rect(x0, m, x1, y1), ((x0, y1, eaves), (x1, y1, eaves), (x0, m, ridge)), 2048)]
        else:
            m = (x0 + x1) // 2
            halves = [(rect(x0, y0, m, y1), ((x0, y0, eaves), (x0, y1, eaves), (m, y0, ridge)), 1024),
                      (rect(m, y0, x1, y1), ((x1, y0, eaves), (x1, y1, eaves), (m, y0, ridge)), 3072)]
        for polygon, slope, angle in halves:
            self.block(f"{name}", eaves, roof, front, polygon, slope=slope, slope_angle=angle, align=(x0, y0), **more)

    def change(self, edge, test=lambda mine, other: True, **fields):
        """Overrides the sides whose middle lies on the segment `edge` and whose sectors, before and behind, pass the test."""
        (x0, y0), (x1, y1) = edge

        def choose(mine, other, a, b):
            mx, my = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
            on = (x1 - x0) * (my - y0) == (y1 - y0) * (mx - x0)
            return on and min(x0, x1) <= mx <= max(x0, x1) and min(y0, y1) <= my <= max(y0, y1) and test(mine, other)
        self.room.face(choose, **fields)

    def change_step(self, edge, texture, **fields):
        """Another texture for the step up that is seen on `edge`."""
        self.change(edge, lambda mine, other: other is not None and other.floor > mine.floor, below=T[texture], **fields)

    def change_pillar(self, x, y, reach, **fields):
        """Overrides the one-sided lines whose ends both lie within `reach` of a place: pillars."""
        def choose(mine, other, a, b):
            return other is None and all((p[0] - x) ** 2 + (p[1] - y) ** 2 <= reach ** 2 for p in (a, b))
        self.room.face(choose, **fields)

    def hang_walls(self):
        """Under ceilings, walls begin their texture at the top: so it goes on over steps, stages and crates."""
        self.room.face(lambda mine, other, a, b: other is None and mine.sky != 0, normaltopdown=True)

    def hang(self, edge, texture, drop=0, **more):
        """A see-through picture in the opening on `edge`, drawn once; `drop` lowers it below the ceiling, or raises if it stands."""
        self.change(edge, normal=T[texture], transparent=True, noverticaltile=True, offsety=drop, **more)
