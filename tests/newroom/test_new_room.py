#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A new room in a copy of the sample world: compiled, served, entered from its neighbour and left again."""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), 'world'))
from world_tools import WorldServer  # noqa: E402

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), 'support'))
from program_tests import OPTIONS, main  # noqa: E402

ROOM = ('WineCellar', 'LanternInn:8,4:8,10:8,9:6,4')  # leaves : enters : leaves there : enters here


class NewRoom(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix='blak-newroom-')
        self.addCleanup(shutil.rmtree, self.folder, True)
        self.world = os.path.join(self.folder, 'world')
        shutil.copytree(os.path.join(os.path.dirname(os.path.abspath(OPTIONS.bin)), 'world'), self.world,
                        ignore=shutil.ignore_patterns('resource', 'run', 'channel', 'savegame', 'loadkod', 'memmap', 'rsc'))
        shutil.copytree(os.path.join(os.path.dirname(os.path.abspath(OPTIONS.bin)), 'world', 'resource'),
                        os.path.join(self.world, 'resource'))

    def blak(self, *arguments):
        return subprocess.run([os.path.join(OPTIONS.bin, 'blak'), *arguments], capture_output=True, text=True, timeout=240)

    def files(self):
        return {os.path.join(where, name): os.path.getmtime(os.path.join(where, name))
                for where, _, names in os.walk(self.world) for name in names}

    def test_the_difference_is_shown_and_nothing_written(self):
        before = self.files()
        done = self.blak('room', 'new', self.world, *ROOM)
        self.assertEqual(done.returncode, 0, done.stderr)
        for line in ('new room rooms/winecellar.roo', '+++ b/kod/object/room/winecellar.kod', '+   RID_WINE_CELLAR = 4',
                     '+++ b/kod/object/system.kod', '+                  [8,9, RID_WINE_CELLAR, 6,4, ANGLE_NORTH] ];'):
            self.assertIn(line, done.stdout)
        self.assertEqual(self.files(), before)

    def test_it_is_entered_from_its_neighbour(self):
        done = self.blak('room', 'new', '--write', '--title', 'The Wine Cellar', '--size', '8,8', self.world, *ROOM)
        self.assertEqual(done.returncode, 0, done.stderr)
        done = self.blak('room', 'check', os.path.join(self.world, 'rooms', 'winecellar.roo'))
        self.assertEqual((done.returncode, done.stdout), (0, '1 room, 0 errors, 0 warnings, 0 hints\n'))
        done = self.blak('compile', '--all', '--dialect', 'classic', '--output', self.world, os.path.join(self.world, 'kod'))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        run = os.path.join(self.folder, 'run')
        os.makedirs(run)
        server = WorldServer(OPTIONS.bin, run, self.world)
        server.configure(Auto={'KodPeriod': 100000, 'SnapshotPeriod': 0})
        server.start()
        self.addCleanup(server.kill)
        script = os.path.join(self.folder, 'script.bots')
        with open(script, 'w') as file:
            file.write('goto 11 20\ngoto 11 21\nwait 0.5\ngoto 8 9\nwait 0.5\nsay Ale!\ngoto 2 2\ngoto 7 7\ngoto 8 4\nwait 0.5\n')
        done = self.blak('bot', '--server', '127.0.0.1:%d' % server.facts['players'], '--maintenance', str(server.facts['maintenance']),
                         '--rooms', os.path.join(run, 'rooms'), '--resources', os.path.join(run, 'rsc'), '--count', '1', '--seconds',
                         '40', '--rate', '4', '--script', script, '--json')
        self.assertEqual(done.returncode, 0, done.stderr)
        report = json.loads(done.stdout)
        self.assertEqual((report['scripts_finished'], report['gave_up'], report['refused_moves']), (1, 0, 0), report)
        visited = {room['room']: room['visited'] for room in report['coverage']}
        self.assertEqual(set(visited), {'lantern.roo', 'square.roo', 'winecellar.roo'})
        self.assertGreater(visited['winecellar.roo'], 8)
        self.assertEqual((server.log('error'), server.log('debug')), ('', ''))


if __name__ == '__main__':
    main()
