# SPDX-License-Identifier: GPL-3.0-or-later
"""Textures of the sample world. Each function gives float RGB (size, size, 3), or (size, size, 4) with holes.

Wall textures are drawn upright here; makebgf -r turns them the way the engine stores walls.
"""
import numpy as np

from fields import cells, hollow, mix, noise, shade, smooth, tint


def board_rows(size, width, seed, base, across=False, joints=2):
    """Boards that run down the picture, each with its own grain, tone and butt joints."""
    random = np.random.RandomState(seed)
    y, x = np.mgrid[0:size, 0:size]
    image, height = np.zeros((size, size, 3)), np.ones((size, size))
    for k in range(size // width):
        part = slice(k * width, (k + 1) * width)
        warp = noise(size, 2, seed * 31 + k, 3, (1, 3))
        fibre = noise(size, 2, seed * 57 + k, 4, (1, 24))
        rings = np.sin((x + warp * 26) * (0.55 + 0.3 * random.rand()) + warp * 9)
        for _ in range(random.randint(0, 2)):  # a knot bends the rings around itself
            cy, cx = random.randint(0, size), k * width + width // 2
            dy = ((y - cy + size // 2) % size - size // 2) / 2.6
            distance = np.hypot(dy, x - cx)
            rings = np.where(distance < 9, np.sin(distance * 1.5), rings)
        tone = 0.80 + 0.34 * random.rand()
        value = tone * (0.80 + 0.22 * fibre + 0.055 * rings)
        hue = np.array(base, float) * (1 + np.array((0.05, 0, -0.06)) * (random.rand() - 0.5) * 2)
        image[:, part] = (hue[None, None] * value[..., None])[:, part]
        edge = np.minimum(np.arange(width), width - 1 - np.arange(width))
        rows = np.full(size, 99.0)
        for cut in range(joints):
            at = (random.randint(0, size // joints) + cut * size // joints) % size
            rows = np.minimum(rows, np.abs((np.arange(size) - at + size // 2) % size - size // 2))
        height[:, part] = np.minimum(smooth(-0.3, 2.2, edge)[None, :], smooth(-0.3, 1.8, rows)[:, None])
    image *= (shade(height * 1.6, 1.0) * (0.58 + 0.42 * height))[..., None]
    return image.transpose(1, 0, 2) if across else image


def oak_boards(size=128):
    return board_rows(size, 16, 11, (158, 108, 64))


def dark_boards(size=128):
    return board_rows(size, 16, 23, (112, 76, 50))


def beam_ceiling(size=128):
    image = board_rows(size, 32, 5, (98, 66, 44))
    beam = board_rows(size, 32, 8, (78, 50, 32), across=True)
    rows = np.arange(size)
    across = smooth(26, 22, np.abs(rows - 24.0))
    drop = smooth(44, 30, np.abs(rows - 24.0)) * (1 - across)
    image *= (1 - 0.55 * drop)[:, None, None]
    round_off = 0.75 + 0.4 * np.cos((rows - 20) / 24.0)
    return mix(image, beam * round_off[:, None, None], np.repeat(across[:, None], size, 1))


def masonry(size, rows, columns, seed, base, spread=0.3, hue=0.1, mortar=(74, 70, 66), bevel=3.0, offset=True, rough=0.5, vary=0.0):
    random = np.random.RandomState(seed)
    grain, fine = noise(size, 6, seed + 1, 5), noise(size, 24, seed + 2, 3)
    wobble = (noise(size, 5, seed + 3, 3) - 0.5) * 3.2
    high, wide = size // rows, size // columns
    y, x = np.mgrid[0:size, 0:size].astype(float)
    y, x = y + wobble, x + np.roll(wobble, size // 3, 0)
    row = np.floor(y / high)
    shift = np.where(row % 2 == 1, wide / 2, 0) if offset else 0
    if vary:
        widths = random.rand(rows) * vary * wide
        shift = shift + widths[row.astype(int) % rows]
    column = np.floor((x + shift) / wide)
    local_y, local_x = y - row * high, (x + shift) - column * wide
    edge = np.minimum(np.minimum(local_y, high - local_y), np.minimum(local_x, wide - local_x))
    key = (row.astype(int) % rows) * columns + column.astype(int) % columns
    tone = 1 - spread / 2 + spread * random.rand(rows * columns)[key]
    warm = (random.rand(rows * columns)[key] - 0.5) * hue
    stone = np.dstack([np.full_like(tone, base[0]) * (1 + warm), np.full_like(tone, base[1]), np.full_like(tone, base[2]) * (1 - warm)])
    stone *= (tone * (0.66 + 0.45 * grain + 0.22 * fine))[..., None]
    face = smooth(0.6, bevel, edge)
    height = face * (2.2 + tone) + rough * (grain + 0.6 * fine)
    image = mix(tint(mortar, 0.6 + 0.6 * fine), stone, smooth(0.4, 1.6, edge))
    return image * (shade(height, 0.8) * hollow(height))[..., None]


def hearth_brick(size=128):
    return masonry(size, 8, 4, 12, (152, 86, 62), 0.42, 0.16, (96, 84, 74), 2.0)


def dressed_stone(size=128):
    return masonry(size, 4, 2, 2, (136, 134, 130), 0.24, 0.08, (66, 64, 62), 3.4, rough=1.1)


def ashlar(size=128):
    """Smooth warm sandstone, finely jointed."""
    return masonry(size, 4, 2, 25, (182, 162, 130), 0.16, 0.07, (122, 106, 84), 2.2, rough=0.55)


def mossy_stone(size=128):
    image = masonry(size, 4, 2, 9, (122, 124, 116), 0.26, 0.08, (56, 58, 50), 3.4, rough=1.3)
    drift = noise(size, 4, 44, 5) + 0.22 * np.linspace(-1, 1, size)[:, None] * np.sin(np.linspace(0, np.pi, size))[:, None]
    tuft = noise(size, 28, 45, 2)
    return mix(image, tint((74, 98, 50), 0.5 + 0.8 * tuft), smooth(0.56, 0.68, drift) * (0.45 + 0.5 * tuft))


def blue_slate(size=128):
    return masonry(size, 8, 4, 15, (102, 108, 122), 0.34, 0.05, (52, 54, 62), 1.8, rough=0.7, vary=0.4)


def flagstone(size=128):
    return masonry(size, 2, 2, 18, (150, 145, 134), 0.2, 0.08, (84, 80, 72), 3.0, rough=0.8, vary=0.5)


def clay_tile(size=128):
    return masonry(size, 4, 4, 16, (162, 112, 82), 0.26, 0.1, (98, 84, 72), 2.6, offset=False, rough=0.5)


def marble(size=128):
    image = masonry(size, 2, 2, 22, (198, 194, 188), 0.1, 0.03, (128, 122, 116), 1.6, offset=False, rough=0.12)
    vein = np.abs(noise(size, 3, 23, 5) - 0.5) * 2
    return image * (0.78 + 0.24 * smooth(0.0, 0.16, vein))[..., None]


def stone_step(size=128):
    image = masonry(size, 4, 2, 52, (146, 142, 134), 0.18, 0.06, (80, 76, 70), 3.2, rough=0.9)
    rows = np.arange(size)
    lip = np.where(rows % 32 < 5, 1.22, np.where(rows % 32 < 9, 0.66, 1.0))
    return image * lip[:, None, None]


def parapet(size=128):
    image = masonry(size, 4, 4, 53, (128, 126, 120), 0.3, 0.1, (62, 60, 56), 3.0, rough=1.2)
    image[:12] *= 1.22
    image[12:16] *= 0.55
    return image


def rounded_cells(size, count, seed, base, gap, gap_colour, hue=0.1, dome=0.5):
    random = np.random.RandomState(seed)
    owner, border = cells(size, count, seed)
    tone = 0.76 + 0.42 * random.rand(count)[owner]
    warm = (random.rand(count)[owner] - 0.5) * hue
    grain = noise(size, 16, seed + 1, 4)
    stone = np.dstack([base[0] * (1 + warm), np.full_like(tone, base[1]), base[2] * (1 - warm)])
    stone *= (tone * (0.7 + 0.5 * grain))[..., None]
    rise = np.sqrt(np.clip(border - gap, 0, 12)) * 2.2 * dome
    ground = tint(gap_colour, 0.5 + 0.8 * noise(size, 24, seed + 2, 3))
    image = mix(ground, stone, smooth(gap - 0.6, gap + 0.9, border))
    return image * (shade(rise + grain * 0.8, 0.8) * hollow(rise))[..., None]


def cobble(size=128):
    return rounded_cells(size, 34, 3, (138, 130, 118), 1.0, (94, 86, 72), dome=0.36)


def dry_soil(size=128):
    return rounded_cells(size, 90, 17, (122, 94, 66), 0.7, (70, 50, 34), 0.12, 0.3)


def ash_bed(size=128):
    image = rounded_cells(size, 70, 71, (86, 82, 80), 0.8, (40, 36, 36), 0.06, 0.5)
    ember = smooth(0.66, 0.8, noise(size, 9, 72, 3))
    return mix(image, tint((232, 112, 34), 0.7 + 0.5 * noise(size, 20, 73, 2)), ember * 0.8)


def strokes(size, count, seed, length, lean=0.5):
    """Short curved blades; gives (tone, blade depth) with later blades over earlier ones."""
    random = np.random.RandomState(seed)
    tone, depth = np.zeros((size, size)), np.zeros((size, size))
    for k in range(count):
        x, y = random.rand(2) * size
        reach, bend, value = length * (0.5 + random.rand()), (random.rand() - 0.5) * 2 * lean, 0.7 + 0.6 * random.rand()
        steps = int(reach * 1.6)
        for s in range(steps):
            f = s / steps
            px, py = int(x + bend * reach * f * f) % size, int(y - reach * f) % size
            tone[py, px], depth[py, px] = value * (0.6 + 0.55 * f), k / count
    return tone, depth


def meadow(size=128):
    ground = tint((74, 88, 44), 0.5 + 0.55 * noise(size, 6, 5, 5))
    tone, depth = strokes(size, 1500, 6, 8)
    patch = noise(size, 3, 7, 3)
    blade = np.dstack([78 + 58 * patch, 112 + 20 * patch, np.full_like(patch, 46.0)]) * tone[..., None]
    return np.where(tone[..., None] > 0, mix(ground, blade, 0.6 + 0.4 * depth), ground)


def hedge(size=128):
    random = np.random.RandomState(61)
    image = tint((38, 52, 30), 0.5 + 0.5 * noise(size, 8, 62, 4))
    y, x = np.mgrid[0:size, 0:size]
    for k in range(900):
        cx, cy, radius = *(random.rand(2) * size), 2.2 + 2.4 * random.rand()
        dx, dy = (x - cx + size / 2) % size - size / 2, (y - cy + size / 2) % size - size / 2
        turn = random.rand() * np.pi
        u, v = dx * np.cos(turn) + dy * np.sin(turn), (dy * np.cos(turn) - dx * np.sin(turn)) * 1.9
        leaf = u * u + v * v < radius * radius
        light = (0.62 + 0.5 * k / 900) * (1 - 0.3 * (dx + dy) / radius / 2) * (0.85 + 0.3 * random.rand())
        image[leaf] = (np.array((82, 112, 52)) * light[..., None])[leaf]
    return image


def water(size=128, frame=0, frames=4):
    y, x = np.mgrid[0:size, 0:size] / size * 2 * np.pi
    t = frame / frames * 2 * np.pi
    warp = 1.1 * np.sin(2 * x + y + t) + 0.9 * np.sin(3 * y - x - t) + 2.2 * noise(size, 3, 31, 3)
    wave = np.sin(2 * x + warp + np.cos(t)) + np.sin(3 * y - warp + np.sin(t)) + 0.6 * np.sin(4 * x - 3 * y + warp * 1.3 + t)
    ridge = np.exp(-np.abs(wave) * 3.2)
    deep = tint((40, 76, 96), 0.78 + 0.16 * np.sin(wave) + 0.16 * noise(size, 5, 32, 4))
    return deep + tint((92, 128, 132), ridge ** 2 * 0.75)


def plaster(size=256, seed=14):
    stain, grain = noise(size, 3, seed, 5), noise(size, 32, seed + 1, 3)
    image = tint((208, 190, 154), 0.80 + 0.16 * stain + 0.09 * grain)
    crack = np.abs(noise(size, 5, seed + 2, 4) - 0.5)
    image *= (1 - 0.16 * smooth(0.012, 0.002, crack) * smooth(0.5, 0.65, noise(size, 3, seed + 3, 2)))[..., None]
    foot = smooth(0.72, 1.0, np.linspace(0, 1, size))[:, None] * (0.4 + 0.6 * noise(size, 6, seed + 4, 3))
    return image * (1 - 0.28 * foot)[..., None] * shade(grain + 2 * stain, 0.5)[..., None]


def beam_mask(size, frame):
    """Signed depth into each beam, in pixels: > 0 inside. `frame` lists (x0, y0, x1, y1, half width)."""
    y, x = np.mgrid[0:size, 0:size] + 0.5
    depth = np.full((size, size), -99.0)
    along = np.zeros((size, size))
    for x0, y0, x1, y1, half in frame:
        length = np.hypot(x1 - x0, y1 - y0)
        ux, uy = (x1 - x0) / length, (y1 - y0) / length
        run = np.clip((x - x0) * ux + (y - y0) * uy, 0, length)
        inside = half - np.hypot(x - x0 - ux * run, y - y0 - uy * run)
        along = np.where(inside > depth, np.arctan2(uy, ux), along)
        depth = np.maximum(depth, inside)
    return depth, along


def timbered(size, frame, ground, seed=4):
    depth, along = beam_mask(size, frame)
    down = board_rows(size, 32, seed + 1, (102, 68, 42), joints=0 + 1)
    across = down.transpose(1, 0, 2)
    wood = np.where((np.abs(np.sin(along)) > 0.5)[..., None], down, across)
    wood = wood * (0.62 + 0.6 * smooth(0, 4, depth) - 0.14 * smooth(8, 14, depth))[..., None]
    cast = smooth(-9, -1, np.roll(np.roll(depth, 4, 0), 3, 1))
    ground = ground * (1 - 0.42 * cast)[..., None]
    image = mix(ground, wood, smooth(-0.8, 0.8, depth))
    return image


FRAME = [(-20, 12, 276, 12, 13), (-20, 244, 276, 244, 13), (0, 0, 0, 256, 11), (256, 0, 256, 256, 11), (128, 0, 128, 256, 10),
         (138, 26, 246, 232, 8)]
WINDOW_FRAME = [(-20, 12, 276, 12, 13), (-20, 244, 276, 244, 13), (0, 0, 0, 256, 11), (256, 0, 256, 256, 11),
                (64, 60, 192, 60, 9), (64, 184, 192, 184, 9), (64, 60, 64, 184, 9), (192, 60, 192, 184, 9)]


def timber_frame(size=256):
    return timbered(size, FRAME, plaster(size))


def lime_plaster(size=256):
    return plaster(size, 34)


def lead_panes(size, left, top, right, bottom, step):
    """True where lead bars of diamond panes run."""
    y, x = np.mgrid[0:size, 0:size]
    inside = (x >= left) & (x < right) & (y >= top) & (y < bottom)
    bar = (np.abs((x + y) % step - step / 2) < 1.6) | (np.abs((x - y) % step - step / 2) < 1.6)
    return inside, inside & bar


def timber_window(size=256):
    image = timbered(size, WINDOW_FRAME, plaster(size, 54), 6)
    inside, bar = lead_panes(size, 73, 69, 183, 175, 24)
    y, x = np.mgrid[0:size, 0:size]
    glow = tint((250, 196, 96), 0.62 + 0.35 * np.exp(-(((x - 128) / 60.0) ** 2 + ((y - 130) / 60.0) ** 2)) + 0.12 * noise(size, 16, 55, 2))
    image[inside] = glow[inside]
    image[bar] = (44, 42, 46)
    return image


def leaded_glass(size=128):
    """A window to look through: lead bars and a few tinted panes, the rest is open."""
    inside, bar = lead_panes(size, 6, 6, size - 6, size - 6, 24)
    frame = ~inside
    wood = board_rows(size, 16, 57, (96, 62, 38), joints=1)
    alpha = np.where(frame | bar, 255, 0).astype(float)
    image = np.where(frame[..., None], wood, np.array((58, 56, 60))[None, None])
    y, x = np.mgrid[0:size, 0:size]
    pane = (x + y) // 24 * 17 + (x - y) // 24 * 5
    dither = (x + y) % 2 == 0
    tinted = inside & ~bar & (pane % 7 == 0) & dither
    image[tinted], alpha[tinted] = (96, 132, 120), 255
    return np.dstack([image, alpha])


def oak_panel(size=256):
    image = board_rows(size, 64, 7, (128, 82, 48), joints=1)
    y, x = np.mgrid[0:size, 0:size]
    local = x % 128
    edge = np.minimum(np.minimum(local - 16, 111 - local), np.minimum(y - 36, 211 - y))
    height = smooth(0, 5, edge) - smooth(12, 20, edge)
    image = image * shade(height * 6, 1.0)[..., None] * (1 - 0.18 * smooth(-2, 2, edge) * smooth(22, 14, edge))[..., None]
    rail = (y < 16) | (y > 226)
    image[rail] = image[rail] * 0.82
    image[14:17] *= 0.5
    image[225:228] *= 0.5
    image[0:3] *= 1.3
    return image


def iron_door(size=256):
    image = board_rows(size, 32, 10, (116, 76, 44), joints=1)
    y, x = np.mgrid[0:size, 0:size]
    for centre in (48, 208):
        band = np.abs(y - centre) < 14
        metal = tint((88, 90, 98), (1.2 - np.abs(y - centre) / 18.0) * (0.8 + 0.3 * noise(size, 20, 66, 3)))
        image[band] = metal[band]
        image[np.abs(np.abs(y - centre) - 15) < 2] *= 0.45
        for stud in range(20, 256, 43):
            ball = np.hypot(x - stud, y - centre)
            image[ball < 6] = (np.array((150, 152, 160)) * (1.15 - np.clip((x - stud + y - centre) / 12.0, -0.3, 0.6))[..., None])[ball < 6]
    ring = np.abs(np.hypot(x - 204, y - 134) - 11)
    image[ring < 3] = (np.array((206, 168, 82)) * (1.1 - (y - 134) / 40.0)[..., None])[ring < 3]
    edge = np.minimum(x, size - 1 - x)
    return image * (0.5 + 0.5 * smooth(0, 6, edge))[..., None]


def shingle(size=128):
    random = np.random.RandomState(19)
    y, x = np.mgrid[0:size, 0:size]
    image = np.zeros((size, size, 3))
    row = y // 16
    column = (x + (row % 2) * 8) // 16
    tone = 0.72 + 0.5 * random.rand(8, 9)[row % 8, column % 9 % 8]
    local_y, local_x = y % 16, (x + (row % 2) * 8) % 16
    light = 1.1 - 0.5 * (1 - local_y / 16.0) ** 2
    light = np.where(local_x < 1, light * 0.5, light)
    light = np.where(local_y > 13, light * 1.15, light)
    light = np.where(local_y < 2, light * 0.45, light)
    image[:] = np.array((116, 78, 58))
    return image * (tone * light * (0.75 + 0.4 * noise(size, 10, 20, 4)))[..., None]


def fire(size=128, frame=0, frames=4):
    y, x = np.mgrid[0:size, 0:size] / size
    lift = noise(size, 4, 81, 4)
    lick = np.roll(lift, -frame * size // frames, 0)
    flame = 1.25 - np.abs(x - 0.5) * (2.0 + 2.2 * (1 - y)) - (1 - y) * 1.05 + (lick - 0.5) * 1.4
    heat = np.clip(flame, 0, 1.2)
    image = np.dstack([255 * np.clip(heat * 2.4, 0, 1), 235 * np.clip(heat * 1.5 - 0.18, 0, 1), 120 * np.clip(heat * 1.4 - 0.75, 0, 1)])
    return np.dstack([image, np.where(heat > 0.1, 255, 0)])


def ivy_wall(size=128):
    stone = masonry(size, 4, 2, 92, (134, 130, 124), 0.24, 0.08, (66, 64, 60), 3.2, rough=1.0)
    random = np.random.RandomState(93)
    y, x = np.mgrid[0:size, 0:size]
    for k in range(240):
        stem = random.randint(0, 5) * 26 + 8
        cy = random.rand() * size
        cx = stem + 8 * np.sin(cy / 14.0 + stem) + (random.rand() - 0.5) * 16
        dx, dy = (x - cx + size / 2) % size - size / 2, (y - cy + size / 2) % size - size / 2
        radius = 2.6 + 2 * random.rand()
        leaf = np.abs(dx) * 0.9 + np.abs(dy) * 0.7 < radius
        light = (0.7 + 0.4 * k / 240) * (1 - 0.2 * (dx + dy) / radius)
        stone[leaf] = (np.array((70, 104, 50)) * light[..., None])[leaf]
    return stone
