# SPDX-License-Identifier: GPL-3.0-or-later
"""Shields of guilds, from in front. Field and charge are the red and the blue ramp of the palette, which the colours of guilds move
(tables from 0x87); rim and rivets are the gray ramp, which stays."""
import math

import numpy as np

RED, BLUE, GRAY, TRANSPARENT = 0x10, 0x90, 0xD0, 254
BRIGHT, DARK = 2, 14  # steps of a ramp that are used
OVER = 3
WIDTH, HEIGHT, SHRINK = 60, 72, 4


def oval_half(v):
    return math.sqrt(max(0.0, 1 - ((v - 0.5) / 0.5) ** 2))


def kite_half(v):
    return math.sqrt(max(0.0, 1 - ((v - 0.26) / 0.26) ** 2)) if v < 0.26 else max(0.0, 1 - ((v - 0.26) / 0.74) ** 1.7)


def heater_half(v):
    return 0.94 if v < 0.42 else 0.94 * math.sqrt(max(0.0, 1 - ((v - 0.42) / 0.58) ** 2))


def quarters(u, v):
    return (u < 0) == (v < 0.5)


def chevron(u, v):
    return abs(v - (0.34 + 0.34 * abs(u))) < 0.105


def bend(u, v):
    return abs(v - (0.44 + 0.38 * u)) < 0.12


# file stem, display name, half of the width at a height (0 top, 1 bottom), where the second colour is, rivets
TABLE = [
    ("ovalshield", "Oval_shield", oval_half, quarters, [(math.cos(k * math.pi / 4) * 0.91, 0.5 + math.sin(k * math.pi / 4) * 0.455) for k in range(8)]),
    ("kiteshield", "Kite_shield", kite_half, chevron, [(-0.86, 0.22), (0.86, 0.22), (0, 0.94), (-0.62, 0.58), (0.62, 0.58)]),
    ("heatershield", "Heater_shield", heater_half, bend, [(-0.84, 0.05), (0, 0.05), (0.84, 0.05), (-0.76, 0.62), (0.76, 0.62)]),
]


def draw(row):
    """Palette indices."""
    _, _, half, second, rivets = row
    out = np.full((HEIGHT, WIDTH), TRANSPARENT, np.uint8)
    for y in range(HEIGHT):
        for x in range(WIDTH):
            ramps, values = [], []
            for sy in range(OVER):
                for sx in range(OVER):
                    u = ((x + (sx + 0.5) / OVER) / WIDTH - 0.5) * 2
                    v = (y + (sy + 0.5) / OVER) / HEIGHT
                    wide = half(v)
                    if abs(u) > wide:
                        continue
                    # Bulging to the front; light from the upper left.
                    value = 0.58 - 0.30 * u - 0.34 * (v - 0.45) - 0.10 * u * u
                    near = min(wide - abs(u), 2 * v if half(0.0) > 0 else 1.0)
                    inner = half(min(1.0, v + 0.06)) - abs(u)
                    rim = near < 0.10 or inner < 0.0 or half(max(0.0, v - 0.05)) - abs(u) < 0.0
                    rivet = any((u - ru) ** 2 + ((v - rv) * HEIGHT / WIDTH * 2) ** 2 < 0.0042 for ru, rv in rivets)
                    boss = u * u + ((v - 0.45) * HEIGHT / WIDTH * 2) ** 2
                    if boss < 0.045:
                        ramps.append(GRAY)
                        values.append(0.62 - 1.6 * u - 1.5 * (v - 0.45))
                    elif rim or rivet:
                        ramps.append(GRAY)
                        values.append(value * 0.8 + (0.34 if rivet else 0.10))
                    else:
                        ramps.append(BLUE if second(u, v) else RED)
                        values.append(value + (0.05 if boss > 0.07 else -0.14) + 0.03 * math.sin(v * 61))
            if len(ramps) * 2 < OVER * OVER:
                continue
            ramp = max(set(ramps), key=ramps.count)
            value = float(np.mean([b for a, b in zip(ramps, values) if a == ramp]))
            if len(ramps) < OVER * OVER:
                value *= 0.6
            out[y, x] = ramp + int(round(DARK - (DARK - BRIGHT) * min(1.0, max(0.0, value))))
    return out
