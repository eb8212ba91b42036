# SPDX-License-Identifier: GPL-3.0-or-later
"""A debugger on the control channel that goes back and forth in time and compares the states of the machine."""
import json
import random
import select
import socket
import time


class PastWalker:
    def __init__(self, facts, seed=21, records=True, **limits):
        self.socket = socket.create_connection(('127.0.0.1', facts['port']))
        self.bytes, self.events = b'', []
        self.random = random.Random(seed)
        self.compared = 0
        self.times = []
        self.ask('hello', token=facts['token'])
        self.ask('subscribe', events=['debug'])
        self.ask('debug.attach')
        if records:
            self.ask('debug.record', **limits)

    def close(self):
        self.socket.close()

    def line(self, patience):
        """The next message; None when none comes in that time."""
        while b'\n' not in self.bytes:
            if not select.select([self.socket], [], [], patience)[0]:
                return None
            more = self.socket.recv(1 << 16)
            assert more, 'the server has hung up'
            self.bytes += more
        line, self.bytes = self.bytes.split(b'\n', 1)
        return json.loads(line)

    def answer(self, action, **fields):
        self.socket.sendall(json.dumps({'id': 1, 'do': action, **fields}).encode() + b'\n')
        while True:
            message = self.line(180)
            assert message is not None, 'no answer to ' + action
            if 'event' not in message:
                return message
            self.events.append(message)

    def ask(self, action, **fields):
        answer = self.answer(action, **fields)
        assert answer['ok'], (action, fields, answer)
        return answer['result']

    def between(self, action, **fields):
        """When no handler runs."""
        while True:
            answer = self.answer(action, **fields)
            if answer['ok']:
                return answer['result']
            assert 'a handler runs' in answer['error'], (action, fields, answer)

    def refused(self, action, **fields):
        answer = self.answer(action, **fields)
        assert not answer['ok'], (action, fields, answer)
        return answer['error']

    def stop(self, patience=180):
        """The next stop that is told; None when there is none in that time."""
        while True:
            for i, event in enumerate(self.events):
                if event['what'] == 'stopped':
                    self.events = self.events[i + 1:]
                    return event
            event = self.line(patience)
            if event is None:
                return None
            self.events.append(event)

    def move(self, action, **fields):
        begun = time.perf_counter()
        self.ask(action, **fields)
        stop = self.stop()
        self.times.append(time.perf_counter() - begun)
        return stop

    def state(self):
        """What makes two moments the same one."""
        top = self.ask('debug.stack', levels=1)[0]
        return self.ask('debug.hash')['hash'], top['file'], top['offset'], top['depth'], json.dumps(top['locals'])

    def pause(self):
        self.ask('debug.pause')
        return self.stop()

    def walk(self, steps):
        """Steps forward from a stop, then back over the same statements, a part of them forward again, farther back, and on to the
        present."""
        states = [self.state()]
        tries = 0
        while len(states) <= steps and tries < 5:
            self.ask('debug.continue', step='into')
            stop = self.stop(0.3)
            if stop is None:  # the message has ended: another one begins
                tries += 1
                stop = self.pause()
            if stop['reason'] != 'step':
                states.clear()
            states.append(self.state())
        at = len(states) - 1
        self.times.clear()
        turns = 0
        while at > 0:
            on = turns < 3 and at < len(states) - 2 and self.random.random() < 0.15
            turns += on
            at += 1 if on else -1
            self.compare(self.move('debug.continue' if on else 'debug.back', step='into'), states[at])
        older = []
        for _ in range(self.random.randrange(6)):  # into the messages before
            self.move('debug.back', step='into')
            older.append(self.state())
        for state in [*older[-2::-1], *(states[:1] if older and len(states) > 1 else [])]:
            self.compare(self.move('debug.continue', step='into'), state)
        stop = self.move('debug.travel', to='present')
        assert stop['reason'] == 'present' and not stop['past'], stop
        assert self.state() == states[-1]
        return len(states) - 1

    def compare(self, stop, state):
        assert stop['past'], stop
        seen = self.state()
        assert seen == state, (stop, seen, state)
        self.compared += 1
