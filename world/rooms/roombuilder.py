# SPDX-License-Identifier: GPL-3.0-or-later
"""Rooms painted as polygons: a later polygon lies over the earlier ones, lines appear where two sectors meet.

Units: editor units, 64 per square, y up. All corners and crossings must lie on whole units; what does not is refused with the place.
Writes canonical UDMF (docs/formats/udmf.md). Needs nothing but Python 3; the same program gives the same bytes.
"""
import math
from fractions import Fraction

WRAP = 256  # units after which every texture repeats: x offsets are taken modulo this


def rect(x0, y0, x1, y1):
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


def octagon(x, y, radius):
    k = round(radius * 0.42)
    return [(x - radius, y - k), (x - k, y - radius), (x + k, y - radius), (x + radius, y - k),
            (x + radius, y + k), (x + k, y + radius), (x - k, y + radius), (x - radius, y + k)]


class Sector:
    """What a polygon is filled with.

    wall: texture of lines to the void; riser: of steps up into this sector; upper: of drops of the ceiling into this sector.
    align: where wall textures of this sector begin (default: the world's origin).
    """

    def __init__(self, name, floor, ceiling, ground, sky, wall=0, riser=0, upper=0, light=200, align=(0, 0), **more):
        self.name, self.floor, self.ceiling, self.ground, self.sky = name, floor, ceiling, ground, sky
        self.wall, self.riser, self.upper, self.light, self.align, self.more = wall, riser, upper, light, align, more

    def surface(self, key, flat, point):
        slope = self.more.get(key)
        if not slope:
            return Fraction(flat)
        (x1, y1, z1), (x2, y2, z2), (x3, y3, z3) = slope
        det = (x2 - x1) * (y3 - y1) - (x3 - x1) * (y2 - y1)
        s = Fraction((point[0] - x1) * (y3 - y1) - (x3 - x1) * (point[1] - y1), det)
        t = Fraction((x2 - x1) * (point[1] - y1) - (point[0] - x1) * (y2 - y1), det)
        return z1 + s * (z2 - z1) + t * (z3 - z1)

    def floor_at(self, point):
        return self.surface("slope", self.floor, point)

    def ceiling_at(self, point):
        return self.surface("ceiling_slope", self.ceiling, point)


