#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Rooms in git: two branches of a room edited apart are merged by the driver, and differences are shown as text."""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), 'support'))
from program_tests import OPTIONS, main  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TEXT = os.path.join(ROOT, 'tests', 'data', 'rooms', 'terrace.udmf')


class Git(unittest.TestCase):
    def setUp(self):
        self.assertIsNotNone(shutil.which('git'), 'git is not installed')
        self.folder = tempfile.mkdtemp(prefix='blak-git-')
        self.addCleanup(shutil.rmtree, self.folder, True)
        self.blak = os.path.join(os.path.abspath(OPTIONS.bin), 'blak')
        self.git('init', '-q', '-b', 'main')
        for name, value in (('user.name', 'Test'), ('user.email', 'test@example.org'), ('diff.room.textconv', "'%s' room diff" % self.blak),
                            ('merge.room.name', 'rooms'), ('merge.room.driver', "'%s' room merge %%O %%A %%B" % self.blak)):
            self.git('config', name, value)
        with open(self.path('.gitattributes'), 'w') as file:
            file.write('*.roo diff=room merge=room\n')
        with open(TEXT) as file:
            self.text = file.read()
        self.commit('main', self.text)

    def path(self, name):
        return os.path.join(self.folder, name)

    def git(self, *words, fails=False):
        environment = {**os.environ, 'GIT_CONFIG_GLOBAL': os.devnull, 'GIT_CONFIG_SYSTEM': os.devnull}
        done = subprocess.run(['git', '-C', self.folder, *words], capture_output=True, text=True, timeout=60, env=environment)
        self.assertEqual(done.returncode != 0, fails, done.stdout + done.stderr)
        return done.stdout

    def run_blak(self, *words):
        return subprocess.run([self.blak, *words], capture_output=True, text=True, timeout=60)

    def commit(self, branch, text):
        with open(self.path('terrace.udmf'), 'w') as file:
            file.write(text)
        done = self.run_blak('room', 'build', self.path('terrace.udmf'), '-o', self.path('terrace.roo'))
        self.assertEqual(done.returncode, 0, done.stderr)
        os.unlink(self.path('terrace.udmf'))
        if os.path.exists(self.path('terrace.roo~')):
            os.unlink(self.path('terrace.roo~'))
        self.git('add', '-A')
        self.git('commit', '-q', '-m', 'As edited on ' + branch)

    def changed(self, key, old, new):
        """The text with one value of its first such line replaced."""
        line = '%s = %s;' % (key, old)
        self.assertIn(line, self.text)
        return self.text.replace(line, '%s = %s;' % (key, new), 1)

    def first_value(self, key):
        at = self.text.index(key + ' = ') + len(key) + 3
        return self.text[at:self.text.index(';', at)]

    def branches(self, ours, theirs):
        self.git('checkout', '-q', '-b', 'theirs')
        self.commit('theirs', theirs)
        self.git('checkout', '-q', 'main')
        self.commit('main', ours)

    def room_text(self):
        done = self.run_blak('room', 'diff', self.path('terrace.roo'))
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_edits_of_different_parts_merge_without_a_word(self):
        light, floor = self.first_value('lightlevel'), self.first_value('texturefloor')
        self.branches(self.changed('lightlevel', light, '77'), self.changed('texturefloor', floor, '"grd01234"'))
        self.git('merge', '-q', 'theirs', '-m', 'Both')
        text = self.room_text()
        self.assertIn('lightlevel = 77;', text)
        self.assertIn('texturefloor = "grd01234";', text)
        self.assertEqual(self.git('status', '--porcelain'), '')
        done = self.run_blak('room', 'check', '--no-hints', self.path('terrace.roo'))
        self.assertEqual(done.returncode, 0, done.stdout)
        done = self.run_blak('verify', self.path('terrace.roo'))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_a_conflict_is_listed_and_left_to_people(self):
        light = self.first_value('lightlevel')
        self.branches(self.changed('lightlevel', light, '77'), self.changed('lightlevel', light, '99'))
        said = self.git('merge', 'theirs', '-m', 'Both', fails=True)
        self.assertIn('ours 77, theirs 99, before ' + light, said)
        self.assertIn('CONFLICT', said)
        self.assertIn('lightlevel = 77;', self.room_text())  # ours, to be looked at

    def test_a_difference_is_shown_as_text(self):
        light = self.first_value('lightlevel')
        self.commit('main', self.changed('lightlevel', light, '77'))
        shown = self.git('diff', 'HEAD~1', 'HEAD')
        self.assertIn('-lightlevel = %s;' % light, shown.replace('    ', '').replace('\t', ''))
        self.assertIn('+lightlevel = 77;', shown.replace('    ', '').replace('\t', ''))


if __name__ == '__main__':
    main()
