# SPDX-License-Identifier: GPL-3.0-or-later
"""Trees and bushes: trunk and boughs, then a crown of leaf tufts. One picture each, the same from every side."""
import math

import numpy as np

from objects import OVER, Model, fibonacci


def tufts(model, random, crowns, colours, size, count):
    """Tufts of leaves on and in ellipsoids (x, y, z, radius across, radius up); light above, dark below and within."""
    low = min(z - up for _, _, z, _, up in crowns)
    high = max(z + up for _, _, z, _, up in crowns)
    volume = np.array([across * across * up for _, _, _, across, up in crowns], float)
    for (x, y, z, across, up), share in zip(crowns, volume / volume.sum()):
        for way in fibonacci(int(count * share)):
            reach = 0.62 + 0.42 * random.rand()
            centre = np.array((x + way[0] * across * reach, y + way[1] * across * reach, z + way[2] * up * reach))
            base = np.array(colours[random.randint(len(colours))], float)
            lit = 0.84 + 0.66 * (centre[2] - low) / (high - low) + 0.25 * (reach - 0.8) - 0.12 * (centre[0] - x) / across
            leaf(model, random, centre, size * (0.7 + 0.6 * random.rand()), base * lit)


def leaf(model, random, centre, radius, colour):
    """A tuft: a handful of small leaves that face all ways, more of them outwards."""
    for _ in range(7):
        at = centre + (random.rand(3) - 0.5) * radius * 1.9
        ball = fibonacci(max(24, int(4 * math.pi * (radius * 0.55) ** 2 * model.density**2 * 0.35)))
        flat = ball * radius * np.array((0.62, 0.62, 0.34)) * (0.7 + 0.5 * random.rand())
        model.add(at + flat, ball, colour * (0.84 + 0.32 * random.rand()))


def bark(model, path, radii, seed):
    """A trunk: balls with furrows along it."""
    random = np.random.RandomState(seed)
    model.tube(path, radii, (98, 76, 54))
    for _ in range(14):
        turn = random.rand() * 2 * math.pi
        ridge = [(x + math.cos(turn) * r * 0.94, y + math.sin(turn) * r * 0.94, z) for (x, y, z), r in zip(path, radii)]
        model.tube(ridge, [max(0.4, r * 0.13) for r in radii], np.array((118, 92, 66)) * (0.7 + 0.6 * random.rand()))


def oak(model):
    random = np.random.RandomState(601)
    bark(model, [(0, 0, 0), (0, 0, 4), (0.6, 0, 16), (0, 0, 34), (-1, 0, 52)], [7.4, 5.2, 4.2, 3.6, 2.4], 602)
    for tip, bend in (((-22, 4, 58), 36), ((20, -2, 60), 34), ((10, 12, 66), 40), ((-8, -10, 70), 42)):
        model.tube([(0, 0, bend - 8), (tip[0] * 0.45, tip[1] * 0.45, bend + 6), tip], [2.4, 1.7, 0.8], (92, 70, 50))
    for k in range(5):
        turn = k * 1.3
        model.tube([(math.cos(turn) * 4, math.sin(turn) * 4, 3.4), (math.cos(turn) * 9, math.sin(turn) * 9, 0.4)], [2.2, 1.0], (90, 70, 50))
    tufts(model, random, [(0, 0, 82, 27, 20), (-22, 2, 66, 17, 13), (22, 0, 68, 17, 13), (4, 8, 62, 20, 12), (-4, -6, 96, 17, 12)],
          [(76, 108, 52), (90, 124, 56), (66, 96, 50), (104, 132, 62)], 3.0, 760)


def willow(model):
    random = np.random.RandomState(611)
    bark(model, [(0, 0, 0), (1, 0, 5), (3, 0, 18), (1, 0, 34), (-3, 0, 48)], [7.8, 5.8, 4.8, 4.4, 3.2], 612)
    tufts(model, random, [(-2, 0, 62, 22, 14), (14, 2, 56, 13, 10), (-18, 0, 56, 13, 10)], [(112, 134, 70), (96, 122, 62), (126, 142, 78)], 2.4, 420)
    for _ in range(150):  # hanging rods
        turn, away = random.rand() * 2 * math.pi, 9 + 21 * random.rand() ** 0.7
        x, y, top = math.cos(turn) * away, math.sin(turn) * away * 0.9, 66 - away * 0.55
        length = 18 + 30 * random.rand()
        sway = (random.rand() - 0.5) * 5
        path = [(x + sway * f * f + math.cos(turn) * 4 * f, y, top - length * f) for f in np.linspace(0, 1, 9)]
        model.tube(path, [0.62] * 7 + [0.5, 0.3], np.array(((110, 134, 68), (92, 118, 58), (128, 146, 80))[random.randint(3)]) * (0.8 + 0.3 * random.rand()))


def bush(model):
    random = np.random.RandomState(621)
    tufts(model, random, [(0, 0, 11, 15, 10), (-11, 2, 8, 9, 7), (11, 1, 8, 10, 7)], [(72, 102, 50), (86, 116, 54), (62, 90, 46)], 2.2, 330)
    for _ in range(26):
        turn, up = random.rand() * 2 * math.pi, 5 + 14 * random.rand()
        model.tube([(math.cos(turn) * 14, math.sin(turn) * 12, up)], 0.8, (206, 84, 96))


# file stem, display name, drawn by, pixels a unit and shrink, size of the picture in units
TABLE = [("oaktree", "Oak", oak, 2, (92, 118)), ("willow", "Willow", willow, 2, (80, 92)), ("rosebush", "Rose bush", bush, 3, (46, 30))]


def draw(row, quantiser):
    _, _, shape, shrink, (width, height) = row
    model = Model(shrink * OVER * 0.75)
    shape(model)
    return model.picture(0, width * shrink, height * shrink, shrink, 2 + 3 * shrink, quantiser)
