#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Everything at once against one server: connections that never log in, garbage, floods of players, a disk that is full, kills. Twenty
honest players come, play and go meanwhile. None may be kept out, p99 of their requests stays below a bound but for the moments
around a kill, and what a save has acknowledged is there after each kill. Ends with status 1 when that is not so; see
docs/reliability.md."""
import argparse
import errno
import os
import random
import resource
import shutil
import socket
import struct
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), 'server', 'serve'))

from client import AP_CREDITS, AP_GETLOGIN, Client, Maintenance, text  # noqa: E402
from faults import DISK, Faults  # noqa: E402
from server_tools import Control, Server, build_world  # noqa: E402

HONEST, FLOODERS, CROWD = 20, 20, 300


class Attack:
    def __init__(self, binaries, folder, seconds, between_kills):
        self.folder, self.end, self.between_kills = folder, time.time() + seconds, between_kills
        build_world(binaries, folder)
        self.faults = Faults(binaries, folder)
        self.server = Server(binaries, folder)
        self.server.configure(Auto={'SnapshotPeriod': 5})
        self.server.environment = self.faults.environment
        self.server.start()
        self.down_until = 0  # no figures count before
        self.latencies, self.entries, self.faults_seen, self.lock = [], [], [], threading.Lock()
        maintenance = Maintenance(self.server.facts['maintenance'])
        for number in range(HONEST):
            maintenance.run('create automated good%d secret' % number)
        for number in range(FLOODERS):
            maintenance.run('create automated evil%d secret' % number)
        maintenance.run('save game')
        self.saved_at = time.time()
        self.acknowledged = self.kills = self.saves = self.full = 0

    def over(self):
        return time.time() >= self.end

    def calm(self, begun):
        return begun > self.down_until

    def note(self, where, what):
        with self.lock:
            where.append(what)

    # --- who plays ---
    def honest(self, number):
        while not self.over():
            begun = time.time()
            try:
                client = Client(self.server.facts['players'], source='127.9.%d.1' % number)
                client.enter('good%d' % number, 'secret')
            except (OSError, IndexError, struct.error, AssertionError) as error:
                if self.calm(begun):
                    self.note(self.faults_seen, 'good%d could not come in: %r' % (number, error))
                time.sleep(0.2)
                continue
            if self.calm(begun):
                if self.saved_at < begun - 0.1: # a collection sends those who choose back to the menu, as the protocol wants it
                    self.note(self.entries, time.time() - begun)
            until = time.time() + random.uniform(5, 15)
            while time.time() < until and not client.closed and not self.over():
                kinds = []
                for _ in range(5): # what is under way while garbage is collected is dropped, and asked for again
                    begun = time.time()
                    client.send(b'\x9b\x05')
                    kinds = client.kinds(until=20, most=1)
                    if 20 in kinds or client.closed:
                        break
                if 20 in kinds:
                    if self.calm(begun):
                        self.note(self.latencies, time.time() - begun)
                elif self.calm(begun) and not self.over():
                    self.note(self.faults_seen, 'good%d was lost' % number)
                    break
                time.sleep(0.2)
            client.socket.close()

    # --- who does not ---
    def crowd(self):
        held = []
        while not self.over():
            try:
                if len(held) < CROWD:
                    one = socket.socket()
                    one.setblocking(False)
                    one.bind(('127.8.%d.%d' % (random.randrange(250), random.randrange(1, 250)), 0))
                    one.connect_ex(('127.0.0.1', self.server.facts['players']))
                    held.append(one)
                else:
                    one = held.pop(random.randrange(len(held)))
                    one.send(random.choice((b'\1\0\0\0\1\0\0\1', os.urandom(200), struct.pack('<HHHB', 5, 0, 6, 0) + b'\1aaaa')))
                    held.append(one) if random.random() < 0.8 else one.close()
            except OSError:
                held = [one for one in held if one.fileno() >= 0]
            time.sleep(0.002)
        for one in held:
            one.close()

    def flooder(self, number):
        while not self.over():
            try:
                client = Client(self.server.facts['players'], source='127.7.%d.1' % number)
                client.enter('evil%d' % number, 'secret')
                for _ in range(20):
                    client.send_raw(b''.join(client.frame(random.choice((b'\x5a\x01', b'\x6e\x01' + text('x' * 400), b'\x3d\x01' + text('z'),
                                                                          b'\x17' + text('a' * 16) + text('b' * 16))))
                                             for _ in range(100)))
                    client.frames(most=0.2, quiet=0.05)
                client.socket.close()
            except (OSError, IndexError, struct.error, AssertionError, TypeError):
                time.sleep(0.3)

    def guesser(self):
        while not self.over():
            try:
                client = Client(self.server.facts['players'], source='127.6.%d.%d' % (random.randrange(250), random.randrange(1, 250)))
                client.frames(until=AP_GETLOGIN, most=1)
                client.login('good%d' % random.randrange(HONEST), 'guess')
                client.frames(most=0.1, quiet=0.05)
                client.socket.close()
                with socket.create_connection(('127.0.0.1', self.server.facts['maintenance'])) as page:
                    page.sendall(b'POST / HTTP/1.1\r\n\r\nterminate nosave\r\n')
                with socket.create_connection(('127.0.0.1', self.server.facts['port'])) as tool:
                    tool.sendall(b'[' * 4000)
            except (OSError, TypeError):
                pass
            time.sleep(0.02)

    # --- what happens ---
    def counter(self):
        rows = Control(self.server.facts).ask('object.read', object=0)['result']['properties']
        return next(row['value']['data'] for row in rows if row['name'] == 'piLoads')

    def save(self, number):
        control = Control(self.server.facts)
        control.ask('object.write', object=0, property='piLoads', value=number)
        self.saved_at = time.time() + 1000
        if 'Save time is' in control.ask('admin', command='save game')['result']['text']:
            self.acknowledged = number
            self.saves += 1
        self.saved_at = time.time()

    def run(self):
        threads = [threading.Thread(target=self.honest, args=(number,)) for number in range(HONEST)]
        threads += [threading.Thread(target=self.flooder, args=(number,)) for number in range(FLOODERS)]
        threads += [threading.Thread(target=self.crowd), threading.Thread(target=self.guesser)]
        for thread in threads:
            thread.start()
        number, kill_at = 1000, time.time() + self.between_kills
        try:
            while not self.over():
                number += 1000
                full = random.random() < 0.3
                if full:
                    self.faults.arm(DISK, random.choice((errno.ENOSPC, errno.EIO)))
                    self.full += 1
                self.save(number)
                time.sleep(random.uniform(1, 3))
                self.faults.disarm()
                if self.server.process.poll() is not None:
                    raise SystemExit('the server ended by itself with %s' % self.server.process.returncode)
                if time.time() >= kill_at:
                    kill_at = time.time() + self.between_kills
                    self.down_until = time.time() + 1000
                    self.server.kill()
                    self.server.start()
                    self.kills += 1
                    if self.counter() < self.acknowledged:
                        self.note(self.faults_seen, 'kill %d lost a save that was acknowledged' % self.kills)
                    self.down_until = time.time() + 3  # everybody comes again at once
        finally:
            self.end = 0
            for thread in threads:
                thread.join(30)
            self.server.kill()

    def report(self, bound):
        def p99(values):
            return sorted(values)[len(values) * 99 // 100] if values else float('inf')

        size = sum(os.path.getsize(os.path.join(self.folder, 'channel', name)) for name in os.listdir(os.path.join(self.folder, 'channel')))
        print('kills %d, acknowledged saves %d, full disks %d' % (self.kills, self.saves, self.full))
        print('honest requests %d, p99 %.1f ms, longest %.1f ms' %
              (len(self.latencies), 1000 * p99(self.latencies), 1000 * max(self.latencies, default=0)))
        print('honest entries %d, p99 %.2f s, longest %.2f s' % (len(self.entries), p99(self.entries), max(self.entries, default=0)))
        print('logs %.1f MB' % (size / 1e6))
        for fault in self.faults_seen[:20]:
            print('! ' + fault)
        return not self.faults_seen and p99(self.latencies) < bound and self.entries


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--bin', required=True, help='folder of blak and bc')
    parser.add_argument('--seconds', type=float, default=900)
    parser.add_argument('--between-kills', type=float, default=60)
    parser.add_argument('--p99', type=float, default=50, help='milliseconds')
    parser.add_argument('--seed', type=int, default=1)
    options = parser.parse_args()
    random.seed(options.seed)
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    folder = tempfile.mkdtemp(prefix='blak-attack-')
    try:
        attack = Attack(os.path.abspath(options.bin), folder, options.seconds, options.between_kills)
        attack.run()
        return 0 if attack.report(options.p99 / 1000) else 1
    finally:
        shutil.rmtree(folder, True)


if __name__ == '__main__':
    sys.exit(main())
