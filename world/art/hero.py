# SPDX-License-Identifier: GPL-3.0-or-later
"""The player's figure in parts: torso (the base), legs, arms, head, hair, beard; 120 model units from sole to crown.

Hotspots as the field uses them: head 1, beard 12 and hair 13 (on the head), right arm 21, left arm 31, legs 41 (under).
Colours that translations move: skin is the blue ramp 90 (tables 01 to 04 make it skin), hair the gray ramp D0 (2D to 30), tunic the
red ramp 10 and its trimming blue 90 (guild colours from 87), trousers gray D0 (0A to 12). Gloves, boots and leather stay.
"""
import math

import numpy as np

from bodies import Material, View

WIDTH, HEIGHT, SCALE, SHRINK = 128, 208, 1.62, 3
STEPS = 6
FRAMES = 1 + STEPS  # standing, then one full pace
HOTSPOTS = {"head": 1, "beard": 12, "hair": 13, "right": 21, "left": 31, "legs": 41}
PARTS = ("torso", "legs", "right", "left", "head", "hairshort", "hairlong", "beard")

MATERIALS = {
    "skin": Material(0x90, 1, 12, gloss=0.08), "lip": Material(0x90, 5, 14), "eye": Material(colour=(226, 222, 210)),
    "iris": Material(colour=(58, 44, 36)), "hair": Material(0xD0, 2, 14, fold=0.10), "brow": Material(0xD0, 8, 15),
    "tunic": Material(0x10, 3, 15, weave=0.03, fold=0.07), "trim": Material(0x90, 2, 14, weave=0.03),
    "trousers": Material(0xD0, 3, 14, weave=0.03, fold=0.04), "shirt": Material(colour=(214, 204, 178), weave=0.03),
    "leather": Material(colour=(122, 82, 50), gloss=0.12), "boot": Material(colour=(98, 66, 44), gloss=0.14),
    "sole": Material(colour=(52, 38, 30)), "belt": Material(colour=(74, 50, 34), gloss=0.12), "brass": Material(colour=(214, 172, 88), gloss=0.4),
}


def pose(frame):
    """Swing of the right leg (-1..1), height of the hips and of each foot above standing."""
    if frame == 0:
        return dict(swing=0.0, lift=0.0, turn=0.0, raised=(0.0, 0.0))
    t = (frame - 1) / STEPS * 2 * math.pi
    swing = math.cos(t)
    right, left = max(0.0, -math.sin(t)) * 5.5, max(0.0, math.sin(t)) * 5.5
    return dict(swing=swing, lift=-1.6 * abs(swing) + 0.6, turn=0.10 * swing, raised=(right, left))


def anchors(frame):
    p = pose(frame)
    z, turn = p["lift"], p["turn"]
    c, s = math.cos(turn), math.sin(turn)
    return {"legs": (0, 0, 58 + z), "head": (0, 0.6, 101 + z), "right": (14.6 * c, -14.6 * s, 95 + z), "left": (-14.6 * c, 14.6 * s, 95 + z),
            "hair": (0, 0, 112 + z), "beard": (0, 5, 104 + z)}


