# SPDX-License-Identifier: GPL-3.0-or-later
"""Things to carry and to put into rooms, sampled as coloured points on surfaces and seen a little from above.

Model units are editor units (a grown person is 67 high). x right, y towards the viewer at angle 0, z up. Light from the upper left.
"""
import math

import numpy as np

OVER = 3  # samples a pixel in each direction
PITCH = math.radians(20)
LIGHT = np.array((-0.50, 0.42, 0.76))

OAK, DARK, IRON, BRASS, STEEL = (150, 104, 62), (92, 62, 40), (96, 98, 108), (214, 170, 84), (184, 190, 200)


def grain(u, v, seed=1, amount=0.16):
    """Wood: fibres along v, rings across u."""
    return 1 - amount + amount * (np.sin(u * 3.1 + np.sin(v * 0.35 + seed) * 2.2 + seed * 7) * 0.5 + np.sin(u * 7.7 + seed) * 0.3 + 0.5)


def speckle(a, b):
    wave = np.sin(a * 12.9898 + b * 78.233) * 43758.5453
    return wave - np.floor(wave)


class Model:
    """Collects points, normals, colours, gloss, glow (1 = shines by itself) and how far a point is moved to the front."""

    def __init__(self, density):
        self.density, self.parts = density, []

    def add(self, points, normals, colours, gloss=0.0, glow=0.0, front=0.0):
        count = len(points)
        colours = np.broadcast_to(np.asarray(colours, float), (count, 3))
        self.parts.append((points, normals, colours, np.full(count, gloss), np.full(count, glow), np.full(count, front)))

    def lathe(self, profile, colour, centre=(0, 0), gloss=0.0, glow=0.0, axis="z", origin=(0, 0, 0)):
        """A turned body; `colour` is a colour or a function of (turn in radians, height)."""
        for (z0, r0), (z1, r1) in zip(profile, profile[1:]):
            length = math.hypot(z1 - z0, r1 - r0)
            if length == 0:
                continue
            rows = max(2, int(length * self.density))
            around = max(8, int(2 * math.pi * max(r0, r1) * self.density))
            f, t = np.meshgrid((np.arange(rows) + 0.5) / rows, np.arange(around) / around * 2 * math.pi, indexing="ij")
            f, t = f.ravel(), t.ravel()
            r, z = r0 + (r1 - r0) * f, z0 + (z1 - z0) * f
            nr, nz = (z1 - z0) / length, -(r1 - r0) / length
            points = np.stack([centre[0] + r * np.cos(t), centre[1] + r * np.sin(t), z], 1)
            normals = np.stack([nr * np.cos(t), nr * np.sin(t), np.full_like(t, nz)], 1)
            if axis == "x":
                points, normals = points[:, [2, 0, 1]], normals[:, [2, 0, 1]]
            points = points + np.array(origin, float)
            self.add(points, normals, colour(t, z) if callable(colour) else colour, gloss, glow)

    def box(self, low, high, colour, gloss=0.0, turn=0.0):
        """`colour` is a colour or a function of (axis of the face, u, v)."""
        low, high = np.array(low, float), np.array(high, float)
        for axis in range(3):
            u_axis, v_axis = [k for k in range(3) if k != axis]
            nu, nv = (max(2, int((high[k] - low[k]) * self.density)) for k in (u_axis, v_axis))
            u, v = np.meshgrid(low[u_axis] + (np.arange(nu) + 0.5) / nu * (high[u_axis] - low[u_axis]),
                               low[v_axis] + (np.arange(nv) + 0.5) / nv * (high[v_axis] - low[v_axis]), indexing="ij")
            for sign, at in ((-1, low[axis]), (1, high[axis])):
                points, normals = np.zeros((u.size, 3)), np.zeros((u.size, 3))
                points[:, axis], points[:, u_axis], points[:, v_axis] = at, u.ravel(), v.ravel()
                normals[:, axis] = sign
                if turn:
                    c, s = math.cos(turn), math.sin(turn)
                    for array in (points, normals):
                        array[:, 0], array[:, 1] = array[:, 0] * c - array[:, 1] * s, array[:, 0] * s + array[:, 1] * c
                self.add(points, normals, colour(axis, u.ravel(), v.ravel()) if callable(colour) else colour, gloss)

    def tube(self, path, radius, colour, gloss=0.0, glow=0.0, front=0.0):
        """Balls along a path of points; radius is one number or one for each point."""
        path = np.array(path, float)
        radii = np.broadcast_to(np.asarray(radius, float), (len(path),))
        ball = fibonacci(max(40, int(4 * math.pi * float(radii.max()) ** 2 * self.density**2)))
        steps = [path[:1]]
        rs = [radii[:1]]
        for a, b, ra, rb in zip(path, path[1:], radii, radii[1:]):
            n = max(1, int(np.linalg.norm(b - a) / max(0.25 * min(ra, rb), 0.6 / self.density)))
            f = (np.arange(1, n + 1) / n)[:, None]
            steps.append(a + (b - a) * f)
            rs.append(ra + (rb - ra) * f[:, 0])
        for centre, r in zip(np.concatenate(steps), np.concatenate(rs)):
            self.add(centre + ball * r, ball, colour, gloss, glow, front)

    def picture(self, angle, width, height, scale, lift, quantiser):
        """Palette indices; the model's origin stands `lift` pixels above the lower edge."""
        points, normals, colours, gloss, glow, front = (np.concatenate([part[k] for part in self.parts]) for k in range(6))
        a = math.radians(angle)
        c, s = math.cos(a), math.sin(a)
        flat = lambda v: np.stack([v[:, 0] * c - v[:, 1] * s, v[:, 0] * s + v[:, 1] * c, v[:, 2]], 1)
        points, normals = flat(points), flat(normals)
        cp, sp = math.cos(PITCH), math.sin(PITCH)
        tip = lambda v: np.stack([v[:, 0], v[:, 1] * cp + v[:, 2] * sp, v[:, 2] * cp - v[:, 1] * sp], 1)
        points, normals = tip(points), tip(normals)
        near = points[:, 1] + front
        lit = np.clip(normals @ LIGHT, 0, 1)
        half = LIGHT + np.array((0, 1, 0))
        half /= np.linalg.norm(half)
        shine = np.clip(normals @ half, 0, 1) ** 22
        value = (0.34 + 0.78 * lit) * (1 - glow) + glow
        shaded = colours * value[:, None] + 255 * (gloss * shine)[:, None]
        w, h = width * OVER, height * OVER
        x = np.floor((width / 2 + points[:, 0] * scale) * OVER).astype(int)
        y = np.floor((height - lift - points[:, 2] * scale) * OVER).astype(int)
        fits = (x >= 0) & (x < w) & (y >= 0) & (y < h) & (normals[:, 1] > -0.05)
        order = np.argsort(near[fits], kind="stable")  # far to near: the nearest is written last
        at = (y[fits] * w + x[fits])[order]
        image, depth = np.zeros((h * w, 3)), np.full(h * w, -1e9)
        image[at], depth[at] = shaded[fits][order], near[fits][order]
        depth, image = depth.reshape(h, w), image.reshape(h, w, 3)
        solid = depth > -1e8
        for dy, dx in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            image[~np.roll(np.roll(solid, dy, 0), dx, 1) & solid] *= 0.62
            step = np.roll(np.roll(depth, dy, 0), dx, 1) - depth
            image[(step > 0.35 * 8 / scale) & (step < 1e6) & solid] *= 0.82
        split = lambda array: array.reshape(height, OVER, width, OVER, -1).transpose(0, 2, 1, 3, 4).reshape(height, width, OVER * OVER, -1)
        inside = split(solid.astype(float))
        count = inside.sum(2)
        colour = (split(image) * inside).sum(2) / np.maximum(count, 1)
        return quantiser.indices(np.dstack([colour, np.where(count[..., 0] >= OVER * OVER / 2, 255, 0)]), 5.0)


