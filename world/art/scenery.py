# SPDX-License-Identifier: GPL-3.0-or-later
"""The sky over Hollowmere: a panorama whose bottom is the horizon; it goes three times around a full turn."""
import numpy as np

from fields import smooth, tint

WIDTH, HEIGHT = 1024, 400


def band(cells, seed, octaves=5, gain=0.5, rows=HEIGHT, stretch=1.0):
    """Noise that closes on itself sideways only."""
    random = np.random.RandomState(seed)
    total, weight, amplitude = np.zeros((rows, WIDTH)), 0.0, 1.0
    for octave in range(octaves):
        across, down = cells * 2**octave, max(2, int(cells * 2**octave * rows / WIDTH * stretch)) + 2
        grid = random.rand(down + 1, across)
        y, x = np.arange(rows) * (down - 1) / rows, np.arange(WIDTH) * across / WIDTH
        i, j = y.astype(int), x.astype(int)
        fy, fx = (y - i)[:, None], (x - j)[None]
        fy, fx = fy * fy * (3 - 2 * fy), fx * fx * (3 - 2 * fx)
        a, b, c, d = grid[i][:, j % across], grid[i][:, (j + 1) % across], grid[i + 1][:, j % across], grid[i + 1][:, (j + 1) % across]
        total += amplitude * ((a * (1 - fx) + b * fx) * (1 - fy) + (c * (1 - fx) + d * fx) * fy)
        weight += amplitude
        amplitude *= gain
    return total / weight


def ridge(cells, seed, low, high, octaves=5, gain=0.5):
    """Height of a chain of hills above the horizon for every column, pixels."""
    line = band(cells, seed, octaves, gain, 2)[0]
    return low + (high - low) * np.clip((line - 0.2) * 1.5, 0, 1.2)


def sky():
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH].astype(float)
    up = 1 - y / HEIGHT  # 0 on the horizon
    stops = [(0.0, (240, 228, 200)), (0.10, (226, 224, 212)), (0.28, (178, 210, 238)), (0.6, (128, 180, 232)), (1.0, (88, 142, 204))]
    image = np.stack([np.interp(up, [s[0] for s in stops], [s[1][k] for s in stops]) for k in range(3)], -1)
    # Cumulus: flat shaded bases, bright upper left edges, thinning out upwards.
    cloud = band(5, 401, 6, 0.52, stretch=2.2)
    cover = smooth(0.485, 0.60, cloud + 0.10 * np.sin((up - 0.30) * 7.0) - 0.12 * smooth(0.7, 1.0, up) - 0.16 * smooth(0.12, 0.0, up))
    lit = np.clip((cloud - np.roll(np.roll(cloud, -7, 0), -6, 1)) * 9 + 0.55, 0, 1)
    white, grey = np.array((248, 243, 232)), np.array((168, 172, 184))
    image += (grey + (white - grey) * lit[..., None] - image) * (cover * 0.92)[..., None]
    high = smooth(0.56, 0.72, band(7, 402, 5, 0.5, stretch=6.0)) * smooth(0.35, 0.6, up) * (1 - cover)
    image += (np.array((236, 236, 230)) - image) * (high * 0.45)[..., None]
    # Hills in three distances, then the edge of the forest.
    height = HEIGHT - y
    for cells, seed, low, high_, octaves, gain, colour, haze in (
            (6, 411, 26, 74, 6, 0.45, (116, 142, 172), 0.30), (8, 412, 14, 44, 5, 0.42, (112, 128, 104), 0.25),
            (9, 413, 6, 27, 4, 0.4, (86, 108, 76), 0.1)):
        line = ridge(cells, seed, low, high_, octaves, gain)[None]
        slope = np.roll(line, -3, 1) - np.roll(line, 3, 1)
        value = 0.94 + np.clip(slope * 0.035, -0.12, 0.16) + 0.10 * (band(24, seed + 20, 4) - 0.5)
        hill = tint(colour, value) * (1 - haze) + np.array((214, 206, 184)) * haze * (1 - height / line)[..., None].clip(0, 1) + np.array(colour) * haze * (height / line)[..., None].clip(0, 1)
        image = np.where((height <= line)[..., None], hill, image)
    random = np.random.RandomState(421)
    forest = np.zeros(WIDTH)
    for k in range(420):
        at, tall, half = random.randint(WIDTH), 4 + 9 * random.rand() ** 2, 2 + 3 * random.rand()
        away = np.abs((np.arange(WIDTH) - at + WIDTH / 2) % WIDTH - WIDTH / 2)
        forest = np.maximum(forest, 3 + tall * np.clip(1 - away / half, 0, 1))
    trees = height <= forest[None]
    image[trees] = tint((58, 82, 56), 0.75 + 0.5 * band(60, 422, 3))[trees]
    image[-3:] = (84, 104, 62)  # what is drawn on below the horizon
    return np.clip(image, 0, 255)
