#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Records runs of a real server with players, bots, administrators and tools, and runs them again: the same logs, the same saves."""
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, '..', 'serve'))

from client import Client, Maintenance, text  # noqa: E402
from server_tools import Control, Server, build_world, script_options  # noqa: E402

OPTIONS = None


def with_heartbeat(program):
    """System gets a timer that asks for time and chance and writes both down."""
    return program.replace('''messages:
''', '''messages:

   Constructor()
   {
      CreateTimer(self,@Beat,20);
      return;
   }

   Beat()
   {
      piLoads = Random(1,1000000);
      Debug("beat",piLoads,GetTime());
      CreateTimer(self,@Beat,Random(5,60));
      return;
   }
''', 1)


def without_questions(program):
    """Characters are ready at once, as bots want them."""
    return program.replace('pbNew = 1', 'pbNew = 0')


class RecordCase(unittest.TestCase):
    config = {'Auto': {'SnapshotPeriod': 0}, 'Channel': {'Flush': 'Yes', 'ErrorStack': 'Yes'}}

    def setUp(self):
        self.top = tempfile.mkdtemp(prefix='blak-record-')
        self.addCleanup(shutil.rmtree, self.top, True)
        self.folder = os.path.join(self.top, 'run')
        self.again = os.path.join(self.top, 'again')
        self.file = os.path.join(self.top, 'run.blakrec')
        os.mkdir(self.folder)
        build_world(OPTIONS.bin, self.folder, {'system': with_heartbeat, 'user': without_questions})
        self.server = Server(OPTIONS.bin, self.folder, ['--record', self.file])
        self.server.configure(**self.config)
        self.addCleanup(self.server.kill)

    def start(self):
        self.server.start()
        self.maintenance = Maintenance(self.server.facts['maintenance'])
        self.maintenance.run('create automated ann secret')

    def play(self):
        ann = Client(self.server.facts['players'])
        ann.enter('ann', 'secret')
        for word in ('one', 'two \xe4'):
            ann.send(b'\x6e\x01' + text(word))
            ann.frames(until=162)
        for _ in range(5):
            ann.send(b'\x5a\x01')
        ann.send(b'\x53\x01\0\0\0')  # an error of run time
        ann.send(b'\x03')
        ann.frames(until=1)
        return ann

    def bots(self, seconds=2):
        return subprocess.run([os.path.join(OPTIONS.bin, 'blak'), 'bot', '--server', '127.0.0.1:%d' % self.server.facts['players'],
                               '--count', '5', '--seconds', str(seconds), '--rate', '10', '--script', 'say',
                               '--maintenance', str(self.server.facts['maintenance']), '--redbook', 'Lantern light.', '--json'],
                              capture_output=True, text=True, check=False)

    def replay(self, file=None, folder=None):
        return subprocess.run([os.path.join(OPTIONS.bin, 'blak'), 'serve', '--replay', file or self.file, folder or self.again],
                              capture_output=True, text=True, timeout=120, check=False)

    def read(self, *path):
        with open(os.path.join(*path), 'rb') as file:
            return file.read()

    def assert_same_logs(self):
        for name in ('debug', 'error', 'log', 'god', 'admin'):
            was = self.read(self.folder, 'channel', name + '.txt')
            now = self.read(self.again, 'channel', name + '.txt')
            self.assertEqual(was, now, name)
        self.assertGreater(self.read(self.again, 'channel', 'debug.txt').count(b'beat'), 10)

    def assert_same_saves(self, least=1):
        """All but snapshots of the first run, of which the second one keeps the names alone."""
        folder = os.path.join(self.again, 'savegame')
        numbers = {name.split('.')[1] for name in os.listdir(folder) if name.startswith('gameuser.')}
        complete = [number for number in numbers if os.path.exists(os.path.join(folder, 'accounts.' + number))]
        self.assertGreaterEqual(len(complete), least)
        for number in complete:
            for part in ('gameuser', 'accounts', 'striings', 'dynarscs'):
                name = part + '.' + number
                self.assertEqual(self.read(self.folder, 'savegame', name), self.read(folder, name), name)
        last = self.read(folder, 'lastsave.txt')
        self.assertEqual(self.read(self.folder, 'savegame', 'lastsave.txt'), last)
        self.assertIn(last.decode().split('LASTSAVE ')[1].strip(), complete)