def fibonacci(count):
    k = np.arange(count) + 0.5
    z, t = 1 - 2 * k / count, math.pi * (1 + 5**0.5) * k
    r = np.sqrt(1 - z * z)
    return np.stack([r * np.cos(t), r * np.sin(t), z], 1)


def arc(cx, cz, radius, start, end, y=0.0, steps=24):
    return [(cx + radius * math.cos(t), y, cz + radius * math.sin(t)) for t in np.linspace(start, end, steps)]


def rounded(profile):
    """A profile with its corners cut four times (Chaikin), so that a turned body shows no facets."""
    points = np.array(profile, float)
    for _ in range(4):
        a, b = points[:-1], points[1:]
        points = np.concatenate([points[:1], np.stack([a * 0.75 + b * 0.25, a * 0.25 + b * 0.75], 1).reshape(-1, 2), points[-1:]])
    return [tuple(p) for p in points]


def staves(count, base, hoops, seed=1):
    def colour(t, z):
        part = t / (2 * math.pi) * count
        tone = 0.84 + 0.28 * speckle(np.floor(part), seed)
        gap = np.abs(part - np.round(part)) < 0.045
        value = tone * grain(t * 14 + np.floor(part) * 3.7, z + 9 * speckle(np.floor(part), 2), seed) * np.where(gap, 0.5, 1.0)
        wood = np.array(base, float) * value[:, None]
        for low, high in hoops:
            on = (z >= low) & (z < high)
            wood[on] = np.array(IRON) * (0.9 + 0.15 * np.sin(t[on] * 40) * 0.3)[:, None]
            rivet = on & (np.abs(z - (low + high) / 2) < 0.34) & (np.abs(t * 3 / math.pi - np.round(t * 3 / math.pi)) < 0.05)
            wood[rivet] = (170, 172, 180)
        return wood
    return colour