def draw_torso(view, frame):
    p = pose(frame)
    z, yaw = p["lift"], p["turn"]
    # skirt of the tunic, sways with the legs; then waist, chest, shoulders
    sway = p["swing"]
    view.stack("trim", [(46.0 + z, 0, 0, 12.6 + abs(sway) * 0.6, 9.4 + abs(sway) * 2.6), (50 + z, 0, 0, 12.3, 9.2 + abs(sway) * 1.9)], yaw)
    view.stack("tunic", [(49.4 + z, 0, 0, 12.35, 9.2 + abs(sway) * 1.9), (56 + z, 0, 0, 11.8, 8.7 + abs(sway) * 0.8), (63 + z, 0, 0, 10.6, 7.7),
                         (68 + z, 0, 0, 10.1, 7.2)], yaw)
    view.stack("tunic", [(66 + z, 0, 0, 10.2, 7.2), (72 + z, 0, 0.2, 11.0, 7.8), (80 + z, 0, 0.6, 13.0, 8.8), (88 + z, 0, 0.5, 13.8, 9.0),
                         (93 + z, 0, 0, 13.2, 8.2), (97 + z, 0, -0.2, 11.0, 7.0), (100 + z, 0, -0.3, 8.4, 5.8), (101.5 + z, 0, -0.3, 5.9, 5.2)], yaw)
    view.stack("belt", [(65.0 + z, 0, 0, 10.9, 8.0), (69.4 + z, 0, 0, 10.9, 8.0)], yaw)
    view.balls("brass", [(1.6, 8.1, 67.2 + z, 1.7), (-1.6, 8.1, 67.2 + z, 1.7)])
    view.balls("belt", [(0.0, 8.9, 67.2 + z, 1.0)])
    view.balls("leather", [(-8.4, 5.2, 66.6 + z, 3.2), (-8.6, 5.3, 62.6 + z, 3.6)])  # purse
    view.balls("brass", [(-8.9, 8.4, 65.6 + z, 0.8)])
    # the laced opening of the collar
    collar = [(99.2 + z, 0, -0.2, 7.6, 6.3), (102.8 + z, 0, 0.2, 6.3, 5.9)]
    view.stack("trim", collar, yaw)
    view.stack("shirt", [(89 + z, 0, 0.8, 14.2, 9.15), (98 + z, 0, 0.2, 12.6, 7.4), (101 + z, 0, 0, 7.2, 6.5), (102.9 + z, 0, 0.3, 6.4, 6.1)], yaw,
               keep=lambda x, y, up: (y > 4.5) & (np.abs(x) < (up - 89 - z) * 0.24))
    for k in range(3):
        zz = 92.2 + z + k * 2.6
        wide = (zz - 89 - z) * 0.24
        view.balls("leather", [(-wide, 9.2 - k * 0.55, zz, 0.5), (wide, 9.2 - k * 0.55, zz + 1.2, 0.5)])


def draw_leg(view, frame, side):
    p = pose(frame)
    step = p["swing"] * side
    raised = p["raised"][0 if side > 0 else 1]
    z = p["lift"]
    foot = step * 11.5
    behind = max(0.0, -step)
    knee_y = foot * 0.42 + raised * 0.9 + 1.0 + behind * 1.5
    knee_z = 31 + z * 0.5 + raised * 0.5
    heel = raised + behind * 2.0
    x0, x1 = side * 5.6, side * 5.0
    view.stack("trousers", [(knee_z - 3, x1, knee_y - 0.3, 4.9, 5.0), (knee_z + 4, x1, knee_y * 0.9, 5.2, 5.4), (46 + z, x0, knee_y * 0.45, 6.0, 6.6),
                            (56 + z, x0 * 0.98, 0.4, 6.5, 7.0), (62 + z, x0 * 0.9, 0, 6.0, 6.6)])
    calf_y = knee_y + (foot - knee_y) * 0.45 - 0.8
    view.stack("boot", [(7 + heel, x1, foot - 1.2, 3.9, 4.1), (14 + heel * 0.8, x1, knee_y + (foot - knee_y) * 0.72 - 0.9, 4.1, 4.4),
                        (20 + heel * 0.6, x1, calf_y, 4.7, 5.0), (27 + z * 0.5 + raised * 0.5, x1, knee_y - 0.6, 5.3, 5.5)])
    view.stack("leather", [(24.4 + z * 0.5 + raised * 0.5, x1, knee_y - 0.7, 5.7, 5.9), (28 + z * 0.5 + raised * 0.5, x1, knee_y - 0.5, 5.9, 6.1)])
    toe = heel * 0.25 if step < 0 else heel + max(0.0, step) * 1.6
    view.balls("boot", [(x1, foot - 2.4, 4.4 + heel, 3.9), (x1 * 1.04, foot + 3.2, 3.8 + (heel + toe) / 2, 3.5), (x1 * 1.12, foot + 8.4, 2.9 + toe, 2.8)])
    view.balls("sole", [(x1, foot - 3.0, 1.3 + heel, 1.3), (x1 * 1.12, foot + 8.8, 1.2 + toe, 1.2)])


