# SPDX-License-Identifier: GPL-3.0-or-later
"""The Lantern Inn: walled yard with a pond, gate to the square, common room with a hearth, corridor, flooded cellar."""
from common import G, Place, T
from roombuilder import Room, octagon, rect

SKY = G + 256  # what the inn's front is high
HALL = [(480, 576), (480, 768), (768, 768), (928, 768), (1120, 768), (1120, 576), (1120, 448), (1120, 320), (1056, 256), (544, 256), (480, 320)]


def build():
    room = Room("The Lantern Inn of Hollowmere: yard, common room, corridor, cellar", (64, 960), (1472, 128))
    at = Place(room, SKY)
    yard(at)
    front(at)
    hall(at)
    hearth(at)
    bar(at)
    cellar(at)
    at.hang_walls()
    return room


def yard(at):
    wall = [(96, 128), (448, 128), (448, 192), (128, 192), (128, 832), (448, 832), (448, 896), (96, 896)]
    at.sector("south yard", G, "flowers", rect(128, 192, 448, 448), wall="innwall", riser="mossston")
    at.sector("north yard", G, "meadow", rect(128, 512, 448, 832), wall="innwall", riser="mossston")
    at.sector("path", G, "cobble", rect(128, 448, 448, 512), wall="innwall", riser="stone")
    at.block("yard wall", G + 88, "step", "ivy", wall)
    at.gabled("gatehouse", (64, 384, 144, 576), G + 104, G + 132, "y", "redroof", "mossston")
    at.sector("gateway", G, "flagston", rect(112, 448, 144, 512), light=180)
    at.change_step(((112, 448), (112, 512)), "gatedoor", align=(112, 512))
    for name, box in (("pond rim", octagon(280, 320, 96)),):
        at.sector(name, G + 6, "step", box, riser="step")
    at.sector("pond", G - 4, "water", octagon(280, 320, 84), riser="mossston", depth="deep", animationspeed=25)
    slope = ((192, 560, G), (320, 560, G), (192, 688, G + 48))
    for k, y in enumerate((560, 624)):
        at.sector(f"ramp {k + 1}", G + 16 + 16 * k, "meadow", rect(192, y, 320, y + 64), riser="mossston", slope=slope)
    at.sector("terrace", G + 48, "flagston", rect(160, 688, 352, 832), riser="mossston")
    at.block("terrace bench", G + 64, "oakboard", "oakpost", rect(176, 804, 336, 824))
    at.block("crates", G + 32, "crates", "crates", rect(400, 768, 432, 832), rect(368, 800, 400, 832))
    at.block("crates", G + 64, "crates", "crates", rect(400, 800, 432, 832))
    at.block("water butt", G + 44, "water", "oakpost", octagon(424, 224, 18))


def front(at):
    """The inn's wall to the yard: 32 units thick; real windows where the texture has its bays."""
    outside = dict(align=(448, 832))
    at.change(((448, 672), (448, 800)), lambda mine, other: other is None, normal=T["innfront"], align=(448, 800))
    at.change(((448, 224), (448, 352)), lambda mine, other: other is None, normal=T["innfront"], align=(448, 352))
    for k, y in enumerate((352, 608)):
        at.sector(f"window {k + 1}", G + 48, "oakboard", rect(448, y, 480, y + 64), ceiling=G + 112, over="darkbord", wall="plaster",
                  riser="innwall", upper="innwall", light=150, nomove=True)
        at.change(((448, y), (448, y + 64)), normal=T["leaded"], transparent=True, passable=False, align=(448, y + 64))
        at.change(((480, y), (480, y + 64)), lambda mine, other: mine.name.startswith(("hall", "stage")), below=T["oakpanel"],
                   above=T["timber"])
    at.sector("front door", G, "flagston", rect(448, 448, 480, 512), ceiling=G + 96, over="darkbord", wall="oakpanel", upper="innwall",
              light=140)
    at.change(((480, 448), (480, 512)), lambda mine, other: mine.name == "hall", above=T["timber"])
    at.change(((448, 192), (448, 832)), lambda mine, other: other is not None and other.ceiling < mine.ceiling, above=T["innwall"],
               **outside)