def planks(base, wide, along_u=True, seed=2):
    def colour(axis, u, v):
        across, along = (v, u) if along_u else (u, v)
        row = across / wide
        tone = 0.86 + 0.24 * speckle(np.floor(row), seed + axis)
        gap = np.abs(row - np.round(row)) < 0.06
        return np.array(base, float) * (tone * grain(across * 2.2, along, seed) * np.where(gap, 0.55, 1.0))[:, None]
    return colour


def barrel(model, frame=0):
    profile = rounded([(0, 9.6), (3, 10.8), (8, 12.2), (14, 12.8), (20, 12.2), (25, 10.8), (28, 9.6)])
    hoops = [(1.0, 2.8), (7.0, 8.8), (19.2, 21.0), (25.2, 27.0)]
    model.lathe(profile, staves(16, OAK, hoops, 3), gloss=0.06)
    model.lathe([(28, 9.6), (28, 8.6), (26.6, 8.6), (26.6, 0.01)], lambda t, z: np.array(DARK) * np.where(z > 27.9, 1.5, 1.25)[:, None] * (0.9 + 0.0 * t)[:, None])
    lid = planks((140, 98, 60), 3.2, seed=5)
    model.box((-6, -6, 26.5), (6, 6, 26.8), lid)


def chest(model, frame=0):
    side = planks((134, 88, 50), 4.2, seed=4)
    model.box((-14, -8, 0), (14, 8, 11), side)
    # the lid: half a cylinder along x
    n = int(28 * model.density)
    around = int(math.pi * 8 * model.density)
    x, t = np.meshgrid(-14 + (np.arange(n) + 0.5) / n * 28, (np.arange(around) + 0.5) / around * math.pi, indexing="ij")
    x, t = x.ravel(), t.ravel()
    row = t / math.pi * 6
    wood = np.array((140, 92, 54), float) * ((0.84 + 0.26 * speckle(np.floor(row), 9)) * grain(t * 12, x, 6) * np.where(np.abs(row - np.round(row)) < 0.05, 0.5, 1))[:, None]
    model.add(np.stack([x, 8 * np.cos(t), 11.6 + 6.5 * np.sin(t)], 1), np.stack([0 * x, np.cos(t), np.sin(t)], 1), wood, 0.05)
    for end in (-14, 14):
        r, t2 = np.meshgrid((np.arange(90) + 0.5) / 90, (np.arange(320) + 0.5) / 320 * math.pi, indexing="ij")
        r, t2 = r.ravel(), t2.ravel()
        model.add(np.stack([0 * r + end, 8 * r * np.cos(t2), 11.6 + 6.5 * r * np.sin(t2)], 1), np.stack([0 * r + np.sign(end), 0 * r, 0 * r], 1),
                  np.array((124, 82, 48), float) * grain(r * 16, t2 * 4, 3)[:, None])
    model.box((-14.3, -8.3, 10.6), (14.3, 8.3, 11.8), np.array(IRON) * 0.95, 0.2)
    for at in (-11, 0, 11):
        wide = 1.5
        model.box((at - wide, -8.35, 0), (at + wide, 8.35, 11), np.array(IRON), 0.2)
        n2 = int(2 * wide * model.density) + 2
        x2, t3 = np.meshgrid(at - wide + (np.arange(n2) + 0.5) / n2 * 2 * wide, (np.arange(around) + 0.5) / around * math.pi, indexing="ij")
        x2, t3 = x2.ravel(), t3.ravel()
        model.add(np.stack([x2, 8.35 * np.cos(t3), 11.6 + 6.9 * np.sin(t3)], 1), np.stack([0 * x2, np.cos(t3), np.sin(t3)], 1), np.array(IRON), 0.2)
        for z in (2, 8.6):
            model.tube([(at, 8.5, z)], 0.55, (170, 172, 180), 0.5)
    model.box((-2.6, 8.2, 7.6), (2.6, 9.2, 13.0), np.array(BRASS), 0.45)
    model.box((-0.5, 9.1, 9.0), (0.5, 9.35, 10.6), (40, 30, 26))
    model.tube([(0, 9.3, 10.7)], 0.62, (40, 30, 26))


