#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`blak play --project`: a recorded session as a test of a world, in the sample world and in its open105 version."""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, 'world'))

import open105  # noqa: E402

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), 'support'))
from program_tests import OPTIONS, main  # noqa: E402

# As a recording has it: in the inn, to the mug, and out again with what one took left behind.
TOUR = '''# from the door of the inn to a mug, and out to the square
start lantern.roo 7 8 0
within 20
expect-playing
expect-room lantern.roo
type Good evening
expect-chat Good evening
expect-object mug
walk-to 7 10
target mug
press get
expect-thing mug
drop mug
expect-no-thing mug
walk-to 7 8
walk-to 8 7
walk-to 8 3
walk-to 8 2
expect-room square.roo
quit
'''


class PlayScript(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix='blak-play-script-')
        self.addCleanup(shutil.rmtree, self.folder, True)

    def world(self):
        """The sample world as a project: sources, and what was built of them."""
        world = os.path.join(self.folder, 'world')
        built = os.path.join(os.path.dirname(OPTIONS.bin), 'world')
        shutil.copytree(os.path.join(ROOT, 'world', 'kod'), os.path.join(world, 'kod'))
        for part in ('rooms', 'resource'):
            shutil.copytree(os.path.join(built, part), os.path.join(world, part))
        for name in ('blakston.pal', 'world.json'):
            shutil.copy(os.path.join(built, name), world)
        return world

    def play(self, world, script, *more):
        path = os.path.join(self.folder, 'tour.play')
        with open(path, 'w') as file:
            file.write(script)
        environment = dict(os.environ, QT_QPA_PLATFORM='offscreen', BLAK_AUDIO='none', XDG_CACHE_HOME=os.path.join(self.folder, 'cache'),
                           TMPDIR=self.folder)
        return subprocess.run([os.path.join(OPTIONS.bin, 'blak'), 'play', '--project', world, '--script', path, *more],
                              capture_output=True, text=True, timeout=240, env=environment)

    def left(self):
        """Scratch folders of Play that are still there."""
        return [name for folder in os.listdir(self.folder) if folder.startswith('blakston-play')
                for name in os.listdir(os.path.join(self.folder, folder)) if name.startswith('play-')]

    def inventory(self, world):
        return sorted((os.path.join(where, name), os.path.getmtime(os.path.join(where, name)))
                      for where, _, names in os.walk(world) for name in names)

    def test_a_script_in_the_sample(self):
        world = self.world()
        before = self.inventory(world)
        junit = os.path.join(self.folder, 'tour.xml')
        done = self.play(world, TOUR, '--junit', junit)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        with open(junit) as file:
            self.assertIn('failures="0"', file.read())
        self.assertEqual(self.inventory(world), before)
        self.assertEqual(self.left(), [])
        # A world that is not so any more fails its test, by the line.
        done = self.play(world, TOUR.replace('drop mug', 'within 1\nexpect-thing crown'), '--junit', junit)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn('FAIL  expect-thing crown', done.stderr)
        with open(junit) as file:
            self.assertIn('failures="1"', file.read())

    def test_a_start_without_floor_is_refused(self):
        # South of the hall there is nothing to stand on.
        done = self.play(self.world(), 'start lantern.roo 12 8 3072\nexpect-playing\nquit\n')
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn('no floor', done.stderr)

    def test_the_sample_in_open105(self):
        world = os.path.join(self.folder, 'world105')
        open105.make(self.world(), world)
        done = self.play(world, TOUR)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(self.left(), [])

    def test_what_cannot_be_played_is_said(self):
        world = self.world()
        with open(os.path.join(world, 'kod', 'object.kod'), 'a') as file:
            file.write('\nBroken is (\n')
        with open(os.path.join(world, 'kod', 'object.kod'), 'rb') as file:
            self.assertIn(b'Broken', file.read())
        done = self.play(world, TOUR)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn('object.kod:', done.stderr)
        for words, said in (('fly away\n', 'there is no command'), ('start lantern.roo 1 2\n', 'start: expected FILE ROW COLUMN ANGLE')):
            done = self.play(world, words)
            self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
            self.assertIn(said, done.stderr)
        done = self.play(os.path.join(self.folder, 'nowhere'), TOUR)
        self.assertEqual(done.returncode, 2, done.stdout + done.stderr)
        self.assertIn('nowhere', done.stderr)


if __name__ == '__main__':
    main()
