#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whole clients (blakston-client, offscreen) on a whole server in the sample world, by scripts."""
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, 'tests', 'world'))

from world_tools import WorldServer  # noqa: E402

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), 'support'))
from program_tests import OPTIONS, main  # noqa: E402



class Clients(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix='blak-client-')
        self.addCleanup(shutil.rmtree, self.folder, True)
        self.server = WorldServer(OPTIONS.bin, os.path.join(self.folder, 'run'))
        self.server.configure(Auto={'KodPeriod': 100000, 'SnapshotPeriod': 0})
        self.server.start()
        self.addCleanup(self.server.kill)

    def account(self, name):
        with socket.create_connection(('127.0.0.1', self.server.facts['maintenance']), 10) as line:
            line.sendall(b'create automated %s secret\r' % name.encode())
            answer = b''
            while b'Created account' not in answer:
                part = line.recv(4096)
                self.assertTrue(part, answer)
                answer += part

    def play(self, user, script, *more):
        path = os.path.join(self.folder, user + '.play')
        with open(path, 'w') as file:
            file.write(script)
        environment = dict(os.environ, QT_QPA_PLATFORM='offscreen', BLAK_AUDIO='none')
        return subprocess.Popen(
            [os.path.join(OPTIONS.bin, 'blak'), 'play', '--server', '127.0.0.1:%d' % self.server.facts['players'], '--user', user,
             '--password', 'secret', '--world', os.path.join(os.path.dirname(OPTIONS.bin), 'world'), '--size', '800x500', '--script',
             path, *more], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment)

    def passed(self, client):
        out, err = client.communicate(timeout=180)
        self.assertEqual(client.returncode, 0, out + err)
        return out

    def test_a_tour(self):
        self.account('wren')
        junit = os.path.join(self.folder, 'tour.xml')
        grab = os.path.join(self.folder, 'tour.png')
        still = os.path.join(self.folder, 'still.png')
        record = os.path.join(self.folder, 'tour.jsonl')
        self.passed(self.play('wren', '''# from the square into the inn
within 30
create Wren
expect-playing
expect-room square.roo
expect-chat Hollowmere
type Good evening
expect-chat Good evening
walk-to 12.5 11
walk-to 11.5 20
expect-moved 8
walk-to 11 21
expect-room lantern.roo
walk-to 8 9
walk-to 8 12
target mug
press get
expect-thing mug
target aldwin
press look
expect-look aldwin
drop mug
expect-no-thing mug
expect-object mug
press help
grab ''' + still + '''
compare ''' + still + ''' 20
quit
''', '--junit', junit, '--grab', grab, '--record', record))
        with open(junit) as file:
            self.assertIn('failures="0"', file.read())
        self.assertGreater(os.path.getsize(grab), 5000)
        with open(record) as file:
            lines = file.readlines()
        self.assertTrue(any('"s2c"' in line for line in lines) and any('"c2s"' in line for line in lines))
        self.assertEqual((self.server.log('error'), self.server.log('debug')), ('', ''))

    def test_two_see_each_other(self):
        for name in ('ann', 'bob'):
            self.account(name)
        ann = self.play('ann', 'within 60\ncreate Ann\nexpect-object Bob\nexpect-chat over here\ntype Hello Bob\nexpect-no-object Bob\nquit\n')
        bob = self.play('bob', 'within 60\ncreate Bob\nexpect-object Ann\ntype I am over here\nexpect-chat Hello Bob\nquit\n')
        self.passed(ann)
        self.passed(bob)

    def test_what_fails_is_said(self):
        self.account('cara')
        client = self.play('cara', 'within 20\ncreate Cara\nwithin 1\nexpect-thing crown\ntype never\n')
        out, err = client.communicate(timeout=120)
        self.assertEqual(client.returncode, 1)
        self.assertIn('FAIL  expect-thing crown', err)
        self.assertNotIn('never', out)

    def test_pictures_that_are_others(self):
        self.account('dora')
        red = os.path.join(self.folder, 'red.ppm')
        with open(red, 'wb') as file:
            file.write(b'P6 800 500 255 ' + b'\xff\0\0' * 800 * 500)
        junit = os.path.join(self.folder, 'red.xml')
        client = self.play('dora', 'within 20\ncreate Dora\nexpect-playing\nwithin 1\ncompare %s 50\n' % red, '--junit', junit)
        _, err = client.communicate(timeout=120)
        self.assertEqual(client.returncode, 1)
        self.assertIn('of the pixels differ', err)
        with open(junit) as file:
            self.assertIn('failures="1"', file.read())


if __name__ == '__main__':
    main()