def mug(model, frame=0):
    profile = [(0, 4.6), (0.6, 4.9), (6, 4.4), (11, 4.3)]
    model.lathe(profile, staves(11, (158, 112, 68), [(1.2, 2.4), (8.2, 9.4)], 7), gloss=0.08)
    model.lathe([(11, 4.3), (11.2, 4.0), (10.4, 3.7), (9.8, 3.7)], np.array(DARK) * 1.2)
    foam = lambda t, z: np.array((244, 234, 206)) * (0.88 + 0.16 * np.sin(t * 7) * np.sin(z * 9))[:, None]
    model.lathe([(10.4, 4.1), (11.6, 3.9), (12.3, 2.8), (12.6, 0.01)], foam)
    for x, y, r in ((1.6, 1.8, 1.3), (-1.9, 1.2, 1.5), (0.2, -1.6, 1.4), (-2.6, 3.0, 1.1), (2.9, 2.6, 0.9)):
        model.tube([(x, y, 11.9)], r, (246, 238, 214))
    model.tube([(4.2, 0, 9.0), (6.6, 0, 9.0), (7.8, 0, 7.8), (7.8, 0, 4.4), (6.6, 0, 3.0), (4.4, 0, 3.0)], 0.85, np.array(OAK) * 0.9, 0.05)


def lantern(model, frame=0):
    model.lathe([(0, 0.01), (0, 4.6), *rounded([(0, 4.6), (0.8, 5.0), (1.6, 4.6), (2.2, 4.0)])], np.array(BRASS) * 0.92, gloss=0.35)
    model.lathe([(2.2, 3.5), (4.5, 3.9), (8.5, 3.9), (10.6, 3.4)],
                lambda t, z: np.array((255, 222, 116)) * (0.84 + 0.24 * np.exp(-((z - 5.6) / 2.6) ** 2) + 0 * t)[:, None].clip(0, 1.1), glow=1.0)
    for k in range(4):
        t = math.pi / 4 + k * math.pi / 2
        model.tube([(3.9 * math.cos(t), 3.9 * math.sin(t), 2.0), (4.1 * math.cos(t), 4.1 * math.sin(t), 6.4), (3.7 * math.cos(t), 3.7 * math.sin(t), 10.8)], 0.38,
                   np.array(IRON) * 0.8, 0.2)
    model.lathe([(10.6, 4.7), (11.0, 4.9), (12.0, 3.4), (13.6, 2.2), (14.2, 1.3), (15.0, 1.3), (15.3, 0.01)], np.array(BRASS) * 0.85, gloss=0.35)
    model.tube(arc(0, 15.2, 3.0, 0.1, math.pi - 0.1), 0.36, np.array(IRON) * 0.9, 0.2)


