#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Options of blakserv.cfg at a real server: what they do, that those that may change do so at once, that the rest is reported; what open105 has of its own."""
import hashlib
import os
import shutil
import socket
import struct
import tempfile
import time
import unittest
import zlib

from client import (AP_ACCOUNTUSED, AP_CREDITS, AP_GAME, AP_GETCHOICE, AP_GETLOGIN, AP_LOGINOK, AP_MESSAGE, Client, Maintenance,
                    digest, text)
from server_tools import Control, Server, build_world, script_options

AP_GETCLIENT, AP_CLIENT_PATCH_OLD, AP_CLIENT_PATCH, AP_DOWNLOAD, AP_GUEST, AP_SERVICEREPORT = 7, 12, 13, 31, 38, 39
OPTIONS = None


class Case(unittest.TestCase):
    config = {}
    dialect = 'classic'

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix='blak-options-')
        self.addCleanup(shutil.rmtree, self.folder, True)
        extended = self.dialect == 'open105'
        build_world(OPTIONS.bin, self.folder, (lambda program: program.replace('for i in', 'foreach i in')) if extended else None,
                    self.dialect)
        self.server = Server(OPTIONS.bin, self.folder)
        self.server.configure(**({'Blakston': {'Dialect': 'open105'}} if extended else {}), **self.config)
        self.server.start()
        self.addCleanup(self.server.kill)
        self.control = Control(self.server.facts)
        for name in ('ann', 'ben'):
            self.run_command('create automated %s secret%s' % (name, ' %s@example.org' % name if extended else ''))

    def run_command(self, command):
        return self.control.ask('admin', command=command)['result']['text']

    def change(self, kind, group, name, value):
        self.assertIn('is now set to', self.run_command('set config %s [%s] %s %s' % (kind, group, name, value)))

    def client(self):
        return Client(self.server.facts['players'])

    def log_in(self, name='ann', version=(7, 36)):
        client = self.client()
        client.frames(until=AP_GETLOGIN)
        client.login(name, 'secret', version)
        return client

    def playing(self, name='ann'):
        client = self.client()
        client.enter(name, 'secret')
        return client

    def ends(self, client, most=15):
        end = time.time() + most
        while not client.closed and time.time() < end:
            client.frames(quiet=0.2)
        return client.closed


class Dynamic(Case):
    """`set config` counts from the next moment on."""

    def test_timeouts(self):
        client = self.playing()
        self.change('integer', 'Inactive', 'Game', 1)
        self.assertTrue(self.ends(client))

    def test_second_logins(self):
        first = self.log_in()
        first.frames(until=AP_CREDITS)
        self.change('boolean', 'Inactive', 'Override', 'no')
        self.assertEqual(self.log_in().kinds(until=AP_ACCOUNTUSED), [AP_ACCOUNTUSED])
        self.change('boolean', 'Inactive', 'Override', 'yes')
        self.assertIn(AP_LOGINOK, self.log_in().kinds(until=AP_LOGINOK))

    def test_advertisements(self):
        self.change('string', 'Advertise', 'File1', 'lantern.bmp')
        client = self.log_in()
        client.frames(until=AP_CREDITS)
        client.request_game()
        client.frames(until=58)
        client.send(b'\x2d')
        self.assertIn(b'lantern.bmp', client.frames(until=139)[-1][1])

    def test_versions(self):
        self.change('integer', 'Login', 'MinVersion', 900)
        self.assertEqual(self.log_in().kinds(until=AP_GETCLIENT)[-1], AP_GETCLIENT)
        self.change('integer', 'Login', 'InvalidVersion', 800)
        client = self.log_in()
        self.assertEqual(client.kinds(until=AP_MESSAGE)[-1], AP_MESSAGE)
        self.assertTrue(self.ends(client))

    def test_endless_loops_are_cut_earlier(self):
        self.playing()
        self.change('integer', 'Blakod', 'MaxStatements', 2)
        self.run_command('send object 0 Tell string integer 5')
        self.assertIn('loop', self.server.log('error'))

    def test_what_is_read_at_the_start_stays(self):
        self.assertIn('not settable', self.run_command('set config integer [Session] MaxConnect 5'))

    def test_logs_on_disk(self):
        self.run_command('mark')
        self.change('boolean', 'Channel', 'AdminDisk', 'no')
        self.run_command('show accounts')
        self.change('boolean', 'Channel', 'AdminDisk', 'yes')
        self.run_command('show users')
        audit = self.server.log('admin')
        self.assertNotIn('show accounts', audit)
        self.assertIn('show users', audit)