def hall(at):
    inside = dict(ceiling=G + 128, over="beamceil", wall="timber", upper="timber")
    at.sector("hall", G, "oakboard", HALL, light=100, riser="oakpanel", **inside)
    at.sector("stage step", G + 16, "darkbord", [(480, 576), (654, 576), (768, 690), (768, 768), (480, 768)], light=104, riser="oakpanel",
              **inside)
    at.sector("stage", G + 32, "darkbord", [(480, 608), (640, 608), (736, 704), (736, 768), (480, 768)], light=110, riser="oakpanel",
              **inside)
    at.sector("rug", G, "rug", rect(832, 448, 960, 576), light=108, riser="oakpanel", **inside)
    for x, y in ((640, 448), (992, 384)):
        at.room.paint(None, octagon(x, y, 28))
        at.change_pillar(x, y, 40, normal=T["stone"])
    for x, y in ((768, 352), (576, 360)):
        at.block("table", G + 32, "oakboard", "oakpost", octagon(x, y, 34), light=104, **inside)
        for dx, dy in ((-56, 0), (56, 0), (0, -56)):
            at.block("stool", G + 18, "darkbord", "oakpost", octagon(x + dx, y + dy, 11), light=100, **inside)
    at.block("settle", G + 20, "darkbord", "oakpanel", rect(704, 256, 992, 280), light=100, **inside)
    at.change(((1120, 320), (1120, 448)), lambda mine, other: other is None, normal=T["books"], align=(1120, 448))


def hearth(at):
    glow = dict(ceiling=G + 128, over="beamceil", wall="brick", upper="brick", riser="brick", flicker=True, id=4)
    at.sector("hearth light", G, "oakboard", [(1120, 448), (1120, 576), (1056, 592), (1024, 512), (1056, 432)], light=122, **glow)
    at.sector("hearthstone", G + 6, "flagston", [(1088, 456), (1120, 448), (1120, 576), (1088, 568)], light=124, **{**glow, "riser": "step"})
    fire = {**glow, "ceiling": G + 72, "over": "ashbed"}
    at.sector("hearth", G + 8, "ashbed", [(1120, 448), (1152, 480), (1152, 544), (1120, 576)], light=127, **fire)
    at.sector("hearth back", G + 8, "ashbed", rect(1152, 480, 1184, 544), light=127, **fire)
    at.change(((1152, 480), (1152, 544)), normal=T["fire"], transparent=True, animationspeed=90, align=(1152, 544))


def bar(at):
    inside = dict(ceiling=G + 128, over="beamceil", wall="timber", upper="timber")
    at.sector("behind the bar", G, "darkbord", rect(960, 640, 1120, 768), light=96, riser="oakpanel", **inside)
    at.block("bar", G + 40, "oakboard", "oakpanel", [(928, 608), (1072, 608), (1072, 640), (960, 640), (960, 768), (928, 768)], light=98,
             **inside)
    at.change(((960, 768), (1120, 768)), lambda mine, other: other is None, normal=T["bottles"], align=(960, 768))
    at.change(((1120, 640), (1120, 768)), lambda mine, other: other is None, normal=T["casks"], align=(1120, 768))


def cellar(at):
    at.sector("back door", G, "flagston", rect(800, 768, 864, 800), ceiling=G + 96, over="darkbord", wall="stone", upper="stone", light=80)
    at.change(((800, 768), (864, 768)), lambda mine, other: mine.name == "hall", above=T["timber"])
    stone = dict(over="darkbord", wall="stone", riser="step", upper="stone")
    at.sector("corridor", G, "flagston", rect(704, 800, 1024, 896), ceiling=G + 112, light=76, **stone)
    at.change(((704, 800), (704, 896)), lambda mine, other: other is None, normal=T["casks"], align=(704, 800))
    at.sector("lamplight", G, "flagston", [(832, 896), (896, 896), (912, 864), (816, 864)], ceiling=G + 112, light=98, flicker=True, id=5, **stone)
    at.change(((832, 896), (896, 896)), lambda mine, other: other is None, normal=T["walllamp"], align=(832, 896))
    for k in range(1, 8):
        at.sector(f"stair {k}", G - 16 * k, "flagston", rect(1000 + 24 * k, 800, 1024 + 24 * k, 896), ceiling=G - 16 * k + 112, light=76 - 2 * k,
                  **stone)
    deep = {**stone, "wall": "rubble", "upper": "rubble", "ceiling": G + 16}
    at.sector("cellar", G - 128, "flagston", rect(1192, 736, 1448, 960), light=60, **deep)
    at.sector("lamplight", G - 128, "flagston", [(1288, 960), (1352, 960), (1368, 928), (1272, 928)], light=92, flicker=True, id=5, **deep)
    at.change(((1288, 960), (1352, 960)), lambda mine, other: other is None, normal=T["walllamp"], align=(1288, 960))
    at.block("casks", G - 96, "oakboard", "casks", rect(1416, 768, 1448, 928), light=64, **deep)
    at.sector("pool edge", G - 124, "step", octagon(1312, 832, 80), light=66, **deep)
    at.sector("pool", G - 136, "water", octagon(1312, 832, 68), light=70, depth="deep", animationspeed=25, **{**deep, "riser": "wetslate"})
