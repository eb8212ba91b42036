# SPDX-License-Identifier: GPL-3.0-or-later
"""A small modeller for figures: bodies are stacks of ellipses (torso, limb, skull) and chains of balls, drawn from any side.

Model units: x to the figure's right, y forward, z up. Drawn at twice the size and halved, light from the upper left.
Materials are a ramp of the palette, so that the engine's translations can recolour them, or a plain colour.
"""
import math

import numpy as np

OVER = 2  # samples a pixel in each direction
LIGHT = np.array((-0.52, 0.62, 0.59))
FAR = -1e9


class Material:
    def __init__(self, ramp=None, bright=1, dark=14, colour=None, weave=0.0, gloss=0.0, fold=0.0, glow=False):
        self.ramp, self.bright, self.dark, self.colour = ramp, bright, dark, colour
        self.weave, self.gloss, self.fold, self.glow = weave, gloss, fold, glow


class View:
    """One picture of one side. `project` gives pixels of the finished picture."""

    def __init__(self, angle, width, height, scale, materials, lift=4):
        self.angle, self.width, self.height, self.scale, self.lift = angle, width, height, scale, lift
        self.cosine, self.sine = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        self.materials = materials
        rows, columns = height * OVER, width * OVER
        self.depth = np.full((rows, columns), FAR)
        self.owner = np.full((rows, columns), -1)
        self.light = np.zeros((rows, columns))
        self.names = list(materials)
        y, x = np.mgrid[0:rows, 0:columns] + 0.5
        self.side = (width / 2 - x / OVER) / scale  # towards the figure's right, as seen
        self.up = (height - lift - y / OVER) / scale

    def project(self, point):
        side = point[0] * self.cosine - point[1] * self.sine
        return self.width / 2 - side * self.scale, self.height - self.lift - point[2] * self.scale

    def nearness(self, point):
        return point[0] * self.sine + point[1] * self.cosine

    def put(self, material, depth, keep=None):
        """Lays a surface of its own depth map (FAR = none) over what is further away."""
        seen = depth > self.depth
        if keep is not None:
            x = self.side * self.cosine + depth * self.sine
            y = depth * self.cosine - self.side * self.sine
            seen &= keep(x, y, self.up)
        if not seen.any():
            return
        settings = self.materials[material]
        solid = depth > FAR / 2
        right, left = np.roll(depth, -1, 1), np.roll(depth, 1, 1)
        above, below = np.roll(depth, 1, 0), np.roll(depth, -1, 0)
        right, left = np.where(np.roll(solid, -1, 1), right, depth - 2), np.where(np.roll(solid, 1, 1), left, depth - 2)
        above, below = np.where(np.roll(solid, 1, 0), above, depth - 0.6), np.where(np.roll(solid, -1, 0), below, depth - 0.6)
        step = 2 / (self.scale * OVER)
        gx, gy = (right - left) / step, (above - below) / step
        length = np.sqrt(gx * gx + gy * gy + 1)
        lit = np.clip((-gx * LIGHT[0] - gy * LIGHT[1] + LIGHT[2]) / length, 0, 1)
        value = 0.24 + 0.88 * lit + 0.06 * np.clip(-gy / length, -1, 1)
        if settings.fold:
            value = value * (1 + settings.fold * np.sin(self.side * 1.5 + np.sin(self.up * 0.23 + depth * 0.1) * 2.2) * np.clip(1 - np.abs(gx) * 0.2, 0, 1))
        if settings.weave:
            value = value * (1 + settings.weave * np.sin(self.side * 5.2) * np.sin(self.up * 5.2))
        value = value + settings.gloss * lit ** 18
        if settings.glow:
            value = 0.82 + 0.22 * lit
        self.depth[seen], self.light[seen] = depth[seen], value[seen]
        self.owner[seen] = self.names.index(material)

    def stack(self, material, keys, yaw=0.0, keep=None):
        """Ellipses over each other: keys (z, x, y, half width, half depth) from bottom to top, joined by smooth curves."""
        keys = np.array(sorted(keys), float)
        z = self.up[:, 0]
        inside = (z >= keys[0, 0]) & (z <= keys[-1, 0])
        cx, cy, a, b = (smooth_through(keys[:, 0], keys[:, k], z) for k in range(1, 5))
        a, b = np.maximum(a, 0.05), np.maximum(b, 0.05)
        turn = math.radians(self.angle) + yaw
        c, s = math.cos(turn), math.sin(turn)
        # Quadratic form of the ellipse in (side, depth).
        q11, q22 = c * c / a**2 + s * s / b**2, s * s / a**2 + c * c / b**2
        q12 = c * s * (1 / a**2 - 1 / b**2)
        centre_side = cx * self.cosine - cy * self.sine
        centre_depth = cx * self.sine + cy * self.cosine
        x = self.side - centre_side[:, None]
        root = (q12[:, None] * x) ** 2 - q22[:, None] * (q11[:, None] * x * x - 1)
        depth = centre_depth[:, None] + (-q12[:, None] * x + np.sqrt(np.maximum(root, 0))) / q22[:, None]
        self.put(material, np.where((root > 0) & inside[:, None], depth, FAR), keep)

    def balls(self, material, points, keep=None):
        """A chain of balls: (x, y, z, radius) from end to end."""
        whole = np.full_like(self.depth, FAR)
        for (x0, y0, z0, r0), (x1, y1, z1, r1) in zip(points, points[1:] or points):
            steps = max(1, int(math.dist((x0, y0, z0), (x1, y1, z1)) / (0.12 * max(r0, r1, 0.4))))
            for k in range(steps + 1):
                f = k / steps
                x, y, z, r = x0 + (x1 - x0) * f, y0 + (y1 - y0) * f, z0 + (z1 - z0) * f, r0 + (r1 - r0) * f
                side, near = x * self.cosine - y * self.sine, x * self.sine + y * self.cosine
                column, row = (self.width / 2 - side * self.scale) * OVER, (self.height - self.lift - z * self.scale) * OVER
                reach = r * self.scale * OVER + 2
                box = np.s_[max(0, int(row - reach)):max(0, int(row + reach)), max(0, int(column - reach)):max(0, int(column + reach))]
                q = r * r - (self.side[box] - side) ** 2 - (self.up[box] - z) ** 2
                whole[box] = np.maximum(whole[box], np.where(q > 0, near + np.sqrt(np.maximum(q, 0)), FAR))
        self.put(material, whole, keep)

    def holdout(self):
        """Everything drawn up to now stands in the way, but is not part of the picture."""
        self.owner[:] = -1
        self.held = self.depth.copy()

    def picture(self, quantiser):
        """Palette indices of the finished picture; 254 where it is empty."""
        solid = self.owner >= 0
        value = self.light.copy()
        for dy, dx, strength in ((0, 1, .84), (1, 0, .84), (0, -1, .90), (-1, 0, .90)):  # creases and outline
            near = np.roll(np.roll(self.depth, dy, 0), dx, 1) - self.depth
            value[(near > 2.4) & solid & (near < 1e8)] *= strength
            value[~np.roll(np.roll(solid, dy, 0), dx, 1) & solid] *= 0.80
        rows, columns = self.height, self.width
        split = lambda array: array.reshape(rows, OVER, columns, OVER).transpose(0, 2, 1, 3).reshape(rows, columns, OVER * OVER)
        owner, value, nearest = split(self.owner), split(value), split(np.where(solid, self.depth, FAR))
        pick = nearest.argmax(2)[..., None]
        chosen = np.take_along_axis(owner, pick, 2)[..., 0]
        same = owner == chosen[..., None]
        tone = (value * same).sum(2) / np.maximum(same.sum(2), 1)
        filled = (owner >= 0).sum(2) >= 2
        bayer = np.array([[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]]) / 16 - 0.47
        y, x = np.mgrid[0:rows, 0:columns]
        result = np.full((rows, columns), 254, np.uint8)
        for k, name in enumerate(self.names):
            mine = filled & (chosen == k)
            if not mine.any():
                continue
            settings = self.materials[name]
            if settings.ramp is None:
                colour = np.array(settings.colour, float) * np.clip(tone, 0.1, 1.5)[..., None]
                result[mine] = quantiser.indices(colour, 5.0)[mine]
            else:
                level = settings.bright + (1.12 - tone) / 0.86 * (settings.dark - settings.bright) + bayer[y % 4, x % 4] * 0.8
                index = settings.ramp + np.clip(np.rint(level), max(settings.bright - 1, 0), 15).astype(int)
                result[mine] = index[mine]
        return result


def smooth_through(at, values, z):
    """Monotone cubic curve through (at, values), evaluated at z; ends are held."""
    if len(at) < 3:
        return np.interp(z, at, values)
    h, slope = np.diff(at), np.diff(values) / np.diff(at)
    tangent = np.zeros(len(at))
    tangent[0], tangent[-1] = slope[0], slope[-1]
    for k in range(1, len(at) - 1):
        if slope[k - 1] * slope[k] > 0:
            w1, w2 = 2 * h[k] + h[k - 1], h[k] + 2 * h[k - 1]
            tangent[k] = (w1 + w2) / (w1 / slope[k - 1] + w2 / slope[k])
    z = np.clip(z, at[0], at[-1])
    i = np.clip(np.searchsorted(at, z, side="right") - 1, 0, len(at) - 2)
    t = (z - at[i]) / h[i]
    return ((1 + 2 * t) * (1 - t) ** 2 * values[i] + t * (1 - t) ** 2 * h[i] * tangent[i] + t * t * (3 - 2 * t) * values[i + 1] +
            t * t * (t - 1) * h[i] * tangent[i + 1])