def draw_legs(view, frame):
    for side in (1, -1):
        draw_leg(view, frame, side)


def draw_arm(view, frame, side):
    p = pose(frame)
    z = p["lift"]
    swing = -p["swing"] * side
    sx, sy = anchors(frame)["right" if side > 0 else "left"][:2]
    elbow = (sx + side * 2.6, sy + swing * 6.0 - 1.2, 77.5 + z)
    hand_y = elbow[1] + 1.8 + swing * 5.2 + max(0.0, swing) * 3.0
    hand_z = 60.5 + z + abs(swing) * 2.0 + max(0.0, swing) * 1.6
    hx = sx + side * 2.2
    view.balls("tunic", [(sx - side * 2.4, sy, 93.6 + z, 5.0), (sx + side * 0.2, sy + (elbow[1] - sy) * 0.3, 89 + z, 5.0), (*elbow, 4.4)])
    f = lambda t: (elbow[0] + (hx - elbow[0]) * t, elbow[1] + (hand_y - elbow[1]) * t, elbow[2] + (hand_z - elbow[2]) * t)
    view.balls("tunic", [(*f(0), 4.4), (*f(0.62), 3.9)])
    view.balls("trim", [(*f(0.60), 4.4), (*f(0.70), 4.4)])
    view.balls("leather", [(*f(0.72), 3.6), (*f(0.98), 3.0), (*f(1.12), 3.2)])
    palm, tip = f(1.14), f(1.40)
    view.balls("leather", [(palm[0], palm[1] + 0.6, palm[2], 3.0), (tip[0] - side * 0.8, tip[1] + 1.2, tip[2], 2.0)])
    view.balls("leather", [(palm[0] - side * 0.8, palm[1] + 2.6, palm[2] + 0.6, 1.4), (palm[0] - side * 1.4, palm[1] + 3.4, palm[2] - 2.6, 1.2)])


def draw_head(view, frame):
    z = pose(frame)["lift"]
    view.stack("skin", [(98 + z, 0, -0.4, 4.5, 4.6), (104.5 + z, 0, 0, 4.3, 4.6)])
    view.stack("skin", [(101.6 + z, 0, 4.6, 2.0, 1.6), (103 + z, 0, 3.0, 4.4, 4.6), (105.6 + z, 0, 1.7, 6.0, 6.3), (109 + z, 0, 0.8, 6.9, 7.6),
                        (113 + z, 0, 0.1, 7.3, 8.3), (117 + z, 0, -0.2, 6.7, 7.8), (119.6 + z, 0, -0.4, 4.6, 5.4), (120.8 + z, 0, -0.5, 1.6, 2.0)])
    for side in (-1, 1):
        view.balls("skin", [(side * 3.4, 6.0, 107.4 + z, 2.1), (side * 3.9, 5.6, 108.6 + z, 1.8)])  # cheeks
        view.balls("skin", [(side * 7.2, -0.6, 110.6 + z, 1.5), (side * 6.9, -0.2, 108.4 + z, 1.2)])  # ears
        view.balls("eye", [(side * 2.5, 7.35, 111.3 + z, 1.05), (side * 3.5, 6.9, 111.3 + z, 0.95)])
        view.balls("iris", [(side * 2.9, 8.0, 111.3 + z, 0.72)])
        view.balls("brow", [(side * 1.5, 8.5, 113.1 + z, 0.55), (side * 3.2, 8.1, 113.7 + z, 0.55), (side * 4.7, 6.9, 113.2 + z, 0.45)])
    view.balls("skin", [(0, 8.1, 111.4 + z, 0.8), (0, 9.3, 108.9 + z, 1.15)])
    view.balls("skin", [(-0.9, 8.7, 108.4 + z, 0.75), (0.9, 8.7, 108.4 + z, 0.75)])
    view.balls("lip", [(-1.9, 7.6, 105.6 + z, 0.45), (0, 8.3, 105.5 + z, 0.6), (1.9, 7.6, 105.6 + z, 0.45)])