def candle(model, frame=0):
    model.lathe([(0, 0.01), (0, 5.4), (0.5, 5.9), (1.0, 5.6), (0.8, 4.4), (0.9, 1.9), (2.4, 1.8), (2.6, 2.2)], np.array(BRASS), gloss=0.4)
    model.tube([(5.4, 0, 1.0), (7.4, 0, 1.4), (7.8, 0, 2.6), (6.8, 0, 3.2), (5.6, 0, 2.4)], 0.42, np.array(BRASS) * 0.95, 0.35)
    wax = lambda t, z: np.array((236, 222, 186)) * (0.94 + 0.05 * np.sin(t * 5) + 0.10 * np.clip((z - 7) / 3, 0, 1))[:, None]
    model.lathe([(2.4, 1.55), (9.6, 1.5), (10.0, 1.3), (9.7, 0.6), (9.7, 0.01)], wax)
    for t, low in ((0.5, 6.0), (2.3, 7.4), (4.2, 5.2)):
        model.tube([(1.5 * math.cos(t), 1.5 * math.sin(t), 9.7), (1.6 * math.cos(t), 1.6 * math.sin(t), low)], [0.34, 0.46], (240, 228, 196))
    model.tube([(0, 0, 9.6), (0.1, 0, 10.6)], 0.18, (46, 36, 32))
    lean, tall = ((0.0, 1.0), (0.30, 1.10), (0.06, 0.92), (-0.28, 1.06))[frame]
    for layer, (radius, colour, low, high) in enumerate(((1.05, (250, 160, 60), 10.4, 14.6), (0.72, (255, 214, 110), 10.7, 13.6), (0.42, (255, 246, 206), 11.0, 12.6))):
        n = 9
        path = [(lean * (k / n) ** 2 * 1.6, 0, low + (high - low) * tall * k / n) for k in range(n + 1)]
        radii = [radius * (0.55 + 1.6 * (k / n) ** 0.8 * (1 - k / n)) * (1 - k / n) ** 0.55 + 0.06 for k in range(n + 1)]
        model.tube(path, radii, colour, glow=1.0, front=2.0 * layer)


def apple(model, frame=0):
    def skin(t, z):
        blush = np.clip(0.62 + 0.6 * np.sin(t - 0.9 + 0.4 * np.sin(z)), 0, 1)
        streak = 0.94 + 0.08 * np.sin(t * 23 + z * 0.7)
        dots = np.where(speckle(np.floor(t * 9), np.floor(z * 4)) > 0.94, 1.15, 1.0)
        return (np.array((176, 40, 34)) * blush[:, None] + np.array((206, 168, 62)) * (1 - blush)[:, None]) * (streak * dots)[:, None]
    profile = [(0.5, 0.4), (0.05, 1.3), (0.6, 2.6), (2.2, 3.7), (4.0, 3.95), (5.6, 3.3), (6.4, 2.2), (6.45, 1.2), (6.0, 0.3)]
    model.lathe(rounded(profile), skin, gloss=0.45)
    model.tube([(0, 0, 5.8), (0.2, 0, 7.2), (0.7, 0, 8.3)], 0.26, (86, 58, 36))
    leaf = [(0.4 + k * 0.28, 0.3, 7.4 + 0.9 * math.sin(k / 10 * 2.4)) for k in range(10)]
    model.tube(leaf, [0.1 + 0.62 * math.sin((k + 0.5) / 10 * math.pi) for k in range(10)], (88, 128, 54), 0.1)


def key(model, frame=0):
    iron = np.array((150, 132, 92))
    model.tube(arc(0, 13.6, 2.9, 0, 2 * math.pi, steps=40), 0.75, iron, 0.45)
    for t in (math.pi / 6, 5 * math.pi / 6, 3 * math.pi / 2):
        model.tube([(3.0 * math.cos(t), 0, 13.6 + 3.0 * math.sin(t))], 1.15, iron, 0.45)
    model.tube([(0, 0, 10.7), (0, 0, 1.0)], 0.72, iron, 0.45)
    model.lathe([(9.4, 1.2), (9.9, 1.4), (10.4, 1.2)], iron, gloss=0.45)
    model.box((0, -0.55, 0.8), (3.6, 0.55, 4.6), lambda axis, u, v: np.broadcast_to(iron * 0.95, (len(u), 3)), 0.35)
    model.box((1.4, -0.7, 2.2), (3.7, 0.7, 3.2), (52, 44, 36))


