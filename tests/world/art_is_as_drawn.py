#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Pictures and sounds of the sample world are what their generators give: a sample of each kind, pixel by pixel."""
import pathlib
import sys
import tempfile

sys.dont_write_bytecode = True
root = pathlib.Path(sys.argv[1])
sys.path.insert(0, str(root / "world" / "art"))
try:
    import numpy as np
    from PIL import Image
except ImportError as missing:
    print(f"{missing}: skipped")
    sys.exit(77)
import build_art
import catalog
import hero
import objects
import shields
import sounds

world = root / "world"
quantiser = build_art.Quantiser(build_art.read_palette())
failures = []


def compare(indices, file):
    kept = np.asarray(Image.open(file))
    if kept.shape != indices.shape or (kept != indices).any():
        failures.append(file)


rows = {row[1]: row for row in catalog.TABLE}
for stem in ("cobble", "stone", "innfront", "chdoor", "reeds", "redroof", "wheel"):
    _, _, _, paint, _, _, frames = rows[stem]
    image = paint() if frames == 1 else paint(frame=1, frames=frames)
    compare(quantiser.indices(image), world / "textures" / (f"{stem}.png" if frames == 1 else f"{stem}1.png"))
compare(hero.draw("torso", 45, 2).picture(quantiser), world / "sprites" / "player" / "torso21.png")
compare(build_art.crop(hero.draw("head", 0, 0).picture(quantiser))[0], world / "sprites" / "player" / "head00.png")
for row in objects.TABLE:
    if row[0] in ("mug", "key", "coins"):
        compare(build_art.crop(objects.draw(row, 90, 0, quantiser))[0], world / "sprites" / "objects" / f"{row[0]}2.png")
for row in shields.TABLE:
    compare(build_art.crop(shields.draw(row))[0], world / "sprites" / "shields" / f"{row[0]}.png")
with tempfile.TemporaryDirectory() as folder:
    file = pathlib.Path(folder) / "step.wav"
    sounds.write_wav(file, dict((name, make) for name, make, _ in sounds.TABLE)["stepone.wav"]())
    if file.read_bytes() != (world / "sounds" / "stepone.wav").read_bytes():
        failures.append(world / "sounds" / "stepone.wav")
for file in failures:
    print(f"{file} is not what its generator gives; run world/art/build_art.py")
sys.exit(bool(failures))
