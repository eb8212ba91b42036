#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Each call that touches a disk fails once, the server is killed then and started again: what was acknowledged is there, and nothing
is left lying about. On a real disk that is small, too."""
import ctypes
import errno
import os
import re
import sys
import time
import unittest

from client import AP_CREDITS, AP_GETLOGIN, AP_LOGINOK, Client
from fault_case import FaultCase, put
from faults import ACCEPT, DISK, FORK, OPEN
from server_tools import Control, FolderCase, script_options

EVERY = 5  # of the calls of a run, so many are tried at one time; --every 1 tries all
FAULTS = (errno.ENOSPC, errno.EIO, errno.EMFILE, errno.ENOMEM, errno.EFBIG)  # the last one comes with SIGXFSZ
PARTS = ('accounts', 'dynarscs', 'gameuser', 'striings')


class EveryCall(FaultCase):
    """Each call that touches a disk fails once; whatever was acknowledged is there after a kill."""

    def run_once(self, number):
        """What was acknowledged."""
        known = {}
        self.control.ask('object.write', object=0, property='piLoads', value=1000 + number)
        if 'Save time is' in self.admin('save game'):
            known['loads'] = 1000 + number
        name = 'adm%d' % number
        if 'Created' in self.admin('create administrator %s operator "correct horse battery"' % name):
            known['administrator'] = name
        address = '10.1.%d.%d' % (number // 250, number % 250 + 1)
        if 'is banned' in self.admin('ban address %s 0 x' % address):
            known['ban'] = address
        if 'Set password' in self.admin('set account password 1 word%d' % number):
            known['password'] = 'word%d' % number
        self.control.ask('snapshot')
        time.sleep(0.03)
        return known

    def check(self, known, number):
        self.assertGreaterEqual(self.loads(), known.get('loads', 0), number)
        if 'administrator' in known:
            self.assertIn(known['administrator'], self.admin('show administrators'))
        if 'ban' in known:
            self.assertIn(known['ban'], self.admin('show bans'))
        if 'password' in known:
            client = Client(self.server.facts['players'])
            client.frames(until=AP_GETLOGIN)
            client.login('Zaphod', known['password'])
            self.assertEqual(client.kinds(until=AP_CREDITS)[0], AP_LOGINOK, number)
            client.socket.close()
        self.assertIn('Zaphod', self.admin('show accounts'))

    def check_nothing_is_left(self):
        """Sets are whole, and no file is there that was only begun."""
        sets = {}
        for name in os.listdir(self.path('savegame')):
            if name != 'lastsave.txt':
                self.assertRegex(name, r'^(accounts|dynarscs|gameuser|striings|snapshot)\.\d+$')
                part, number = name.split('.')
                sets.setdefault(number, set()).add(part)
        for number, parts in sets.items():
            self.assertLessEqual(set(PARTS), parts, number)
        self.assertEqual([name for name in os.listdir(self.folder) if re.search(r'\.\w{6}$', name)], [])

    def test_once_each(self):
        self.faults.arm(DISK, countdown=10 ** 6)
        self.run_once(0)
        calls, _ = self.faults.disarm()
        self.assertGreater(calls, 20)
        floor, failed, runs = 0, 0, 0
        for number in range(1, calls + 1, EVERY):
            for fault in FAULTS if EVERY == 1 else FAULTS[number // EVERY % len(FAULTS):][:1]:
                runs += 1
                self.faults.arm(DISK, fault, number, forever=False)
                known = self.run_once(runs)
                failed += self.faults.disarm()[1]
                self.assertIsNone(self.server.process.poll())
                self.server.kill()
                self.start()
                self.check_nothing_is_left()
                floor = max(floor, known.get('loads', 0))
                self.assertGreaterEqual(self.loads(), floor)
                self.check(known, runs)
        print('%d calls, %d runs, %d faults' % (calls, runs, failed), file=sys.stderr)
        self.assertGreater(failed, runs * 3 // 4)  # the last calls of a run are those of logs, and not always there

    def test_no_descriptors_no_memory(self):
        for call, fault in ((ACCEPT, errno.EMFILE), (FORK, errno.ENOMEM), (FORK, errno.EAGAIN), (OPEN, errno.EMFILE)):
            self.faults.arm(call, fault)
            self.control.ask('snapshot')
            stranger = Client(self.server.facts['players'])
            time.sleep(0.3)
            self.assertTrue(self.admin('show status'))
            self.faults.disarm()
            self.assertEqual(stranger.kinds(until=AP_GETLOGIN, most=10), [AP_GETLOGIN])
            self.assertIn('Save time is', self.admin('save game'))


class LeftOvers(FaultCase):
    """What a server leaves that is killed while it saves."""

    def test_they_go(self):
        self.admin('save game')
        current = open(self.path('savegame', 'lastsave.txt')).read().split('LASTSAVE ')[1].split()[0]
        self.server.kill()
        theirs = ['gameuser.100', 'accounts.txt.abc123', 'notes.abcdef', 'gameuser.1.2.3', 'my.part']
        ours = ['gameuser.200.aB3dEf', 'lastsave.txt.Qwerty', 'striings.200.4711.part', 'saving.300', 'gameuser.300', 'accounts.300',
                'striings.300', 'dynarscs.300', 'snapshot.400', 'gameuser.400', 'saving.500', 'saving.' + current, 'saving.600.abcdeg']
        for name in theirs + ours:
            put(self.path('savegame', name), b'x')
        put(self.path('passwords.json.abcdef'), b'x')
        put(self.path('readme.abcdef'), b'x')
        self.start()
        there = os.listdir(self.path('savegame'))
        self.assertEqual([name for name in ours if name in there], [])
        self.assertEqual([name for name in theirs if name not in there], [])
        self.assertLessEqual({part + '.' + current for part in PARTS}, set(there))
        self.assertFalse(os.path.exists(self.path('passwords.json.abcdef')))
        self.assertTrue(os.path.exists(self.path('readme.abcdef')))

    def test_a_save_that_failed_leaves_nothing(self):
        before = set(os.listdir(self.path('savegame')))
        for countdown in range(1, 24):
            self.faults.arm(DISK, errno.ENOSPC, countdown, forever=False)
            said = self.admin('save game')
            self.faults.disarm()
            if 'Save failed' in said:
                self.assertEqual(set(os.listdir(self.path('savegame'))), before, countdown)
            before = set(os.listdir(self.path('savegame')))


class SmallDisk(FolderCase):
    """A real file system that is full: writes end in the middle."""

    SIZE, PAGE = 4 * 1024 * 1024, 4096

    def setUp(self):
        super().setUp()
        self.libc = ctypes.CDLL(None, use_errno=True)
        if self.libc.mount(b'none', self.folder.encode(), b'tmpfs', 0, b'size=%d' % self.SIZE) != 0:
            self.skipTest('tmpfs cannot be mounted: ' + os.strerror(ctypes.get_errno()))
        self.addCleanup(self.libc.umount2, self.folder.encode(), 2)

    def fill(self, free):
        """Leaves so many bytes."""
        with open(self.path('filler'), 'wb') as out:
            state = os.fstatvfs(out.fileno())
            out.truncate(0)
            os.posix_fallocate(out.fileno(), 0, max(state.f_bavail * state.f_frsize - free, 1))

    def empty(self):
        os.remove(self.path('filler'))

    def test_a_save_that_does_not_fit(self):
        server = self.served()
        server.start()
        control = Control(server.facts)
        failed = saved = 0
        for pages in list(range(0, 26, 2)) + [60]:
            self.fill(pages * self.PAGE)
            control.ask('object.write', object=0, property='piLoads', value=5000 + pages)
            said = control.ask('admin', command='save game')['result']['text']
            for _ in range(30):
                control.ask('admin', command='say ' + 'x' * 400)
            control.ask('snapshot')
            time.sleep(0.1)
            if 'Save time is' in said:
                saved = 5000 + pages
            else:
                self.assertIn('Save failed', said)
                failed += 1
            self.assertIsNone(server.process.poll())
            if pages % 8 == 0:
                server.kill()
                self.empty()
                server.start()
                control = Control(server.facts)
                rows = control.ask('object.read', object=0)['result']['properties']
                self.assertGreaterEqual(next(row['value']['data'] for row in rows if row['name'] == 'piLoads'), saved)
            else:
                self.empty()
        self.assertGreater(failed, 2)
        self.assertEqual(saved, 5060)
        control.ask('admin', command='say the end')
        self.assertIn('say the end', server.log('admin'))
        self.assertIn('lines are missing here', server.log('admin'))


if __name__ == '__main__':
    EVERY = script_options(every=EVERY).every
    unittest.main(warnings='ignore')