def sword(model, frame=0):
    """Point down, as it leans or hangs; 44 units long."""
    def blade(axis, u, v):
        along = v if axis != 2 else 0 * u
        return np.array(STEEL) * (0.94 + 0.05 * np.sin(along * 1.3))[:, None]
    n = int(31 * model.density * 1.3)
    z = (np.arange(n) + 0.5) / n * 31
    wide = np.where(z < 4, z / 4 * 1.9, 1.9 + (z - 4) / 27 * 0.5)
    for side in (-1, 1):
        for f in np.linspace(0, 1, max(8, int(2.4 * model.density))):
            x = side * wide * f
            tilt = np.full_like(z, side * 0.62)
            fuller = f < 0.22
            normal = np.stack([tilt if not fuller else -tilt * 0.8, np.full_like(z, 0.78), 0 * z], 1)
            colour = np.array(STEEL) * (0.82 if fuller else 1.0)
            for face in (-1, 1):
                model.add(np.stack([x, face * (0.42 * (1 - f)) + 0 * z, z], 1), normal * np.array((1, face, 1)), colour, 0.35)
    model.tube([(-6.4, 0, 30.6), (-3, 0, 31.2), (3, 0, 31.2), (6.4, 0, 30.6)], [1.0, 0.8, 0.8, 1.0], BRASS, 0.45)
    leather = lambda t, z: np.array((96, 56, 40)) * np.where(np.sin(z * 5.2 + t) > 0.2, 1.08, 0.74)[:, None]
    model.lathe([(31.6, 0.95), (35, 1.1), (39.4, 0.9)], leather)
    model.tube([(0, 0, 40.9)], 1.7, BRASS, 0.5)
    model.tube([(0, 1.3, 40.9)], 0.75, (150, 46, 44), 0.5)


def scroll(model, frame=0):
    paper = lambda t, z: np.array((224, 204, 158)) * (0.94 + 0.06 * np.sin(t * 3) + 0.05 * np.sin(z * 2.1))[:, None]
    turned = dict(axis="x")
    model.lathe([(-7.4, 0.01), (-7.4, 2.0), (7.4, 2.0), (7.4, 0.01)], paper, origin=(0, 0, 2.1), **turned)
    for end in (-7.5, 7.5):
        for r in (0.5, 1.0, 1.5):
            model.tube([(end, r * math.cos(t), 2.1 + r * math.sin(t)) for t in np.linspace(0, 2 * math.pi, 20)], 0.12, (150, 122, 82))
    model.lathe([(-1.2, 2.12), (1.2, 2.12)], (156, 48, 44), origin=(0, 0, 2.1), gloss=0.2, **turned)
    model.tube([(0, 2.2, 2.4)], 1.15, (172, 40, 38), 0.4)
    model.tube([(-0.3, 2.3, 1.4), (-1.0, 2.3, -0.1 + 0.3)], 0.42, (156, 48, 44))
    model.tube([(0.4, 2.3, 1.4), (1.2, 2.3, 0.4)], 0.42, (156, 48, 44))
    lip = [(x, 2.0, 1.2) for x in np.linspace(-7.4, 7.4, 40)]
    model.tube(lip, 0.16, (176, 150, 104))


def loaf(model, frame=0):
    def crust(t, z):
        slash = np.abs(((z + 6) / 3.4) % 1 - 0.5) < 0.13
        top = np.sin(t) > 0.35
        tone = 0.9 + 0.14 * np.sin(t * 3 + z * 1.7) * np.sin(z * 2.3)
        return np.where((slash & top)[:, None], np.array((232, 200, 142)), np.array((176, 112, 58)) * tone[:, None])
    profile = [(7.4 * math.cos(t) * -1, 3.7 * math.sin(t) ** 0.7) for t in np.linspace(0.02, math.pi - 0.02, 26)]
    model.lathe(profile, crust, axis="x", origin=(0, 0, 3.0), gloss=0.08)


