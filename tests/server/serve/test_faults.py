#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Damaged files, full and broken disks, a wrong clock, a second server: nothing that was acknowledged may be lost. Every claim of
docs/reliability.md names its test here or in test_every_call.py."""
import errno
import os
import resource
import shutil
import signal
import subprocess
import time
import unittest

from client import AP_GETLOGIN, Client, Maintenance
from fault_case import FaultCase, contents, put
from faults import DISK, OPEN, WRITE
from server_tools import Control, FolderCase, Server, build_world, script_options


class DamagedFiles(FolderCase):
    def setUp(self):
        super().setUp()
        self.server = self.served()
        self.server.start()
        Maintenance(self.server.facts['maintenance']).run('create automated ann secret')
        Control(self.server.facts).ask('admin', command='save game')
        self.server.kill()
        self.saves = self.save_state()

    def save_state(self):
        return {name: contents(self.path('savegame', name)) for name in os.listdir(self.path('savegame'))}

    def check_unchanged(self):
        self.assertEqual(self.save_state(), self.saves)

    def check_world(self):
        self.server.start()
        self.assertIn('ann', Control(self.server.facts).ask('admin', command='show accounts')['result']['text'])
        self.assertTrue(Control(self.server.facts).ask('instances', **{'class': 'User'})['result']['objects'])
        self.server.kill()

    def test_a_class_file_that_was_cut_off(self):
        whole = contents(self.path('memmap', 'user.bof'))
        for size in (0, 10, len(whole) // 2, len(whole) - 1):
            put(self.path('memmap', 'user.bof'), whole[:size])
            self.refused('of the save would be lost: class ', '--accept-losses')
            self.check_unchanged()
        os.remove(self.path('memmap', 'user.bof'))
        self.refused('class User does not exist')
        self.check_unchanged()
        put(self.path('memmap', 'user.bof'), whole)
        self.check_world()

    def test_a_start_may_be_forced(self):
        os.remove(self.path('memmap', 'user.bof'))
        server = Server(self.binaries, self.folder, ['--accept-losses']).start()
        self.addCleanup(server.kill)
        self.assertIn('class User of the save does not exist any more', server.log('error'))

    def test_names_that_were_cut_off(self):
        whole = contents(self.path('kodbase.txt'))
        lines = whole.splitlines(True)
        cuts = {sum(map(len, lines[:count])) for count in range(0, len(lines) - 1, max(len(lines) // 12, 1))}
        cuts |= {len(whole) // 3, len(whole) // 2}
        harmless = [line[:1] in b'cmp' for line in lines].index(True) if any(line[:1] in b'cmp' for line in lines) else len(lines)
        for cut in sorted(cuts):
            if cut >= sum(map(len, lines[:harmless])):
                continue  # names that no class has
            put(self.path('kodbase.txt'), whole[:cut])
            self.refused('kodbase.txt')
            self.check_unchanged()
        put(self.path('kodbase.txt'), whole)
        self.check_world()

    def test_a_damaged_class_does_not_leave_the_drop_box(self):
        good = contents(self.path('memmap', 'user.bof'))
        put(self.path('loadkod', 'user.bof'), good[:len(good) // 2])
        self.refused('of the save would be lost')
        self.assertEqual(contents(self.path('memmap', 'user.bof')), good)
        os.remove(self.path('loadkod', 'user.bof'))
        self.check_world()

    def test_properties_that_are_gone(self):
        other = self.path('other')
        os.makedirs(other)
        build_world(self.binaries, other, {'user': lambda text: text.replace('piCounter', 'piOther')})
        for name in ('user.bof', 'admin.bof', 'dm.bof', 'guest.bof', 'creator.bof'):
            shutil.copy(os.path.join(other, 'loadkod', name), self.path('loadkod'))
        names = contents(self.path('kodbase.txt'))
        shutil.copy(os.path.join(other, 'kodbase.txt'), self.folder)
        self.refused('property piCounter of class User does not exist')
        put(self.path('kodbase.txt'), names)
        for name in os.listdir(self.path('loadkod')):
            os.remove(self.path('loadkod', name))
        self.check_world()

    def test_timers_that_nobody_handles(self):
        """One whose message this program does not know comes from another and would be lost; one that it may have made itself
        never did anything, and goes with a report, as in the old servers."""
        self.server.start()
        control = Control(self.server.facts)
        self.assertIn('timer', control.ask('admin', command='create timer 0 Tell 100000000')['result']['text'].lower())
        control.ask('admin', command='save game')
        self.server.kill()
        game, = (name for name in os.listdir(self.path('savegame')) if b'Tell' in contents(self.path('savegame', name)))
        whole = contents(self.path('savegame', game))
        self.assertEqual(whole.count(b'Tell'), 1)
        put(self.path('savegame', game), whole.replace(b'Tell', b'Tulk'))
        self.refused('class System has no message Tulk for a timer', '--accept-losses')
        put(self.path('savegame', game), whole.replace(b'Tell', b'Hear'))
        self.server.start()
        self.assertIn('does not handle Hear', self.server.log('error'))
        self.server.kill()

    def test_reload_of_a_damaged_program_changes_nothing(self):
        self.server.start()
        ann = Client(self.server.facts['players'])
        ann.enter('ann', 'secret')
        control = Control(self.server.facts)
        users = control.ask('instances', **{'class': 'User'})['result']['objects']
        good = contents(self.path('memmap', 'user.bof'))
        names = contents(self.path('kodbase.txt'))
        text = contents(self.path('rsc', 'user.rsc'))
        for path, data in ((self.path('loadkod', 'user.bof'), good[:len(good) // 2]), (self.path('kodbase.txt'), names[:300]),
                           (self.path('memmap', 'system.bof'), b''), (self.path('rsc', 'user.rsc'), text[:-3])):
            before = contents(path) if os.path.exists(path) else None
            put(path, data)
            answer = control.ask('reload', what='program')
            self.assertFalse(answer['ok'], path)
            self.assertIn('Reload failed', control.ask('admin', command='reload system')['result']['text'])
            if before is None:
                os.remove(path)
            else:
                put(path, before)
        os.makedirs(self.path('away'))
        family = ('user', 'admin', 'dm', 'guest', 'creator')
        for name in family:
            shutil.move(self.path('memmap', name + '.bof'), self.path('away'))
        self.assertIn('objects', control.ask('reload', what='program')['error'])  # the world goes on with its program
        for name in family:
            shutil.move(self.path('away', name + '.bof'), self.path('memmap'))
        self.assertEqual(len(control.ask('instances', **{'class': 'User'})['result']['objects']), len(users))
        ann.frames()
        ann.send(b'\x5a\x01')
        ann.send(b'\x03')
        self.assertIn(1, ann.kinds(until=1))
        self.assertTrue(control.ask('reload', what='program')['ok'])
        self.server.kill()
        self.check_world()

    def test_reload_of_a_foreign_save_changes_nothing(self):
        other = self.path('other')
        os.makedirs(other)
        build_world(self.binaries, other, lambda program: program.replace('for i in', 'foreach i in'), 'open105')
        foreign = Server(self.binaries, other)
        foreign.configure(Blakston={'Dialect': 'open105'})
        foreign.start()
        Control(foreign.facts).ask('admin', command='save game')
        foreign.kill()
        number = [name.split('.')[1] for name in os.listdir(os.path.join(other, 'savegame')) if name.startswith('gameuser.')][0]
        self.server.start()
        ann = Client(self.server.facts['players'])
        ann.enter('ann', 'secret')
        for part in ('gameuser', 'striings', 'dynarscs', 'accounts'):
            shutil.copy(os.path.join(other, 'savegame', part + '.' + number), self.path('savegame', part + '.77'))
        control = Control(self.server.facts)
        for time_text in ('77', '123'):
            self.assertIn('Reload failed', control.ask('admin', command='reload game ' + time_text)['result']['text'])
        self.assertIn('ann', control.ask('admin', command='show accounts')['result']['text'])
        ann.send(b'\x03')
        self.assertIn(1, ann.kinds(until=1))  # still in the game

    def test_saves_that_cannot_be_listed(self):
        shutil.move(self.path('savegame'), self.path('kept'))
        os.symlink('savegame', self.path('savegame'))
        self.refused('savegame')
        os.remove(self.path('savegame'))
        put(self.path('savegame'), b'')
        self.refused('savegame', 'expected a folder, found a file')
        os.remove(self.path('savegame'))
        shutil.move(self.path('kept'), self.path('savegame'))
        self.check_unchanged()
        self.check_world()

    def test_accounts_that_make_no_sense(self):
        name = [name for name in self.saves if name.startswith('accounts.')][-1]
        current = contents(self.path('savegame', 'lastsave.txt')).split(b'LASTSAVE ')[1].strip().decode()
        name = 'accounts.' + current
        put(self.path('savegame', name), self.saves[name].replace(b':', b';', 3))
        self.refused('of the save would be lost', name)

    def test_files_of_commands(self):
        for name, command in (('administrators.json', 'create administrator eve owner "correct horse battery"'),
                              ('bans.json', 'ban address 10.0.0.1 0 x'), ('passwords.json', 'set account password 1 other')):
            self.server.start()
            control = Control(self.server.facts)
            control.ask('admin', command=command)
            good = contents(self.path(name))
            for damage in (good[:len(good) // 2], b'', b'[' * 60000, b'{"bans": 5}'):
                put(self.path(name), damage)
                self.server.process.send_signal(signal.SIGHUP)
                time.sleep(0.2)
                said = control.ask('admin', command=command.replace('eve', 'eva').replace('10.0.0.1', '10.0.0.2'))['result']['text']
                self.assertIn('nothing is written over it', said)
                self.assertEqual(contents(self.path(name)), damage)
            self.server.kill()
            self.refused(name)
            self.assertEqual(contents(self.path(name)), b'{"bans": 5}')
            put(self.path(name), good)
            self.check_world()


class TwoServers(FolderCase):
    def test_one_a_folder(self):
        server = self.served()
        server.start()
        code, said = self.blak('--port', '0', '--maintenance-port', '0', self.folder)
        self.assertEqual(code, 1, said)
        self.assertIn('another server (process %d) runs in this folder' % server.process.pid, said)
        self.assertEqual(self.blak('--check', self.folder)[0], 0)
        refused = subprocess.run([os.path.join(self.binaries, 'blak'), 'save', 'restore', 'newest', self.folder],
                                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.assertNotEqual(refused.returncode, 0)
        self.assertIn(str(server.process.pid), refused.stdout.decode())
        for _ in range(10):  # what a killed one leaves is no lock, even while its snapshot is under way
            Control(server.facts).ask('snapshot')
            server.kill()
            server.start()

    def test_two_folders_with_one_place_for_saves(self):
        saves = self.path('saves')
        server = self.served(Path={'LoadSave': saves})
        server.start()
        other = self.path('other')
        os.makedirs(other)
        build_world(self.binaries, other)
        second = Server(self.binaries, other)
        second.configure(Path={'LoadSave': saves})
        code, said = self.blak('--port', '0', '--maintenance-port', '0', other)
        self.assertEqual(code, 1)
        self.assertIn('another server', said)


class Options(FolderCase):
    def test_values_that_lock_everybody_out(self):
        self.served()
        os.makedirs(self.path('empty'))
        put(self.path('file'), b'')
        for line, words in (('[Blakod]\nMaxStatements 0', '[Blakod] MaxStatements: expected 1 or more, found 0'),
                            ('[Session]\nMaxConnect 0', '[Session] MaxConnect: expected 1 or more, found 0'),
                            ('[Blakston]\nProtocol 1998', '[Blakston] Protocol: expected 1997, 2012, mainline, open105 or open29'),
                            ('[Path]\nChannel file', 'expected a folder, found a file'),
                            ('[Path]\nLoadSave file/x', '[Path] LoadSave: ')):
            self.write('blakserv.cfg', line + '\n')
            begun = time.time()
            self.refused(words)
            self.assertLess(time.time() - begun, 4)
        self.write('blakserv.cfg', '[Path]\nChannel /proc/here\n')  # even root cannot
        code, said = self.blak('--port', '0', '--maintenance-port', '0', self.folder)
        self.assertEqual(code, 1)
        self.assertIn('cannot be made', said)

    def test_nor_later(self):
        server = self.served()
        server.start()
        control = Control(server.facts)
        self.assertIn('expected 1 or more', control.ask('admin', command='set config integer [Blakod] MaxStatements 0')['result']['text'])
        self.write('blakserv.cfg', '[Session]\nMaxConnect 0\n')
        server.process.send_signal(signal.SIGHUP)
        time.sleep(0.3)
        self.assertIn('the configuration stays as it was', server.log('error'))
        self.assertEqual(Client(server.facts['players']).kinds(until=AP_GETLOGIN), [AP_GETLOGIN])


class FullDisk(FaultCase):
    def test_logs_come_back(self):
        for fault in (errno.ENOSPC, errno.EIO, errno.EFBIG):
            self.admin('say before')
            self.faults.arm(WRITE | OPEN, fault)
            for _ in range(50):
                self.admin('say lost')
            self.faults.disarm()
            self.admin('say after')
            self.assertIn(' lines are missing here, they could not be written: ' + os.strerror(fault), self.server.log('admin'))
        audit = self.server.log('admin')
        self.assertEqual(audit.count('50 lines are missing here'), 3, audit)
        self.assertEqual(audit.count('say after'), 3)

    def test_rotation_without_descriptors(self):
        self.faults.arm(OPEN, errno.EMFILE)
        self.server.process.send_signal(signal.SIGHUP)
        self.admin('say one')
        self.faults.disarm()
        self.admin('say two')
        self.assertIn('say two', self.server.log('admin'))

    def test_terminate_save_goes_on(self):
        self.admin('create automated ann secret')
        ann = Client(self.server.facts['players'])
        ann.enter('ann', 'secret')
        self.control.ask('object.write', object=0, property='piLoads', value=700)
        self.faults.arm(DISK)
        said = self.admin('terminate save')
        self.assertIn('Save failed', said)
        self.assertIn('The server goes on', said)
        self.assertIn(b'could not be saved', ann.frames(until=162)[-1][1])
        self.assertIsNone(self.server.process.poll())
        self.faults.disarm()
        self.assertIn('Save time is', self.admin('terminate save'))
        self.assertEqual(self.server.process.wait(20), 0)
        self.server.start()
        self.assertGreaterEqual(self.loads(), 700)

    def test_a_signal_does_not_end(self):
        self.control.ask('object.write', object=0, property='piLoads', value=800)
        self.faults.arm(DISK)
        for _ in range(3):
            self.server.process.send_signal(signal.SIGTERM)
            time.sleep(0.3)
            self.assertIsNone(self.server.process.poll())
        self.faults.disarm()
        time.sleep(1.5)
        self.assertIn('lines are missing here', self.server.log('error'))  # though nothing was to be said since
        self.server.process.send_signal(signal.SIGTERM)
        self.assertEqual(self.server.process.wait(20), 0)
        self.server.start()
        self.assertGreaterEqual(self.loads(), 800)

    def test_ids_stay_when_a_signal_could_not_save(self):
        self.admin('create automated ann secret')
        ann = Client(self.server.facts['players'])
        ann.enter('ann', 'secret')
        self.faults.arm(DISK)
        self.server.process.send_signal(signal.SIGTERM)
        time.sleep(0.5)
        self.faults.disarm()
        ann.frames()
        ann.send(b'\x6e\x01' + (5).to_bytes(2, 'little') + b'there')
        self.assertIn(b'there', ann.frames(until=162)[-1][1])

    def test_limit_of_a_file(self):
        self.server.kill()
        server = Server(self.binaries, self.folder)
        self.addCleanup(server.kill)
        server.start()
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (100, resource.RLIM_INFINITY))
        self.assertIn('Save failed', Control(server.facts).ask('admin', command='save game')['result']['text'])  # SIGXFSZ kills nobody
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        self.assertIn('Save time is', Control(server.facts).ask('admin', command='save game')['result']['text'])


class SecondTry(FaultCase):
    config = {'Auto': {'SnapshotPeriod': 0, 'EndUnsaved': 'Yes'}}

    def test_ends_with_a_status(self):
        self.faults.arm(DISK)
        self.server.process.send_signal(signal.SIGTERM)
        self.assertEqual(self.server.process.wait(20), 1)

    def test_of_a_command_too(self):
        self.faults.arm(DISK)
        self.assertIn('The server goes on', self.admin('terminate save'))
        self.control.ask('admin', command='terminate save')
        self.assertEqual(self.server.process.wait(20), 1)


class Clock(FaultCase):
    YEARS = 2 * 365 * 24 * 3600

    def next_times(self):
        lines = [line for line in self.admin('show systimers').splitlines() if line[:1].isdigit()]
        return {line.split()[0]: line[-22:].strip() for line in lines}

    def test_a_clock_that_is_set(self):
        clock = lambda text: time.mktime(time.strptime(text, '%b %d %Y %H:%M:%S'))
        ahead = 0
        for step in (-self.YEARS, self.YEARS, self.YEARS, -self.YEARS):
            before = clock(self.next_times()['1']) - (time.time() + ahead)
            ahead += step
            self.faults.set_clock(ahead)
            time.sleep(1.2)
            after = clock(self.next_times()['1']) - (time.time() + ahead)
            self.assertLess(abs(after - before), 5, step)

    def test_the_newest_save_stays_the_newest(self):
        newest = 0
        for number, ahead in enumerate((0, -self.YEARS, 0, self.YEARS, 0)):
            self.faults.set_clock(ahead)
            self.control.ask('object.write', object=0, property='piLoads', value=2000 + 10 * number)
            saved = self.control.ask('save')['result']['time']
            self.assertGreater(saved, newest)
            newest = saved
            os.remove(self.path('savegame', 'lastsave.txt'))  # then the newest number counts
            self.server.kill()
            self.start()
            self.assertGreaterEqual(self.loads(), 2000 + 10 * number)

    def test_a_clock_set_ahead_deletes_nothing(self):
        put(self.path('channel', 'log-%s.txt' % time.strftime('%Y-%m-%d', time.localtime(time.time() - 5 * 86400))), b'old')
        for name in ('snapshot', 'gameuser', 'striings', 'dynarscs', 'accounts'):
            put(self.path('savegame', '%s.%d' % (name, time.time() - 20 * 86400)), b'')
        before = set(os.listdir(self.path('channel'))) | set(os.listdir(self.path('savegame')))
        self.faults.set_clock(self.YEARS)
        time.sleep(0.5)
        self.control.ask('snapshot')
        time.sleep(1)
        self.server.process.send_signal(signal.SIGHUP)
        time.sleep(0.5)
        self.assertLessEqual(before, set(os.listdir(self.path('channel'))) | set(os.listdir(self.path('savegame'))))


if __name__ == '__main__':
    script_options()
    unittest.main(warnings='ignore')