def draw_hair(view, frame, long):
    z = pose(frame)["lift"]

    def scalp(x, y, up):
        line = 114.2 + z + 1.6 * np.cos(x * 0.42)
        front = (up > line) | (y < 3.6 - (up - 110 - z) * 0.35)
        side = (up > 108.6 + z) | (y < -0.4) if not long else (up > 96 + z)
        return front & side & ((np.abs(x) > 4.6) | (up > line - 0.4) | (y < 0))

    view.stack("hair", [(103.4 + z, 0, -3.8, 5.6, 5.2), (106 + z, 0, -2.2, 7.0, 7.2), (110 + z, 0, -0.8, 7.9, 8.5), (114 + z, 0, -0.4, 8.2, 9.1),
                        (118 + z, 0, -0.6, 7.4, 8.5), (121 + z, 0, -0.8, 5.0, 6.0), (122.6 + z, 0, -0.9, 1.6, 2.0)], keep=scalp)
    view.balls("hair", [(-4.6, 6.6, 116.4 + z, 1.9), (0.4, 8.0, 117.6 + z, 2.1), (4.6, 6.6, 115.8 + z, 1.7)])  # forelock, parted
    if long:
        view.stack("hair", [(88 + z, 0, -6.4, 5.4, 2.0), (93 + z, 0, -6.6, 7.6, 3.0), (99 + z, 0, -5.6, 8.0, 3.8), (106 + z, 0, -3.8, 8.2, 5.8),
                            (112 + z, 0, -2.0, 8.2, 7.4)], keep=lambda x, y, up: y < 1.6)
        for side in (-1, 1):
            view.balls("hair", [(side * 7.2, 2.2, 113 + z, 1.9), (side * 7.8, 1.8, 106 + z, 2.2), (side * 7.4, 2.6, 98 + z, 1.9), (side * 6.8, 3.8, 92.5 + z, 0.9)])


def draw_beard(view, frame):
    z = pose(frame)["lift"]
    view.stack("hair", [(97.6 + z, 0, 6.6, 1.2, 1.0), (100 + z, 0, 5.8, 3.4, 2.6), (102.6 + z, 0, 4.2, 5.2, 4.6), (105.4 + z, 0, 2.2, 6.7, 6.6),
                        (108.6 + z, 0, 0.9, 7.4, 7.6)],
               keep=lambda x, y, up: (y > 0.6) & ((up < 105.0 + z) | (np.abs(x) > 3.2 + (up - 105 - z) * 0.65)))
    for side in (-1, 1):
        view.balls("hair", [(side * 0.6, 8.8, 106.9 + z, 0.85), (side * 3.0, 7.9, 106.3 + z, 0.9), (side * 4.2, 6.6, 104.6 + z, 0.9)])


def paint(view, part, frame):
    if part == "torso":
        draw_torso(view, frame)
    elif part == "legs":
        draw_legs(view, frame)
    elif part in ("right", "left"):
        draw_arm(view, frame, 1 if part == "right" else -1)
    elif part == "head":
        draw_head(view, frame)
    elif part == "beard":
        draw_beard(view, frame)
    else:
        draw_hair(view, frame, part == "hairlong")


def is_near(part, angle):
    """Whether an arm hangs before the body as seen from this side; the other hangs behind it."""
    view = View(angle, 8, 8, 1, MATERIALS)
    return view.nearness((1 if part == "right" else -1, 0.25, 0)) >= -0.05


def draw(part, angle, frame):
    """The view with only this part; what the part lies behind is cut out of it, where it is drawn over that."""
    view = View(angle, WIDTH, HEIGHT, SCALE, MATERIALS)
    before = {"right": ["torso", "legs"], "left": ["torso", "legs"], "head": ["torso"], "hairshort": ["head"], "hairlong": ["head", "torso"],
              "beard": ["head", "torso"]}.get(part, [])
    if part in ("right", "left") and not is_near(part, angle):
        before = []
    if before:
        for other in before:
            paint(view, other, frame)
        view.holdout()
    paint(view, part, frame)
    return view


def whole(angle, frame, parts):
    """All the parts in one view, as the engine should show them."""
    view = View(angle, WIDTH, HEIGHT, SCALE, MATERIALS)
    for part in parts:
        paint(view, part, frame)
    return view
