# SPDX-License-Identifier: GPL-3.0-or-later
"""The village square of Hollowmere: church terrace, houses, market, well, watch tower, channel and bridge."""
from common import G, Place, T
from roombuilder import Room, octagon, rect

SKY = 1024


def build():
    room = Room("The village square of Hollowmere", (0, 0), (1536, 1408))
    at = Place(room, SKY)
    at.sector("square", G, "cobble", rect(32, 352, 1344, 1376), riser="stone")
    channel(at)
    south_bank(at)
    greens(at)
    town_wall(at)
    church(at)
    houses(at)
    inn(at)
    tower(at)
    market(at)
    well(at)
    return room


def channel(at):
    at.sector("channel", G - 40, "stream", rect(32, 256, 1504, 352), riser="wetslate", depth="deep", scrollfloor=True,
              scrollspeed="slow", scrolldirection="east")
    for x, face in ((0, 32), (1504, 1504)):  # culverts, the arch painted on
        at.block("culvert", G + 68, "step", "arch", rect(x, 240, x + 32, 368), align=(face, 240) if x == 0 else (face, 368))
    at.sector("quay", G, "step", rect(32, 352, 1344, 376), riser="wetslate")
    for k, y in enumerate((336, 320, 304)):  # washing steps down into the water
        at.sector(f"washing step {k + 1}", G - 10 - 10 * k, "flagston", rect(1088, y, 1216, y + 16), riser="step")
    # The bridge: two slopes that meet over the middle, parapets with the arch painted on.
    hump = G + 16
    at.sector("bridge north", G + 8, "flagston", rect(704, 304, 832, 376), riser="stone",
              slope=((704, 376, G), (832, 376, G), (704, 304, hump)))
    at.sector("bridge south", G + 8, "flagston", rect(704, 232, 832, 304), riser="stone", slope_angle=2048,
              slope=((704, 232, G), (832, 232, G), (704, 304, hump)))
    for x, edge in ((688, 688), (832, 848)):
        at.block("parapet", G + 44, "step", "stone", rect(x, 232, x + 16, 376))
        at.change_step(((edge, 256), (edge, 352)), "arch", align=(edge, 240) if edge == 848 else (edge, 368))


def south_bank(at):
    at.sector("south bank", G, "flowers", rect(32, 64, 1504, 256), riser="wetslate")
    at.sector("mill lane", G, "path", [(704, 0), (832, 0), (832, 96), (816, 160), (832, 232), (832, 256), (704, 256), (704, 232), (720, 160),
                                      (704, 96)], riser="wetslate")
    for box in (rect(32, 32, 704, 64), rect(832, 32, 1504, 64), rect(0, 32, 32, 240), rect(1504, 32, 1536, 240)):
        at.block("hedge", G + 68, "hedge", "hedge", box)
    at.change(((704, 0), (832, 0)), passable=False)
    at.block("gatepost", G + 84, "parapet", "stone", rect(688, 28, 712, 68), rect(824, 28, 848, 68))
    for box in (rect(160, 120, 224, 184), rect(1184, 128, 1248, 192)):
        x0, y0, x1, y1 = box[0] + box[2]
        at.block("vegetable bed", G + 10, "soil", "oakpost", box)
        at.sector("greens", G + 18, "hedge", rect(x0 + 8, y0 + 12, x1 - 8, y0 + 24), rect(x0 + 8, y1 - 24, x1 - 8, y1 - 12), riser="hedge",
                  nomove=True)


def greens(at):
    """What breaks up the cobbles: a paved cross, grass along the walls."""
    at.sector("paved way", G, "flagston", rect(704, 376, 832, 704), rect(832, 704, 1344, 768), rect(272, 704, 704, 768), riser="stone")
    at.sector("grass by the wall", G, "flowers", [(32, 592), (64, 608), (72, 640), (72, 840), (112, 880), (184, 904), (184, 976), (32, 976)],
              [(512, 1376), (512, 1152), (544, 1184), (640, 1184), (640, 1376)], riser="stone")
    at.sector("lane", G, "path", rect(896, 1168, 992, 1360), riser="stone")
    at.sector("smithy yard", G, "path", rect(1296, 1296, 1504, 1376), riser="stone")