class Replays(RecordCase):
    def test_a_whole_run(self):
        self.start()
        self.assertEqual(os.stat(self.file).st_mode & 0o777, 0o600)
        ann = self.play()
        done = self.bots()
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.maintenance.run('save game')
        control = Control(self.server.facts)
        control.ask('object.write', object=ann.number, property='piCounter', value=40)
        control.ask('admin', command='send users good evening')
        ann.frames()
        with open(os.path.join(self.folder, 'motd.txt'), 'w') as file:
            file.write('Fresh bread today.\n')
        self.server.process.send_signal(signal.SIGHUP)
        time.sleep(0.3)
        ann.socket.close()
        time.sleep(0.5)
        self.server.kill(signal.SIGTERM)
        done = self.replay()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn('replayed', done.stdout)
        self.assertNotIn('breaks off', done.stdout)
        self.assert_same_logs()
        self.assert_same_saves(2)
        self.assertEqual(self.read(self.again, 'motd.txt'), b'Fresh bread today.\n')

    def test_passwords_that_are_checked_elsewhere(self):
        self.config = {**self.config, 'Security': {'KeepDigests': 'No'}}
        self.server.configure(**self.config)
        self.start()
        clients = []
        for password in ('secret', 'guess', 'secret'):
            client = Client(self.server.facts['players'])
            client.frames(until=21)
            client.login('ann', password)
            clients.append(client)
        for client in clients:
            client.frames(until=24, most=3)
        # One that is gone before its answer comes.
        gone = Client(self.server.facts['players'])
        gone.frames(until=21)
        gone.login('ann', 'guess')
        gone.socket.close()
        self.play()
        time.sleep(0.5)
        self.server.kill(signal.SIGTERM)
        log = self.read(self.folder, 'channel', 'log.txt')
        self.assertGreaterEqual(log.count(b'logged in'), 2)
        self.assertGreaterEqual(log.count(b'failed to log in'), 1)
        done = self.replay()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assert_same_logs()
        self.assert_same_saves()

    def test_the_second_start_of_a_world_with_new_classes_while_it_runs(self):
        self.server.arguments = []
        self.start()
        self.play()
        self.server.kill(signal.SIGTERM)
        shutil.rmtree(os.path.join(self.folder, 'channel'))
        self.server.arguments = ['--record', self.file]
        self.server.start()
        self.maintenance = Maintenance(self.server.facts['maintenance'])
        self.play()
        source = os.path.join(self.folder, 'source')
        with open(os.path.join(source, 'user.kod'), encoding='latin-1') as file:
            program = file.read()
        with open(os.path.join(source, 'user.kod'), 'w', encoding='latin-1') as file:
            file.write(program.replace('piCounter = piCounter + 1', 'piCounter = piCounter + 100'))
        subprocess.run([os.path.join(OPTIONS.bin, 'bc'), '--dialect=classic', '-d', '-K', 'kodbase.txt', 'user.kod'], cwd=source,
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        shutil.copy(os.path.join(source, 'kodbase.txt'), self.folder)
        shutil.copy(os.path.join(source, 'user.bof'), os.path.join(self.folder, 'loadkod'))
        self.maintenance.run('reload system')
        self.play()
        time.sleep(1)
        self.server.kill(signal.SIGTERM)
        done = self.replay()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assert_same_logs()
        self.assert_same_saves()

    def test_a_server_that_was_killed(self):
        self.start()
        self.play()
        time.sleep(2.5)  # the recorder hands over its bytes every second
        self.server.kill()
        done = self.replay()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn('breaks off', done.stdout)
        now = self.read(self.again, 'channel', 'debug.txt')
        self.assertGreater(now.count(b'beat'), 10)
        self.assertTrue(self.read(self.folder, 'channel', 'debug.txt').startswith(now))

    def test_cut_and_damaged_files(self):
        self.start()
        self.play()
        self.server.kill(signal.SIGTERM)
        whole = self.read(self.file)
        damaged = os.path.join(self.top, 'damaged.blakrec')
        for size in (0, 5, 8, 9, 40, len(whole) // 2, len(whole) - 1):
            with open(damaged, 'wb') as file:
                file.write(whole[:size])
            folder = os.path.join(self.top, 'cut%d' % size)
            done = self.replay(damaged, folder)
            self.assertIn(done.returncode, (0, 1), done.stderr)
            self.assertTrue(done.stderr or 'breaks off' in done.stdout)
        with open(damaged, 'wb') as file:
            file.write(whole.replace(b'\x6e\x01\x03\0one', b'\x6e\x01\x03\0ono'))
        self.replay(damaged, self.again)  # another word is said: whatever follows from it, the server says so or goes on
        done = self.replay(self.file, self.folder)
        self.assertEqual(done.returncode, 1)
        self.assertIn('empty folder', done.stderr)


class Snapshots(RecordCase):
    config = {'Auto': {'SnapshotPeriod': 1}}

    def test_snapshots_do_not_matter(self):
        self.start()
        self.play()
        time.sleep(2.5)
        self.maintenance.run('save game')
        self.server.kill(signal.SIGTERM)
        self.assertTrue(any(name.startswith('snapshot.') for name in os.listdir(os.path.join(self.folder, 'savegame'))))
        done = self.replay()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assert_same_logs()
        self.assert_same_saves()


class Elsewhere(RecordCase):
    def test_folders_elsewhere_get_a_place_in_the_recording(self):
        rsc = os.path.join(self.top, 'resources')
        shutil.move(os.path.join(self.folder, 'rsc'), rsc)
        self.server.configure(Path={'Rsc': rsc, 'Channel': os.path.join(self.top, 'logs')}, **self.config)
        self.start()
        self.play()
        self.server.kill(signal.SIGTERM)
        done = self.replay()
        self.assertEqual(done.returncode, 0, done.stderr)
        for name in ('debug', 'error', 'log', 'admin'):
            self.assertEqual(self.read(self.top, 'logs', name + '.txt'),
                             self.read(self.again, 'outside', 'Channel', name + '.txt'), name)


class Hostile(unittest.TestCase):
    def test_a_configuration_that_leads_out_of_the_folder(self):
        top = tempfile.mkdtemp(prefix='blak-record-')
        self.addCleanup(shutil.rmtree, top, True)
        for option in ('Channel', 'LoadSave', 'Memmap'):
            for path in (os.path.join(top, 'evil'), '../evil', 'a/../../evil', '..\\evil'):
                name = b'blakserv.cfg'
                content = ('[Path]\n%s %s\n' % (option, path)).encode()
                packed = name + zlib.compress(content)
                with open(os.path.join(top, 'file'), 'wb') as file:
                    file.write(b'BLKREC\3\0' + bytes([1, 2, 2, 2, 2, 2 * len(name)]) + self.number(2 * len(content)) +
                               self.number(len(packed)) + packed)
                again = os.path.join(top, 'again')
                done = subprocess.run([os.path.join(OPTIONS.bin, 'blak'), 'serve', '--replay', os.path.join(top, 'file'), again],
                                      capture_output=True, text=True, timeout=60, check=False)
                self.assertEqual(done.returncode, 1, (option, path))
                self.assertIn('folders elsewhere', done.stderr)
                self.assertFalse(os.path.exists(os.path.join(top, 'evil')))
                shutil.rmtree(again)

    @staticmethod
    def number(value):
        return bytes([value]) if value < 128 else bytes([value & 127 | 128, value >> 7])


if __name__ == '__main__':
    OPTIONS = script_options()
    unittest.main(warnings='ignore')