def cloak(model, frame=0):
    """Rolled up tight, two straps around it."""
    wool = lambda t, z: np.array((58, 112, 66)) * (0.84 + 0.10 * np.sin(z * 1.9 + np.sin(t * 2) * 1.3) + 0.10 * speckle(np.floor(t * 24), np.floor(z * 7)))[:, None]
    profile = [(-8.6, 0.01), (-8.6, 2.9), (-7.6, 3.5), (-4, 3.8), (0, 3.9), (4, 3.8), (7.6, 3.5), (8.6, 2.9), (8.6, 0.01)]
    model.lathe(rounded(profile), wool, axis="x", origin=(0, 0, 3.9))
    for end in (-8.7, 8.7):
        spiral = [(end, (0.3 + 2.4 * k / 60) * math.cos(k / 60 * 5 * math.pi), 3.9 + (0.3 + 2.4 * k / 60) * math.sin(k / 60 * 5 * math.pi)) for k in range(61)]
        model.tube(spiral, 0.22, (34, 70, 42))
    for at in (-4.6, 4.6):
        model.lathe([(at - 0.7, 3.95), (at - 0.7, 4.1), (at + 0.7, 4.1), (at + 0.7, 3.95)], np.array((104, 66, 40)), axis="x", origin=(0, 0, 3.9), gloss=0.1)
        model.box((at - 0.9, 3.4, 4.6), (at + 0.9, 4.3, 6.4), np.array(BRASS), 0.45)


def coins(model, frame=0):
    """A small heap of silver."""
    def coin(x, y, z, shade):
        face = lambda t, h: np.array(STEEL) * (shade * (0.92 + 0.10 * np.sin(t * 3 + x)))[:, None]
        model.lathe([(z, 0.01), (z, 2.5), (z + 0.62, 2.5), (z + 0.62, 2.0), (z + 0.5, 1.9), (z + 0.5, 0.01)], face, centre=(x, y), gloss=0.4)
        model.tube([(x, y, z + 0.5)], 0.75, np.array(STEEL) * shade * 0.8, 0.4)
    for x, y, high in ((-3.4, -1.2, 4), (2.6, -2.2, 6), (-0.6, 2.4, 2), (4.8, 2.0, 1), (-5.0, 3.0, 1)):
        for k in range(high):
            coin(x + 0.3 * math.sin(k * 2.3 + x), y + 0.3 * math.cos(k * 1.7), k * 0.72, 0.86 + 0.06 * (k % 3))


# file stem, display name, drawn by, pixels a model unit, shrink (small things are modelled large), size of the picture in model units
# (width, height), angles, frames
TABLE = [
    ("barrel", "Barrel", barrel, 3, 3, (30, 36), 8, 1),
    ("chest", "Chest", chest, 3, 3, (36, 28), 8, 1),
    ("lamp", "Lantern", lantern, 5, 6, (13, 23), 8, 1),
    ("mug", "Mug", mug, 5, 8, (20, 18), 8, 1),
    ("candle", "Candle", candle, 5, 8, (20, 21), 8, 4),
    ("sword", "Sword", sword, 3, 3, (17, 47), 8, 1),
    ("key", "Iron key", key, 5, 9, (11, 21), 8, 1),
    ("apple", "Apple", apple, 6, 10, (10, 12), 1, 1),
    ("scroll", "Scroll", scroll, 5, 7, (19, 8), 8, 1),
    ("loaf", "Loaf", loaf, 5, 8, (18, 10), 8, 1),
    ("rolledcloak", "Cloak", cloak, 5, 8, (20, 12), 8, 1),
    ("coins", "Shillings", coins, 5, 9, (18, 13), 8, 1),
]


def draw(row, angle, frame, quantiser):
    stem, _, shape, density, _, (width, height), _, _ = row
    model = Model(density * OVER * 1.15)
    shape(model, frame) if stem == "candle" else shape(model)
    return model.picture(angle, width * density, height * density, density, 2 + round(density * width * 0.12), quantiser)
