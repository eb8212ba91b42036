# SPDX-License-Identifier: GPL-3.0-or-later
"""The old mill: lane down from the square, marsh, millrace with its wheel, grinding floor, flooded crypt below."""
from common import G, Place, T
from roombuilder import Room, octagon, rect

HIGH = G + 48  # the lane as it comes from the square
SKY = G + 256


def build():
    room = Room("The old mill of Hollowmere: lane, marsh, millrace, grinding floor, crypt", (0, 0), (1536, 1216))
    at = Place(room, SKY)
    land(at)
    lane(at)
    race(at)
    mill(at)
    crypt(at)
    at.hang_walls()
    return room


def land(at):
    at.sector("marsh", G, "marsh", rect(48, 48, 1088, 1168), riser="mossston")
    at.sector("meadow", G, "meadow", [(512, 48), (1088, 48), (1088, 704), (640, 704), (640, 480), (560, 400)], riser="mossston")
    for box in (rect(16, 16, 48, 1200), rect(48, 16, 1104, 48), rect(48, 1168, 576, 1200), rect(704, 1168, 1104, 1200),
                rect(1072, 544, 1104, 1168), rect(1072, 48, 1104, 192),
                rect(1104, 544, 1424, 576), rect(1104, 160, 1424, 192)):
        at.block("hedge", G + 96, "hedge", "hedge", box)
    for pool in ([(112, 128), (288, 96), (368, 176), (352, 304), (208, 352), (96, 272)], [(96, 560), (208, 512), (320, 560), (320, 688), (192, 736), (96, 672)],
                 [(144, 880), (272, 832), (368, 880), (352, 1008), (208, 1040), (128, 976)]):
        at.sector("pool", G - 4, "marshwat", pool, riser="mossston", depth="shallow", animationspeed=20)
    for k, clump in enumerate(([(208, 352), (256, 336), (260, 340), (212, 356)], [(96, 560), (208, 512), (212, 516), (100, 564)],
                               [(320, 560), (324, 560), (324, 688), (320, 688)], [(128, 976), (144, 880), (148, 880), (132, 976)],
                               [(352, 1008), (208, 1040), (208, 1044), (356, 1012)], [(112, 128), (96, 272), (92, 272), (108, 128)])):
        at.sector(f"reeds {k + 1}", G, "marsh", clump, riser="mossston")
        a, b = clump[0], clump[1] if k != 2 else clump[3]
        at.hang((a, b), "reeds", -64 + 56, align=a)


def lane(at):
    at.sector("lane", HIGH, "path", rect(576, 1040, 704, 1200), riser="mossston")
    at.sector("lane bank", HIGH, "meadow", [(512, 1168), (512, 1072), (576, 1040), (576, 1168)], [(704, 1168), (704, 1040), (752, 1072), (752, 1168)],
              riser="mossston")
    slope = ((576, 1040, HIGH), (704, 1040, HIGH), (576, 848, G))
    for k, y in enumerate((976, 912, 848)):
        at.sector(f"lane slope {k + 1}", HIGH - 16 * k - 8, "path", rect(576, y, 704, y + 64), riser="mossston", slope=slope)
    at.sector("path", G, "path", [(576, 848), (704, 848), (704, 672), (752, 624), (880, 624), (880, 560), (720, 560), (640, 624), (576, 704)],
              [(576, 704), (640, 624), (640, 592), (544, 592), (432, 576), (432, 640), (512, 656)], riser="mossston")
    at.change(((576, 1200), (704, 1200)), passable=False)
    at.block("gatepost", HIGH + 84, "parapet", "stone", rect(560, 1164, 584, 1204), rect(696, 1164, 720, 1204))
    at.sector("west path", G, "path", [(432, 576), (432, 640), (400, 640), (368, 608), (368, 432), (432, 400), (464, 400), (464, 432), (432, 448),
                                      (416, 480), (416, 560)], riser="mossston")
    at.sector("fishing place", G + 8, "deck", rect(368, 352, 464, 400), riser="oakpost")
    at.sector("jetty", G + 8, "deck", rect(286, 208, 319, 384), rect(319, 352, 368, 384), riser="oakpost")


