# SPDX-License-Identifier: GPL-3.0-or-later
"""Builds the small world beside this file, and runs servers on it."""
import argparse
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))


def script_options(**numbers):
    """What a script with tests was asked for: `bin`, the folder of blak and bc, and `numbers`, which have defaults. Takes it off
    the command line, whose rest is for unittest.main()."""
    parser = argparse.ArgumentParser()
    parser.add_argument('--bin', required=True, help='folder of blak and bc')
    for name, default in numbers.items():
        parser.add_argument('--' + name, type=int, default=default)
    options, sys.argv[1:] = parser.parse_known_args()
    options.bin = FolderCase.binaries = os.path.abspath(options.bin)
    return options


def build_world(binaries, folder, edit=None, dialect='classic'):
    """A run folder with compiled classes; `edit` changes the texts of classes, by their names (or that of system)."""
    source = os.path.join(folder, 'source')
    shutil.copytree(os.path.join(HERE, 'world'), source)
    for name, change in (edit if isinstance(edit, dict) else {'system': edit} if edit else {}).items():
        with open(os.path.join(source, name + '.kod'), encoding='latin-1') as file:
            program = file.read()
        with open(os.path.join(source, name + '.kod'), 'w', encoding='latin-1') as file:
            file.write(change(program))
    for name in ('object', 'system', 'user', 'admin', 'dm', 'guest', 'creator'):
        subprocess.run([os.path.join(binaries, 'bc'), '--dialect=' + dialect, '-d', '-K', 'kodbase.txt', name + '.kod'],
                       cwd=source, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for kind, target in (('.bof', 'loadkod'), ('.rsc', 'rsc')):
        os.makedirs(os.path.join(folder, target), exist_ok=True)
        for name in os.listdir(source):
            if name.endswith(kind):
                shutil.copy(os.path.join(source, name), os.path.join(folder, target))
    shutil.copy(os.path.join(source, 'kodbase.txt'), folder)


def slowness(binaries):
    """How many times longer this build takes than a usual one: bounds in time are of programs that no sanitizer watches."""
    with open(os.path.join(binaries, 'blak'), 'rb') as program:
        code = program.read()
    return 10 if b'__tsan_init' in code else 5 if b'__asan_init' in code else 1


class Server:
    def __init__(self, binaries, folder, arguments=()):
        self.binaries, self.folder, self.arguments, self.process = binaries, folder, list(arguments), None
        self.environment = None  # the test's own

    def configure(self, **groups):
        groups = {'Socket': {'Port': 0, 'MaintenancePort': 0}, **groups}
        with open(os.path.join(self.folder, 'blakserv.cfg'), 'w') as out:
            for group, options in groups.items():
                out.write('[%s]\n' % group)
                for name, value in options.items():
                    out.write('%s %s\n' % (name, value))

    def start(self):
        facts = os.path.join(self.folder, 'control.json')
        if os.path.exists(facts):
            os.unlink(facts)
        self.process = subprocess.Popen([os.path.join(self.binaries, 'blak'), 'serve', *self.arguments, self.folder],
                                        stdout=subprocess.DEVNULL, env=self.environment)
        end = time.time() + 60
        while True:
            if self.process.poll() is not None:
                raise RuntimeError('the server ended with %s' % self.process.returncode)
            try:
                with open(facts) as file:
                    self.facts = json.load(file)
                    return self
            except (OSError, ValueError):
                if time.time() > end:
                    raise
                time.sleep(0.01)

    def kill(self, how=signal.SIGKILL):
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(60)
            self.process = None

    def log(self, channel):
        try:
            with open(os.path.join(self.folder, 'channel', channel + '.txt'), encoding='latin-1') as file:
                return file.read()
        except OSError:
            return ''


class FolderCase(unittest.TestCase):
    """A run folder, and what `blak serve` says about it. Set `binaries` first."""

    binaries = None

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix='blak-serve-')
        self.addCleanup(shutil.rmtree, self.folder, True)

    def path(self, *parts):
        return os.path.join(self.folder, *parts)

    def build(self):
        build_world(self.binaries, self.folder)
        os.makedirs(self.path('rooms'))

    def blak(self, *words):
        done = subprocess.run([os.path.join(self.binaries, 'blak'), 'serve', *words], stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60)
        return done.returncode, done.stdout.decode(errors='replace')

    def state(self):
        found = {}
        for where, _, files in os.walk(self.folder):
            found[where] = None
            for name in files:
                try:
                    with open(os.path.join(where, name), 'rb') as file:
                        found[os.path.join(where, name)] = file.read()
                except OSError as error:
                    found[os.path.join(where, name)] = str(error)
        return found

    def refused(self, *expected):
        """By a server and by a check. The text of the check."""
        code, said = self.blak('--port', '0', '--maintenance-port', '0', self.folder)
        self.assertEqual(code, 1, said)
        for words in expected:
            self.assertIn(words, said)
        before = self.state()
        code, said = self.blak('--check', self.folder)
        self.assertEqual(self.state(), before)
        self.assertEqual(code, 1, said)
        for words in expected:
            self.assertIn(words, said)
        return said

    def write(self, name, text):
        with open(self.path(name), 'w') as out:
            out.write(text)

    def served(self, **config):
        """A world that was served once."""
        self.build()
        server = Server(self.binaries, self.folder)
        server.configure(**{'Auto': {'SnapshotPeriod': 0}, **config})
        server.start()
        self.addCleanup(server.kill)
        Control(server.facts).ask('admin', command='save game')
        server.kill()
        return server


