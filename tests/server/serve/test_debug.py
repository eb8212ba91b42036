#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Debuggers at a real server: while a handler is stopped the tools are served, players wait, and nothing is lost. Reloads of a program
that cannot be taken leave the world as it was."""
import json
import os
import signal
import time
import unittest

from client import Client
from server_tools import Control, FolderCase, Server, build_world, script_options


class DebugCase(FolderCase):
    def setUp(self):
        super().setUp()
        build_world(self.binaries, self.folder)
        self.server = Server(self.binaries, self.folder)
        self.server.configure(Auto={'SnapshotPeriod': 0})
        self.server.start()
        self.addCleanup(self.server.kill)
        self.tool = Control(self.server.facts)
        for name in ('ann', 'ben'):
            self.tool.ask('admin', command='create automated %s secret' % name)
        self.ann = Client(self.server.facts['players'])
        self.ann.enter('ann', 'secret')
        with open(self.path('source', 'user.kod'), encoding='latin-1') as file:
            lines = file.read().split('\n')
        self.line = next(number for number, line in enumerate(lines, 1) if 'piCounter = piCounter + 1' in line)

    def counter(self, tool=None):
        rows = (tool or self.tool).ask('object.read', object=self.ann.number)['result']['properties']
        return next(row['value']['data'] for row in rows if row['name'] == 'piCounter')

    def wait_for(self, tool, what):
        """An event of the debugger."""
        end = time.time() + 10
        while time.time() < end:
            tool.ask('status')
            for event in tool.events:
                if event.get('event') == 'debug' and event['what'] == what:
                    tool.events.remove(event)
                    return event
            time.sleep(0.02)
        self.fail('no event ' + what)

    def start_to_stop(self):
        """The tool has sent the message, and its handler is stopped."""
        other = Control(self.server.facts)
        other.ask('subscribe', events=['debug'])
        self.assertTrue(self.tool.ask('debug.attach')['ok'])
        found = self.tool.ask('debug.breakpoints', file='user.kod', lines=[self.line])['result']
        self.assertEqual(found, [{'line': self.line, 'statements': 1}])
        self.tool.file.write(json.dumps({'id': 9, 'do': 'send', 'object': self.ann.number, 'message': 'Count'}).encode() + b'\n')
        self.tool.file.flush()
        stop = self.wait_for(other, 'stopped')
        self.assertEqual((stop['reason'], stop['line']), ('breakpoint', self.line))
        return other

    def answer(self, number):
        while True:
            line = json.loads(self.tool.file.readline())
            if line.get('id') == number:
                return line


class Stops(DebugCase):
    def test_another_tool_looks_and_goes_on(self):
        other = self.start_to_stop()
        stack = other.ask('debug.stack')['result']
        self.assertEqual((stack[0]['class'], stack[0]['message'], stack[0]['line']), ('User', 'Count', self.line))
        self.assertEqual(stack[0]['object'], self.ann.number)
        for request in ({'do': 'save'}, {'do': 'admin', 'command': 'save game'}, {'do': 'reload', 'what': 'program'}):
            refused = other.ask(request['do'], **{name: value for name, value in request.items() if name != 'do'})
            self.assertFalse(refused['ok'], request)
            self.assertIn('a handler stands', refused['error'])
        third = Control(self.server.facts)  # who comes now is served too
        self.assertTrue(third.greeting['ok'])
        before = self.counter(third)
        self.ann.frames()
        self.ann.send(b'\x03')
        self.assertEqual(self.ann.kinds(most=0.5, quiet=0.5), [])  # players wait
        self.assertTrue(other.ask('debug.continue')['ok'])
        self.assertTrue(self.answer(9)['ok'])
        self.assertEqual(self.counter(), before + 1)
        self.assertIn(1, self.ann.kinds(until=1))  # and lose nothing

    def test_the_time_of_a_stop_is_nobodys(self):
        other = self.start_to_stop()
        time.sleep(1.3)
        self.assertTrue(other.ask('debug.continue')['ok'])
        self.assertTrue(self.answer(9)['ok'])
        time.sleep(0.5)
        self.assertEqual(other.ask('status')['result']['counters']['slow_messages'], 0)
        self.assertNotIn('longer than a second', self.server.log('error'))

    def test_the_tool_that_sent_goes_on_itself(self):
        self.start_to_stop()
        self.tool.file.write(b'{"id": 10, "do": "debug.continue", "step": "over"}\n{"id": 11, "do": "debug.stack"}\n'
                             b'{"id": 12, "do": "debug.continue"}\n')
        self.tool.file.flush()
        self.assertTrue(self.answer(10)['ok'])
        end = time.time() + 10
        ids = {}
        while time.time() < end and len(ids) < 3:
            line = json.loads(self.tool.file.readline())
            if 'id' in line:
                ids[line['id']] = line
            if line.get('id') == 12 and not line['ok']:  # the step had not come to its end yet
                self.tool.file.write(b'{"id": 12, "do": "debug.continue"}\n')
                self.tool.file.flush()
                del ids[12]
        self.assertTrue(ids[9]['ok'] and ids[12]['ok'], ids)

    def test_tools_that_go_let_the_handler_go_on(self):
        other = self.start_to_stop()
        self.assertTrue(other.ask('debug.attach')['ok'])  # two debug
        self.tool.file.close()
        self.tool.socket.close()
        time.sleep(0.3)
        self.ann.frames()
        self.ann.send(b'\x03')
        self.assertEqual(self.ann.kinds(most=0.4, quiet=0.4), [])  # the other one is still there
        other.file.close()
        other.socket.close()
        self.assertIn(1, self.ann.kinds(until=1))
        self.tool = Control(self.server.facts)
        self.assertEqual(self.counter(), 1)

    def test_a_player_meets_a_breakpoint(self):
        other = Control(self.server.facts)
        other.ask('subscribe', events=['debug'])
        other.ask('debug.attach')
        other.ask('debug.breakpoints', file='user.kod', lines=[self.line])
        self.ann.send(b'\x5a\x01')
        self.wait_for(other, 'stopped')
        ben = Client(self.server.facts['players'])
        self.assertEqual(ben.kinds(most=0.4, quiet=0.4), [])  # not even greeted
        other.ask('debug.breakpoints', file='user.kod', lines=[])
        other.ask('debug.continue')
        self.assertEqual(ben.kinds(until=21), [21])
        for _ in range(5):
            self.ann.send(b'\x5a\x01')
        self.ann.send(b'\x03')
        self.ann.frames(until=1)
        self.assertEqual(self.counter(other), 6)

    def test_a_server_that_is_to_end_does(self):
        self.start_to_stop()
        self.server.process.send_signal(signal.SIGTERM)
        self.assertEqual(self.server.process.wait(20), 0)
        self.server.start()
        self.tool = Control(self.server.facts)
        self.assertTrue(self.tool.ask('admin', command='show accounts')['ok'])
        self.assertEqual(len(self.tool.ask('instances', **{'class': 'User'})['result']['objects']), 4)


class Reloads(DebugCase):
    """Of a program that is found bad when half of it is there."""

    def state(self):
        users = self.tool.ask('instances', **{'class': 'User'})['result']['objects']
        out = [self.tool.ask('object.read', object=thing)['result'] for thing in users + [0]]
        return out + [self.tool.ask('admin', command='show timers')['result']['text'].split('\n')[1:3]]

    def test_a_class_that_cannot_be_taken(self):
        self.ann.send(b'\x5a\x01')
        self.ann.send(b'\x03')
        self.ann.frames(until=1)
        before = self.state()
        good = {name: open(self.path(*name), 'rb').read() for name in (('memmap', 'user.bof'), ('kodbase.txt',))}
        other = self.path('other')
        os.makedirs(other)
        build_world(self.binaries, other, {'object': lambda text: text.replace('properties:', 'properties:\n   piFresh = 5') if 'properties:' in text
                                           else text.replace('messages:', 'properties:\n   piFresh = 5\n\nmessages:', 1)})
        fresh = open(os.path.join(other, 'loadkod', 'object.bof'), 'rb').read()
        for size in sorted({10, len(fresh) // 3, len(fresh) // 2, len(fresh) - 5, len(fresh)}):
            with open(self.path('loadkod', 'object.bof'), 'wb') as out:  # its children still have the old shape
                out.write(fresh[:size])
            answer = self.tool.ask('reload', what='class', name='Object')
            if not answer['ok']:
                self.assertEqual(self.state(), before, size)
            self.assertTrue(self.tool.ask('send', object=self.ann.number, message='GetUserName')['ok'])
        for name, data in good.items():
            self.assertEqual(open(self.path(*name), 'rb').read(), data)
        self.ann.send(b'\x5a\x01')
        self.ann.send(b'\x03')
        self.assertIn(1, self.ann.kinds(until=1))
        self.assertEqual(self.counter(), 2)


if __name__ == '__main__':
    script_options()
    unittest.main(warnings='ignore')
