# SPDX-License-Identifier: GPL-3.0-or-later
"""The innkeeper: one model of rounded limbs, drawn for every angle, walk frame and part.

Model units: x right, y forward, z up; 120 units from sole to hood. Parts are separate sprites that hang on hotspots of the
body, as the engine composes its players: head (11), lantern in the right hand (21), left hand (22), cloak (41).
"""
import math

import numpy as np

COLOURS = {"skin": (222, 164, 122), "cloak": (66, 98, 56), "tunic": (158, 102, 58), "hem": (118, 72, 40), "belt": (66, 44, 30),
           "trouser": (104, 98, 102), "boot": (74, 52, 40), "hood": (76, 108, 62), "hair": (190, 168, 132), "iron": (88, 90, 100),
           "glow": (255, 218, 128), "brass": (206, 164, 80), "glove": (112, 80, 54), "eye": (40, 30, 26), "apron": (196, 182, 150)}
HOTSPOTS = {"head": 11, "lantern": 21, "hand": 22, "cloak": 41}
WIDTH, HEIGHT, SCALE = 160, 200, 1.6
SHRINK = 3
FRAMES = 5  # standing, four steps


def model(frame):
    """Capsules (part, colour, end, radius, end, radius) and the anchor points of the hotspots."""
    swing = (0, 0.95, 0, -0.95, 0)[frame]
    lift = (0, 0, 1.6, 0, 1.6)[frame]
    capsules = []

    def limb(part, colour, a, ra, b, rb):
        capsules.append((part, colour, a, ra, b, rb))

    for side in (-1, 1):
        step = side * swing * 8
        raised = 2.5 if frame in (2, 4) and (side == 1) == (frame == 2) else 0
        limb("body", "trouser", (side * 5.6, 0, 46 + lift), 6.4, (side * 6.6, step * .5 + raised, 25), 5.2)
        limb("body", "trouser", (side * 6.6, step * .5 + raised, 25), 5.1, (side * 6.8, step - 1, 12 + raised), 4.4)
        limb("body", "boot", (side * 6.8, step - 1, 15 + raised), 5.3, (side * 6.8, step - 1, 5 + raised), 4.6)
        limb("body", "boot", (side * 6.8, step - .5, 4 + raised), 4.3, (side * 7.6, step + 8, 3.4 + raised), 3.2)
        limb("body", "belt", (side * 6.8, step - 1, 16.5 + raised), 5.6, (side * 6.8, step - 1, 15.5 + raised), 5.6)
    limb("body", "tunic", (-3, 0, 79 + lift), 10.2, (-3, 0, 62 + lift), 9.0)
    limb("body", "tunic", (3, 0, 79 + lift), 10.2, (3, 0, 62 + lift), 9.0)
    limb("body", "tunic", (-9, 0, 82 + lift), 6.8, (9, 0, 82 + lift), 6.8)
    for side in (-1, 1):
        limb("body", "hem", (side * 3, 0, 52 + lift), 8.8, (side * 5.2, swing * side * 1.5, 37 + lift), 8.6)
    for z in np.arange(60, 81, 1.0):  # bib, then skirt of the apron
        limb("body", "apron", (-4.6, 4.2 + (z - 60) * .12, z + lift), 5.2, (4.6, 4.2 + (z - 60) * .12, z + lift), 5.2)
    for z in np.arange(34, 51, 1.0):
        limb("body", "apron", (-5.8, 5.6 - (z - 34) * .06, z + lift), 5.2, (5.8, 5.6 - (z - 34) * .06, z + lift), 5.2)
    limb("body", "belt", (-5, 0.6, 56 + lift), 8.9, (5, 0.6, 56 + lift), 8.9)
    limb("body", "brass", (-1.2, 9.2, 56 + lift), 2.2, (1.2, 9.2, 56 + lift), 2.2)
    # left arm hangs and swings, right arm carries the lantern
    elbow, wrist = (-16.5, -2 - swing * 3, 66 + lift), (-16.5, 5 - swing * 7, 51 + lift)
    limb("body", "tunic", (-13, 0, 82 + lift), 5.8, elbow, 4.9)
    limb("body", "tunic", elbow, 4.8, wrist, 4.0)
    limb("body", "hem", (wrist[0], wrist[1] - .4, wrist[2] + 1), 4.5, wrist, 4.5)
    hand = (-16.5, 7 - swing * 7.4, 45 + lift)
    limb("body", "skin", (wrist[0], wrist[1] + .6, wrist[2] - 2.4), 3.6, hand, 3.1)
    limb("body", "tunic", (13, 0, 82 + lift), 5.8, (17, 3, 69 + lift), 4.9)
    limb("body", "tunic", (17, 3, 69 + lift), 4.8, (17, 15, 69 + lift), 4.0)
    limb("body", "hem", (17, 15, 69 + lift), 4.5, (17, 15.8, 69 + lift), 4.5)
    limb("body", "glove", (17, 17, 69 + lift), 3.9, (17, 20, 68.6 + lift), 3.5)
    limb("body", "skin", (0, 0, 86 + lift), 4.6, (0, .6, 93 + lift), 4.6)
    # head
    limb("head", "skin", (0, 1, 101 + lift), 8.2, (0, 2.4, 97 + lift), 6.8)
    limb("head", "skin", (0, 9.2, 100.4 + lift), 1.5, (0, 10.4, 97.6 + lift), 2.0)
    for side in (-1, 1):
        limb("head", "skin", (side * 4.4, 6.6, 97.4 + lift), 2.6, (side * 4.0, 6.8, 96.6 + lift), 2.6)
        limb("head", "eye", (side * 3.3, 8.6, 101.6 + lift), 1.15, (side * 3.3, 8.6, 101.6 + lift), 1.15)
        limb("head", "hair", (side * 1.9, 8.9, 103.8 + lift), .9, (side * 4.9, 7.8, 103.9 + lift), .9)
        limb("head", "hair", (side * 1.0, 9.0, 95.4 + lift), 1.7, (side * 4.8, 7.2, 93.6 + lift), 1.6)
        limb("head", "hair", (side * 5.8, 4.4, 97 + lift), 2.6, (side * 3.6, 6.4, 91 + lift), 3.0)
    limb("head", "hair", (0, 6.6, 93 + lift), 4.4, (0, 7.4, 85 + lift), 2.4)
    limb("head", "hood", (0, -2.2, 103 + lift), 10, (0, -5.4, 98 + lift), 9.2)
    limb("head", "hood", (-7, -3, 96 + lift), 6, (7, -3, 96 + lift), 6)
    limb("head", "hood", (0, -7, 110 + lift), 5.2, (0, -13, 114 + lift), 1.8)
    limb("head", "hood", (-9.4, -.6, 89 + lift), 4.4, (9.4, -.6, 89 + lift), 4.4)
    limb("head", "brass", (0, 5.4, 86.6 + lift), 1.9, (0, 5.4, 86.6 + lift), 1.9)
    for k in range(-4, 5):
        x, sway = k * 3.6, -swing * 1.8
        limb("cloak", "cloak", (x * .88, -8.2 + abs(k) * .6, 87 + lift), 5.0, (x * 1.30, -14.0 + abs(k) * 1.1 + sway, 13), 4.9)
    grip = (17, 20, 64 + lift)
    limb("lantern", "brass", (17, 20, 62 + lift), 1.1, (17, 20, 66 + lift), 1.1)
    limb("lantern", "iron", (17, 20, 61 + lift), 2.6, (17, 20, 58.4 + lift), 5.2)
    limb("lantern", "glow", (17, 20, 55 + lift), 4.3, (17, 20, 49 + lift), 4.5)
    limb("lantern", "iron", (17, 20, 44.4 + lift), 5.0, (17, 20, 44.8 + lift), 5.0)
    for k in range(4):
        turn = math.pi / 4 + k * math.pi / 2
        dx, dy = 4.7 * math.cos(turn), 4.7 * math.sin(turn)
        limb("lantern", "iron", (17 + dx, 20 + dy, 58 + lift), .85, (17 + dx, 20 + dy, 45 + lift), .85)
    anchors = {"head": (0, 1, 96 + lift), "lantern": grip, "hand": hand, "cloak": (0, -4, 86 + lift)}
    return capsules, anchors