class Room:
    def __init__(self, title, corner, opposite, version="13 (float)"):
        self.title, self.version = title, version
        self.left, self.bottom = min(corner[0], opposite[0]), min(corner[1], opposite[1])
        self.right, self.top = max(corner[0], opposite[0]), max(corner[1], opposite[1])
        self.polygons, self.faces = [], []

    def paint(self, sector, *polygons):
        """Fills polygons with a sector; None digs a hole of void."""
        for polygon in polygons:
            self.polygons.append((sector, polygon))
        return sector

    def face(self, choose, **fields):
        """Overrides fields of sidedefs: `choose(mine, other, a, b)` sees the sectors in front and behind and the ends, left first.

        Fields: normal, above, below (texture numbers) and every field of a sidedef in UDMF; `align` as in Sector.
        """
        self.faces.append((choose, fields))

    # Geometry

    def pieces(self):
        """All edges, cut at every crossing: {(a, b)} with a < b."""
        edges = set()
        for _, polygon in self.polygons:
            for a, b in zip(polygon, polygon[1:] + polygon[:1]):
                edges.add((min(a, b), max(a, b)))
        edges = sorted(edges)
        cuts = {edge: {edge[0], edge[1]} for edge in edges}
        for i, (a, b) in enumerate(edges):
            for c, d in edges[i + 1:]:
                if c[0] > b[0]:
                    break  # sorted by the left end
                if max(a[1], b[1]) < min(c[1], d[1]) or max(c[1], d[1]) < min(a[1], b[1]):
                    continue
                for point in self.crossings(a, b, c, d):
                    cuts[(a, b)].add(point)
                    cuts[(c, d)].add(point)
        result = set()
        for points in cuts.values():
            chain = sorted(points)
            result.update(zip(chain, chain[1:]))
        return sorted(result)

    def crossings(self, a, b, c, d):
        """Whole points where the segments ab and cd meet, end points included. Elsewhere only what is painted over may cross."""
        ux, uy, vx, vy = b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]
        det = ux * vy - uy * vx
        if det == 0:
            if (c[0] - a[0]) * uy != (c[1] - a[1]) * ux:
                return []
            low, high = max(a, c), min(b, d)  # on one line: the common part
            return [low, high] if low <= high else []
        s = Fraction((c[0] - a[0]) * vy - (c[1] - a[1]) * vx, det)
        t = Fraction((c[0] - a[0]) * uy - (c[1] - a[1]) * ux, det)
        if not (0 <= s <= 1 and 0 <= t <= 1):
            return []
        x, y = a[0] + s * ux, a[1] + s * uy
        if x.denominator != 1 or y.denominator != 1:
            seen = {id(self.sector_at(x + dx / 32, y + dy / 32)) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy}
            if len(seen) <= 2:
                return []
            raise ValueError(f"lines {a} {b} and {c} {d} cross at {float(x):.2f}, {float(y):.2f}, not on whole units")
        return [(int(x), int(y))]

    def sector_at(self, x, y):
        for sector, polygon in reversed(self.polygons):
            if inside(polygon, x, y):
                return sector
        return None

    def lines(self):
        """(a, b, sector on the right, sector on the left); the right one is never None. Straight runs are one line."""
        found = {}
        for a, b in self.pieces():
            length = math.dist(a, b)
            mx, my = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
            nx, ny = (b[1] - a[1]) / length * 0.02, (a[0] - b[0]) / length * 0.02  # to the right
            right, left = self.sector_at(mx + nx, my + ny), self.sector_at(mx - nx, my - ny)
            if right is left:
                continue
            found[(a, b)] = (right, left)
        ends = {}
        for a, b in found:
            ends.setdefault(a, []).append((a, b))
            ends.setdefault(b, []).append((a, b))
        for point in sorted(ends):  # join what one line can say
            pair = ends[point]
            if len(pair) != 2:
                continue
            one, two = sorted(pair)
            if one[1] != point or two[0] != point or found[one] != found[two]:
                continue
            if (point[0] - one[0][0]) * (two[1][1] - point[1]) != (point[1] - one[0][1]) * (two[1][0] - point[0]):
                continue
            joined = (one[0], two[1])
            found[joined] = found.pop(one)
            del found[two]
            for end, old in ((one[0], one), (two[1], two)):
                ends[end] = [joined if e == old else e for e in ends[end]]
        result = []
        for (a, b), (right, left) in sorted(found.items()):
            result.append((a, b, right, left) if right is not None else (b, a, left, None))
        return result

    # Surfaces

    def side(self, mine, other, a, b):
        """Fields of the sidedef that looks at `mine`; a is left, b right for who stands in it."""
        fields = {"normal": 0, "above": 0, "below": 0}
        align = mine.align
        if other is None:
            fields["normal"] = mine.wall
        else:
            if any(other.floor_at(p) > mine.floor_at(p) for p in (a, b)):
                fields["below"] = other.riser
                align = other.align
            if any(other.ceiling_at(p) < mine.ceiling_at(p) for p in (a, b)):
                fields["above"] = other.upper
                align = other.align
            fields["passable"] = True
        for choose, more in self.faces:
            if choose(mine, other, a, b):
                fields.update(more)
        align = fields.pop("align", align)
        length = math.dist(a, b)
        along = ((a[0] - align[0]) * (b[0] - a[0]) + (a[1] - align[1]) * (b[1] - a[1])) / length
        fields["offsetx"] = (round(along) + fields.get("offsetx", 0)) % WRAP
        return fields

    # Text

    def client(self, point):
        return 16 * (point[0] - self.left), 16 * (self.top - point[1]), 16 * point[2]

    def slope_fields(self, prefix, points, angle, ceiling):
        rows = []
        for k, (x, y, z) in enumerate(points, 1):
            rows += [(f"{prefix}_x{k}", x), (f"{prefix}_y{k}", y), (f"{prefix}_z{k}", z)]
        p, q, r = (self.client(point) for point in points)
        u, v = [q[i] - p[i] for i in range(3)], [r[i] - p[i] for i in range(3)]
        n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
        scale = 1024 / math.sqrt(sum(c * c for c in n)) * (1 if (n[2] > 0) != ceiling else -1)
        n = [c * scale for c in n]
        d = -sum(n[i] * p[i] for i in range(3))
        if angle:
            rows.append((f"{prefix}_angle", angle))
        rows += [(f"{prefix}_originx", float(p[0])), (f"{prefix}_originy", float(p[1]))]
        return rows + [(f"{prefix}_{name}", float(value)) for name, value in zip("abcd", (*n, d))]

    def text(self):
        lines = self.lines()
        vertices, sectors, sides, linedefs = {}, [], [], []
        for a, b, right, left in lines:
            for point in (a, b):
                vertices.setdefault(point, len(vertices))
            numbers = []
            for mine, other, p, q in ((right, left, a, b), (left, right, b, a)):
                if mine is None:
                    continue
                if mine not in sectors:
                    sectors.append(mine)
                numbers.append(len(sides))
                sides.append((mine, self.side(mine, other, p, q)))
            linedefs.append((vertices[a], vertices[b], numbers))
        order = [s for k, (s, _) in enumerate(self.polygons) if s in sectors and all(t is not s for t, _ in self.polygons[:k])]
        out = [f"// {self.title}", "// Painted by world/rooms/build_rooms.py.", 'namespace = "Meridian59";',
               f'format = "{self.version}";', ""]
        for x, y in ((self.left, self.top), (self.right, self.bottom)):
            out += block("thing", [("x", x), ("y", y), ("type", 0)])
        for x, y in vertices:
            out += block("vertex", [("x", x), ("y", y)])
        for v1, v2, numbers in linedefs:
            fields = [("v1", v1), ("v2", v2), ("sidefront", numbers[0])]
            out += block("linedef", fields + ([("sideback", numbers[1])] if len(numbers) > 1 else []))
        for mine, fields in sides:
            rows = [("sector", order.index(mine)), ("offsetx", fields["offsetx"]), ("offsety", fields.get("offsety", 0))]
            rows += [("texturetop", texture(fields["above"])), ("texturemiddle", texture(fields["normal"])),
                     ("texturebottom", texture(fields["below"]))]
            rows += [(name, fields.get(name)) for name in SIDE_FIELDS]
            out += block("sidedef", [(k, v) for k, v in rows if k == "sector" or v not in (0, None, False, "-")])
        for sector in order:
            out.append(f"// {sector.name}")
            rows = [("id", sector.more.get("id", 0)), ("heightfloor", sector.floor), ("texturefloor", texture(sector.ground)),
                    ("heightceiling", sector.ceiling), ("textureceiling", texture(sector.sky))]
            rows = [(k, v) for k, v in rows if k != "id" or v]
            rows += [(k, sector.more[k]) for k in ("depth", "offsetx", "offsety") if sector.more.get(k)]
            rows.append(("lightlevel", sector.light))
            rows += [(k, sector.more[k]) for k in SECTOR_FIELDS if sector.more.get(k)]
            for key, prefix in (("slope", "floorslope"), ("ceiling_slope", "ceilingslope")):
                if sector.more.get(key):
                    rows.append(("slopedfloor" if key == "slope" else "slopedceiling", True))
                    rows += self.slope_fields(prefix, sector.more[key], sector.more.get(key + "_angle", 0), key != "slope")
            out += block("sector", rows)
        return "\n".join(out[:-1]) + "\n"


SIDE_FIELDS = ["backwards", "abovebottomup", "normaltopdown", "belowtopdown", "noverticaltile", "transparent", "nolookthrough", "passable",
               "mapnever", "mapalways", "scrollspeed", "scrolldirection", "animationspeed"]
SECTOR_FIELDS = ["flicker", "nomove", "scrollfloor", "scrollceiling", "scrollspeed", "scrolldirection", "animationspeed"]


def texture(number):
    return f"grd{number:05}" if number else "-"


def block(kind, rows):
    def value(v):
        return "true" if v is True else f'"{v}"' if isinstance(v, str) else repr(v)
    return [kind, "{", *(f"    {k} = {value(v)};" for k, v in rows), "}", ""]


def inside(polygon, x, y):
    odd = False
    for (x1, y1), (x2, y2) in zip(polygon, polygon[1:] + polygon[:1]):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1):
            odd = not odd
    return odd
