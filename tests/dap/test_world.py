#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the studio asks `blak dap` besides the protocol: the world by its objects, how it was a while ago, who made a message that
waits; reloading what was changed; one test of a project."""
import argparse
import os
import shutil
import sys
import tempfile
import time
import unittest

import dap_client
from dap_client import Dap, SessionCase, line_of

OPTIONS = None

HANDLERS = '''
   Hold()
   {
      plThings = Cons(Create(&Object),plThings);
      piCounter = piCounter + 1;
      return piCounter;
   }

   Outer()
   {
      Post(self,@Inner);
      CreateTimer(self,@Later,3600000);
      return Send(self,@Twice,#number=1);
   }

   Inner()
   {
      piCounter = piCounter + 10;
      return;
   }

   Later()
   {
      return;
   }
'''


class WorldTest(SessionCase):
    def setUp(self):
        super().setUp(OPTIONS.bin)

    def world(self, action, **fields):
        return self.dap.ask('blakodWorld', **{'do': action, **fields})['result']

    def test_objects_by_class_and_number(self):
        self.dap.ask('configurationDone')
        self.session.finish(self.session.send('Hold'))
        (user,) = [row for row in self.world('instances.read', **{'class': 'User', 'names': []})['objects']
                   if row['object'] == self.session.user]
        self.assertEqual(user['class'], 'User')
        counts = {row['class']: row['objects'] for row in self.world('classes', counts=True)}
        self.assertGreaterEqual(counts['Object'], 1)
        rows = {row['name']: row['value']['shown'] for row in self.world('debug.variables', of='object', object=self.session.user)}
        self.assertEqual(rows['piCounter'], '1')
        self.assertIn('nothing that can be asked', self.dap.refused('blakodWorld', do='object.write', object=0))
        self.assertIn('no object', self.dap.refused('blakodWorld', do='object.read', object=999999))

    def test_references_and_owners(self):
        self.dap.ask('configurationDone')
        self.session.finish(self.session.send('Hold'))
        thing = self.session.tool.ask('object.read', object=self.session.user)['result']
        head = next(row['value'] for row in thing['properties'] if row['name'] == 'plThings')
        held = self.session.tool.ask('list.read', list=head['data'])['result']
        held = held[0]['data'] if isinstance(held, list) else held['elements'][0]['data']
        found = self.world('references', object=held)
        self.assertIn(('plThings', 'list', self.session.user),
                      [(row.get('property'), row['within'], row.get('object')) for row in found['references']])
        # This world keeps no owners; any property may stand for it.
        self.session.tool.ask('object.write', object=self.session.user, property='plThings', value={'tag': 'OBJECT', 'data': held})
        owners = self.world('owners', object=self.session.user, property='plThings')
        self.assertEqual(owners['above'][0]['object'], held)
        below = self.world('owners', object=held, property='plThings')
        self.assertIn(self.session.user, [row['object'] for row in below['below']])

    def test_who_made_what_waits(self):
        self.session.breakpoints({'line': self.line('return number * 2')})
        self.dap.ask('configurationDone')
        thread = self.session.send('Outer')
        self.dap.event('stopped')
        (post,) = self.world('posts')['posts']
        self.assertEqual((post['message'], post['object']), ('Inner', self.session.user))
        self.assertEqual((post['origin'][0]['handler'], post['origin'][0]['line']), ('Outer', self.line('Post(self,@Inner)')))
        self.assertEqual(os.path.realpath(post['origin'][0]['path']), os.path.realpath(self.session.source))
        timer = next(row for row in self.world('timers')['timers'] if row['message'] == 'Later')
        self.assertEqual(timer['origin'][0]['handler'], 'Outer')
        # The posted message, when it runs, has them below its own stack.
        self.session.breakpoints({'line': self.line('piCounter = piCounter + 10')})
        self.dap.ask('continue', threadId=1)
        self.dap.event('stopped')
        names = [(frame['name'], frame.get('presentationHint')) for frame in self.dap.frames()]
        self.assertEqual(names[0], ('User.Inner', None))
        self.assertEqual(names[1][1], 'label')
        self.assertEqual(names[2], ('User.Outer', 'subtle'))
        self.session.breakpoints()
        self.dap.ask('continue', threadId=1)
        self.session.finish(thread)

    def test_steps_go_into_posts_and_back(self):
        """A posted message runs after the message that posted it: a step out of that one is a step into the post."""
        self.session.breakpoints({'line': self.line('return Send(self,@Twice,#number=1)')})
        self.dap.ask('configurationDone')
        thread = self.session.send('Outer')
        self.dap.event('stopped')
        names = []
        for command in ('next', 'next', 'next'):
            self.dap.go(command)
            names.append(self.dap.where())
            if names[-1][0] == 'User.Inner':
                break
        self.assertEqual(names[-1], ('User.Inner', self.line('piCounter = piCounter + 10')))
        shown = [frame['name'] for frame in self.dap.frames()]
        self.assertEqual(shown[0], 'User.Inner')
        self.assertEqual(shown[-1], 'User.Outer')  # who posted it
        self.dap.go('next')
        self.assertEqual(self.dap.where(), ('User.Inner', self.line('piCounter = piCounter + 10') + 1))
        self.session.breakpoints()
        self.dap.ask('continue', threadId=1)
        self.session.finish(thread)

    def test_objects_that_come_and_go(self):
        """Creation and deletion are messages; a class without a handler of its own stops in that of its ancestor, for its objects alone."""
        def wait_for(name):
            (one,) = self.dap.ask('setFunctionBreakpoints', breakpoints=[{'name': name}])['breakpoints']
            self.assertTrue(one['verified'], one)

        wait_for('Guest.Constructor')  # which it inherits
        self.dap.ask('configurationDone')
        self.session.tool.ask('create', **{'class': 'User'})
        self.assertFalse([event for event in self.dap.events if event['event'] == 'stopped'])
        made = self.session.create('Guest')
        self.assertEqual(self.dap.event('stopped')['reason'], 'function breakpoint')
        self.assertEqual(self.dap.frames()[0]['name'], 'User.Constructor')
        # A step over `propagate` goes through the ancestor's handler, a step in stops there.
        self.dap.go('next')
        self.assertEqual(self.dap.where(), ('User.Constructor', self.line('propagate;')))
        self.dap.go('stepIn')
        self.assertEqual(self.dap.where()[0].split(' ')[0], 'Object.Constructor')
        wait_for('User.Delete')
        self.dap.ask('continue', threadId=1)
        guest = self.session.finish(made)['object']
        self.session.user, before = guest, self.session.user
        thread = self.session.send('Delete')
        self.assertEqual(self.dap.event('stopped')['reason'], 'function breakpoint')
        self.assertEqual(self.dap.where()[0], 'Object.Delete')
        self.dap.ask('continue', threadId=1)
        self.session.finish(thread)
        self.session.user = before

    def test_how_an_object_was_a_while_ago(self):
        self.dap.ask('configurationDone')
        self.session.finish(self.session.send('Hold'))
        time.sleep(0.6)
        self.session.finish(self.session.send('Hold'))
        self.session.finish(self.session.send('Hold'))
        time.sleep(0.1)

        def counter(milliseconds):
            answer = self.world('debug.ago', milliseconds=milliseconds,
                                request={'do': 'debug.variables', 'of': 'object', 'object': self.session.user})
            rows = {row['name']: row['value']['shown'] for row in answer['result']}
            return rows['piCounter'], answer['milliseconds']

        self.assertEqual(counter(0)[0], '3')
        self.assertEqual(counter(300)[0], '1')  # the second one came later than that
        self.assertEqual(counter(60000)[0], '0')  # the oldest moment that is kept
        self.session.breakpoints({'line': self.line('return number * 2')})
        thread = self.session.send('Outer')
        self.dap.event('stopped')
        self.assertEqual(counter(60000)[0], '0')  # the world stands where it stood
        self.assertEqual(self.dap.frames()[0]['line'], self.line('return number * 2'))
        self.assertIn('about a moment', self.dap.refused('blakodWorld', do='debug.ago', milliseconds=1, request={'do': 'send'}))
        self.session.breakpoints()
        self.dap.ask('continue', threadId=1)
        self.session.finish(thread)

    def test_what_was_changed_is_reloaded(self):
        self.session.breakpoints({'line': self.line('return number * 2')})
        self.dap.ask('configurationDone')
        thread = self.session.send('Reckon', number=7)
        self.dap.event('stopped')
        self.assertEqual(self.dap.ask('blakodReload')['classes'], [])  # nothing yet
        with open(self.session.source, encoding='latin-1') as file:
            text = file.read()

        def write(new):
            with open(self.session.source, 'w', encoding='latin-1') as out:
                out.write(new)

        write(text.replace('return number * 2;', 'return number * ;'))
        self.assertIn('user.kod:', self.dap.refused('blakodReload'))
        write(text.replace('return number * 2;', 'return number * 5;'))
        done = self.dap.ask('blakodReload')
        self.assertIn('user.bof', done['classes'])
        self.assertEqual(done['reports'], [])  # its texts are what they were
        self.session.breakpoints()
        self.dap.ask('continue', threadId=1)
        self.assertEqual(self.session.finish(thread)['data'], 22)  # what stood ends as it began
        self.assertEqual(self.session.finish(self.session.send('Reckon', number=7))['data'], 55)


class OneTestTest(unittest.TestCase):
    """A test of the sample world, debugged."""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix='blak-one-test-')
        self.addCleanup(shutil.rmtree, self.folder, True)
        world = os.path.join(self.folder, 'world')
        shutil.copytree(os.path.join(dap_client.HERE, '..', '..', 'world'), world, ignore=shutil.ignore_patterns('run', '*.cpp'))
        self.test = os.path.join(world, 'tests', 'failingtest.kod')
        with open(self.test, 'w') as out:
            out.write('FailingTest is BlakodTest\n\nmessages:\n\n   TestTwoAndTwo()\n   {\n      local iSum;\n\n      iSum = 2 + 2;\n'
                      '      Send(self,@ExpectEqual,#value=iSum,#wanted=5);\n      return;\n   }\n\nend\n')
        # What lies about where the copy is made is none of the world, and tells nothing of its dialect.
        scratch = os.path.join(self.folder, 'scratch')
        os.mkdir(scratch)
        with open(os.path.join(scratch, 'stray.kod'), 'wb') as out:
            out.write(b'// as the other dialect has it\n' * 5000)
        before = os.environ.get('TMPDIR')
        os.environ['TMPDIR'] = scratch
        self.dap = Dap(OPTIONS.bin)
        os.environ.pop('TMPDIR') if before is None else os.environ.update(TMPDIR=before)
        self.addCleanup(self.end)
        self.dap.ask('initialize', adapterID='blakod', linesStartAt1=True, columnsStartAt1=True)
        self.launch = self.dap.send('launch', project=world, test='FailingTest.TestTwoAndTwo')

    def end(self):
        if self.dap.process.poll() is None:
            self.dap.process.stdin.close()
            self.dap.process.wait(30)

    def begin(self, line):
        self.dap.event('initialized', 300)
        self.assertTrue(self.dap.answer(self.launch)['success'])
        (where,) = self.dap.ask('setBreakpoints', source={'path': self.test}, breakpoints=[{'line': line}])['breakpoints']
        self.dap.ask('configurationDone')
        return where

    def test_it_stops_is_changed_and_passes(self):
        line = line_of(self.test, 'Send(self,@ExpectEqual')
        self.assertTrue(self.begin(line)['verified'])
        self.dap.event('stopped', 120)
        frame = self.dap.frames()[0]
        self.assertEqual((frame['name'], frame['line']), ('FailingTest.TestTwoAndTwo', line))
        self.assertEqual(os.path.realpath(frame['source']['path']), os.path.realpath(self.test))
        self.assertEqual(self.dap.evaluate('iSum * 10'), '40')
        self.dap.ask('setVariable', variablesReference=self.dap.scopes()['Locals'], name='iSum', value='5')
        self.dap.ask('continue', threadId=1)
        self.dap.event('terminated', 120)
        self.assertIn('FailingTest.TestTwoAndTwo passed\n', self.said())

    def test_a_failure_names_its_line(self):
        self.begin(1000)
        self.dap.event('terminated', 120)
        self.assertIn('FailingTest.TestTwoAndTwo failed\n', self.said())
        (failure,) = [event['body'] for event in self.dap.events if event['event'] == 'output' and 'line' in event['body']]
        self.assertEqual(failure['line'], line_of(self.test, 'Send(self,@ExpectEqual'))
        self.assertIn('expected 5, found 4', failure['output'])

    def said(self):
        return [event['body']['output'] for event in self.dap.events if event['event'] == 'output']


if __name__ == '__main__':
    parser = argparse.ArgumentParser()
    parser.add_argument('--bin', required=True)
    OPTIONS, rest = parser.parse_known_args()
    dap_client.HANDLERS = HANDLERS + dap_client.HANDLERS
    unittest.main(argv=[sys.argv[0], *rest], warnings='ignore')
