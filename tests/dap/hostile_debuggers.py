#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Debuggers that misbehave, on a world that is played: garbage and half messages on the control channel and to `blak dap`, tools
without a token, debuggers that stop the world and vanish. Whatever they do, the world goes on, a player who watches is not dropped,
and a debugger who behaves is served. Prints what was done; ends with 1 as soon as something does not hold."""
import argparse
import collections
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

from dap_client import Control, Dap, line_of, make_project
from client import Client  # noqa: E402, of the server's tests

PATIENCE = 30  # seconds for what should take none
# Not those that may rightly end the world: terminate, disconnect.
REQUESTS = ('initialize', 'launch', 'attach', 'threads', 'configurationDone', 'setBreakpoints',
            'setFunctionBreakpoints', 'setExceptionBreakpoints', 'dataBreakpointInfo', 'setDataBreakpoints', 'breakpointLocations',
            'continue', 'next', 'stepIn', 'stepOut', 'pause', 'blakodWorld', 'blakodReload', 'gotoTargets', 'goto', 'restartFrame', 'source', 'exceptionInfo',
            'stackTrace', 'scopes', 'variables', 'setVariable', 'evaluate', 'stepBack', 'reverseContinue', 'blakodTimes', 'blakodTravel')
ACTIONS = ('hello', 'help', 'status', 'debug.attach', 'debug.detach', 'debug.breakpoints', 'debug.continue', 'debug.pause',
           'debug.stack', 'debug.places', 'debug.messages', 'debug.writes', 'debug.errors', 'debug.evaluate', 'debug.goto',
           'debug.restart', 'debug.local', 'debug.element', 'debug.entry', 'debug.variables', 'debug.record', 'debug.back',
           'debug.travel', 'debug.times', 'debug.hash', 'debug.ago', 'debug.handlers', 'debug.writers', 'debug.save', 'debug.origin', 'posts', 'references', 'owners', 'test', 'subscribe', 'profile.start', 'profile.stop')


class Hostile:
    def __init__(self, binaries, seed):
        self.binaries, self.random = binaries, random.Random(seed)
        self.folder = tempfile.mkdtemp(prefix='blak-hostile-')
        self.source = make_project(self.folder)
        self.line = line_of(self.source, 'return number * 2')
        self.process = subprocess.Popen([os.path.join(binaries, 'blak'), 'serve', '--port', '0', '--maintenance-port', '0', self.folder], stdout=subprocess.DEVNULL)
        self.facts = self.wait_for_server()
        self.tool = Control(self.facts)
        self.user = self.tool.ask('create', **{'class': 'User'})['result']['object']
        self.tool.ask('admin', command='create automated walker secret')
        self.player = Client(self.facts['players'])
        self.player.enter('walker', 'secret')
        threading.Thread(daemon=True, target=self.play).start()
        self.done = collections.Counter()

    def play(self):
        """A client that is silent for half a minute would rightly be hung up on."""
        while not self.player.closed:
            self.player.send(b'\x03')
            self.player.frames(quiet=3)

    def wait_for_server(self):
        end = time.time() + 60
        while time.time() < end and self.process.poll() is None:
            try:
                with open(os.path.join(self.folder, 'run', 'server', 'control.json')) as file:
                    return json.load(file)
            except (OSError, ValueError):
                time.sleep(0.02)
        raise AssertionError('the world is not served')

    def send(self, number):
        """Twice, in the background, for it may stop. The thread has `result` afterwards."""
        def run():
            tool = Control(self.facts)
            tool.socket.settimeout(PATIENCE)
            thread.result = tool.ask('send', object=self.user, message='Twice', parameters={'number': number})
            tool.file.close()
            tool.socket.close()

        thread = threading.Thread(daemon=True, target=run)
        thread.result = None
        thread.start()
        return thread

    def good_debugger(self):
        dap = Dap(self.binaries)
        dap.ask('initialize')
        dap.ask('attach', folder=self.folder, project=self.folder)
        dap.ask('setBreakpoints', source={'path': self.source}, breakpoints=[{'line': self.line}])
        return dap

    def close(self):
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.folder, True)

    # --- what hostile messages are made of ---

    def value(self, depth=0):
        pick = self.random.randrange
        kind = pick(9 if depth < 3 else 6)
        if kind == 0:
            return pick(-5, 200)
        if kind == 1:
            return self.random.choice((2 ** 31, -2 ** 63, 2 ** 64, 1e308, -1, 0))
        if kind == 2:
            return self.random.choice(('User', 'number', 'x' * 3000, '\u0000', '{', 'iSum = (', 'User.piCounter', 'object:1:x', ''))
        if kind in (3, 4):
            return self.random.choice((None, True, False))
        if kind == 5:
            return self.source
        if kind == 6:
            return [self.value(depth + 1) for _ in range(pick(4))]
        return {self.random.choice(('line', 'id', 'offset', 'name', 'path', 'condition', 'code', 'locals', 'tag', 'data', 'hits',
                                    'log', 'once')): self.value(depth + 1) for _ in range(pick(4))}

    def fields(self):
        names = ('threadId', 'frameId', 'variablesReference', 'expression', 'source', 'breakpoints', 'filters', 'filterOptions',
                 'lines', 'line', 'targetId', 'name', 'value', 'start', 'count', 'file', 'places', 'messages', 'writes', 'frame',
                 'offset', 'step', 'of', 'list', 'object', 'class', 'code', 'locals', 'period', 'statements', 'containing', 'stop')
        return {self.random.choice(names): self.value() for _ in range(self.random.randrange(5))}

    def spoiled(self, data):
        data = bytearray(data)
        for _ in range(self.random.randrange(4)):
            if not data:
                break
            at = self.random.randrange(len(data))
            how = self.random.randrange(3)
            if how == 0:
                data[at] = self.random.randrange(256)
            elif how == 1:
                del data[at:]
            else:
                data[at:at] = bytes(self.random.randrange(256) for _ in range(self.random.randrange(1, 40)))
        return bytes(data)

    # --- what they do ---

    def stranger(self):
        """Says things without the token."""
        with socket.create_connection(('127.0.0.1', self.facts['port'])) as link:
            link.settimeout(PATIENCE)
            request = {'id': 1, 'do': self.random.choice(ACTIONS[1:]), **self.fields()}
            if self.random.randrange(2):
                request = {'id': 1, 'do': 'hello', 'token': self.facts['token'][:-1] + '!'}
            link.sendall(json.dumps(request).encode() + b'\n')
            said = b''
            while True:
                try:
                    more = link.recv(65536)
                except ConnectionResetError:
                    more = b''
                if not more:
                    break
                said += more
            if b'"ok":true' in said.replace(b' ', b'') or said.count(b'\n') > 1:
                raise AssertionError('a stranger was answered: %r' % said)

    def garbage(self):
        """Bytes to the control channel, with the token or without, and half of a line at the end."""
        with socket.create_connection(('127.0.0.1', self.facts['port'])) as link:
            if self.random.randrange(2):
                link.sendall(json.dumps({'id': 1, 'do': 'hello', 'token': self.facts['token']}).encode() + b'\n')
            for _ in range(self.random.randrange(1, 10)):
                request = {'id': self.random.randrange(9), 'do': self.random.choice(ACTIONS), **self.fields()}
                line = json.dumps(request).encode() + b'\n'
                try:
                    link.sendall(self.spoiled(line) if self.random.randrange(2) else line)
                except OSError:
                    return  # the server has had enough

    def adapter(self):
        """A debug adapter that is told nonsense."""
        dap = Dap(self.binaries)
        try:
            dap.send('initialize', adapterID='x')
            if self.random.randrange(3):
                dap.ask('attach', folder=self.folder, project=self.folder)
            for _ in range(self.random.randrange(1, 12)):
                body = json.dumps({'seq': dap.seq + 1, 'type': 'request', 'command': self.random.choice(REQUESTS[3:]),
                                   'arguments': self.fields()}).encode()
                dap.seq += 1
                message = b'Content-Length: %d\r\n\r\n' % len(body) + body
                dap.send_raw(self.spoiled(message) if self.random.randrange(4) == 0 else message)
        except (OSError, EOFError):
            pass
        finally:
            self.vanish(dap)

    def vanish(self, dap):
        if self.random.randrange(2):
            dap.process.kill()
        else:
            try:
                dap.process.stdin.close()
            except OSError:
                pass
        try:
            dap.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            dap.process.kill()
            raise AssertionError('an adapter does not end when its editor has gone')
        if dap.process.returncode not in (0, 1, -signal.SIGKILL):
            raise AssertionError('an adapter has crashed: %d' % dap.process.returncode)

    def stops_and_vanishes(self):
        """Somebody waits for an answer of a handler that a debugger has stopped, and the debugger goes."""
        dap = self.good_debugger()
        thread = self.send(21)
        dap.event('stopped', PATIENCE)
        for _ in range(self.random.randrange(4)):
            try:
                dap.send(self.random.choice(REQUESTS[3:]), **self.fields())
            except OSError:
                break
        if self.random.randrange(3) == 0:
            dap.send_raw(b'Content-Length: 500\r\n\r\n{"seq":')
        self.vanish(dap)
        thread.join(PATIENCE)
        if thread.result is None:
            raise AssertionError('the world stands still after its debugger has gone')

    def cut_off(self):
        """The same on the control channel, whose connection is reset."""
        tool = Control(self.facts)
        tool.ask('debug.attach')
        tool.ask('debug.messages', messages=[{'id': 1, 'class': 'User', 'message': 'Twice'}])
        thread = self.send(21)
        time.sleep(0.05)
        tool.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b'\1\0\0\0\0\0\0\0')
        tool.file.close()
        tool.socket.close()
        thread.join(PATIENCE)
        if thread.result is None:
            raise AssertionError('the world stands still after its debugger was cut off')

    def world_goes_on(self):
        answer = []
        thread = threading.Thread(daemon=True, target=lambda: answer.append(self.tool.ask(
            'send', object=self.user, message='Twice', parameters={'number': 4})))
        thread.start()
        thread.join(PATIENCE)
        if not answer or not answer[0]['ok'] or (answer[0]['result'] or {}).get('data') != 8:
            raise AssertionError('the world does not answer: %r' % answer)
        if self.process.poll() is not None:
            raise AssertionError('the server has ended with %d' % self.process.returncode)
        if self.player.closed:
            raise AssertionError('the player was dropped')

    def run(self, seconds):
        ways = (self.stranger, self.garbage, self.garbage, self.adapter, self.stops_and_vanishes, self.cut_off)
        end, before = time.time() + seconds, self.memory()
        while time.time() < end:
            way = self.random.choice(ways)
            way()
            self.done[way.__name__] += 1
            self.world_goes_on()
        # Who behaves is served after all that.
        dap = self.good_debugger()
        thread = self.send(5)
        dap.event('stopped', PATIENCE)
        if dap.evaluate('number') != '5':
            raise AssertionError('a debugger who behaves is not served')
        dap.ask('continue', threadId=1)
        thread.join(PATIENCE)
        if thread.result is None or (thread.result.get('result') or {}).get('data') != 10:
            raise AssertionError('the handler gave another value: %r' % thread.result)
        self.vanish(dap)
        print('%d hostile debuggers: %s; the server had %d MB before and %d MB after' % (
            sum(self.done.values()), ', '.join('%d %s' % (n, name) for name, n in sorted(self.done.items())), before,
            self.memory()), flush=True)
        if self.memory() > before + 100:
            raise AssertionError('the server keeps what strangers send')

    def memory(self):
        with open('/proc/%d/status' % self.process.pid) as file:
            return next(int(line.split()[1]) // 1024 for line in file if line.startswith('VmRSS'))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--bin', required=True)
    parser.add_argument('--seconds', type=float, default=20)
    parser.add_argument('--seed', type=int, default=None)
    options = parser.parse_args()
    seed = random.randrange(2 ** 32) if options.seed is None else options.seed
    print('seed %d' % seed, flush=True)
    hostile = Hostile(options.bin, seed)
    try:
        hostile.run(options.seconds)
    finally:
        print('so far: %r' % dict(hostile.done), flush=True)
        hostile.close()


if __name__ == '__main__':
    sys.exit(main())
