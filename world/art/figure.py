# SPDX-License-Identifier: GPL-3.0-or-later
"""The innkeeper: one model of rounded limbs, drawn for every angle, walk frame and part.

Model units: x right, y forward, z up; 120 units from sole to hood. Parts are separate sprites that hang on hotspots of the
body, numbered as the field does: head 1, lantern in the right hand 21, left hand 31, cloak on the back 41, where old worlds hang
wings.
"""
import math

import numpy as np

from bodies import Material, View

MATERIALS = {
    "skin": Material(colour=(226, 168, 126), gloss=0.06), "cloak": Material(colour=(66, 100, 56), fold=0.05, weave=0.03),
    "tunic": Material(colour=(160, 104, 60), weave=0.04, fold=0.05), "hem": Material(colour=(118, 74, 42), weave=0.04, fold=0.05),
    "belt": Material(colour=(70, 48, 34), gloss=0.12), "trouser": Material(colour=(106, 100, 104), weave=0.04),
    "boot": Material(colour=(86, 60, 44), gloss=0.12), "hood": Material(colour=(76, 110, 62), weave=0.02, fold=0.04),
    "hair": Material(colour=(196, 178, 146), fold=0.14), "iron": Material(colour=(90, 92, 102), gloss=0.3),
    "glow": Material(colour=(255, 222, 130), glow=True), "brass": Material(colour=(212, 170, 86), gloss=0.4),
    "glove": Material(colour=(116, 82, 56), gloss=0.1), "eye": Material(colour=(44, 34, 30)), "apron": Material(colour=(204, 190, 158), weave=0.05, fold=0.05),
}
HOTSPOTS = {"head": 1, "lantern": 21, "hand": 31, "cloak": 41}
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


def draw(angle, frame, parts):
    """The view of the parts and the projected anchors of their hotspots."""
    capsules, anchors = model(frame)
    view = View(angle, WIDTH, HEIGHT, SCALE, MATERIALS)
    for part, colour, a, ra, b, rb in capsules:
        if part in parts:
            view.balls(colour, [(*a, ra), (*b, rb)])
    return view, {name: view.project(point) for name, point in anchors.items()}


def is_over(name, angle):
    """Whether a part that hangs on the body is drawn over it from this side."""
    facing = angle % 360
    if name == "cloak":
        return 100 < facing < 260
    if name == "lantern":
        return not 110 < facing < 215
    return True
