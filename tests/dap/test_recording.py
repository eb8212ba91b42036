#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A recording of a server, opened in the debugger elsewhere: the same world, and its past to go back in."""
import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from dap_client import Dap, Session, line_of, make_project
from server_tools import Control

OPTIONS = None


class RecordingTest(unittest.TestCase):
    def setUp(self):
        self.top = tempfile.mkdtemp(prefix='blak-recorded-')
        self.addCleanup(shutil.rmtree, self.top, True)
        self.project = os.path.join(self.top, 'project')
        os.mkdir(self.project)
        if 'saved' not in self.id() and 'another_world' not in self.id():  # those debug a project of their own
            self.source = make_project(self.project)
        self.file = os.path.join(self.top, 'world.blakrec')
        self.scratch = os.path.join(self.top, 'tmp')
        os.mkdir(self.scratch)

    def record(self):
        """What a server did for a while."""
        server = subprocess.Popen([os.path.join(OPTIONS.bin, 'blak'), 'serve', '--port', '0', '--maintenance-port', '0', '--record', self.file,
                                   self.project], stdout=subprocess.DEVNULL)
        self.addCleanup(server.kill)
        path = os.path.join(self.project, 'run', 'server', 'control.json')
        end = time.time() + 60
        while not os.path.exists(path):
            self.assertLess(time.time(), end)
            time.sleep(0.05)
        time.sleep(0.1)
        with open(path) as file:
            tool = Control(json.load(file))
        user = tool.ask('create', **{'class': 'User'})['result']['object']
        for number in (1, 2, 30, 3):
            self.assertTrue(tool.ask('send', object=user, message='Reckon', parameters={'number': number})['ok'])
            tool.ask('send', object=user, message='Count')
            time.sleep(0.3)
        tool.ask('send', object=user, message='Speak', parameters={'number': 7})
        tool.file.close()
        tool.socket.close()
        server.send_signal(signal.SIGTERM)
        self.assertEqual(server.wait(30), 0)

    def open(self, recording, project):
        os.environ['TMPDIR'] = self.scratch
        try:
            self.dap = Dap(OPTIONS.bin)
        finally:
            del os.environ['TMPDIR']
        self.addCleanup(self.dap.process.stdout.close)
        self.addCleanup(self.dap.process.wait, 30)
        self.addCleanup(self.dap.process.stdin.close)
        self.dap.ask('initialize', adapterID='blakod', linesStartAt1=True, columnsStartAt1=True)
        return self.dap.send('launch', project=project, recording=recording)

    def test_it_is_travelled_in_elsewhere(self):
        self.record()
        elsewhere = os.path.join(self.top, 'elsewhere')
        shutil.move(self.project, elsewhere)  # where it was recorded nothing is left
        shutil.rmtree(os.path.join(elsewhere, 'run', 'server', 'savegame'), True)
        source = os.path.join(elsewhere, os.path.relpath(self.source, self.project))
        launch = self.open(self.file, elsewhere)
        self.dap.event('initialized', 120)
        self.assertTrue(self.dap.answer(launch)['success'])
        line = line_of(source, 'iSum = iSum + Length')
        (one,) = self.dap.ask('setBreakpoints', source={'path': source}, breakpoints=[{'line': line, 'condition': 'number < 10'}])['breakpoints']
        self.assertTrue(one['verified'], one)
        self.dap.ask('configurationDone')
        stop = self.dap.event('stopped')
        self.assertEqual((stop['reason'], stop['text']), ('end', 'The recording ends here.'))
        self.assertEqual(self.dap.frames(), [])

        self.dap.go('stepBack')  # to the end of the last message
        self.assertEqual(self.dap.where(), ('User.Speak', line_of(source, 'return number + 1')))
        for number in (3, 2, 1):
            stop = self.dap.go('reverseContinue')
            self.assertEqual((stop['reason'], self.dap.where()), ('breakpoint', ('User.Reckon', line)))
            self.assertTrue(stop['blakodPast'])
            self.assertEqual(self.dap.evaluate('number'), str(number))
        self.assertEqual(self.dap.evaluate('piCounter'), '0')
        self.dap.go('next')
        self.assertEqual(self.dap.where(), ('User.Reckon', line_of(source, 'iSum = Send')))
        self.dap.ask('setBreakpoints', source={'path': source}, breakpoints=[])
        self.dap.ask('setFunctionBreakpoints', breakpoints=[{'name': 'end of User.Twice', 'condition': 'number > 20'}])
        self.dap.go('continue')
        self.assertEqual((self.dap.where()[0], self.dap.evaluate('number')), ('User.Twice', '34'))
        self.assertEqual(self.dap.evaluate('piCounter'), '2')
        self.dap.ask('setFunctionBreakpoints', breakpoints=[])
        self.dap.ask('setDataBreakpoints', breakpoints=[{'dataId': 'class:User:piCounter'}])
        stop = self.dap.go('continue')
        self.assertIn('piCounter of OBJECT', stop['text'])
        self.dap.ask('setDataBreakpoints', breakpoints=[])
        times = self.dap.ask('blakodTimes')
        self.assertGreater(times['now'] - times['first'], 900)  # as long as it took then, however fast it ran now
        self.dap.go('blakodTravel', milliseconds=times['first'] + (times['now'] - times['first']) // 2)
        self.assertTrue(times['first'] < self.dap.ask('blakodTimes')['here'] < times['now'])
        stop = self.dap.go('continue')
        self.assertEqual((stop['reason'], stop['blakodPast']), ('present', False))
        self.assertEqual(self.dap.go('continue')['reason'], 'end')  # nothing comes behind it

        self.dap.ask('disconnect')
        self.dap.process.wait(30)
        self.assertEqual(os.listdir(self.scratch), [])

    def test_the_past_of_a_running_session_is_saved(self):
        """Debugged, changed by hand while it stands, saved in the midst of a handler; opened elsewhere it stands there again."""
        session = Session(OPTIONS.bin, self.project)
        dap, line = session.dap, lambda text: line_of(session.source, text)
        self.addCleanup(dap.process.stdout.close)
        self.addCleanup(dap.process.wait, 30)
        self.addCleanup(dap.process.stdin.close)
        dap.ask('configurationDone')
        for number in (1, 2, 30, 3):
            session.finish(session.send('Reckon', number=number))
            session.finish(session.send('Count'))
            time.sleep(0.3)
        session.breakpoints({'line': line('iSum = iSum + Length')})
        thread = session.send('Reckon', number=7)
        dap.event('stopped')
        dap.ask('next', threadId=1)
        dap.event('stopped')
        self.assertEqual(dap.evaluate('iSum = 100;'), '$')
        self.assertEqual(dap.evaluate('piCounter = piCounter + 50;'), '$')
        hash = session.tool.ask('debug.hash')['result']
        saved = dap.ask('blakodSave', file=self.file)
        self.assertGreater(saved['milliseconds'], 900)
        self.assertEqual(saved['bytes'], os.path.getsize(self.file))
        self.assertEqual(os.stat(self.file).st_mode & 0o777, 0o600)
        self.assertIn('there already', dap.refused('blakodSave', file=self.file))
        dap.ask('blakodSave', file=self.file, replace=True)
        self.assertEqual(sorted(name for name in os.listdir(self.top) if name.startswith('world.')), ['world.blakrec', 'world.blakrec~'])
        self.assertEqual(os.stat(self.file + '~').st_mode & 0o777, 0o600)
        session.breakpoints()
        dap.ask('continue', threadId=1)
        self.assertEqual(session.finish(thread)['data'], 200)
        dap.ask('disconnect', terminateDebuggee=True)

        elsewhere = os.path.join(self.top, 'elsewhere')
        shutil.copytree(self.project, elsewhere, ignore=shutil.ignore_patterns('run'))
        shutil.rmtree(os.path.join(self.project, 'run'))
        source = os.path.join(elsewhere, os.path.relpath(session.source, self.project))
        launch = self.open(self.file, elsewhere)
        self.dap.event('initialized', 120)
        self.assertTrue(self.dap.answer(launch)['success'])
        self.dap.ask('configurationDone')
        stop = self.dap.event('stopped')
        self.assertEqual((stop['reason'], stop['text']), ('end', 'The recording ends here.'))
        self.assertEqual(self.dap.where(), ('User.Reckon', line('iSum = Send')))
        self.assertEqual(self.dap.ask('blakodWorld', do='debug.hash')['result'], hash)  # to the bit
        self.assertEqual((self.dap.evaluate('iSum'), self.dap.evaluate('piCounter')), ('100', '54'))
        self.dap.go('stepBack')
        self.assertEqual(self.dap.where(), ('User.Reckon', line('iSum = iSum + Length')))
        self.assertEqual((self.dap.evaluate('iSum'), self.dap.evaluate('piCounter')), ('7', '4'))
        self.dap.ask('setBreakpoints', source={'path': source}, breakpoints=[{'line': line('iSum = iSum + Length')}])
        for number in (3, 30, 2, 1):
            self.assertEqual(self.dap.go('reverseContinue')['reason'], 'breakpoint')
            self.assertEqual(self.dap.evaluate('number'), str(number))
        self.assertEqual(self.dap.evaluate('piCounter'), '0')
        self.dap.go('continue')
        self.assertEqual(self.dap.evaluate('piCounter'), '1')
        self.dap.ask('setBreakpoints', source={'path': source}, breakpoints=[])
        self.assertEqual(self.dap.go('continue')['reason'], 'present')
        self.assertEqual(self.dap.evaluate('iSum'), '100')
        again = os.path.join(self.top, 'again.blakrec')  # what was opened can be saved once more
        self.assertGreater(self.dap.ask('blakodSave', file=again)['milliseconds'], 900)
        self.dap.ask('disconnect')
        self.dap.process.wait(30)
        self.assertEqual(os.listdir(self.scratch), [])
        self.replayed(again, 0)
        self.replayed(self.file, 0)

    def test_a_reload_cuts_off_what_was_before_in_a_saved_past(self):
        """What is saved after a reload begins there, and says how much is not in it; opened, it is the world of then."""
        session = Session(OPTIONS.bin, self.project)
        dap = session.dap
        self.addCleanup(dap.process.stdout.close)
        self.addCleanup(dap.process.wait, 30)
        self.addCleanup(dap.process.stdin.close)
        dap.ask('configurationDone')
        for number in (1, 2):
            session.finish(session.send('Reckon', number=number))
            time.sleep(0.4)
        self.assertEqual(dap.ask('blakodSave', file=self.file)['left'], 0)
        answer = session.tool.ask('reload', what='class', name='User')
        self.assertTrue(answer['ok'], answer)
        session.finish(session.send('Count'))
        time.sleep(0.3)
        session.finish(session.send('Reckon', number=3))
        hash = session.tool.ask('debug.hash')['result']
        saved = dap.ask('blakodSave', file=self.file, replace=True)
        self.assertGreater(saved['left'], 700)
        times = dap.ask('blakodTimes')
        self.assertLessEqual(abs(saved['left'] + saved['milliseconds'] - (times['now'] - times['first'])), 50)
        dap.ask('disconnect', terminateDebuggee=True)
        launch = self.open(self.file, self.project)
        self.dap.event('initialized', 120)
        self.assertTrue(self.dap.answer(launch)['success'])
        self.dap.ask('configurationDone')
        self.assertEqual(self.dap.event('stopped')['reason'], 'end')
        self.assertEqual(self.dap.ask('blakodWorld', do='debug.hash')['result'], hash)
        source = session.source
        self.dap.ask('setBreakpoints', source={'path': source}, breakpoints=[{'line': line_of(source, 'iSum = iSum + Length')}])
        self.dap.go('reverseContinue')
        self.assertEqual(self.dap.evaluate('number'), '3')
        self.assertNotEqual(self.dap.go('reverseContinue')['reason'], 'breakpoint')  # those of before the reload are not in it
        self.dap.ask('disconnect')
        self.dap.process.wait(30)

    def replayed(self, recording, status):
        """Without a debugger it is run, and says how that went."""
        folder = tempfile.mkdtemp(dir=self.top)
        ran = subprocess.run([os.path.join(OPTIONS.bin, 'blak'), 'serve', '--replay', recording, folder], capture_output=True, text=True, timeout=120)
        self.assertEqual(ran.returncode, status, ran)
        return ran.stdout + ran.stderr

    def test_a_past_of_another_world_is_refused(self):
        session = Session(OPTIONS.bin, self.project)
        session.dap.ask('configurationDone')
        session.finish(session.send('Reckon', number=1))
        session.dap.ask('blakodSave', file=self.file)
        session.dap.ask('disconnect', terminateDebuggee=True)
        session.dap.process.stdin.close()
        session.dap.process.wait(30)
        session.dap.process.stdout.close()
        with open(self.file, 'rb') as file:
            whole = file.read()
        for at in range(20, len(whole), max(len(whole) // 40, 1)):  # never more than a message and a status
            broken = os.path.join(self.top, 'broken.blakrec')
            with open(broken, 'wb') as file:
                file.write(whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1:])
            folder = tempfile.mkdtemp(dir=self.top)
            ran = subprocess.run([os.path.join(OPTIONS.bin, 'blak'), 'serve', '--replay', broken, folder], capture_output=True, timeout=120)
            self.assertIn(ran.returncode, (0, 1), (at, ran))
            shutil.rmtree(folder)

    def test_what_is_no_recording_is_refused(self):
        self.assertIn('expected a recording', self.refusal('nothing.blakrec'))

    def test_a_recording_that_makes_no_sense(self):
        with open(self.file, 'wb') as file:
            file.write(b'nonsense' * 100)
        self.assertIn('ended', self.refusal(self.file))
        self.assertIn('recording', self.dap.event('output')['output'])

    def refusal(self, recording):
        launch = self.open(recording, self.project)
        answer = self.dap.answer(launch)
        self.assertFalse(answer['success'])
        return answer['message']


if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('--bin', required=True)
    OPTIONS, rest = parser.parse_known_args()
    unittest.main(argv=[sys.argv[0], *rest])
