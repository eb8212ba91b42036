# SPDX-License-Identifier: GPL-3.0-or-later
"""A client of the Language Server Protocol, as far as tests need one."""
import json
import os
import queue
import subprocess
import sys
import threading

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'support'))

from program_tests import OPTIONS  # noqa: E402

WAIT = 60  # seconds, for any answer


def uri(path):
    return 'file://' + path


def position(text, offset):
    """Line and UTF-16 unit of a place in a Python text."""
    before = text[:offset]
    line = before.count('\n')
    start = before.rfind('\n') + 1
    return {'line': line, 'character': len(before[start:].encode('utf-16-le')) // 2}


def offset(text, place):
    lines = text.split('\n')
    units = lines[place['line']].encode('utf-16-le')[:place['character'] * 2]
    return sum(len(line) + 1 for line in lines[:place['line']]) + len(units.decode('utf-16-le'))


class Server:
    """`blak lsp`, running."""

    def __init__(self):
        self.process = subprocess.Popen([os.path.join(OPTIONS.bin, 'blak'), 'lsp'], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE)
        self.answers = {}
        self.notes = queue.Queue()
        self.arrived = threading.Condition()
        self.number = 0
        self.ended = False
        self.errors = []
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        out = self.process.stdout
        while True:
            length = None
            for line in iter(out.readline, b'\r\n'):
                if not line:
                    with self.arrived:
                        self.ended = True
                        self.arrived.notify_all()
                    return
                if line.lower().startswith(b'content-length:'):
                    length = int(line.split(b':')[1])
            message = json.loads(out.read(length))
            assert message['jsonrpc'] == '2.0', message
            if 'id' in message and 'method' not in message:
                with self.arrived:
                    self.answers[message['id']] = message
                    self.arrived.notify_all()
            else:
                self.notes.put(message)

    def write(self, body):
        self.process.stdin.write(b'Content-Length: %d\r\n\r\n' % len(body) + body)
        self.process.stdin.flush()

    def note(self, method, params=None):
        self.write(json.dumps({'jsonrpc': '2.0', 'method': method, 'params': params or {}}).encode())

    def wait(self, number):
        with self.arrived:
            self.arrived.wait_for(lambda: number in self.answers or self.ended, WAIT)
            assert number in self.answers, 'no answer to %s' % number
            return self.answers.pop(number)

    def raw(self, method, params=None):
        self.number += 1
        self.write(json.dumps({'jsonrpc': '2.0', 'id': self.number, 'method': method, 'params': params or {}}).encode())
        return self.wait(self.number)

    def ask(self, method, params=None):
        answer = self.raw(method, params)
        assert 'error' not in answer, answer
        return answer['result']

    def next_note(self, method):
        while True:
            message = self.notes.get(timeout=WAIT)
            if message['method'] == method:
                return message['params']

    def end(self):
        """Exit code of the process."""
        if self.process.stderr.closed:
            return self.process.returncode
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        code = self.process.wait(WAIT)
        self.reader.join(WAIT)
        self.process.stdout.close()
        self.errors = self.process.stderr.read().decode(errors='replace')
        self.process.stderr.close()
        return code
