#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`blak profile` on a server of the sample world that has something to do: what it prints and every file that it writes."""
import json
import os
import re
import shutil
import subprocess
import tempfile
import threading
import time
import unittest

from server_tools import Control, Server, script_options

OPTIONS = None
SOURCE = os.environ.get('BLAK_SOURCE_DIR') or os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', '..')


class ProfileTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        """The sample as a project of its own, compiled with its sidecars and served from its run folder."""
        cls.folder = tempfile.mkdtemp(prefix='blak-profile-')
        cls.addClassCleanup(shutil.rmtree, cls.folder, True)
        cls.project = os.path.join(cls.folder, 'world')
        shutil.copytree(os.path.join(OPTIONS.bin, '..', 'world'), cls.project)
        cls.blak = os.path.join(OPTIONS.bin, 'blak')
        cls.server = Server(OPTIONS.bin, cls.project)
        cls.server.process = subprocess.Popen([cls.blak, 'serve', '--port', '0', '--maintenance-port', '0', cls.project], stdout=subprocess.DEVNULL)
        cls.addClassCleanup(cls.server.kill)
        end = time.time() + 120
        while True:
            found = [os.path.join(at, 'control.json') for at, _, names in os.walk(cls.project) if 'control.json' in names]
            if found:
                try:
                    with open(found[0]) as file:
                        cls.facts = json.load(file)
                    break
                except ValueError:
                    pass
            if time.time() > end or cls.server.process.poll() is not None:
                raise RuntimeError('the sample is not served')
            time.sleep(0.05)
        cls.run_folder = os.path.dirname(found[0])
        cls.stop = threading.Event()
        cls.work = threading.Thread(daemon=True, target=cls.keep_busy)
        cls.work.start()
        cls.addClassCleanup(cls.stop.set)

    @classmethod
    def keep_busy(cls):
        """Saves and messages of the world's own, for the time of the tests."""
        tool = Control(cls.facts)
        system = 0
        while not cls.stop.is_set():
            for message in ('GarbageCollecting', 'NewHour', 'UserCheck'):
                tool.ask('send', object=system, message=message, parameters={})
        tool.socket.close()

    def profile(self, *arguments, folder=None):
        done = subprocess.run([self.blak, 'profile', '--seconds', '2', *arguments, folder or self.project], capture_output=True,
                              text=True, timeout=120)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def file(self, name):
        return os.path.join(self.folder, name)

    def test_every_call_and_its_files(self):
        said = self.profile('--calls', '--collapsed', self.file('stacks'), '--speedscope', self.file('scope.json'), '--json',
                            self.file('all.json'))
        self.assertRegex(said, r'(?m)^ *handler +self ms +total ms +calls')
        with open(self.file('all.json')) as file:
            everything = json.load(file)
        self.assertGreater(len(everything['functions']), 1)
        total = 0
        with open(self.file('stacks')) as file:
            for line in file:
                stack, _, number = line.rstrip('\n').rpartition(' ')
                self.assertRegex(number, r'^\d+$')  # microseconds
                for frame in stack.split(';'):
                    self.assertRegex(frame, r'^\w+\.\w+$')
                total += int(number)
        self.assertGreater(total, 0)
        with open(self.file('scope.json')) as file:
            scope = json.load(file)
        self.assertEqual(scope['$schema'], 'https://www.speedscope.app/file-format-schema.json')
        frames = scope['shared']['frames']
        (profile,) = scope['profiles']
        self.assertEqual((profile['type'], profile['unit'], profile['startValue']), ('sampled', 'nanoseconds', 0))
        self.assertEqual(len(profile['samples']), len(profile['weights']))
        self.assertGreater(len(profile['samples']), 0)
        self.assertTrue(all(0 <= place < len(frames) for stack in profile['samples'] for place in stack))
        self.assertEqual(sum(profile['weights']), profile['endValue'])
        self.assertLess(abs(sum(profile['weights']) / 1000 - total), total * 0.02 + len(profile['samples']))  # rounded line by line

    def test_samples(self):
        said = self.profile('--period', '1000', '--speedscope', self.file('samples.json'), folder=self.run_folder)
        self.assertIn('samples', said)

    def test_lines_that_ran(self):
        self.profile('--lcov', self.file('lines.info'))
        with open(self.file('lines.info')) as file:
            text = file.read()
        records = [part for part in text.split('end_of_record\n') if part.strip()]
        self.assertGreater(len(records), 0)
        ran = 0
        for record in records:
            source = re.search(r'(?m)^SF:(.*)$', record).group(1)
            self.assertTrue(os.path.exists(source), source)
            with open(source, encoding='latin-1') as file:
                last = sum(1 for _ in file)
            lines = [tuple(map(int, pair)) for pair in re.findall(r'(?m)^DA:(\d+),(\d+)', record)]
            self.assertTrue(all(1 <= line <= last for line, _ in lines), source)
            found, hit = (int(re.search(r'(?m)^%s:(\d+)$' % key, record).group(1)) for key in ('LF', 'LH'))
            self.assertEqual((found, hit), (len(lines), sum(count > 0 for _, count in lines)))
            ran += hit
        self.assertGreater(ran, 5)

    def test_where_nothing_runs(self):
        empty = tempfile.mkdtemp(dir=self.folder)
        done = subprocess.run([self.blak, 'profile', empty], capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 1)
        self.assertTrue(done.stderr)


if __name__ == '__main__':
    OPTIONS = script_options()
    unittest.main(warnings='ignore')