def race(at):
    """Pond above, fall, race past the mill; the wheel stands in the race before the mill's west wall."""
    at.sector("millpond", G + 24, "stream", [(736, 768), (1040, 768), (1040, 1024), (976, 1072), (816, 1072), (752, 1040), (736, 960)],
              riser="fall", depth="deep", scrollfloor=True, scrollspeed="slow", scrolldirection="south", nomove=True)
    at.block("eel trap", G + 38, "deck", "oakpost", rect(864, 880, 928, 944), rect(952, 832, 976, 1008))
    bank = [([(720, 752), (736, 768), (736, 960), (752, 1040), (816, 1072), (816, 1088), (744, 1052), (720, 960)], "west"),
            ([(1040, 768), (1056, 752), (1056, 1032), (980, 1088), (816, 1088), (816, 1072), (976, 1072), (1040, 1024)], "east")]
    for polygon, name in bank:
        at.block(f"pond bank {name}", G + 34, "step", "rubble", polygon)
    at.block("dam", G + 40, "step", "rubble", rect(720, 752, 768, 768), rect(832, 752, 1056, 768))
    at.sector("sluice", G + 20, "stream", rect(768, 752, 832, 768), riser="fall", depth="shallow", scrollfloor=True, scrollspeed="medium",
              scrolldirection="south", nomove=True)
    at.sector("race", G - 36, "stream", [(752, 752), (848, 752), (848, 48), (752, 48)], riser="rubble", depth="deep", scrollfloor=True,
              scrollspeed="medium", scrolldirection="south")
    at.block("culvert", G + 72, "step", "arch", rect(736, 16, 864, 48), align=(864, 48))
    for y in (752, 768):
        at.change(((752, y), (848, y)), lambda mine, other: other is not None and other.name in ("sluice", "millpond"), below=T["fall"],
                   scrollspeed="medium", scrolldirection="south")
    for x in (808, 824):  # the wheel is two rims on one shaft
        at.sector("under the wheel", G - 36, "stream", rect(x, 272, x + 4, 400), riser="rubble", depth="deep", scrollfloor=True,
                  scrollspeed="medium", scrolldirection="south")
        at.hang(((x, 272), (x, 400)), "wheel", -8, animationspeed=40, align=(x, 400))
    for k, x in enumerate((736, 720)):
        at.sector(f"race stair {k + 1}", G - 24 + 12 * k, "flagston", rect(x, 96, x + 16, 160), riser="step")
    at.sector("plank bridge", G + 4, "deck", rect(736, 544, 864, 608), riser="oakpost")
    for y in (544, 604):
        at.sector("rail", G + 4, "deck", rect(736, y, 864, y + 4), riser="oakpost")
        at.hang(((736, 544 if y == 544 else 608), (864, 544 if y == 544 else 608)), "paling", -64 + 64, align=(736, 544), passable=False)


