#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The same world in the other living dialect: world/open105.py writes its Blakod, our compiler takes it, our server runs it with the
protocol of open105, and clients of that protocol walk about in it."""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

from world_tools import OPTIONS, ROOT, open105_server, read_resources, run_tests

sys.path.insert(0, os.path.join(ROOT, 'world'))
import open105  # noqa: E402


class Spelling(unittest.TestCase):
    def test_words_change_and_texts_do_not(self):
        self.assertEqual(open105.spelled('for i in plRooms % all of "them"\n'), 'foreach i in plRooms // all of "them"\n')
        self.assertEqual(open105.spelled('a = "100%q for me mod \\\\"x\\\\" % y"; b = c mod 7;'), 'a = "100%q for me mod \\\\"x\\\\" % y"; b = c % 7;')
        self.assertEqual(open105.spelled('model = format;'), 'model = format;')


class Dialect(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix='blak-105-')
        self.addCleanup(shutil.rmtree, self.folder, True)
        self.run_folder = os.path.join(self.folder, 'run')
        self.server = open105_server(OPTIONS.bin, self.run_folder).start()
        self.addCleanup(self.server.kill)

    def blak(self, *words):
        done = subprocess.run([os.path.join(OPTIONS.bin, 'blak'), *words], capture_output=True, text=True, timeout=120)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def test_clients_play_in_it(self):
        out = self.blak('bot', '--json', '--protocol', 'open105', '--server', '127.0.0.1:%d' % self.server.facts['players'], '--maintenance',
                        str(self.server.facts['maintenance']), '--rooms', os.path.join(self.run_folder, 'rooms'), '--resources',
                        os.path.join(self.run_folder, 'rsc'), '--redbook', 'A lantern in every window.', '--count', '5', '--seconds', '12',
                        '--rate', '3')
        report = json.loads(out)
        self.assertEqual((report['entered'], report['playing_at_end'], report['lost'], report['undecoded']), (5, 5, 0, 0))
        self.assertGreater(report['moves'], 20)
        self.assertLess(report['refused_moves'], report['moves'] / 5)
        self.assertEqual((self.server.log('error'), self.server.log('debug')), ('', ''))

    def test_it_says_the_same(self):
        other = set(read_resources(os.path.join(os.path.dirname(OPTIONS.bin), 'world', 'rsc')).values())
        with open(os.path.join(self.run_folder, 'rsc', 'keeper.rsc'), 'rb') as file:
            own = file.read()
        self.assertIn('Aldwin the innkeeper', other)
        self.assertIn(b'Aldwin the innkeeper', own)


if __name__ == '__main__':
    run_tests()
