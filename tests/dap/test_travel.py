#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Going back in time: by steps, to breakpoints, to writes and errors, along the time line; with `blak dap` and on the control
channel, where the states of the machine are compared."""
import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

import dap_client
from dap_client import SessionCase
from past import PastWalker

OPTIONS = None

# Chance, time, lists, texts, tables, objects, posts and timers: what a copy could do differently.
WANDERING = '''
   Wander(number = 8)
   {
      local i, lList, oThing, hTable;

      i = 0;
      lList = $;
      hTable = CreateTable();
      while i < number
      {
         i = i + 1;
         lList = Cons(Random(1,1000000),lList);
         piCounter = piCounter + First(lList) + GetTime();
         AddTableEntry(hTable,i,First(lList));
         oThing = Create(&Object);
         plThings = Cons(oThing,Cons(GetTableEntry(hTable,i),$));
         Post(self,@Later,#number=i);
      }
      CreateTimer(self,@Tick,30);
      DeleteTable(hTable);
      return Length(lList);
   }

   Later(number = 0)
   {
      piCounter = piCounter + number;
      SetString(CreateString(),user_welcome_rsc);
      return;
   }

   Tick()
   {
      piCounter = Random(1,100);
      CreateTimer(self,@Tick,30);
      return;
   }

   Fill(number = 0)
   {
      local i, lList;

      i = 0;
      lList = $;
      while i < number
      {
         i = i + 1;
         lList = Cons(i,lList);
      }
      plThings = lList;
      return Length(lList);
   }

   Faulty(number = 0)
   {
      local iBefore;

      iBefore = number;
      iBefore = iBefore + 1;
      return First(iBefore);
   }
'''


class TravelTest(SessionCase):
    def setUp(self):
        super().setUp(OPTIONS.bin)

    def stop_at(self, text, message, **parameters):
        self.session.breakpoints({'line': self.line(text)})
        self.dap.ask('configurationDone')
        thread = self.session.send(message, **parameters)
        self.assertEqual(self.dap.event('stopped')['reason'], 'breakpoint')
        return thread

    def local(self, name):
        return self.dap.variables(self.dap.scopes()['Locals'])[name]['value']

    def finish(self, thread):
        self.session.breakpoints()
        self.dap.ask('continue', threadId=1)
        return self.session.finish(thread)

    def test_steps_back_and_forth(self):
        self.assertTrue(self.session.capabilities['supportsStepBack'])
        thread = self.stop_at('return iSum', 'Reckon', number=7)
        self.assertEqual(self.local('iSum'), '22')
        stop = self.dap.go('stepBack')
        self.assertTrue(stop['blakodPast'])
        self.assertEqual((self.dap.where(), self.local('iSum')), (('User.Reckon', self.line('iSum = Send')), '11'))
        self.dap.go('stepBack')
        self.assertEqual((self.dap.where()[1], self.local('iSum')), (self.line('iSum = iSum + Length'), '7'))
        self.dap.go('next')
        self.assertEqual(self.local('iSum'), '11')
        self.dap.go('stepIn')
        self.assertEqual(self.dap.where()[0], 'User.Twice')
        self.dap.go('stepBack')
        self.assertEqual(self.dap.where(), ('User.Reckon', self.line('iSum = Send')))
        self.dap.go('stepIn')
        self.dap.go('stepOut')
        self.assertEqual(self.dap.where(), ('User.Reckon', self.line('return iSum')))
        stop = self.dap.go('stepBack')
        stop = self.dap.go('continue')
        self.assertFalse(stop['blakodPast'])
        self.assertEqual((self.dap.where()[1], self.local('iSum')), (self.line('return iSum'), '22'))
        self.assertEqual(self.finish(thread)['data'], 22)

    def test_what_is_tried_in_the_past_stays_there(self):
        thread = self.stop_at('return iSum', 'Reckon', number=7)
        self.dap.go('stepBack')
        self.assertEqual(self.dap.evaluate('Send(self, @Twice, #number = iSum)'), '22')
        self.assertEqual(self.dap.evaluate('iSum = 1000;'), '$')
        self.assertEqual(self.dap.evaluate('iSum'), '1000')
        self.assertIn('the past', self.dap.refused('setVariable', variablesReference=self.dap.scopes()['Locals'], name='iSum', value='5'))
        self.dap.go('next')
        self.assertEqual(self.local('iSum'), '22')
        self.assertEqual(self.finish(thread)['data'], 22)

    def test_back_to_a_breakpoint_of_another_message(self):
        self.dap.ask('configurationDone')
        for number in range(1, 6):
            self.session.finish(self.session.send('Reckon', number=number))
        thread = self.stop_at('return iSum', 'Reckon', number=7)
        self.session.breakpoints({'line': self.line('iSum = iSum + Length'), 'condition': 'number < 4'})
        for number in (3, 2, 1):
            stop = self.dap.go('reverseContinue')
            self.assertEqual((stop['reason'], self.dap.where()[1]), ('breakpoint', self.line('iSum = iSum + Length')))
            self.assertEqual(self.local('iSum'), str(number))
        self.assertEqual(self.dap.go('reverseContinue')['reason'], 'entry')  # as far back as is kept
        for number in (1, 2, 3):
            self.dap.go('continue')
            self.assertEqual(self.local('iSum'), str(number))
        self.assertFalse(self.dap.go('continue')['blakodPast'])
        self.assertEqual(self.finish(thread)['data'], 22)

    def test_back_to_the_last_write_of_a_property(self):
        self.dap.ask('configurationDone')
        for _ in range(3):
            self.session.finish(self.session.send('Count'))
        thread = self.stop_at('return iSum', 'Reckon', number=7)
        self.session.breakpoints()
        self.dap.ask('setDataBreakpoints', breakpoints=[{'dataId': 'class:User:piCounter'}])
        for count in (3, 2, 1):
            stop = self.dap.go('reverseContinue')  # behind the statement that wrote, as when it happens
            self.assertEqual((stop['reason'], self.dap.where()), ('data breakpoint', ('User.Count', self.line('oThing = Create(&Object);'))))
            own = self.dap.variables(self.dap.scopes()['self'])
            self.assertEqual(own['piCounter']['value'], str(count))
        self.dap.ask('setDataBreakpoints', breakpoints=[])
        self.assertFalse(self.dap.go('continue')['blakodPast'])
        self.assertEqual(self.finish(thread)['data'], 22)

    def test_back_to_a_write_with_a_condition(self):
        self.dap.ask('configurationDone')
        for _ in range(5):
            self.session.finish(self.session.send('Count'))
        thread = self.stop_at('return iSum', 'Reckon', number=7)
        self.session.breakpoints()
        self.dap.ask('setDataBreakpoints', breakpoints=[{'dataId': 'class:User:piCounter', 'condition': 'piCounter = 2 or piCounter = 4'}])
        for count in (4, 2):
            self.assertEqual(self.dap.go('reverseContinue')['reason'], 'data breakpoint')
            self.assertEqual(self.dap.evaluate('piCounter'), str(count))
        self.dap.ask('setDataBreakpoints', breakpoints=[])
        self.assertFalse(self.dap.go('continue')['blakodPast'])
        self.assertEqual(self.finish(thread)['data'], 22)

    def test_back_to_where_a_message_ended(self):
        self.dap.ask('configurationDone')
        for number in (1, 20, 2, 30, 3):
            self.session.finish(self.session.send('Reckon', number=number))
        thread = self.stop_at('return iSum', 'Reckon', number=7)
        self.session.breakpoints()
        self.dap.ask('setFunctionBreakpoints', breakpoints=[{'name': 'end of User.Twice', 'condition': 'number > 20'}])
        for number in (34, 24):
            stop = self.dap.go('reverseContinue')
            self.assertEqual((stop['reason'], self.dap.where()), ('function breakpoint', ('User.Twice', self.line('return number * 2'))))
            self.assertEqual(self.dap.evaluate('number'), str(number))
        self.assertEqual(self.dap.go('reverseContinue')['reason'], 'entry')
        for number in (24, 34):
            self.dap.go('continue')
            self.assertEqual(self.dap.evaluate('number'), str(number))
        self.assertFalse(self.dap.go('continue')['blakodPast'])
        self.dap.ask('setFunctionBreakpoints', breakpoints=[])
        self.assertEqual(self.finish(thread)['data'], 22)

    def test_changes_where_a_message_ends_are_a_part_of_the_past(self):
        self.dap.ask('setFunctionBreakpoints', breakpoints=[{'name': 'end of User.Twice'}])
        self.dap.ask('configurationDone')
        thread = self.session.send('Reckon', number=7)
        self.dap.event('stopped')
        self.dap.evaluate('piCounter = 41;')
        self.dap.evaluate('Send(self,@Count);')
        self.dap.go('next')
        self.assertEqual(self.dap.where(), ('User.Reckon', self.line('return iSum')))
        self.dap.go('stepBack')
        self.assertEqual((self.dap.where(), self.dap.evaluate('piCounter')), (('User.Reckon', self.line('iSum = Send')), '0'))
        self.dap.go('stepIn')
        self.dap.go('next')  # past what was done there, which is done again
        self.assertEqual((self.dap.where(), self.dap.evaluate('piCounter')), (('User.Reckon', self.line('return iSum')), '42'))
        self.dap.ask('setFunctionBreakpoints', breakpoints=[])
        self.assertEqual(self.finish(thread)['data'], 22)

    def test_back_to_debug_of_blakod(self):
        self.dap.ask('configurationDone')
        for number in (1, 2):
            self.session.finish(self.session.send('Speak', number=number))
        thread = self.stop_at('return iSum', 'Reckon', number=7)
        self.session.breakpoints()
        self.dap.ask('setExceptionBreakpoints', filters=['debug'])
        for number in (2, 1):
            stop = self.dap.go('reverseContinue')
            self.assertEqual((stop['reason'], self.dap.where()), ('exception', ('User.Speak', self.line('Debug("number is"'))))
            self.assertIn('number is,%d' % number, stop['text'])
        self.dap.go('continue')
        self.assertEqual(self.dap.evaluate('number'), '2')
        self.assertFalse(self.dap.go('continue')['blakodPast'])
        self.dap.ask('setExceptionBreakpoints', filters=[])
        self.assertEqual(self.finish(thread)['data'], 22)

    def test_back_from_an_error(self):
        self.dap.ask('setExceptionBreakpoints', filters=['errors'])
        self.dap.ask('configurationDone')
        thread = self.session.send('Faulty', number=4)
        self.assertEqual(self.dap.event('stopped')['reason'], 'exception')
        self.dap.go('stepBack')  # to the beginning of the statement
        self.assertEqual(self.dap.where(), ('User.Faulty', self.line('return First(iBefore)')))
        self.dap.go('stepBack')
        self.assertEqual((self.dap.where()[1], self.local('iBefore')), (self.line('iBefore = iBefore + 1'), '4'))
        self.assertEqual(self.dap.go('continue')['reason'], 'present')
        self.dap.ask('setExceptionBreakpoints', filters=[])
        self.dap.ask('continue', threadId=1)
        self.session.finish(thread)

    def test_changes_while_it_stood_are_a_part_of_the_past(self):
        thread = self.stop_at('iSum = iSum + Length', 'Reckon', number=7)
        self.dap.evaluate('iSum = 100;')
        self.dap.go('next')
        self.assertEqual(self.local('iSum'), '104')
        self.dap.go('next')
        self.dap.go('stepBack')
        self.assertEqual(self.local('iSum'), '104')
        self.dap.go('stepBack')  # as it was before the change
        self.assertEqual(self.local('iSum'), '7')
        self.dap.go('next')
        self.assertEqual(self.local('iSum'), '104')
        self.assertFalse(self.dap.go('continue')['blakodPast'])
        self.assertEqual(self.finish(thread)['data'], 208)

    def test_time_line(self):
        self.dap.ask('configurationDone')
        self.session.finish(self.session.send('Count'))
        time.sleep(0.5)
        self.session.finish(self.session.send('Count'))
        thread = self.stop_at('return iSum', 'Reckon', number=7)
        times = self.dap.ask('blakodTimes')
        self.assertTrue(times['kept'] and times['first'] < times['now'] and times['here'] == times['now'], times)
        self.dap.go('blakodTravel', milliseconds=times['first'])
        self.assertLess(self.dap.ask('blakodTimes')['here'], times['now'])
        stop = self.dap.go('blakodTravel', present=True)
        self.assertFalse(stop['blakodPast'])
        self.assertEqual(self.finish(thread)['data'], 22)

    def test_a_debugger_that_leaves_from_the_past(self):
        thread = self.stop_at('return iSum', 'Reckon', number=7)
        self.dap.go('stepBack')
        self.dap.process.kill()
        self.dap.process.wait(30)
        self.assertEqual(self.session.finish(thread)['data'], 22)
        end = time.time() + 20
        while self.children() and time.time() < end:
            time.sleep(0.05)
        self.assertEqual(self.children(), [])

    def children(self):
        out = subprocess.run(['ps', '-o', 'pid=', '--ppid', str(self.session.facts['process'])], capture_output=True, text=True)
        return out.stdout.split()


class HashTest(unittest.TestCase):
    """Without an editor."""

    def server(self):
        """What a world says of itself."""
        folder = tempfile.mkdtemp(prefix='blak-travel-')
        self.addCleanup(shutil.rmtree, folder, True)
        dap_client.make_project(folder)
        server = subprocess.Popen([os.path.join(OPTIONS.bin, 'blak'), 'serve', '--port', '0', '--maintenance-port', '0', folder], stdout=subprocess.DEVNULL)
        self.addCleanup(server.wait, 30)
        self.addCleanup(server.kill)
        facts = os.path.join(folder, 'run', 'server', 'control.json')
        end = time.time() + 60
        while not os.path.exists(facts):
            self.assertLess(time.time(), end)
            time.sleep(0.05)
        time.sleep(0.1)
        with open(facts) as file:
            return json.load(file)

    def test_checkpoints_keep_to_their_memory(self):
        """Each message makes 60 000 cells of lists, half a megabyte or more that no two checkpoints share."""
        walker = PastWalker(self.server(), OPTIONS.seed, period=0, work=0, checkpoints=64, memory=16)
        self.addCleanup(walker.close)
        user = walker.ask('create', **{'class': 'User'})['object']
        most = 0
        for _ in range(60):
            walker.between('send', object=user, message='Fill', parameters={'number': 60000})
            times = walker.ask('debug.times')
            most = max(most, times['memory'])
        self.assertGreater(times['made'], 60)
        self.assertGreater(most, 8 << 20, 'the checkpoints share all: nothing was tested')
        self.assertLess(times['checkpoints'], 50, 'none was dropped')
        self.assertGreaterEqual(times['checkpoints'], 2)
        self.assertLessEqual(times['memory'], 24 << 20)  # what the newest took is known when the next is made
        walker.between('send', object=user, message='Wander', parameters={'number': 3})  # with a timer that comes for ever
        walker.pause()
        walker.walk(5)  # those that are left still show the past
        print('%d checkpoints of %d, at most %.1f MB' % (times['checkpoints'], times['made'], most / 2**20))

    def test_states_of_the_past_are_those_that_were(self):
        walker = PastWalker(self.server(), OPTIONS.seed, period=50, work=0, checkpoints=6)
        self.addCleanup(walker.close)
        user = walker.ask('create', **{'class': 'User'})['object']
        walker.ask('send', object=user, message='Wander', parameters={'number': 3})
        while walker.compared < OPTIONS.steps:
            time.sleep(0.05)
            walker.pause()  # at the timer, or in what comes now
            walker.walk(walker.random.randrange(2, 40))
            walker.ask('debug.continue')
            walker.between('send', object=user, message='Wander', parameters={'number': walker.random.randrange(1, 20)})
            if walker.random.random() < 0.2:
                walker.between('admin', command='garbage')  # which takes the user along
                user = walker.between('create', **{'class': 'User'})['object']
                walker.between('send', object=user, message='Wander', parameters={'number': 2})
        times = walker.ask('debug.times')
        self.assertLessEqual(times['checkpoints'], 6)
        print('%d steps through the past, %d checkpoints made' % (walker.compared, times['made']))


if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('--bin', required=True)
    parser.add_argument('--steps', type=int, default=100)
    parser.add_argument('--seed', type=int, default=21)
    OPTIONS, sys.argv[1:] = parser.parse_known_args()
    dap_client.HANDLERS = WANDERING + dap_client.HANDLERS
    unittest.main()
