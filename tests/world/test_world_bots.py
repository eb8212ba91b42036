#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs `blak bot` on the sample world: what its scripts and its report say is what the server did."""
import json
import os
import shutil
import subprocess
import tempfile
import unittest

from world_tools import OPTIONS, WorldServer, run_tests

from server_tools import Control  # noqa: E402  world_tools knows where it is


class Bots(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix='blak-bots-')
        self.addCleanup(shutil.rmtree, self.folder, True)
        self.server = WorldServer(OPTIONS.bin, self.folder)
        self.server.configure(Auto={'KodPeriod': 100000, 'SnapshotPeriod': 0})
        self.server.start()
        self.addCleanup(self.server.kill)

    def blak(self, *arguments):
        return subprocess.run(
            [os.path.join(OPTIONS.bin, 'blak'), 'bot', '--server', '127.0.0.1:%d' % self.server.facts['players'], '--maintenance',
             str(self.server.facts['maintenance']), '--rooms', os.path.join(self.folder, 'rooms'), '--resources',
             os.path.join(self.folder, 'rsc'), *arguments], capture_output=True, text=True, timeout=120)

    def report(self, *arguments):
        done = self.blak('--json', *arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual((self.server.log('error'), self.server.log('debug')), ('', ''))
        return json.loads(done.stdout)

    def script(self, text):
        path = os.path.join(self.folder, 'script.bots')
        with open(path, 'w') as file:
            file.write(text)
        return path

    def test_wandering(self):
        report = self.report('--count', '15', '--seconds', '12', '--rate', '4')
        self.assertEqual((report['entered'], report['playing_at_end']), (15, 15))
        self.assertEqual((report['lost'], report['refused'], report['undecoded'], report['system_texts']), (0, 0, 0, {}))
        self.assertGreater(report['moves'], 200)
        self.assertLess(report['refused_moves'], report['moves'] / 20)
        self.assertGreater(report['looked'], 5)
        rooms = {room['room']: room for room in report['coverage']}
        square = rooms['square.roo']
        self.assertTrue(30 < square['visited'] <= square['reachable'] <= square['walkable'])
        self.assertAlmostEqual(square['share'], square['visited'] / square['reachable'])
        self.assertGreater(report['bytes_in_per_second_and_bot'], report['bytes_out_per_second_and_bot'])

    def test_an_errand(self):
        path = self.script('# to the inn\ngoto 11 20\ngoto 11 21\nwait 0.5\nrepeat 2\nsay Ale!\nend\ngoto 8 9\ngoto 8 12\nlook aldwin\n'
                           'get mug\nwait 0.3\nuse mug\nget lantern\nwait 0.3\nuse lantern\nunuse lantern\ndrop lantern\nlogoff\n'
                           'turn 1024\n')
        report = self.report('--count', '1', '--seconds', '30', '--rate', '4', '--script', path)
        self.assertEqual((report['scripts_finished'], report['gave_up'], report['entered']), (1, 0, 2))
        self.assertEqual((report['said'], report['looked'], report['taken'], report['dropped'], report['used']), (2, 1, 2, 2, 1))
        self.assertEqual(report['refused_moves'], 0)
        self.assertEqual({room['room'] for room in report['coverage']}, {'lantern.roo', 'square.roo'})
        control = Control(self.server.facts)
        user = control.ask('instances', **{'class': 'User', 'exactly': True})['result']['objects'][0]
        facts = {row['name']: row['value'] for row in control.ask('object.read', object=user)['result']['properties']}
        values = {name: value['data'] if isinstance(value, dict) else value for name, value in facts.items()}
        self.assertEqual((values['piRid'], values['piRow'] // 64, values['piCol'] // 64, values['piAngle']), (2, 8, 12, 1024))

    def test_one_is_no_plural(self):
        said = self.blak('--count', '1', '--seconds', '20', '--rate', '4', '--script', self.script('goto 11 20\nlogoff\n')).stdout
        self.assertRegex(said, r'(?m)^\d+ entered the game, ')
        self.assertNotRegex(said, r'(?<![\d.])1 (moves|messages|connections|ways|squares|times|play )\b')
        self.assertRegex(said, r'(?m)^1 came to the end of the script, 0 ways were not found$')

    def test_a_login_storm(self):
        report = self.report('--count', '5', '--seconds', '5', '--script', 'login-storm', '--rate', '10')
        self.assertGreater(report['entered'], 10)
        self.assertEqual((report['lost'], report['refused']), (0, 0))

    def test_mistakes_are_said_before_anything_is_done(self):
        path = self.script('wait 1\nfly\n')
        done = self.blak('--script', path)
        self.assertEqual((done.returncode != 0, done.stderr), (True, 'blak: %s:2: there is no command "fly"\n' % path))
        self.assertIn('expected wander, say, login-storm or a file', self.blak('--script', 'nothing').stderr)
        self.assertNotIn('bot1', Control(self.server.facts).ask('admin', command='show accounts')['result']['text'])


if __name__ == '__main__':
    run_tests()
