# SPDX-License-Identifier: GPL-3.0-or-later
"""Seamless fields that all textures are made of: noise, cells, height-map shading. Arrays are square, rows from the top."""
import numpy as np


def noise(size, cells, seed, octaves=4, stretch=(1, 1), gain=0.55):
    """Tiling value noise in 0..1; `stretch` multiplies the cell count along (rows, columns)."""
    random = np.random.RandomState(seed)
    total, weight, amplitude = np.zeros((size, size)), 0.0, 1.0
    for octave in range(octaves):
        rows, columns = cells * stretch[0] * 2**octave, cells * stretch[1] * 2**octave
        grid = random.rand(rows, columns)
        y, x = np.arange(size) * rows / size, np.arange(size) * columns / size
        i, j = y.astype(int), x.astype(int)
        fy, fx = y - i, x - j
        fy, fx = fy * fy * (3 - 2 * fy), fx * fx * (3 - 2 * fx)
        a, b = grid[i % rows][:, j % columns], grid[i % rows][:, (j + 1) % columns]
        c, d = grid[(i + 1) % rows][:, j % columns], grid[(i + 1) % rows][:, (j + 1) % columns]
        total += amplitude * ((a * (1 - fx) + b * fx) * (1 - fy)[:, None] + (c * (1 - fx) + d * fx) * fy[:, None])
        weight += amplitude
        amplitude *= gain
    return total / weight


def cells(size, count, seed, relax=2):
    """Tiling Voronoi cells: (index of the cell, distance to the nearest border in pixels)."""
    random = np.random.RandomState(seed)
    points = random.rand(count, 2) * size
    y, x = np.mgrid[0:size, 0:size]

    def distances():
        dx = (x[None] - points[:, 0, None, None] + size / 2) % size - size / 2
        dy = (y[None] - points[:, 1, None, None] + size / 2) % size - size / 2
        return dx, dy, np.hypot(dx, dy)

    for _ in range(relax):  # Lloyd steps even out the sizes
        dx, dy, d = distances()
        owner = d.argmin(0)
        for k in range(count):
            mine = owner == k
            if mine.any():
                points[k] = (points[k] + (dx[k][mine].mean(), dy[k][mine].mean())) % size
    _, _, d = distances()
    order = np.sort(d, 0)
    return d.argmin(0), (order[1] - order[0]) / 2


def shade(height, strength=1.0, light=(-0.5, -0.65, 0.58)):
    """Lambert light on a tiling height map, 1 = flat ground."""
    dx = (np.roll(height, -1, 1) - np.roll(height, 1, 1)) * strength
    dy = (np.roll(height, -1, 0) - np.roll(height, 1, 0)) * strength
    length = np.sqrt(dx * dx + dy * dy + 1)
    lit = (-dx * light[0] - dy * light[1] + light[2]) / length
    return np.clip(lit / light[2], 0.36, 1.9)


def hollow(height, radius=4):
    """Darkens what lies lower than its surroundings (cheap ambient occlusion), 1 = open."""
    mean = np.zeros_like(height)
    for dy in range(-radius, radius + 1, 2):
        for dx in range(-radius, radius + 1, 2):
            mean += np.roll(np.roll(height, dy, 0), dx, 1)
    mean /= len(range(-radius, radius + 1, 2)) ** 2
    return np.clip(1 - (mean - height) * 0.12, 0.64, 1.1)


def smooth(edge0, edge1, value):
    t = np.clip((value - edge0) / (edge1 - edge0), 0, 1)
    return t * t * (3 - 2 * t)


def tint(colour, value):
    return np.array(colour, float)[None, None] * value[..., None]


def mix(a, b, amount):
    return a + (b - a) * amount[..., None]
