#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Everything at once against one server with the sample world: connections that never log in, garbage, floods of players, guesses,
pages, a disk that is full, kills. Twenty honest bots (`blak bot`) play meanwhile, from shortly after each start of the server until
shortly before it is killed, and others come and go. None of them may be kept out or lost, p99 of the bots' pings stays below a bound
but for the kills, and what was acknowledged (saves, bans) is there after each kill. Ends with status 1 when that is not so; see
docs/reliability.md."""
import argparse
import errno
import json
import os
import random
import resource
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), 'world'))

from world_tools import REDBOOK, WorldServer  # noqa: E402

from client import AP_GETLOGIN, Client, text  # noqa: E402  world_tools knows where it is
from faults import DISK, Faults  # noqa: E402
from server_tools import Control  # noqa: E402

BOTS, GUESTS, FLOODERS, CROWD = 20, 3, 20, 300
FLOOD = (b'\x2c', b'\x6e\x01' + text('x' * 400), b'\x75', b'\x28', b'\x2a', b'\x17' + text('a' * 16) + text('b' * 16), b'\x5a\x08',
         b'\x6f' + struct.pack('<H', 0) + text('x'))


def name_of(kind, number):
    """Characters have letters only."""
    return kind + chr(ord('a') + number)


class Attack:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.binaries = os.path.abspath(options.bin)
        self.end = time.time() + options.seconds
        self.faults = Faults(self.binaries, folder)
        self.server = WorldServer(self.binaries, folder)
        self.server.configure(Auto={'SnapshotPeriod': 5, 'KodPeriod': 100000})
        self.server.environment = self.faults.environment
        self.server.start()
        self.control = Control(self.server.facts)
        for count, kind in ((GUESTS, 'guest'), (FLOODERS, 'evil')):
            for number in range(count):
                self.admin('create automated %s secret' % name_of(kind, number))
        for number in range(BOTS):
            self.admin('create automated bot%d botsecret' % (number + 1))
        self.admin('save game')
        self.calm_from, self.calm_until = time.time(), time.time()  # kills, and collections, in which all go back to the menu
        self.entries, self.faults_seen, self.reports, self.lock = [], [], [], threading.Lock()
        self.acknowledged, self.bans = 0, []
        self.kills = self.saves = self.full = 0

    def admin(self, command):
        return self.control.ask('admin', command=command)['result']['text']

    def over(self):
        return time.time() >= self.end

    def note(self, where, what):
        with self.lock:
            where.append(what)

    # --- who plays ---
    def guest(self, number):
        """Comes and goes; how long coming took."""
        name = name_of('guest', number)
        while not self.over():
            begun = time.time()
            try:
                client = Client(self.server.facts['players'], REDBOOK, '127.9.%d.1' % number)
                client.enter(name, 'secret')
                client.frames(most=0.5)
                client.socket.close()
                took = time.time() - begun
            except (OSError, IndexError, struct.error, AssertionError) as error:
                took = repr(error)
            if begun > self.calm_from and time.time() < self.calm_until:
                if isinstance(took, float):
                    self.note(self.entries, took)
                else:
                    self.note(self.faults_seen, '%s could not come in: %s' % (name, took))
            time.sleep(random.uniform(0.5, 1.5))

    def play(self, seconds):
        """The bots, for so long; what they report."""
        return subprocess.Popen(
            [os.path.join(self.binaries, 'blak'), 'bot', '--json', '--server', '127.0.0.1:%d' % self.server.facts['players'], '--count',
             str(BOTS), '--seconds', '%.1f' % seconds, '--rate', '2', '--rooms', os.path.join(self.folder, 'rooms'), '--resources',
             os.path.join(self.folder, 'rsc'), '--redbook', REDBOOK.decode()], stdout=subprocess.PIPE, text=True)

    def judge(self, bots):
        said, _ = bots.communicate(timeout=60)
        if bots.returncode != 0:
            return self.note(self.faults_seen, 'the bots ended with %d' % bots.returncode)
        report = json.loads(said)
        self.reports.append(report)
        if (report['playing_at_end'], report['lost'], report['refused'], report['undecoded']) != (BOTS, 0, 0, 0):
            self.note(self.faults_seen, 'of %d bots %d played at the end; lost %d, refused %d, undecoded %d' %
                      (BOTS, report['playing_at_end'], report['lost'], report['refused'], report['undecoded']))

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
                client = Client(self.server.facts['players'], REDBOOK, '127.7.%d.1' % number)
                client.enter(name_of('evil', number), 'secret')
                for _ in range(20):
                    client.send_raw(b''.join(client.frame(random.choice(FLOOD)) for _ in range(100)))
                    client.frames(most=0.3, quiet=0.05)
                client.socket.close()
            except (OSError, IndexError, struct.error, AssertionError, TypeError):
                time.sleep(0.3)

    def guesser(self):
        while not self.over():
            try:
                client = Client(self.server.facts['players'], REDBOOK, '127.6.%d.%d' % (random.randrange(250), random.randrange(1, 250)))
                client.frames(until=AP_GETLOGIN, most=1)
                client.login('bot%d' % random.randrange(1, BOTS + 1), 'guess')
                client.frames(most=0.1, quiet=0.05)
                client.socket.close()
                with socket.create_connection(('127.0.0.1', self.server.facts['maintenance'])) as page:
                    page.sendall(b'POST / HTTP/1.1\r\n\r\nterminate nosave\r\n')
                with socket.create_connection(('127.0.0.1', self.server.facts['port'])) as tool:
                    tool.sendall(b'[' * 4000)
            except (OSError, TypeError):
                pass
            time.sleep(0.02)

    # --- what is acknowledged ---
    def hour(self):
        rows = self.control.ask('object.read', object=0)['result']['properties']
        return next(row['value']['data'] if isinstance(row['value'], dict) else row['value'] for row in rows if row['name'] == 'piHour')

    def change(self, number):
        """A property and a save, a ban; the disk is full now and then."""
        full = random.random() < 0.3
        self.control.ask('object.write', object=0, property='piHour', value=number)
        if full:
            self.faults.arm(DISK, random.choice((errno.ENOSPC, errno.EIO)))
            self.full += 1
        address = '10.%d.%d.1' % (number // 250, number % 250)
        if 'is banned' in self.admin('ban address %s 0 attack' % address):
            self.bans.append(address)
        if 'Save time is' in self.admin('save game'):
            self.acknowledged = number
            self.saves += 1
        time.sleep(random.uniform(0.5, 2))
        self.faults.disarm()

    def check(self):
        if self.hour() < self.acknowledged:
            self.note(self.faults_seen, 'kill %d lost a save that was acknowledged' % self.kills)
        there = self.admin('show bans')
        for address in self.bans:
            if address not in there:
                self.note(self.faults_seen, 'kill %d lost the ban of %s' % (self.kills, address))

    def round(self, number):
        """From one start to the next kill. The bots have their time in which nothing is collected; saves come after it."""
        seconds = min(self.options.between_kills, max(self.end - time.time(), 5))
        self.calm_from, self.calm_until = time.time(), time.time() + seconds
        bots = self.play(seconds)
        while bots.poll() is None and self.server.process.poll() is None:
            self.faults.arm(DISK, random.choice((errno.ENOSPC, errno.EIO)))  # for snapshots and logs
            time.sleep(random.uniform(0.1, 1))
            self.faults.disarm()
            time.sleep(random.uniform(2, 5))
        self.judge(bots)
        for step in range(3):
            self.change(number * 10 + step)
        if self.server.process.poll() is not None:
            raise SystemExit('the server ended by itself with %s' % self.server.process.returncode)
        playing = self.play(20)  # who plays when it is killed; nothing is asked of them but to be there again
        time.sleep(random.uniform(0.5, 2))
        self.server.kill()
        self.server.start()
        self.kills += 1
        self.control = Control(self.server.facts)
        self.check()
        playing.kill()
        playing.communicate()

    def run(self):
        threads = [threading.Thread(target=self.guest, args=(number,)) for number in range(GUESTS)]
        threads += [threading.Thread(target=self.flooder, args=(number,)) for number in range(FLOODERS)]
        threads += [threading.Thread(target=self.crowd), threading.Thread(target=self.guesser)]
        for thread in threads:
            thread.start()
        number = 1
        try:
            while not self.over():
                self.round(number)
                number += 1
        finally:
            self.end = 0
            for thread in threads:
                thread.join(30)
            self.server.kill()

    def report(self, bound):
        channel = os.path.join(self.folder, 'channel')
        size = sum(os.path.getsize(os.path.join(channel, name)) for name in os.listdir(channel))
        p99 = max((report['ping']['p99_ms'] for report in self.reports), default=float('inf'))
        print('%d kills, %d acknowledged saves and %d bans, %d full disks' % (self.kills, self.saves, len(self.bans), self.full))
        for report in self.reports:
            print('bots: %d messages in, %d moves; %d pings, p50 %.1f ms, p99 %.1f ms, longest %.1f ms; login p99 %.0f ms' %
                  (report['messages_in'], report['moves'], report['ping']['count'], report['ping']['p50_ms'], report['ping']['p99_ms'],
                   report['ping']['max_ms'], report['login']['p99_ms']))
        entries = sorted(self.entries)
        print('guests came in %d times, longest %.2f s' % (len(entries), entries[-1] if entries else 0))
        print('logs %.1f MB' % (size / 1e6))
        for fault in self.faults_seen[:20]:
            print('! ' + fault)
        return not self.faults_seen and p99 < bound and entries and self.saves and self.kills


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--bin', required=True, help='folder of blak; the world lies beside it')
    parser.add_argument('--seconds', type=float, default=900)
    parser.add_argument('--between-kills', type=float, default=60)
    parser.add_argument('--p99', type=float, default=50, help='milliseconds')
    parser.add_argument('--seed', type=int, default=1)
    options = parser.parse_args()
    random.seed(options.seed)
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    folder = tempfile.mkdtemp(prefix='blak-attack-')
    try:
        attack = Attack(options, folder)
        attack.run()
        return 0 if attack.report(options.p99) else 1
    finally:
        shutil.rmtree(folder, True)


if __name__ == '__main__':
    sys.exit(main())