class PeerServer:
    """Any server of the old kind, for comparisons: a command that runs in its folder."""

    PATHS = ('Bof loadkod', 'Memmap memmap', 'Rsc rsc', 'Rooms rooms', 'Motd .', 'Channel channel', 'LoadSave savegame', 'Forms .',
             'Kodbase .', 'PackageFile .')

    def __init__(self, command, folder):
        self.command, self.folder, self.process = command, folder, None

    def configure(self, **groups):
        for name in ('memmap', 'rooms', 'channel', 'savegame'):
            os.makedirs(os.path.join(self.folder, name), exist_ok=True)
        for name in ('packages.txt', 'banned.txt', 'motd.txt'):
            open(os.path.join(self.folder, name), 'a').close()
        ports = []
        for _ in range(2):
            with socket.create_server(('127.0.0.1', 0)) as probe:
                ports.append(probe.getsockname()[1])
        self.facts = {'players': ports[0], 'maintenance': ports[1]}
        groups = {**groups, 'Socket': {'Port': ports[0], 'MaintenancePort': ports[1], 'MaintenanceMask': '127.0.0.1'}}
        groups.setdefault('Auto', {}).update(SavePeriod=1800)
        with open(os.path.join(self.folder, 'blakserv.cfg'), 'w') as out:
            out.write('[Path]\n' + ''.join('%-20s %s/\n' % tuple(path.split()) for path in self.PATHS))
            for group, options in groups.items():
                out.write('\n[%s]\n' % group + ''.join('%-20s %s\n' % option for option in options.items()))

    def start(self):
        self.process = subprocess.Popen([self.command], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL)
        end = time.time() + 60
        while True:
            try:
                socket.create_connection(('127.0.0.1', self.facts['maintenance']), 1).close()
                return self
            except OSError:
                if self.process.poll() is not None or time.time() > end:
                    raise
                time.sleep(0.05)

    def kill(self, how=signal.SIGKILL):
        Server.kill(self, how)


class Control:
    """The control channel."""

    def __init__(self, facts, token=None):
        self.socket = socket.create_connection(('127.0.0.1', facts['port']))
        self.socket.settimeout(20)
        self.file = self.socket.makefile('rwb')
        self.events = []
        self.greeting = self.ask('hello', token=facts['token'] if token is None else token)

    def ask(self, action, **fields):
        self.file.write(json.dumps({'id': 1, 'do': action, **fields}).encode() + b'\n')
        self.file.flush()
        while True:
            try:
                line = self.file.readline()
            except ConnectionResetError: # closed before it had read all
                line = b''
            if not line:
                return None
            answer = json.loads(line)
            if 'event' not in answer:
                return answer
            self.events.append(answer)
