#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The client as it is installed: `cmake --install` into a folder, the folder moved, the program started there.

    test_installed.py BUILD
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

BUILD = pathlib.Path(sys.argv.pop(1))
USUAL = ["admin", "char", "chess", "compass", "dm", "intro", "mailnews", "merintr", "stats"]


def modules_of(program):
    run = subprocess.run([program, "--list-modules"], capture_output=True, text=True, timeout=60,
                         env=os.environ | {"QT_QPA_PLATFORM": "offscreen"}, check=False)
    said = [line for line in run.stderr.splitlines() if not line.startswith("QStandardPaths")]  # Qt on who has no home
    return run.returncode, run.stdout.split(), "\n".join(said)


class Installed(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="blak-installed-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def install(self):
        prefix = self.folder / "first"
        subprocess.run(["cmake", "--install", BUILD, "--prefix", prefix, "--component", "client"], check=True, capture_output=True, timeout=120)
        moved = self.folder / "usr"
        prefix.rename(moved)
        return moved

    def test_in_the_build_folder(self):
        self.assertEqual(modules_of(BUILD / "bin" / "blakston-client"), (0, USUAL, ""))

    def test_installed_and_moved(self):
        tree = self.install()
        self.assertEqual(modules_of(tree / "bin" / "blakston-client"), (0, USUAL, ""))

    def test_what_is_none_is_said(self):
        tree = self.install()
        home = tree / "lib" / "blakston-client" / "modules"
        (home / "blakston_chess.so").write_bytes(b"no plugin")
        (home / "blakston_dm.so").unlink()
        outside = self.folder / "elsewhere.so"
        shutil.copy(home / "blakston_admin.so", outside)
        (home / "blakston_admin.so").unlink()
        (home / "blakston_admin.so").symlink_to(outside)  # leads out of the folder
        code, names, said = modules_of(tree / "bin" / "blakston-client")
        self.assertEqual((code, names), (1, ["char", "compass", "intro", "mailnews", "merintr", "stats"]))
        self.assertIn("module chess", said)
        self.assertIn("module admin", said)


if __name__ == "__main__":
    unittest.main()
