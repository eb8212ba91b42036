# SPDX-License-Identifier: GPL-3.0-or-later
"""House fronts, doors, windows and furniture walls: upright pictures with structure, mostly 2 texels a unit."""
import numpy as np

from fields import cells, mix, noise, smooth, tint
from grounds import red_roof, rubble, thatch
from textures import ashlar, board_rows, dressed_stone, hearth_brick, masonry, mossy_stone, plaster, timbered

GLOW = (250, 198, 100)


def bevel(image, left, top, right, bottom, raised=True, width=2):
    """A light upper left and dark lower right rim (or the reverse), in place."""
    up, down = (1.28, 0.6) if raised else (0.5, 1.24)
    image[top:top + width, left:right] *= up
    image[top:bottom, left:left + width] *= up
    image[bottom - width:bottom, left:right] *= down
    image[top:bottom, right - width:right] *= down


def window(image, left, top, right, bottom, lit, step=16, frame=6, sill=True, seed=1):
    """A leaded casement in a wooden frame with a sill, in place."""
    height, width = image.shape[:2]
    wood = board_rows(256, 32, 240 + seed, (92, 62, 40), joints=1)[:height % 257 or 256]
    wood = np.resize(wood, image.shape) if wood.shape != image.shape else wood
    image[top - 3:bottom + 12, left + 4:right + 10] *= 0.72  # shadow
    image[top - frame:bottom + frame, left - frame:right + frame] = wood[top - frame:bottom + frame, left - frame:right + frame]
    bevel(image, left - frame, top - frame, right + frame, bottom + frame)
    y, x = np.mgrid[0:bottom - top, 0:right - left].astype(float)
    cx, cy = (right - left) / 2, (bottom - top) / 2
    if lit:
        glow = 0.66 + 0.42 * np.exp(-((x - cx) ** 2 + (y - cy * 1.25) ** 2) / (cx * cy * 1.1))
        pane = tint(GLOW, glow)
        pane[..., 2] *= 0.75 + 0.25 * glow
    else:
        sheen = smooth(0.2, 0.0, np.abs((x + y) / (cx + cy) / 2 - 0.42))
        pane = tint((54, 66, 82), 0.75 + 0.5 * (1 - y / cy / 2)) + tint((120, 140, 150), 0.35 * sheen)
    random = np.random.RandomState(seed)
    cell = ((x + y) // step).astype(int) * 7 + ((x - y) // step).astype(int)
    pane *= (0.88 + 0.22 * random.rand(512)[cell % 512])[..., None]
    bars = (np.abs((x + y) % step - step / 2) < 0.9) | (np.abs((x - y) % step - step / 2) < 0.9)
    pane[bars] = (40, 38, 42) if not lit else (66, 46, 30)
    pane[:3] *= 0.55
    pane[:, :3] *= 0.62
    image[top:bottom, left:right] = pane
    middle = (left + right) // 2
    image[top:bottom, middle - 3:middle + 3] = wood[top:bottom, middle - 3:middle + 3] * 0.95
    image[top:bottom, middle - 3:middle - 2] *= 1.3
    image[top:bottom, middle + 2:middle + 3] *= 0.55
    if sill:
        image[bottom + frame - 1:bottom + frame + 6, left - frame - 5:right + frame + 5] = np.array((138, 124, 100))
        bevel(image, left - frame - 5, bottom + frame - 1, right + frame + 5, bottom + frame + 6)
        image[bottom + frame + 6:bottom + frame + 10, left - frame - 2:right + frame + 7] *= 0.66


def tile(image, rows, columns):
    return np.tile(image, (rows, columns, 1))


def two_storeys(lower, upper, eaves=None):
    """512 x 256 texels, 256 units high: the upper storey stands out over the lower and shades it."""
    image = np.vstack([upper, lower])
    beam = board_rows(256, 32, 251, (84, 56, 36), across=True, joints=1)
    image[248:270] = beam[48:70] * np.linspace(1.2, 0.62, 22)[:, None, None]
    for k in range(10, 256, 48):  # joist ends under the jetty
        image[262:276, k:k + 14] = np.array((96, 66, 42))
        bevel(image, k, 262, k + 14, 276)
    image[276:304] *= np.linspace(0.5, 1, 28)[:, None, None]
    if eaves is not None:
        image[:96] = tile(eaves(), 1, 2)[:96]
        image[88:96] = beam[100:108] * 0.7
        image[96:132] *= np.linspace(0.45, 1, 36)[:, None, None]
    return image


def stone_foot(image, rows, stone):
    image[-rows:] = tile(stone(), 2, 2)[-rows:]
    image[-rows:-rows + 5] *= 1.2
    image[-rows + 5:-rows + 7] *= 0.7
    return image


LOWER = [(-20, 6, 276, 6, 12), (0, 0, 0, 256, 10), (256, 0, 256, 256, 10), (128, 0, 128, 256, 8)]
UPPER = [(-20, 236, 276, 236, 12), (-20, 104, 276, 104, 9), (0, 0, 0, 256, 10), (256, 0, 256, 256, 10), (64, 104, 64, 256, 8),
         (192, 104, 192, 256, 8), (4, 232, 60, 108, 7), (252, 232, 196, 108, 7)]


def inn_front(lit=True):
    lower = stone_foot(timbered(256, LOWER, plaster(256, 61), 12), 92, dressed_stone)
    window(lower, 30, 56, 98, 132, lit, seed=3)
    window(lower, 158, 56, 226, 132, lit, seed=4)
    upper = timbered(256, UPPER, plaster(256, 66), 14)
    window(upper, 92, 130, 164, 202, lit, seed=5)
    return two_storeys(lower, upper, red_roof)


def plain_inn_wall():
    """The same wall without windows, for the places beside doors."""
    lower = stone_foot(timbered(256, LOWER, plaster(256, 61), 12), 92, dressed_stone)
    upper = timbered(256, UPPER, plaster(256, 66), 14)
    return two_storeys(lower, upper, red_roof)


HOUSE_A = [(-20, 8, 276, 8, 11), (0, 0, 0, 256, 10), (256, 0, 256, 256, 10), (128, 0, 128, 90, 8), (-20, 92, 276, 92, 8),
           (8, 248, 120, 100, 7), (248, 248, 136, 100, 7)]
HOUSE_TOP = [(-20, 120, 276, 120, 9), (-20, 244, 276, 244, 10), (0, 0, 0, 256, 10), (256, 0, 256, 256, 10), (128, 0, 128, 120, 7),
             (128, 4, 6, 118, 7), (128, 4, 250, 118, 7)]


def weaver_house():
    """A plastered house washed in warm yellow, dark windows below, one lit above."""
    wash = plaster(256, 71) * np.array((1.04, 0.94, 0.74))
    lower = stone_foot(timbered(256, LOWER, wash, 21), 60, mossy_stone)
    window(lower, 34, 70, 94, 140, False, seed=6)
    window(lower, 162, 70, 222, 140, False, seed=7)
    upper = timbered(256, HOUSE_TOP, wash, 23)
    window(upper, 96, 148, 160, 216, True, seed=8)
    return two_storeys(lower, upper)


def smith_house():
    """Brick below, blue-grey plaster above."""
    lower = tile(hearth_brick(), 2, 2)
    wash = plaster(256, 76) * np.array((0.80, 0.88, 0.98))
    arch = np.mgrid[0:256, 0:256]
    for left in (36, 164):
        head = np.hypot((arch[1] - left - 28) / 40.0, (arch[0] - 84) / 26.0)
        lower[(head < 1) & (arch[0] < 84)] = tint((150, 142, 128), 0.8 + 0.3 * noise(256, 16, 77, 3))[(head < 1) & (arch[0] < 84)]
        window(lower, left, 84, left + 56, 150, left == 164, seed=9 + left)
    upper = timbered(256, HOUSE_TOP, wash, 26)
    window(upper, 96, 148, 160, 216, False, seed=11)
    return two_storeys(stone_foot(lower, 36, dressed_stone), upper)


def mill_boards(size=256):
    """Tarred weather boards over a foot of field stone."""
    image = board_rows(size, 32, 79, (106, 88, 70), across=True, joints=1)
    image *= (0.9 + 0.2 * noise(size, 4, 80, 4))[..., None]
    y = np.arange(size) % 32
    image *= np.where(y < 4, 0.6, np.where(y > 28, 1.12, 1.0))[:, None, None]
    return stone_foot(image, 72, rubble)


def mill_wall():
    """Weather boards up to the eaves of a thatched roof; 128 by 256 units."""
    lower = mill_boards()
    image = np.vstack([np.vstack([lower[:184], lower[112:184]]), lower])
    image[:104] = tile(thatch(), 1, 2)[:104]
    image[98:104] *= 0.5
    image[104:150] *= np.linspace(0.42, 1, 46)[:, None, None]
    return image


def mill_window():
    image = mill_wall()
    window(image, 92, 310, 164, 384, True, seed=12)
    window(image, 96, 150, 160, 206, False, seed=13)
    return image


def mill_inside():
    """The boards from within: no stone, no roof; 128 by 128 units."""
    boards = mill_boards()
    return np.vstack([boards[:160], boards[32:128]]) * np.array((1.08, 1.0, 0.9))


def door_leaf(image, left, top, right, bottom, seed, base=(112, 74, 44), hinge=True, ring=True):
    """A boarded door with straps and ring in an existing wall, in place."""
    high, wide = bottom - top, right - left
    boards = board_rows(256, 16, seed, base, joints=1)[:high, :wide] if high <= 256 else None
    image[top:bottom, left:right] = boards
    for x in range(16, wide, 16):
        image[top:bottom, left + x - 1:left + x] *= 0.62
    image[top:bottom, left:left + 4] *= 0.55
    image[top:top + 5, left:right] *= 0.55
    if hinge:
        for y in (top + high // 6, bottom - high // 5):
            image[y:y + 9, left:right - 14] = tint((82, 84, 92), 0.9 + 0.2 * noise(256, 16, 82, 2))[:9, :wide - 14]
            bevel(image, left, y, right - 14, y + 9)
            for x in range(left + 8, right - 18, 18):
                image[y + 3:y + 6, x:x + 3] = (168, 170, 178)
    if ring:
        y, x = np.mgrid[0:image.shape[0], 0:image.shape[1]]
        distance = np.abs(np.hypot(x - right + 18, y - (top + bottom) / 2 - 4) - 7)
        image[distance < 2.2] = (204, 168, 86)
        image[(distance < 2.2) & (y > (top + bottom) / 2 + 6)] *= 0.7


def oak_door(wall=ashlar):
    """Door of 72 units under an arch in sandstone; 128 by 128 units."""
    image = tile(wall(), 2, 2)
    y, x = np.mgrid[0:256, 0:256]
    head = np.hypot((x - 128) / 72.0, (y - 112) / 72.0)
    opening = ((head < 1) & (y < 112)) | ((np.abs(x - 128) < 72) & (y >= 112))
    ring = ((head < 1.26) & (y < 112)) | ((np.abs(x - 128) < 90) & (y >= 112))
    key = np.where(y < 112, np.floor(np.arctan2(y - 112, x - 128) / np.pi * 9), np.floor(y / 24.0) + 20).astype(int)
    random = np.random.RandomState(83)
    surround = tint((156, 150, 138), (0.82 + 0.26 * random.rand(64)[key % 64]) * (0.8 + 0.3 * noise(256, 16, 84, 4)))
    seam = (key != np.roll(key, 1, 0)) | (key != np.roll(key, 1, 1))
    surround[seam] *= 0.6
    image[ring] = surround[ring]
    leaf = image.copy()
    door_leaf(leaf, 56, 38, 200, 256, 85)
    image[opening] = leaf[opening]
    inner = opening & ~(np.roll(np.roll(opening, 5, 0), 5, 1))
    image[inner] *= 0.45
    return image


def tower_door():
    return oak_door(dressed_stone)


def gate_door():
    """The inn's gate, the same from both sides: 64 by 128 units, a stone lintel above."""
    image = np.vstack([dressed_stone(), dressed_stone()])
    door_leaf(image, 4, 66, 124, 256, 86)
    image[52:66] = tint((160, 154, 142), 0.85 + 0.25 * noise(128, 16, 88, 4))[:14]
    image[52:54] *= 1.2
    image[64:66] *= 0.5
    return image


def church_door():
    """The oak door below a rose window; 128 by 384 units."""
    image = np.vstack([tile(ashlar(), 4, 2), oak_door()])
    y, x = np.mgrid[0:768, 0:256].astype(float)
    radius, angle = np.hypot(x - 128, y - 386), np.arctan2(y - 386, x - 128)
    ring = radius < 84
    image[ring] = tint((164, 158, 146), 0.9 + 0.2 * noise(768, 24, 89, 3))[:, :256][ring] * (1.1 - 0.25 * (x + y - 514) / 170)[ring][:, None]
    glass = radius < 68
    petal = np.floor((angle / np.pi + 1) * 6 + 0.5).astype(int) % 12
    inner = radius < 34
    colours = np.array([(84, 122, 176), (170, 60, 52), (244, 196, 88), (56, 110, 110)], float)
    pick = np.where(inner, 2 + petal % 2 * 1, petal % 2)
    pane = colours[pick] * (1.12 - 0.3 * radius / 68)[..., None] * (0.85 + 0.3 * noise(768, 40, 90, 2))[:, :256, None]
    away = np.abs(((angle / np.pi + 1) * 6 + 0.5) % 1 - 0.5)
    lead = ((0.5 - away) * radius * np.pi / 6 < 1.8) | (np.abs(radius - 34) < 2.4) | (np.abs(radius - 12) < 1.6)
    pane[lead] = (52, 50, 56)
    pane[(radius < 11)] = (255, 226, 140)
    image[glass] = pane[glass]
    rim = glass & ~np.roll(np.roll(glass, 4, 0), 4, 1)
    image[rim] *= 0.5
    return image


def church_wall():
    """Tall glass under plain stone; 128 by 256 units."""
    return np.vstack([tile(ashlar(), 2, 2), church_glass()])


def house_door():
    """Ground floor of a timber house with its door; 128 by 128 units, the upper half as the plain wall."""
    image = stone_foot(timbered(256, LOWER, plaster(256, 71) * np.array((1.04, 0.94, 0.74)), 21), 60, mossy_stone)
    image[60:256, 76:180] = np.array((74, 50, 34))
    bevel(image, 76, 60, 180, 256, width=3)
    door_leaf(image, 86, 70, 170, 256, 87, (92, 110, 86))
    upper = timbered(256, HOUSE_TOP, plaster(256, 71) * np.array((1.04, 0.94, 0.74)), 23)
    window(upper, 96, 148, 160, 216, True, seed=8)
    return two_storeys(image, upper)


def church_glass():
    """A tall stained window in dressed stone: a lantern over water; 128 by 128 units."""
    image = tile(ashlar(), 2, 2) * 1.04
    y, x = np.mgrid[0:256, 0:256].astype(float)
    def lancet(half, top):
        return ((np.abs(x - 128) < half) & (y >= 96) & (y < 236)) | ((y < 96) & (y > top - 20) & (np.hypot(np.abs(x - 128) + half, y - 96) < 2 * half))
    frame, glass = lancet(62, 0), lancet(50, 0)
    image[frame] = tint((164, 158, 146), 0.9 + 0.2 * noise(256, 12, 91, 3))[frame]
    rim = frame & ~np.roll(np.roll(frame, 3, 0), 3, 1)
    image[rim] *= 1.2
    owner, border = cells(256, 110, 92, 2)
    random = np.random.RandomState(93)
    tone = (0.8 + 0.5 * random.rand(110))[owner]
    sky, gold, sea, red = (84, 122, 176), (244, 196, 88), (56, 110, 110), (170, 60, 52)
    colour = np.where((y < 176)[..., None], np.array(sky, float), np.array(sea, float))
    sun = np.hypot(x - 128, y - 122)
    colour = np.where((sun < 40)[..., None], np.array((226, 150, 64), float), colour)
    body = (np.abs(x - 128) < 17) & (np.abs(y - 126) < 26)
    colour = np.where(body[..., None], np.array(gold, float), colour)
    cap = (np.abs(x - 128) < 22 - (126 - 26 - y) * 0.9) & (y < 100) & (y > 82)
    base = (np.abs(x - 128) < 22) & (y >= 152) & (y < 160)
    colour = np.where((cap | base)[..., None], np.array((74, 62, 70), float), colour)
    colour = np.where(((np.abs(x - 128) > 40) & (y < 176) & (np.abs(x - 128) < 46))[..., None], np.array(red, float), colour)
    pane = colour * (tone * (1.16 - 0.25 * np.hypot(x - 128, y - 130) / 128))[..., None]
    lead = (border < 1.3) | (np.abs(sun - 40) < 1.6) | (np.abs(np.abs(x - 128) - 17) < 1.2) & body | (np.abs(y - 176) < 1.6)
    pane[lead] = (38, 36, 42)
    image[glass] = pane[glass]
    inner = glass & ~np.roll(np.roll(glass, 4, 0), 4, 1)
    image[inner] *= 0.5
    image[236:244, 58:198] = (170, 164, 152)
    bevel(image, 58, 236, 198, 244)
    return image


def shelf_wall(fill, seed):
    """Three shelves in a dark case, filled by `fill(image, random, left, right, floor, height)`; 64 by 64 units as 128 texels."""
    image = board_rows(128, 32, seed, (78, 52, 34), joints=1) * 0.55
    random = np.random.RandomState(seed)
    plank = board_rows(128, 16, seed + 1, (128, 86, 52), across=True, joints=1)
    for floor in (42, 84, 126):
        image[floor - 40:floor - 30] *= np.linspace(0.5, 1, 10)[:, None, None]
        fill(image, random, 7, 121, floor - 3, 30)
        image[floor - 3:floor + 2] = plank[floor - 3:floor + 2]
        image[floor - 3] *= 1.3
    for left in (0, 122):
        image[:, left:left + 6] = board_rows(128, 16, seed + 2, (122, 82, 50), joints=1)[:, :6]
        image[:, left] *= 1.2
        image[:, left + 5] *= 0.55
    return image


def bookshelf():
    colours = [(132, 52, 44), (60, 84, 66), (70, 76, 112), (150, 112, 62), (98, 66, 44), (108, 96, 88), (88, 46, 70)]

    def books(image, random, left, right, floor, height):
        x = left
        while x < right - 4:
            wide = random.randint(4, 9)
            if random.rand() < 0.08:
                x += wide
                continue
            high = height - random.randint(0, 9)
            base = np.array(colours[random.randint(len(colours))], float)
            round_off = 0.72 + 0.5 * np.sin(np.linspace(0.35, 2.8, wide))
            end = min(x + wide, right)
            spine = (base * round_off[:, None])[None, :end - x]
            image[floor - high:floor, x:end] = spine * np.ones((high, 1, 1))
            for band in (4, high - 7):
                image[floor - high + band:floor - high + band + 2, x:end] = np.array((206, 172, 96)) * round_off[None, :end - x, None]
            x = end
    return shelf_wall(books, 111)


def bottle_shelf():
    colours = [(70, 104, 62), (116, 70, 40), (70, 92, 116), (150, 120, 60)]

    def bottles(image, random, left, right, floor, height):
        x = left + 2
        while x < right - 10:
            kind = random.randint(3)
            base = np.array(colours[random.randint(len(colours))], float)
            wide, high = (9, 26) if kind == 0 else (11, 14) if kind == 1 else (8, 20)
            if kind == 1:
                base = np.array((170, 150, 122), float)
            profile = 0.62 + 0.55 * np.sin(np.linspace(0.3, 2.84, wide))
            image[floor - high:floor, x:x + wide] = (base * profile[:, None])[None]
            if kind != 1:
                neck = high // 3
                image[floor - high:floor - high + neck, x:x + wide // 3] *= 0
                image[floor - high:floor - high + neck, x:x + wide // 3] += (38, 27, 19)
                image[floor - high:floor - high + neck, x + wide - wide // 3:x + wide] = (38, 27, 19)
                image[floor - high:floor - high + 3, x + wide // 3:x + wide - wide // 3] = (170, 130, 84)
                image[floor - high + neck + 1:floor - 4, x + 2:x + 3] = np.minimum(base * 1.9, 255)
                image[floor - 10:floor - 5, x + 1:x + wide - 1] = (206, 190, 150)
            x += wide + random.randint(1, 4)
    return shelf_wall(bottles, 121)


def crates():
    """Four crate fronts, 64 units each; 128 texels."""
    image = np.zeros((128, 128, 3))
    boards = board_rows(128, 16, 131, (146, 110, 70), across=True, joints=0)
    frame = board_rows(128, 16, 133, (120, 86, 52), joints=0)
    for top, left, lean in ((0, 0, 1), (0, 64, -1), (64, 0, -1), (64, 64, 1)):
        part = boards[top:top + 64, left:left + 64] * 0.9
        y, x = np.mgrid[0:64, 0:64]
        edge = np.minimum(np.minimum(x, 63 - x), np.minimum(y, 63 - y))
        brace = np.abs((x - y) if lean == 1 else (x + y - 63)) < 7
        wood = frame[top:top + 64, left:left + 64]
        part[np.roll(brace, 2, 0) & ~brace] *= 0.6
        part[brace] = wood[brace] * 1.02
        part[(edge >= 9) & (edge < 12)] *= 0.62
        part[edge < 9] = wood[edge < 9] * 1.1
        part[edge < 2] *= 0.6
        part[(edge == 2)] *= 1.25
        for cy, cx in ((5, 5), (5, 58), (58, 5), (58, 58)):
            part[cy:cy + 2, cx:cx + 2] = (60, 58, 60)
        image[top:top + 64, left:left + 64] = part
    return image


def casks():
    """Two rows of cask heads on their racks."""
    image = board_rows(128, 32, 141, (58, 40, 28), joints=1) * 0.6
    y, x = np.mgrid[0:128, 0:128].astype(float)
    boards = board_rows(128, 16, 142, (150, 104, 62), joints=0)
    for cy in (32, 96):
        for cx in (32, 96):
            distance = np.hypot(x - cx, y - cy)
            shadow = np.hypot(x - cx - 4, y - cy - 4) < 31
            image[shadow] *= 0.5
            rim = distance < 30
            image[rim] = tint((116, 78, 46), 1.05 - (x - cx + y - cy) / 110.0)[rim]
            hoop = (distance > 26) & (distance < 30)
            image[hoop] = tint((92, 92, 98), 1.1 - (x - cx + y - cy) / 70.0)[hoop]
            head = distance < 25
            image[head] = (boards * (0.92 - 0.25 * smooth(16, 25, distance))[..., None])[head]
            inner = (distance > 23.4) & head
            image[inner] *= 0.5
            bung = np.hypot(x - cx, y - cy - 12) < 3.4
            image[bung] = (206, 164, 80)
            image[bung & (y > cy + 13)] *= 0.6
    for row in (62, 126):
        image[row - 4:row + 2] = board_rows(128, 16, 143, (104, 70, 44), across=True)[row - 4:row + 2]
        image[row - 4] *= 1.3
    return image


def bridge_arch():
    """Side of a bridge: a low arch over dark water under plain stone; 128 by 128 units."""
    image = np.hstack([dressed_stone(), dressed_stone()])
    y, x = np.mgrid[0:128, 0:256].astype(float)
    head = np.hypot((x - 128) / 96.0, (y - 128) / 84.0)
    ring = (head < 1.2) & (head >= 1)
    key = np.floor(np.arctan2(128 - y, x - 128) / np.pi * 15).astype(int)
    random = np.random.RandomState(151)
    stone = tint((152, 146, 134), (0.84 + 0.26 * random.rand(32)[key % 32]) * (0.8 + 0.3 * noise(256, 16, 152, 4)[:128]))
    stone[(key != np.roll(key, 1, 1))] *= 0.6
    image[ring] = stone[ring]
    under = head < 1
    depth = np.clip(1 - head, 0, 1)
    image[under] = tint((40, 46, 48), 0.9 - 0.7 * np.sqrt(depth))[under]
    glint = under & (y > 112) & (np.sin(x * 0.7 + y * 1.9) > 0.7)
    image[glint] = (70, 96, 104)
    return np.vstack([np.hstack([dressed_stone(), dressed_stone()]), image])


def notice_board():
    """Parchments nailed to boards in a frame; 64 units square."""
    image = board_rows(128, 16, 161, (112, 78, 50), joints=1)
    image[:10], image[-10:] = image[:10] * 0.8, image[-10:] * 0.8
    random = np.random.RandomState(162)
    for left, top, wide, high in ((16, 18, 40, 52), (62, 14, 48, 34), (66, 56, 36, 50), (20, 78, 38, 30)):
        image[top + 3:top + high + 3, left + 3:left + wide + 3] *= 0.55
        paper = tint((222, 204, 160), 0.9 + 0.16 * noise(128, 8, random.randint(999), 3))[:high, :wide]
        for line in range(8, high - 5, 5):
            reach = wide - 8 - random.randint(0, 14)
            paper[line:line + 2, 5:5 + reach] *= np.where(random.rand(reach) < 0.82, 0.55, 1.0)[None, :, None]
        image[top:top + high, left:left + wide] = paper
        image[top + 2:top + 5, left + wide // 2 - 1:left + wide // 2 + 2] = (70, 66, 70)
    bevel(image, 0, 0, 128, 128, width=4)
    bevel(image, 8, 8, 120, 120, raised=False, width=2)
    return image


def wall_lantern(size=128):
    """A lit lantern on an iron bracket before dressed stone; 64 by 128 units."""
    y, x = np.mgrid[0:size, 0:size].astype(float)
    halo = np.exp(-(((x - 64) / 34.0) ** 2 + ((y - 66) / 36.0) ** 2))
    halo = np.where(np.minimum(y, 127 - y) < 24, halo * np.minimum(y, 127 - y) / 24, halo)
    image = dressed_stone() * (0.95 + 0.7 * halo)[..., None] + tint((70, 44, 10), halo)
    iron = np.array((56, 56, 64))
    image[28:33, 60:69] = iron
    image[33:44, 63:66] = iron
    roof = (np.abs(x - 64) < (y - 40) * 1.1) & (y >= 42) & (y < 54)
    image[roof] = iron * 1.2
    body = (np.abs(x - 64) < 12) & (y >= 54) & (y < 82)
    image[body] = tint((255, 226, 140), 1.0 - 0.28 * np.hypot((x - 64) / 12, (y - 70) / 15))[body]
    for bar in (52, 63, 75):
        image[54:82, bar:bar + 2] = iron
    image[82:87, 50:78] = iron * 1.1
    image[87:90, 56:72] = iron * 0.8
    plain = dressed_stone() * 0.95
    return np.vstack([np.roll(plain, 64, 0)[:64], image, np.roll(plain, 64, 0)[64:]])


def crypt_stone(size=128):
    """Old ashlar, water-stained, with one carved block: a lantern."""
    image = masonry(size, 2, 2, 171, (120, 118, 112), 0.2, 0.06, (66, 64, 60), 3.4, rough=1.2)
    streak = smooth(0.5, 0.8, noise(size, 3, 172, 4, (1, 6)))
    image = mix(image, image * np.array((0.66, 0.74, 0.66)), streak * 0.8)
    return image


def oak_post(size=64):
    image = board_rows(size, 32, 181, (116, 80, 50), joints=0)
    x = np.arange(size) % 32
    return image * (0.62 + 0.5 * np.sin((x + 3) / 37.0 * np.pi))[None, :, None]


def gable(size=256):
    return timbered(size, HOUSE_TOP, plaster(size, 66), 14)



def leaded_dark(size=128):
    """A dark leaded window in plaster; 64 units square."""
    image = plaster(256, 34)[:128, :128].copy()
    window(image, 30, 24, 98, 96, False, 14, 7, seed=15)
    return image
