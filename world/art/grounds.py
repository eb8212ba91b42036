# SPDX-License-Identifier: GPL-3.0-or-later
"""Grounds, roofs, cloths and waters of the sample world, each a seamless square of float RGB(A)."""
import numpy as np

from fields import cells, hollow, mix, noise, shade, smooth, tint
from textures import board_rows, masonry, meadow, strokes


def dirt_path(size=128):
    """Trodden earth with pebbles pressed into it and the shallow ruts of carts."""
    grain, broad = noise(size, 18, 201, 4), noise(size, 3, 202, 4)
    image = tint((150, 118, 82), 0.66 + 0.34 * broad + 0.18 * grain)
    owner, border = cells(size, 70, 203, 1)
    random = np.random.RandomState(204)
    pebble = (random.rand(70) < 0.34)[owner] & (border > 2.4)
    rise = np.where(pebble, np.sqrt(np.clip(border - 2.4, 0, 6)) * 1.6, 0) + grain * 1.6 + broad * 3
    tone = (0.8 + 0.4 * random.rand(70))[owner]
    image = np.where(pebble[..., None], tint((146, 134, 118), tone * (0.8 + 0.3 * grain)), image)
    return image * shade(rise, 0.7)[..., None]


def flower_meadow(size=128):
    image = meadow(size)
    random = np.random.RandomState(205)
    y, x = np.mgrid[0:size, 0:size]
    for k in range(26):
        cx, cy = random.rand(2) * size
        colour = ((232, 216, 120), (226, 226, 214), (196, 120, 170), (232, 216, 120))[k % 4]
        distance = np.hypot((x - cx + size / 2) % size - size / 2, (y - cy + size / 2) % size - size / 2)
        image[distance < 2.3] *= 0.6
        image[distance < 1.7] = colour
        image[distance < 0.6] = (206, 150, 60)
    return image


def marsh_mud(size=128):
    wet, grain = noise(size, 4, 206, 5), noise(size, 20, 207, 3)
    image = tint((84, 74, 54), 0.6 + 0.5 * grain)
    tone, depth = strokes(size, 420, 208, 7, 0.9)
    image = np.where((tone > 0)[..., None], mix(image, np.dstack([78 * tone, 86 * tone, 48 * tone]), 0.7 * depth), image)
    pool = smooth(0.56, 0.62, wet)
    image *= shade(-pool * 3 + grain * 1.4, 0.8)[..., None]
    return mix(image, tint((62, 82, 84), 0.7 + 0.4 * noise(size, 6, 209, 3)), pool * 0.85)


def straw(size=128):
    image = tint((104, 80, 44), 0.5 + 0.4 * noise(size, 8, 210, 4))
    random = np.random.RandomState(211)
    for k in range(700):
        x, y = random.rand(2) * size
        turn, reach, tone = random.rand() * np.pi, 6 + 10 * random.rand(), (0.55 + 0.55 * k / 700) * (0.85 + 0.3 * random.rand())
        for step in np.arange(0, reach, 0.6):
            px, py = int(x + np.cos(turn) * step) % size, int(y + np.sin(turn) * step) % size
            image[py, px] = np.array((216, 180, 104)) * tone
            image[(py + 1) % size, px] *= 0.82
    return image