class Fixed(Case):
    config = {'Channel': {'LogDisk': 'No'}, 'Lock': {'Default': '<closed for repairs>'}, 'Credit': {'Initial': 7},
              'Service': {'Enabled': 'Yes', 'Machine': 'ftp.example.org', 'Username': 'report', 'Password': 'well-known'},
              'Login': {'MaxPerIPAddress': 2, 'TooManyPerIPAddressStr': '<enough of you>'}}

    def test_the_audit_log_stands_alone(self):
        self.assertIn('create automated', self.server.log('admin'))
        self.assertEqual(self.server.log('log'), '')

    def test_lock(self):
        self.assertIn('<closed for repairs>', self.run_command('lock'))
        client = self.log_in()
        client.frames(until=AP_CREDITS)
        client.request_game()
        self.assertIn(b'closed for repairs', client.frames(until=AP_MESSAGE)[-1][1])
        self.assertIn('<rain>', self.run_command('lock rain'))

    def test_credits(self):
        self.assertIn('7.00', self.run_command('show account ann'))
        self.kept = self.playing()
        time.sleep(2.5)
        self.assertRegex(self.run_command('show account ann'), r' 7\.0[1-9] ')  # seconds are counted

    def test_reports_of_faults(self):
        client = self.log_in()
        client.frames(until=AP_CREDITS)
        client.request_game()
        frames = [payload for login, payload in client.frames(until=58) if login]
        self.assertEqual([one[0] for one in frames], [AP_SERVICEREPORT, AP_GAME])
        self.assertEqual(frames[0][1:], text('ftp.example.org') + text('/private/m59/service') + text('report') + text('well-known'))

    def test_so_many_of_an_address(self):
        self.kept = [self.client(), self.client()]
        self.assertIn(b'enough of you', self.client().frames(until=AP_MESSAGE)[0][1])


class Credits(Case):
    config = {'Credit': {'Initial': 7, 'DrainAmount': 50, 'DrainTime': 1}}

    def test_they_can_be_used_up(self):
        self.kept = self.playing()
        time.sleep(2.5)
        self.assertRegex(self.run_command('show account ann'), r' [56]\.[05]0 ')


class Reported(Case):
    config = {'Memory': {'SizeClassHash': 5}, 'Resource': {'Language': 1}, 'Debug': {'Portal': 'Yes'}, 'Service': {'Enabled': 'No'},
              'Nonsense': {'Colour': 'red'}}

    def test_what_has_no_effect(self):
        log = self.server.log('log')
        for name in ('[Memory] SizeClassHash', '[Resource] Language', '[Debug] Portal'):
            self.assertIn(name + ' has no effect on this server', log)
        self.assertIn('no option that servers or clients know', log)
        self.assertNotIn('[Service]', log)
        self.assertNotIn('[Socket]', log)


