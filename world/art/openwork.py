# SPDX-License-Identifier: GPL-3.0-or-later
"""Textures with holes: fences, reeds, valances, the inn sign, the mill wheel. RGBA floats, upright."""
import numpy as np

from fields import noise, smooth, tint
from grounds import blue_cloth, red_cloth, red_roof
from textures import board_rows


def solid(image, mask):
    return np.dstack([image, np.where(mask, 255.0, 0.0)])


def valance(cloth):
    """The scalloped hem of an awning: 16 units high at the top of a picture of 64 by 16 units."""
    image = cloth()[:32] * np.linspace(1.08, 0.84, 32)[:, None, None]
    y, x = np.mgrid[0:32, 0:128].astype(float)
    scallop = 20 + 10 * np.sqrt(np.clip(1 - ((x % 16 - 7.5) / 8.0) ** 2, 0, 1))
    hem = (y > scallop - 3) & (y <= scallop)
    image[hem] *= 0.72
    image[:4] *= 0.78
    image[4:6] *= 1.14
    return solid(image, y <= scallop)


def red_valance():
    return valance(red_cloth)


def blue_valance():
    return valance(blue_cloth)


def paling(size=128):
    """Split pales on two rails; 64 units square, open above 44 units."""
    image = board_rows(size, 16, 301, (122, 100, 74), joints=0)
    y, x = np.mgrid[0:size, 0:size].astype(float)
    random = np.random.RandomState(302)
    top = 44 + random.randint(-4, 6, 8)[(x // 16).astype(int)]
    local = x % 16
    point = np.abs(local - 7.5) * 1.3
    pale = (local > 1) & (local < 14) & (y > top + point)
    round_off = 0.7 + 0.42 * np.sin((local + 1.5) / 17.0 * np.pi)
    image *= round_off[..., None]
    rails = ((np.abs(y - 66) < 5) | (np.abs(y - 110) < 5)) & ~pale
    rail = board_rows(size, 16, 303, (104, 82, 58), across=True, joints=0)
    image[rails] = (rail * 0.8)[rails]
    return solid(image, pale | rails)


def iron_railing(size=128):
    """Black bars with spear points; 64 units square, 44 high."""
    y, x = np.mgrid[0:size, 0:size].astype(float)
    local = x % 21.34
    bar = (np.abs(local - 10) < 1.8) & (y > 54)
    point = (np.abs(local - 10) < 3.6 - np.abs(y - 48) * 0.45) & (y > 38) & (y < 57)
    rails = (np.abs(y - 66) < 2.6) | (np.abs(y - 116) < 2.6)
    image = tint((74, 76, 84), 1.25 - 0.14 * (local - 8) + 0 * y)
    image[rails] = tint((78, 80, 88), 1.2 - 0.12 * ((y - 64) % 50))[rails]
    return solid(np.clip(image, 16, 140), bar | point | rails)


def grate(size=128):
    """A heavy iron grille to look through."""
    y, x = np.mgrid[0:size, 0:size].astype(float)
    upright, across = np.abs(x % 32 - 16) < 4, np.abs(y % 32 - 16) < 3.4
    rust = noise(size, 12, 305, 4)
    image = tint((96, 88, 84), 0.7 + 0.5 * rust)
    image *= np.where(upright, 1.2 - 0.1 * (x % 32 - 13), 1.15 - 0.12 * (y % 32 - 14))[..., None].clip(0.5, 1.5)
    image[..., 0] *= 1 + 0.3 * smooth(0.6, 0.75, rust)
    return solid(image, upright | across)


def reeds(size=128):
    """Reeds and cattails at the water's edge; 64 units square."""
    random = np.random.RandomState(307)
    image, mask = np.zeros((size, size, 3)), np.zeros((size, size), bool)
    for k in range(150):
        foot, reach, bend = random.rand() * size, 50 + 70 * random.rand() ** 1.5, (random.rand() - 0.5) * 30
        tone = 0.55 + 0.55 * k / 150
        colour = np.array((104, 122, 62)) * tone if random.rand() < 0.75 else np.array((150, 138, 84)) * tone
        for step in np.arange(0, reach, 0.5):
            f = step / reach
            px, py = int(foot + bend * f * f) % size, size - 1 - int(step)
            for wide in range(2 if f < 0.6 else 1):
                image[py, (px + wide) % size] = colour * (0.6 + 0.5 * f) * (1 - 0.25 * wide)
                mask[py, (px + wide) % size] = True
        if k % 9 == 4:
            px, py = int(foot + bend) % size, size - 1 - int(reach)
            for row in range(14):
                for column in range(-1, 3):
                    image[(py + row) % size, (px + column) % size] = np.array((104, 68, 40)) * (1.15 - 0.18 * column)
                    mask[(py + row) % size, (px + column) % size] = True
    return solid(image, mask)


def cobweb(size=128):
    """An old web hung in an upper left corner."""
    y, x = np.mgrid[0:size, 0:size].astype(float)
    angle, radius = np.arctan2(y, x + 0.01), np.hypot(x, y)
    mask = np.zeros((size, size), bool)
    spokes = np.linspace(0.04, np.pi / 2 - 0.04, 7)
    for spoke in spokes:
        mask |= (np.abs(angle - spoke) * radius < 0.8) & (radius < 118 - 24 * np.abs(np.sin(spoke * 5)))
    part = (angle - spokes[0]) / (spokes[1] - spokes[0]) % 1
    sag = 6 * np.sin(part * np.pi)
    for ring in range(16, 104, 12):
        mask |= (np.abs(radius + sag - ring) < 0.7) & (angle > 0.03) & (angle < np.pi / 2 - 0.03)
    return solid(tint((176, 178, 182), 0.75 + 0.3 * noise(size, 12, 309, 3)), mask)


def inn_sign(size=128):
    """The sign of the Lantern Inn, hung by chains; 64 units square."""
    y, x = np.mgrid[0:size, 0:size].astype(float)
    image = board_rows(size, 32, 311, (104, 70, 44), joints=0)
    board = (np.abs(x - 64) < 50) & (y > 26) & (y < 122 - (np.abs(x - 64) / 50) ** 2 * 14)
    rim = board & ~((np.abs(x - 64) < 44) & (y > 32) & (y < 115 - (np.abs(x - 64) / 50) ** 2 * 14))
    field = board & ~rim
    image[field] = tint((48, 66, 60), 0.95 + 0.2 * noise(size, 6, 312, 4))[field]
    image[rim] = (image * 1.25)[rim]
    edge = rim & ~np.roll(np.roll(board, 2, 0), 2, 1)
    image[edge] *= 1.25
    halo = np.exp(-(((x - 64) / 26.0) ** 2 + ((y - 74) / 30.0) ** 2))
    image[field] = (image + tint((150, 110, 40), halo))[field]
    brass = (206, 168, 84)
    cap = (np.abs(x - 64) < (y - 42) * 1.2) & (y >= 44) & (y < 58)
    glass = (np.abs(x - 64) < 14) & (y >= 58) & (y < 92)
    foot = (np.abs(x - 64) < 18) & (y >= 92) & (y < 98)
    hoop = (np.abs(np.hypot(x - 64, (y - 44) * 1.1) - 7) < 1.8) & (y < 46)
    for part in (cap, foot, hoop):
        image[part] = tint(brass, 1.1 - (x - 64) / 60.0)[part]
    image[glass] = tint((255, 232, 150), 1.0 - 0.2 * np.hypot((x - 64) / 14, (y - 76) / 17))[glass]
    flame = np.hypot((x - 64) / 5.0, (y - 78) / 10.0) < 1
    image[flame] = (255, 250, 214)
    for bar in (49, 63, 77):
        image[58:92, bar:bar + 2] = (120, 90, 40)
    chain = ((np.abs(np.abs(x - 64) - 34) < 2) & (y < 27) & (y % 7 < 5))
    pole = (y < 5)
    image[chain] = (120, 120, 128)
    image[pole] = tint((70, 70, 78), 1.3 - 0.12 * y)[pole]
    return solid(image, board | chain | pole)


def windlass(size=256):
    """Frame of a well: two posts, a small tiled roof, drum, rope and bucket, 96 of 128 units wide."""
    y, x = np.mgrid[0:size, 0:size].astype(float)
    wood = board_rows(size, 32, 313, (116, 84, 54), joints=0)
    image, mask = wood.copy(), np.zeros((size, size), bool)
    side = np.abs(x - 128)
    post = (np.abs(side - 84) < 7) & (y > 90)
    image[post] = (wood * (1.1 - 0.05 * (side - 77))[..., None])[post]
    drum = (np.abs(y - 150) < 9) & (side < 80)
    image[drum] = tint((132, 98, 62), 1.2 - 0.055 * (y - 141))[drum]
    coil = drum & (side < 22)
    image[coil] = tint((196, 168, 116), (1.15 - 0.05 * (y - 141)) * np.where(x % 5 < 1.5, 0.65, 1.0))[coil]
    rope = (np.abs(x - 128) < 1.8) & (y >= 158) & (y < 196)
    image[rope] = (188, 160, 110)
    handle = ((np.abs(y - 150) < 2.5) & (side >= 80) & (x > 128) & (side < 104)) | ((np.abs(side - 103) < 2.5) & (x > 128) & (y >= 150) & (y < 178))
    image[handle] = (88, 88, 96)
    bucket = (y >= 200) & (y < 236) & (side < 19 - (y - 200) / 9)
    image[bucket] = (wood * (1.15 - 0.016 * (x - 110))[..., None])[bucket]
    hoop = bucket & ((np.abs(y - 206) < 2.2) | (np.abs(y - 228) < 2.2))
    image[hoop] = (96, 96, 104)
    bail = (np.abs(np.hypot(x - 128, (y - 202) * 1.3) - 17) < 1.6) & (y < 202)
    image[bail] = (96, 96, 104)
    roof = (y >= 20) & (y < 98) & (side < 62 + (y - 20) * 0.56)
    tiles = np.tile(red_roof(), (2, 2, 1))
    image[roof] = tiles[roof]
    eaves = roof & (y > 91)
    image[eaves] *= 0.5
    ridge = roof & (y < 28)
    image[ridge] = tint((150, 92, 70), 1.25 - 0.06 * (y - 20))[ridge]
    for part in (post, drum, rope, handle, bucket, bail, roof):
        mask |= part
    return solid(image, mask)


def mill_wheel(size=256, frame=0, frames=4):
    """The overshot wheel, 128 units across; four frames turn it by one paddle."""
    y, x = np.mgrid[0:size, 0:size].astype(float)
    dx, dy = x - 128, y - 128
    radius, angle = np.hypot(dx, dy), np.arctan2(dy, dx)
    wood = board_rows(size, 32, 321, (116, 86, 58), joints=0) * (0.85 + 0.25 * noise(size, 10, 322, 4))[..., None]
    turn = frame / frames * 2 * np.pi / 16
    image, mask = np.zeros((size, size, 3)), np.zeros((size, size), bool)

    def put(where, value):
        image[where] = (wood * np.broadcast_to(np.asarray(value, float), (size, size))[..., None])[where]
        mask[where] = True

    def spoke(count, shift, half, low, high, value):
        away = (angle - turn - shift) * count / (2 * np.pi)
        across = np.abs(away - np.round(away)) * 2 * np.pi / count * radius
        put((across < half) & (radius > low) & (radius < high), value * (1 + 0.2 * (across < half * 0.4)))

    spoke(16, 0.05, 3.0, 92, 126, 0.55)
    spoke(16, 0, 3.6, 90, 126, 0.95)
    spoke(8, 0, 4.4, 10, 100, 0.85)
    for low, high, value in ((84, 96, 0.95), (108, 114, 0.8), (54, 60, 0.75)):
        put((radius >= low) & (radius < high), value * (1.0 - 0.22 * (dx + dy) / np.maximum(radius, 1)))
        put((radius >= low) & (radius < low + 1.6), 0.5)
    joint = np.abs(((angle - turn) * 8 / np.pi) % 1 - 0.5) < 0.03
    put(joint & (radius > 84) & (radius < 96), 0.5)
    put(radius < 18, 1.1 - 0.3 * (dx + dy) / 36)
    iron = radius < 9
    image[iron] = tint((96, 98, 106), 1.1 - 0.3 * (dx + dy) / 20)[iron]
    wet = smooth(40, 120, dy) * 0.35
    return solid(image * (1 - wet)[..., None], mask)