def projector(angle):
    """Screen x, screen y and depth towards the viewer, who stands at `angle` degrees clockwise from the figure's front."""
    cosine, sine = math.cos(math.radians(angle)), math.sin(math.radians(angle))

    def project(point):
        side, depth = point[0] * cosine - point[1] * sine, point[0] * sine + point[1] * cosine
        return WIDTH / 2 - side * SCALE, HEIGHT - 4 - point[2] * SCALE, depth * SCALE

    return project


def texture(colour, x, y, depth):
    if colour == "cloak":
        return 0.86 + 0.16 * np.sin(x * 0.85 + np.sin(y * 0.05) * 2)
    if colour in ("tunic", "hem", "apron", "trouser"):
        return 0.95 + 0.05 * np.sin(x * 1.9) * np.sin(y * 1.9) + 0.05 * np.sin(y * 0.21 + depth * 0.1)
    if colour in ("hair", "hood"):
        return 0.92 + 0.10 * np.sin(x * 1.2 + y * 0.5)
    return 1.0


def draw(angle, frame, parts):
    """RGB floats, alpha and the projected anchors of one view."""
    project = projector(angle)
    capsules, anchors = model(frame)
    depth = np.full((HEIGHT, WIDTH), -1e9)
    image, alpha = np.zeros((HEIGHT, WIDTH, 3)), np.zeros((HEIGHT, WIDTH))
    yy, xx = np.mgrid[0:HEIGHT, 0:WIDTH] + 0.5
    light = np.array((-.5, .66, .56))
    light /= np.linalg.norm(light)
    glow = project(anchors["lantern"])
    glow = (glow[0], glow[1] + 12 * SCALE, glow[2])
    for part, colour, a, ra, b, rb in capsules:
        if part not in parts:
            continue
        steps = max(1, int(math.dist(a, b) * SCALE / 0.8))
        for i in range(steps + 1):
            f = i / steps
            cx, cy, cd = project([a[k] + (b[k] - a[k]) * f for k in range(3)])
            r = (ra + (rb - ra) * f) * SCALE
            top, bottom = max(0, int(cy - r - 1)), min(HEIGHT, int(cy + r + 2))
            left, right = max(0, int(cx - r - 1)), min(WIDTH, int(cx + r + 2))
            box = np.s_[top:bottom, left:right]
            gx, gy = (xx[box] - cx) / r, (yy[box] - cy) / r
            q = gx * gx + gy * gy
            rise = np.sqrt(np.clip(1 - q, 0, 1))
            z = cd + rise * r
            seen = (q < 1) & (z > depth[box])
            lit = 0.36 + 0.78 * np.clip(gx * light[0] - gy * light[1] + rise * light[2], 0, 1)
            lit = lit * texture(colour, xx[box], yy[box], z)
            px, py, pz = xx[box] - glow[0], yy[box] - glow[1], z - glow[2]
            reach = np.sqrt(px * px + py * py + pz * pz) + .1
            warm = np.clip((-px * gx - py * gy - pz * rise) / reach, 0, 1) * np.clip(1 - reach / 78, 0, 1)
            shade = np.array(COLOURS[colour], float) * lit[..., None] + warm[..., None] * np.array((150, 104, 40))
            if colour == "glow":
                shade = np.array(COLOURS[colour], float) * (.9 + .25 * rise)[..., None]
            depth[box][seen] = z[seen]
            image[box][seen] = shade[seen]
            alpha[box][seen] = 255
    for dy, dx in ((0, 1), (1, 0), (0, -1), (-1, 0)):  # creases and outline
        step = np.roll(np.roll(depth, dy, 0), dx, 1) - depth
        image[(step > 5) & (step < 1e6) & (alpha > 0)] *= .84
        image[(np.roll(np.roll(alpha, dy, 0), dx, 1) == 0) & (alpha > 0)] *= .74
    return np.clip(image, 0, 255), alpha, {name: project(point) for name, point in anchors.items()}


def is_over(name, angle):
    """Whether a part that hangs on the body is drawn over it from this side."""
    facing = angle % 360
    if name == "cloak":
        return 100 < facing < 260
    if name == "lantern":
        return not 110 < facing < 215
    return True