class Downloads(Case):
    config = {'Update': {'PackageMachine': 'files.example.org', 'PackagePath': '/packages', 'DownloadReason': '<there is more>'}}

    def entered(self, last):
        client = self.log_in()
        client.frames(until=AP_CREDITS)
        client.send(b'\x04' + struct.pack('<ii', last, 2211) + text('localhost'))
        return [payload for _, payload in client.frames(quiet=0.5)]

    def test_new_packages_reach_clients_at_their_next_entry(self):
        self.assertEqual(self.entered(0)[0][0], AP_GAME)
        with open(os.path.join(self.folder, 'packages.txt'), 'w') as file:
            file.write('first.zip 5 0 100\nsecond.zip 9 4 200\n')
        self.assertEqual(self.entered(0)[0][0], AP_GAME)  # not before it is told
        self.run_command('reload packages')
        payload = self.entered(0)[0]
        self.assertEqual(payload, bytes([AP_DOWNLOAD]) + struct.pack('<H', 2) + text('files.example.org') + text('/packages') +
                         text('there is more') + text('') + struct.pack('<3I', 5, 0, 100) + text('first.zip') +
                         struct.pack('<3I', 9, 4, 200) + text('second.zip'))
        self.assertIn(b'second.zip', self.entered(5)[0])
        self.assertNotIn(b'first.zip', self.entered(5)[0])
        self.assertEqual(self.entered(9)[0][0], AP_GAME)


class Guests(Case):
    config = {'Blakston': {'Protocol': '2012'}, 'Guest': {'Max': 1, 'ServerMin': 101, 'ServerMax': 107}}
    shown = 3

    def test_one_may_come(self):
        for name in ('visitor1', 'visitor2'):
            self.run_command('create account guest %s x' % name)
        self.kept = self.log_in('Guest')
        frames = [payload for _, payload in self.kept.frames(until=AP_GETCHOICE)]
        self.assertEqual(frames[0], bytes([AP_GUEST, 0]) + struct.pack('<2I', 101, 107))
        self.assertEqual(frames[1], bytes([AP_LOGINOK, self.shown]))
        other = self.log_in('GUEST')
        self.assertEqual(other.frames(until=AP_GUEST)[-1][1], bytes([AP_GUEST, 1]) + struct.pack('<2I', 101, 107))
        self.assertTrue(self.ends(other))
        self.change('integer', 'Guest', 'Max', 2)
        self.assertEqual(self.log_in('guest').frames(until=AP_GUEST)[0][1][1], 0)


class GuestsOf1997(Guests):
    config = {'Blakston': {'Protocol': '1997'}, 'Guest': {'Max': 1, 'ServerMin': 101, 'ServerMax': 107}}
    shown = 2


class Patches(Case):
    """The two lines of clients of open105."""
    dialect = 'open105'
    config = {'Login': {'MinClassicVersion': 5071, 'MinOgreVersion': 9010},
              'Update': {'ClassicPatchHost': 'classic.example.org', 'OgrePatchHost': 'ogre.example.org', 'ClientMachine': 'whole.example.org',
                         'ClassicClubExe': 'club.exe', 'OgreClubExe': 'ogreclub.exe'}}

    def told(self, version):
        client = self.log_in(version=version)
        return [payload for _, payload in client.frames(quiet=0.4) if payload[0] not in (AP_LOGINOK, )]

    def test_each_gets_its_own(self):
        self.assertEqual([one[0] for one in self.told((50, 38))], [AP_GETCLIENT])
        self.assertEqual([one[0] for one in self.told((50, 40))], [AP_CLIENT_PATCH_OLD, AP_CLIENT_PATCH])
        patch, = self.told((50, 60))
        self.assertTrue(patch.startswith(bytes([AP_CLIENT_PATCH]) + text('classic.example.org')))
        self.assertIn(text('club.exe'), patch)
        self.assertEqual([one[0] for one in self.told((90, 4))], [AP_GETCLIENT])
        patch, = self.told((90, 5))
        self.assertTrue(patch.startswith(bytes([AP_CLIENT_PATCH]) + text('ogre.example.org')))
        self.assertIn(text('ogreclub.exe'), patch)
        self.assertEqual([one[0] for one in self.told((50, 71))], [AP_GETCHOICE])
        self.assertEqual([one[0] for one in self.told((90, 10))], [AP_GETCHOICE])

    def test_others_get_as_far_as_the_door(self):
        client = self.log_in(version=(7, 36))
        client.frames(until=AP_GETCHOICE)
        client.request_game()
        self.assertEqual(client.kinds(until=AP_MESSAGE), [AP_MESSAGE])


