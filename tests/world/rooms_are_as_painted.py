#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The UDMF files of the sample world are what their scripts write: nothing edited by hand, the same bytes every time."""
import pathlib
import subprocess
import sys
import tempfile

root = pathlib.Path(sys.argv[1])
rooms = root / "world" / "rooms"
failed = False
with tempfile.TemporaryDirectory() as folder:
    subprocess.run([sys.executable, "-B", str(rooms / "build_rooms.py"), "--to", folder], check=True)
    written = sorted(file.name for file in pathlib.Path(folder).glob("*.udmf"))
    kept = sorted(file.name for file in rooms.glob("*.udmf"))
    if written != kept:
        print(f"written: {written}, kept: {kept}")
        failed = True
    for name in set(written) & set(kept):
        if (pathlib.Path(folder) / name).read_bytes() != (rooms / name).read_bytes():
            print(f"{name} is not what build_rooms.py writes; run world/rooms/build_rooms.py")
            failed = True
sys.exit(failed)