def roof_tiles(size, seed, base, hue=0.12):
    """Courses of plain tiles, eaves at the bottom, each course casting a shadow on the next."""
    random = np.random.RandomState(seed)
    courses, across = 8, 8
    high, wide = size // courses, size // across
    y, x = np.mgrid[0:size, 0:size]
    course = y // high
    shifted = x + (course % 2) * (wide // 2) + random.randint(0, 3, courses)[course]
    column = (shifted // wide) % across
    key = course * across + column
    tone = (0.80 + 0.34 * random.rand(courses * across))[key]
    warm = ((random.rand(courses * across) - 0.5) * hue)[key]
    sag = random.randint(0, 3, courses * across)[key]
    local_y, local_x = y % high, shifted % wide
    light = 0.72 + 0.42 * local_y / high
    light = np.where(local_y >= high - 2 - (sag == 2), light * 1.16, light)
    light = np.where(local_y < 2 + (sag == 1), light * 0.58, light)
    light = np.where((local_x < 1), light * 0.66, np.where(local_x < 2, light * 1.08, light))
    colour = np.dstack([base[0] * (1 + warm), np.full_like(tone, base[1]), base[2] * (1 - warm)])
    return colour * (tone * light * (0.80 + 0.36 * noise(size, 10, seed + 1, 4)))[..., None]


def red_roof(size=128):
    return roof_tiles(size, 212, (156, 88, 62))


def slate_roof(size=128):
    image = roof_tiles(size, 213, (104, 112, 126), 0.06)
    moss = smooth(0.60, 0.72, noise(size, 5, 214, 4))
    return mix(image, image * np.array((0.86, 1.0, 0.62)), moss * 0.8)


def thatch(size=128):
    image = tint((150, 122, 74), 0.6 + 0.5 * noise(size, 2, 215, 4, (2, 28)))
    ragged = (noise(size, 24, 216, 2)[0] * 7).astype(int)
    y, x = np.mgrid[0:size, 0:size]
    local = (y + ragged[x]) % 64
    light = 0.74 + 0.36 * local / 64
    light = np.where(local < 4, light * 0.62, light)
    light = np.where(local > 60, light * 1.12, light)
    return image * light[..., None] * (0.9 + 0.2 * noise(size, 6, 217, 3))[..., None]


def striped_cloth(size, first, second, seed):
    y, x = np.mgrid[0:size, 0:size]
    stripe = (x // 16) % 2 == 0
    fold = 0.86 + 0.12 * np.sin(x / size * 2 * np.pi * 4 + 0.6 * np.sin(y / size * 2 * np.pi)) + 0.10 * (noise(size, 4, seed, 3) - 0.5)
    weave = 0.97 + 0.03 * ((x + y) % 2)
    seam = np.where(x % 16 == 0, 0.74, 1.0)
    return np.where(stripe[..., None], np.array(first, float), np.array(second, float)) * (fold * weave * seam)[..., None]


def red_cloth(size=128):
    return striped_cloth(size, (176, 58, 50), (226, 212, 178), 218)


def blue_cloth(size=128):
    return striped_cloth(size, (74, 100, 134), (218, 190, 120), 219)


def woven_rug(size=128):
    """A square rug of one unit square: border, zigzag, medallion."""
    y, x = np.mgrid[0:size, 0:size]
    edge = np.minimum(np.minimum(x, size - 1 - x), np.minimum(y, size - 1 - y))
    image = np.zeros((size, size, 3)) + (128, 40, 38)
    zigzag = np.abs((x + y) % 16 - 8) < 4
    image[(edge > 6) & (edge < 14)] = (196, 156, 84)
    image[(edge > 7) & (edge < 13) & zigzag] = (46, 60, 84)
    image[edge < 3] = (206, 184, 132)
    middle = np.abs(x - 63.5) + np.abs(y - 63.5)
    for low, high, colour in ((44, 48, (196, 156, 84)), (30, 44, (58, 72, 98)), (26, 30, (206, 184, 132)), (12, 26, (150, 58, 44)),
                              (0, 9, (196, 156, 84))):
        image[(middle >= low) & (middle < high)] = colour
    for cx, cy in ((32, 32), (96, 32), (32, 96), (96, 96)):
        spot = np.abs(x - cx + 0.5) + np.abs(y - cy + 0.5)
        image[(spot < 9)] = (196, 156, 84)
        image[(spot < 5)] = (58, 72, 98)
    weave = 0.90 + 0.10 * ((x // 2 + y) % 2) + 0.16 * (noise(size, 8, 220, 4) - 0.5)
    return image * weave[..., None]


def stream(size=128):
    """Running water; drawn still, the room scrolls it along its rows."""
    drift = noise(size, 4, 221, 4, (3, 1)) + 0.35 * noise(size, 9, 222, 3, (2, 1))
    wave = np.abs(np.sin(drift * 15))
    deep = tint((46, 84, 100), 0.74 + 0.30 * noise(size, 3, 223, 4))
    crest = np.exp(-wave * 5.5)
    return deep * (0.86 + 0.2 * wave)[..., None] + tint((104, 132, 132), crest * 0.62)


def waterfall(size=128):
    """Falling water, seamless downwards; the room scrolls it down."""
    strand = noise(size, 3, 224, 5, (1, 6))
    foam = smooth(0.52, 0.76, noise(size, 3, 225, 4, (2, 8)))
    image = tint((58, 98, 114), 0.62 + 0.7 * strand)
    return mix(image, tint((206, 222, 222), 0.75 + 0.3 * strand), foam * 0.85)


def marsh_water(size=128, frame=0, frames=4):
    y, x = np.mgrid[0:size, 0:size] / size * 2 * np.pi
    t = frame / frames * 2 * np.pi
    warp = 1.4 * noise(size, 3, 226, 3)
    wave = np.sin(2 * x + y + warp * 3 + np.cos(t)) + np.sin(3 * y - x + warp * 2 + np.sin(t))
    ridge = np.exp(-np.abs(wave) * 4)
    image = tint((46, 66, 56), 0.72 + 0.3 * noise(size, 4, 227, 4)) + tint((72, 92, 78), ridge ** 2 * 0.5)
    owner, border = cells(size, 46, 228, 1)
    random = np.random.RandomState(229)
    leaf = (random.rand(46) < 0.26)[owner] & (border > 2.0)
    green = tint((88, 116, 58), (0.75 + 0.35 * random.rand(46))[owner] * (0.8 + 0.05 * np.clip(border, 0, 7)))
    cast = np.roll(np.roll(leaf, 2, 0), 1, 1) & ~leaf
    image[cast] *= 0.62
    return np.where(leaf[..., None], green, image)


def worn_planks(size=128):
    """Weathered decking of jetties and bridges, boards across."""
    image = board_rows(size, 16, 231, (132, 118, 98), across=True, joints=1)
    split = smooth(0.70, 0.78, noise(size, 3, 232, 4, (12, 1)))
    return image * (1 - 0.35 * split)[..., None]


def rubble(size=128):
    """Undressed field stones in mortar: cellars, channel walls."""
    random = np.random.RandomState(233)
    owner, border = cells(size, 30, 234, 1)
    tone = (0.72 + 0.42 * random.rand(30))[owner]
    warm = ((random.rand(30) - 0.5) * 0.14)[owner]
    grain = noise(size, 14, 235, 4)
    stone = np.dstack([126 * (1 + warm), np.full_like(tone, 120), 110 * (1 - warm)]) * (tone * (0.7 + 0.5 * grain))[..., None]
    rise = np.sqrt(np.clip(border - 1.0, 0, 7)) * 1.7
    joint = tint((78, 72, 62), 0.7 + 0.5 * noise(size, 22, 236, 3))
    return mix(joint, stone, smooth(0.5, 2.0, border)) * (shade(rise + grain, 0.8) * hollow(rise))[..., None]


def wet_slate(size=128):
    """Channel wall: slate with a dark, slimy foot."""
    image = masonry(size, 8, 4, 237, (108, 110, 112), 0.3, 0.06, (58, 58, 56), 2.2, rough=0.9, vary=0.4)
    foot = smooth(0.45, 0.95, np.linspace(0, 1, size))[:, None] * (0.5 + 0.7 * noise(size, 6, 238, 4))
    return mix(image, image * np.array((0.50, 0.66, 0.46)), np.clip(foot, 0, 1))