class ResourceFiles(Case):
    """Clients of open105 that have another file of texts than the server get the patch."""
    dialect = 'open105'
    config = {'Update': {'ClassicPatchHost': 'classic.example.org'}}

    def told(self, told):
        client = self.client()
        client.frames(until=AP_GETLOGIN)
        client.send(bytes([2, 50, 60]) + struct.pack('<5i2H3I', 2, 10, 0, 0, 586, 800, 600, 24, 0, 32) + text('ann') +
                    text(digest('secret')) + text(told))
        return client.kinds(quiet=0.4)[1:]

    def test_digests(self):
        with open(os.path.join(self.folder, 'rsc', 'all.rsb'), 'wb') as file:
            file.write(b'RSB\0 texts')
        right = hashlib.md5(b'RSB\0 texts').digest().replace(b'\0', b'\1')
        self.assertEqual(self.told(bytes(range(1, 17))), [AP_GETCHOICE])  # the file is read at the start
        self.run_command('reload motd')
        self.assertEqual(self.told(right), [AP_GETCHOICE])
        self.assertEqual(self.told(b''), [AP_GETCHOICE])
        self.assertEqual(self.told(bytes(range(1, 17))), [AP_CLIENT_PATCH])


class Datagrams(Case):
    """The side channel of open105."""
    dialect = 'open105'

    def entered(self):
        client = self.client()
        client.frames(until=AP_GETLOGIN)
        client.login('ann', 'secret', (50, 60))
        accepted = [payload for _, payload in client.frames(until=AP_GETCHOICE) if payload[0] == AP_LOGINOK][0]
        client.session, = struct.unpack('<i', accepted[2:6])
        client.request_game()
        client.frames(until=58)
        return client

    def datagram(self, client, number, payload, check=0):
        crc = zlib.crc32(payload) & 0xFFFF ^ check
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as side:
            side.sendto(struct.pack('<iIHB', client.session, number, crc, client.epoch) + payload,
                        ('127.0.0.1', self.server.facts['players']))

    def test_pings_are_answered_over_tcp(self):
        client = self.entered()
        self.datagram(client, 5, b'\x07')
        self.assertEqual(client.kinds(until=8), [8])
        for number, payload, check in ((5, b'\x07', 0), (4, b'\x07', 0), (6, b'\x07', 1)):  # replayed, late, damaged
            self.datagram(client, number, payload, check)
        self.assertEqual(client.kinds(quiet=0.4), [])
        self.datagram(client, 7, b'\x07')
        self.assertEqual(client.kinds(until=8), [8])


class Crowded(Case):
    config = {'Session': {'MaxConnect': 2, 'MaxStrangers': 3}}

    def test_strangers_make_room(self):
        kept = self.playing()
        strangers = [self.client() for _ in range(3)]
        late = self.client()
        self.assertEqual(late.kinds(until=AP_GETLOGIN), [AP_GETLOGIN])
        self.assertTrue(self.ends(strangers[0], 5))
        self.assertFalse(self.ends(strangers[1], 1))
        self.assertFalse(self.ends(kept, 1))

    def test_so_many_may_log_in(self):
        control = Control(self.server.facts)
        for name in ('cyd', 'dan'):
            control.ask('admin', command='create automated %s word' % name)
        kept = self.playing()
        second = self.client()
        second.frames(until=AP_GETLOGIN)
        second.login('cyd', 'word')
        self.assertEqual(second.kinds(until=AP_LOGINOK)[0], AP_LOGINOK)
        third = self.client()
        third.frames(until=AP_GETLOGIN)
        third.login('dan', 'word')
        self.assertIn(b'Too many people', third.frames(until=AP_MESSAGE)[0][1])
        self.assertFalse(self.ends(kept, 1))


if __name__ == '__main__':
    OPTIONS = script_options()
    unittest.main(warnings='ignore')
