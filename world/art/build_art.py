#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws every picture of the sample world anew and writes it, in the colours of the world's palette, as indexed PNG beside the
command files that makebgf turns into .bgf. Needs python3-numpy and python3-pil; the normal build does not run it: what it
writes is kept in world/textures and world/sprites.

    world/art/build_art.py [textures|sprites|player|objects|scenery|sounds]...
"""
import pathlib
import sys

import numpy as np
from PIL import Image

import figure
import hero
import objects
import scenery
import shields
import sounds
import trees
from catalog import TABLE

WORLD = pathlib.Path(__file__).resolve().parent.parent
TRANSPARENT = 254
RESERVED = set(range(8, 16)) | set(range(244, 248)) | {TRANSPARENT}
SYSTEM = set(range(0, 10)) | set(range(246, 256))  # colours of the window system: art does not use them


def read_palette():
    lines = (WORLD / "blakston.pal").read_text().split("\n")
    return np.array([[int(v) for v in line.split()] for line in lines if line.strip()], np.int32)


class Quantiser:
    """Nearest palette colour with a little ordered dither, through a table of 5 bits a channel."""

    def __init__(self, palette):
        self.palette = palette
        usable = np.array([i for i in range(256) if i not in RESERVED | SYSTEM])
        axis = np.arange(32) * 8 + 4
        colours = np.stack(np.meshgrid(axis, axis, axis, indexing="ij"), -1).reshape(-1, 3)
        weights = np.array((3, 4, 2))
        self.table = np.empty(len(colours), np.uint8)
        for start in range(0, len(colours), 2048):
            part = colours[start:start + 2048]
            distance = ((part[:, None] - palette[usable][None]) ** 2 * weights).sum(-1)
            self.table[start:start + 2048] = usable[distance.argmin(1)]

    def indices(self, image, dither=7.0):
        bayer = np.array([[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]]) / 16 - 0.47
        y, x = np.mgrid[0:image.shape[0], 0:image.shape[1]]
        q = np.clip(image[..., :3] + (bayer[y % 4, x % 4] * dither)[..., None], 0, 255).astype(np.int32) >> 3
        result = self.table[(q[..., 0] * 32 + q[..., 1]) * 32 + q[..., 2]]
        if image.shape[2] == 4:
            result = np.where(image[..., 3] > 127, result, TRANSPARENT)
        return result.astype(np.uint8)

    def diffused(self, image):
        """Error diffusion (Floyd and Steinberg): smooth blends of colours the palette lacks, for large soft pictures."""
        rows, columns = image.shape[:2]
        palette, table = self.palette.tolist(), self.table.tolist()
        result = np.zeros((rows, columns), np.uint8)
        ahead = image[0].tolist()
        for y in range(rows):
            line, ahead = ahead, image[min(y + 1, rows - 1)].tolist()
            for x in range(columns) if y % 2 == 0 else range(columns - 1, -1, -1):
                step = 1 if y % 2 == 0 else -1
                r, g, b = (min(255, max(0, int(v))) for v in line[x])
                index = table[((r >> 3) * 32 + (g >> 3)) * 32 + (b >> 3)]
                result[y, x] = index
                for k in range(3):
                    error = max(-48.0, min(48.0, line[x][k] - palette[index][k])) * 0.9
                    line[(x + step) % columns][k] += error * 7 / 16
                    ahead[(x - step) % columns][k] += error * 3 / 16
                    ahead[x][k] += error * 5 / 16
                    ahead[(x + step) % columns][k] += error / 16
        return result


def save(indices, palette, file):
    picture = Image.fromarray(indices, "P")
    picture.putpalette(palette.astype(np.uint8).tobytes())
    picture.save(file, optimize=True)


def build_textures(quantiser):
    folder = WORLD / "textures"
    folder.mkdir(exist_ok=True)
    for number, stem, name, paint, wall, shrink, frames in TABLE:
        files = []
        for frame in range(frames):
            image = paint() if frames == 1 else paint(frame=frame, frames=frames)
            files.append(f"{stem}{frame}.png" if frames > 1 else f"{stem}.png")
            save(quantiser.indices(image), quantiser.palette, folder / files[-1])
        lines = [f"# {name}: grd{number:05}, made by build_art.py", f"-s {shrink}" + (" -r" if wall else ""),
                 str(frames), *files, str(frames), *(f"1 {k + 1}" for k in range(frames))]
        (folder / f"grd{number:05}.bbg").write_text("\n".join(lines) + "\n")


def crop(indices):
    rows, columns = np.where(indices != TRANSPARENT)
    if not len(rows):
        return indices[:1, :1], 0, 0
    return indices[rows.min():rows.max() + 1, columns.min():columns.max() + 1], int(columns.min()), int(rows.min())


def build_sprites(quantiser):
    folder = WORLD / "sprites"
    folder.mkdir(exist_ok=True)
    angles = [k * 45 for k in range(8)]
    body = []
    for frame in range(figure.FRAMES):
        for angle in angles:
            view, anchors = figure.draw(angle, frame, {"body"})
            file = f"keeper{frame}{angle // 45}.png"
            save(view.picture(quantiser), quantiser.palette, folder / file)
            spots = []
            for name, number in figure.HOTSPOTS.items():
                x, y = anchors[name]
                signed = number if figure.is_over(name, angle) else -number
                spots.append(f"{signed} [{round(x)}, {round(y)}]")
            body.append(f"{file} [0, 0] :{len(spots)} " + " ".join(spots))
    lines = ["# The innkeeper without head, cloak and lantern, made by build_art.py", f"-s {figure.SHRINK} -n Keeper", str(len(body)), *body,
             str(figure.FRAMES)]
    lines += ["8 " + " ".join(str(f * 8 + k + 1) for k in range(8)) for f in range(figure.FRAMES)]
    (folder / "keeper.bbg").write_text("\n".join(lines) + "\n")
    for part in ("head", "cloak", "lantern"):
        rows = []
        for angle in angles:
            view, anchors = figure.draw(angle, 0, {part})
            indices, left, top = crop(view.picture(quantiser))
            file = f"{part}{angle // 45}.png"
            save(indices, quantiser.palette, folder / file)
            x, y = anchors[part]
            rows.append(f"{file} [{left - round(x)}, {top - round(y)}]")
        lines = [f"# The innkeeper's {part}, hangs on hotspot {figure.HOTSPOTS[part]} of keeper.bgf, made by build_art.py",
                 f"-s {figure.SHRINK} -n {part.capitalize()}", "8", *rows, "1", "8 1 2 3 4 5 6 7 8"]
        (folder / f"{part}.bbg").write_text("\n".join(lines) + "\n")
    whole = []
    for angle in angles:
        view, _ = figure.draw(angle, 0, {"body", "head", "cloak", "lantern"})
        file = f"traveller{angle // 45}.png"
        save(view.picture(quantiser), quantiser.palette, folder / file)
        whole.append(file)
    lines = ["# The innkeeper in one piece from 8 angles, made by build_art.py", f"-s {figure.SHRINK} -n Traveller", "8", *whole, "1",
             "8 1 2 3 4 5 6 7 8"]
    (folder / "traveller.bbg").write_text("\n".join(lines) + "\n")


def write_rows(folder, stem, comment, name, shrink, rows, groups):
    lines = [f"# {comment}, made by build_art.py", f"-s {shrink} -n {name}", str(len(rows)), *rows, str(len(groups))]
    lines += [" ".join(str(v) for v in (len(group), *group)) for group in groups]
    (folder / f"{stem}.bbg").write_text("\n".join(lines) + "\n")


def spot_text(spots):
    return f" :{len(spots)} " + " ".join(f"{number} [{round(x)}, {round(y)}]" for number, x, y in spots) if spots else ""


PLAYER = {"torso": "Torso of the player, the base of the figure", "legs": "Legs of the player", "right": "Right arm of the player",
          "left": "Left arm of the player", "head": "Head of the player", "hairshort": "Short hair", "hairlong": "Long hair", "beard": "Full beard"}


def build_player(quantiser):
    folder = WORLD / "sprites" / "player"
    folder.mkdir(parents=True, exist_ok=True)
    for part, comment in PLAYER.items():
        frames = hero.FRAMES if part in ("torso", "legs", "right", "left") else 1
        rows = []
        for frame in range(frames):
            anchors = hero.anchors(frame)
            for angle in range(0, 360, 45):
                view = hero.draw(part, angle, frame)
                indices, left, top = view.picture(quantiser), 0, 0
                spots = []
                if part == "torso":  # keeps its full height: it stands on the ground
                    for name in ("legs", "head", "right", "left"):
                        under = name == "legs" or name in ("right", "left") and not hero.is_near(name, angle)
                        spots.append((hero.HOTSPOTS[name] * (-1 if under else 1), *view.project(anchors[name])))
                    offset = ""
                else:
                    indices, left, top = crop(indices)
                    x, y = view.project(anchors["hair" if part.startswith("hair") else part])
                    offset = f" [{left - round(x)}, {top - round(y)}]"
                if part == "head":
                    for name in ("beard", "hair"):
                        x, y = view.project(anchors[name])
                        spots.append((hero.HOTSPOTS[name], x - left, y - top))
                file = f"{part}{frame}{angle // 45}.png"
                save(indices, quantiser.palette, folder / file)
                rows.append(file + (offset or " [0, 0]") + spot_text(spots))
        groups = [[f * 8 + k + 1 for k in range(8)] for f in range(frames)]
        write_rows(folder, f"player{part}", comment, f"Player{part}", hero.SHRINK, rows, groups)


def build_objects(quantiser):
    folder = WORLD / "sprites" / "objects"
    folder.mkdir(parents=True, exist_ok=True)
    for row in objects.TABLE:
        stem, name, _, _, shrink, _, angles, frames = row
        rows, groups = [], []
        for frame in range(frames):
            groups.append([])
            for k in range(angles):
                indices, left, top = crop(objects.draw(row, k * 45, frame, quantiser))
                file = f"{stem}{frame}{k}.png" if frames > 1 else f"{stem}{k}.png"
                save(indices, quantiser.palette, folder / file)
                rows.append(file)
                groups[-1].append(len(rows))
        groups.append([1 + (1 if angles > 1 else 0)])  # the icon: one picture, whatever the angle
        write_rows(folder, stem, f"{name}: {'frames, then ' if frames > 1 else 'in the room, then '}its icon", name.replace(" ", "_"), shrink,
                   rows, groups)


def build_shields(quantiser):
    folder = WORLD / "sprites" / "shields"
    folder.mkdir(parents=True, exist_ok=True)
    for row in shields.TABLE:
        save(crop(shields.draw(row))[0], quantiser.palette, folder / f"{row[0]}.png")
        write_rows(folder, row[0], f"{row[1].replace('_', ' ')} of a guild", row[1], shields.SHRINK, [f"{row[0]}.png"], [[1]])


def build_scenery(quantiser):
    save(quantiser.diffused(scenery.sky()), quantiser.palette, WORLD / "sprites" / "sky.png")
    folder = WORLD / "sprites" / "trees"
    folder.mkdir(parents=True, exist_ok=True)
    for row in trees.TABLE:
        save(crop(trees.draw(row, quantiser))[0], quantiser.palette, folder / f"{row[0]}.png")
        write_rows(folder, row[0], row[1], row[1].replace(" ", "_"), row[3], [f"{row[0]}.png"], [[1]])
    lines = ["# The sky of Hollowmere, a panorama for the background, made by build_art.py", "-s 1 -n Sky", "1", "sky.png", "1", "1 1"]
    (WORLD / "sprites" / "sky.bbg").write_text("\n".join(lines) + "\n")


def build_sounds():
    folder = WORLD / "sounds"
    folder.mkdir(exist_ok=True)
    for file, make, _ in sounds.TABLE:
        (sounds.write_wav if file.endswith(".wav") else sounds.write_ogg)(folder / file, make())


if __name__ == "__main__":
    quantiser = Quantiser(read_palette())
    wanted = sys.argv[1:] or ["textures", "sprites", "player", "objects", "scenery", "sounds"]
    if "textures" in wanted:
        build_textures(quantiser)
    if "sprites" in wanted:
        build_sprites(quantiser)
    if "player" in wanted:
        build_player(quantiser)
    if "objects" in wanted:
        build_objects(quantiser)
        build_shields(quantiser)
    if "scenery" in wanted:
        build_scenery(quantiser)
    if "sounds" in wanted:
        build_sounds()