def mill(at):
    inside = dict(ceiling=G + 152, over="beamceil", wall="millin", upper="millin", riser="oakpost")
    at.room.paint(None, rect(864, 192, 1384, 544), rect(1384, 192, 1904, 944))  # walls; what follows is cut out of them
    at.sector("mill yard", G, "path", rect(864, 544, 1072, 640), wall="millwall", riser="stone")
    at.change(((864, 192), (864, 544)), lambda mine, other: other is None and mine.floor <= G, normal=T["millwall"], align=(864, 544))
    at.change(((1104, 544), (864, 544)), lambda mine, other: other is None, normal=T["millwall"], align=(880, 544))
    for y in (192, 544):  # the long side of the mill goes on behind the hedge
        at.change(((1424, y), (1072, y)), lambda mine, other: other is None and mine.name == "hedge", normal=T["millwall"], offsety=96,
                  align=(880, y))
    at.change(((880, 544), (928, 544)), lambda mine, other: other is None, normal=T["millwall"], align=(880, 544))
    at.change(((992, 544), (1072, 544)), lambda mine, other: other is None, normal=T["millwind"], align=(992 - 24, 544))
    at.change(((864, 192), (1088, 192)), lambda mine, other: other is None, normal=T["millwall"], align=(1088, 192))
    at.sector("threshold", G + 12, "flagston", rect(928, 520, 992, 544), ceiling=G + 108, over="darkbord", wall="oakpanel", upper="millwall",
              riser="step", light=140)
    at.sector("grinding floor", G + 24, "oakboard", rect(888, 216, 1240, 520), light=92, **inside)
    at.change(((928, 520), (992, 520)), lambda mine, other: mine.name == "grinding floor", above=T["millin"])
    at.sector("window", G + 72, "oakboard", rect(864, 432, 888, 496), ceiling=G + 120, over="darkbord", wall="plaster", riser="millwall", upper="millwall",
              light=130, nomove=True)
    at.change(((864, 432), (864, 496)), normal=T["leaded"], transparent=True, passable=False, align=(864, 496))
    at.change(((888, 432), (888, 496)), lambda mine, other: mine.name == "grinding floor", below=T["millin"], above=T["millin"])
    at.sector("daylight", G + 24, "oakboard", [(888, 432), (984, 400), (984, 464), (888, 496)], light=112, **inside)
    at.block("bedstone", G + 48, "step", "stone", octagon(1064, 352, 60), light=96, **inside)
    at.block("runner stone", G + 70, "flagston", "stone", octagon(1064, 352, 50), light=100, **inside)
    at.block("mill shaft", G + 150, "oakpost", "oakpost", rect(1058, 346, 1070, 358), light=96, **inside)
    at.block("sacks", G + 48, "straw", "thatch", octagon(912, 250, 20), octagon(950, 240, 18), octagon(924, 288, 16), light=92,
             **inside)
    at.block("crates", G + 56, "crates", "crates", rect(1144, 216, 1240, 248), rect(1208, 248, 1240, 280), light=88, **inside)
    at.block("crates", G + 88, "crates", "crates", rect(1176, 216, 1240, 248), light=88, **inside)
    at.sector("straw", G + 24, "straw", [(1072, 440), (1168, 456), (1184, 520), (1056, 520)], light=88, **inside)
    at.change(((1000, 520), (1056, 520)), lambda mine, other: other is None, normal=T["millin"])


def crypt(at):
    stone = dict(over="darkbord", wall="rubble", riser="step", upper="rubble")
    for k in range(10):
        at.sector(f"cellar stair {k + 1}", G + 12 - 14 * k, "flagston", rect(1240 + 16 * k, 416, 1256 + 16 * k, 496), ceiling=G + 120 - 14 * k,
                  light=84 - 2 * k, **stone)
    low = G - 128
    crypt = dict(ceiling=G - 8, over="crypt", wall="crypt", upper="crypt", riser="step")
    at.sector("crypt", low, "flagston", [(1400, 384), (1504, 384), (1568, 448), (1824, 448), (1824, 832), (1568, 832), (1568, 640), (1400, 640)], light=54,
              **crypt)
    at.sector("flood", low - 12, "water", rect(1568, 512, 1824, 768), light=62, depth="deep", animationspeed=25, **{**crypt, "riser": "wetslate"})
    at.sector("causeway", low, "flagston", rect(1664, 448, 1728, 832), light=58, **{**crypt, "riser": "wetslate"})
    for x, y in ((1600, 480), (1792, 480), (1600, 800), (1792, 800)):
        at.room.paint(None, octagon(x, y, 16))
    at.sector("lamplight", low, "flagston", [(1400, 560), (1448, 544), (1448, 640), (1400, 624)], light=92, flicker=True, id=5, **crypt)
    at.change(((1400, 560), (1400, 624)), lambda mine, other: other is None, normal=T["walllamp"], align=(1400, 560))
    at.sector("shrine", low + 24, "marble", rect(1632, 832, 1760, 928), light=100, flicker=True, id=6, **{**crypt, "ceiling": G - 20, "riser": "step"})
    at.sector("shrine step", low + 12, "marble", rect(1632, 816, 1760, 832), light=80, **crypt)
    at.change(((1632, 928), (1760, 928)), lambda mine, other: other is None, normal=T["chglass"], align=(1632, 928), offsety=12)
    at.block("tomb", low + 56, "marble", "marble", rect(1664, 880, 1728, 912), light=104, **{**crypt, "ceiling": G - 20})
    at.sector("drain", low - 12, "stream", rect(1824, 608, 1888, 672), light=40, depth="deep", scrollfloor=True, scrollspeed="medium",
              scrolldirection="east", **{**crypt, "ceiling": low + 60, "riser": "wetslate", "upper": "crypt"})
    at.change(((1824, 608), (1824, 672)), normal=T["grate"], transparent=True, passable=False)