def town_wall(at):
    top = G + 128
    for box in (rect(0, 368, 32, 1408), rect(32, 1376, 1536, 1408), rect(1504, 1280, 1536, 1408)):
        at.block("town wall", top, "parapet", "rubble", box)
    for y in range(384, 1376, 96):
        at.block("merlon", top + 20, "parapet", "rubble", rect(0, y, 12, y + 48))
    for x in range(64, 1472, 96):
        at.block("merlon", top + 20, "parapet", "rubble", rect(x, 1396, x + 48, 1408))
    # The look-out over the water: stairs along the west wall.
    at.sector("look-out", G + 72, "flagston", rect(32, 376, 144, 472), riser="stone")
    at.stairs("look-out stair", [rect(32, 572 - 20 * k, 80, 592 - 20 * k) for k in range(1, 6)], G, 12, "flagston", "step")
    at.block("breastwork", G + 104, "step", "stone", rect(32, 376, 144, 388), rect(132, 388, 144, 472), rect(80, 460, 132, 472))
    # The closed north gate at the end of the lane.
    at.block("gate arch", G + 128, "parapet", "stone", rect(880, 1360, 1008, 1408))
    at.change_step(((880, 1360), (1008, 1360)), "towrdoor", align=(880, 1360))


def church(at):
    terrace = G + 48
    at.sector("church terrace", terrace, "flagston", rect(32, 976, 512, 1152), riser="stone")
    at.stairs("church stair", [rect(192, 912 + 16 * k, 352, 928 + 16 * k) for k in range(1, 4)], G, 12, "flagston", "step")
    slope = ((640, 1040, G), (640, 1152, G), (512, 1040, terrace))
    for k, x in enumerate((576, 512)):
        at.sector(f"ramp {k + 1}", G + 16 + 16 * k, "cobble", rect(x, 1040, x + 64, 1152), riser="stone", slope=slope)
    at.block("terrace rail", terrace + 28, "step", "parapet", rect(32, 976, 192, 988), rect(352, 976, 512, 988), rect(500, 988, 512, 1040))
    at.gabled("church", (64, 1136, 448, 1360), G + 48 + 208, G + 48 + 336, "y", "slatroof", "chwall")
    at.change(((192, 1136), (320, 1136)), lambda mine, other: other is not None and other.floor > mine.floor, below=T["chdoor"],
               align=(192, 1136))
    for x in (64, 184, 316, 436):
        at.block("buttress", terrace + 176, "slatroof", "ashlar", rect(x, 1120, x + 12, 1136))
    steeple(at, 144, 1280, 64, G + 420, G + 600)


def steeple(at, x, y, half, eaves, apex):
    corners = [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
    for k in range(4):
        a, b = corners[k], corners[(k + 1) % 4]
        at.block("steeple", eaves, "slatroof", "ashlar", [a, b, (x, y)], slope=((*a, eaves), (*b, eaves), (x, y, apex)),
                 slope_angle=(0, 3072, 2048, 1024)[k])


def houses(at):
    at.gabled("weaver's house", (640, 1184, 768, 1376), G + 176, G + 256, "y", "thatch", "weaver")
    at.gabled("weaver's house", (768, 1184, 896, 1376), G + 176, G + 256, "y", "redroof", "housdoor")
    at.gabled("smithy", (992, 1184, 1120, 1376), G + 176, G + 256, "y", "slatroof", "smith")
    at.gabled("granary", (1120, 1200, 1296, 1376), G + 140, G + 230, "x", "thatch", "smith")
    at.block("smithy wall", G + 72, "step", "stone", rect(1344, 1280, 1504, 1296))
    at.block("doorstep", G + 8, "step", "step", rect(800, 1168, 864, 1184))
    at.block("chimney", G + 300, "ashbed", "brick", rect(664, 1264, 692, 1292))
    at.block("chimney", G + 290, "ashbed", "brick", rect(1072, 1300, 1100, 1328))


def inn(at):
    """The wall of the inn's yard with the gate, and the inn behind it."""
    at.sector("inn yard", G, "meadow", rect(1376, 368, 1504, 1280), rect(1344, 352, 1504, 368), riser="stone", nomove=True)
    at.block("yard wall", G + 88, "step", "ivy", rect(1344, 352, 1376, 1296), rect(1376, 352, 1504, 376))
    at.gabled("gatehouse", (1328, 640, 1408, 832), G + 104, G + 132, "y", "redroof", "mossston")
    at.sector("gateway", G, "flagston", rect(1328, 704, 1360, 768), light=180)
    at.change_step(((1360, 704), (1360, 768)), "gatedoor", align=(1360, 768))
    at.gabled("Lantern Inn", (1440, 448, 1696, 960), G + 208, G + 320, "y", "redroof", "innfront")
    at.block("inn chimney", G + 360, "ashbed", "brick", rect(1616, 800, 1656, 840))
    at.sector("under the sign", G, "cobble", [(1296, 896), (1326, 840), (1328, 840), (1300, 896)])
    at.hang(((1296, 896), (1326, 840)), "innsign", -84, align=(1296, 896))


def tower(at):
    x, y, radius, eaves, apex = 176, 736, 100, G + 304, G + 440
    ring = octagon(x, y, radius)
    for k in range(8):
        a, b = ring[k], ring[(k + 1) % 8]
        at.block("watch tower", eaves, "slatroof", "stone", [a, b, (x, y)], slope=((*a, eaves), (*b, eaves), (x, y, apex)),
                 slope_angle=(512, 0, 3584, 3072, 2560, 2048, 1536, 1024)[k], align=a)
    at.block("tower porch", G + 128, "slatroof", "stone", rect(276, 694, 292, 778))
    at.change_step(((292, 694), (292, 778)), "towrdoor", align=(292, 672))


def market(at):
    stall(at, 944, 912, "redcloth", "redval")
    stall(at, 1136, 912, "blucloth", "blueval")
    stall(at, 1040, 528, "redcloth", "redval", turned=True)
    at.block("crates", G + 32, "crates", "crates", rect(1280, 1088, 1312, 1152), rect(1248, 1120, 1280, 1152), rect(944, 528, 976, 560))
    at.block("crates", G + 64, "crates", "crates", rect(1280, 1120, 1312, 1152))
    at.block("casks", G + 32, "oakboard", "casks", rect(1264, 560, 1328, 592))
    at.block("notice board", G + 64, "oakpost", "notices", rect(560, 880, 624, 888))


def stall(at, x, y, cloth, hem, turned=False):
    """128 by 96 units; the low edge of its awning and the counter look south, or north when turned."""
    low, high = (y + 96, y) if turned else (y, y + 96)
    slope = ((x, low, G + 82), (x + 128, low, G + 82), (x, high, G + 112))
    common = dict(ceiling=G + 82, over=cloth, light=190, ceiling_slope=slope)
    at.sector("stall", G, "straw", rect(x, y, x + 128, y + 96), wall="oakpost", **common)
    counter = rect(x + 8, low - 32, x + 120, low - 8) if turned else rect(x + 8, low + 8, x + 120, low + 32)
    at.sector("counter", G + 34, "oakboard", counter, riser="crates", nomove=True, **common)
    at.room.paint(None, *(rect(px, py, px + 6, py + 6) for px in (x + 2, x + 120) for py in (y + 2, y + 88)))
    at.hang(((x, low), (x + 128, low)), hem, normaltopdown=True, align=(x, low))
    at.hang(((x, high), (x + 128, high)), hem, normaltopdown=True, align=(x, high))


def well(at):
    at.sector("well step", G + 8, "flagston", octagon(736, 768, 80), riser="step")
    for north in (False, True):
        at.block("well rim", G + 34, "step", "stone", half_ring(736, 768, 50, north))
    for north in (False, True):
        at.block("well", G - 24, "water", "wetslate", half_ring(736, 768, 36, north), depth="verydeep", animationspeed=25)
    at.hang(((686, 768), (786, 768)), "windlass", SKY - G - 122, normaltopdown=True, align=(672, 768))


def half_ring(x, y, radius, north):
    corners = [p for p in octagon(x, y, radius) if (p[1] > y) == north]
    return [(x - radius, y), *sorted(corners), (x + radius, y)]
