#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Two scripted clients (blakston-client, offscreen) among twenty bots in the sample world, in both living dialects: they see each other
speak, move and change, nothing stays unknown, nothing grows. Prints its figures as JSON, a line for each dialect; ends with status 1 when
something did not come true. The times are those of the recordings: from the frame that one client sent to the one that told the other."""
import argparse
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, 'tests', 'world'))

from world_tools import REDBOOK, WorldServer, open105_server  # noqa: E402

WALK = ('walk-to 12.5 11', 'walk-to 12 14')
A_CLOAK = ('walk-to 12.5 11', 'walk-to 11.5 20', 'walk-to 11 21', 'expect-room lantern.roo', 'walk-to 8 9', 'walk-to 7 12', 'target aldwin',
           'type Is there work?', 'expect-thing shillings', 'buy green cloak', 'expect-thing green cloak', 'close', 'walk-to 8 9', 'walk-to 8 4', 'walk-to 8 2',
           'expect-room square.roo', 'walk-to 12 14')
MOST_ROUNDS = 1980  # a script has at most 10 000 steps; a round takes more than a second
HEADER = 7
REQ_MOVE_LENGTHS = (HEADER + 10, HEADER + 12)  # type, row, column, speed, room, and in open105 the angle
REQ_USE_LENGTH, USE, UNUSE = HEADER + 5, 106, 107  # type, object
DATAGRAM_LENGTH = 11 + 12


def resident(process):
    """Megabytes."""
    with open('/proc/%d/status' % process.pid) as lines:
        for line in lines:
            if line.startswith('VmRSS'):
                return int(line.split()[1]) / 1024
    return 0


class Waits:
    """How long processes waited for a processor at a stretch, in seconds. Linux adds a wait up when it ends, so a long one is seen as a
    jump; all threads of a process are looked at ten times a second, or as often as the one who looks gets to it."""

    def __init__(self):
        self.longest, self.ends, self.names, self.before = {}, threading.Event(), {}, {}
        self.thread = threading.Thread(target=self.follow, daemon=True)
        self.thread.start()

    def add(self, name, process):
        self.longest[name] = 0.0
        self.names[name] = process.pid

    def look(self):
        for name, process in list(self.names.items()):
            try:
                threads = os.listdir('/proc/%d/task' % process)
            except OSError:
                continue  # it has ended
            for one in threads:
                try:
                    with open('/proc/%d/task/%s/schedstat' % (process, one)) as file:
                        waited = int(file.read().split()[1]) / 1e9
                except (OSError, ValueError, IndexError):
                    continue
                self.longest[name] = max(self.longest[name], waited - self.before.get(one, waited))
                self.before[one] = waited

    def follow(self):
        while not self.ends.wait(0.1):
            self.look()

    def end(self):
        self.ends.set()
        self.thread.join()
        return {name: round(waited, 2) for name, waited in self.longest.items()}


HUNG_UP = re.compile(r'session \d+ from [^ ,]+(?:, account \d+ \((?P<account>[^)]*)\))? is hung up: (?P<why>.*)')


def ends_of(log):
    """Whom the server hung up and why: [(account, why)]. Who ends by himself, as bots do when their time is over, is not among them."""
    return [(found.group('account') or 'who was not logged in', found.group('why')) for found in HUNG_UP.finditer(log)]


def make_accounts(server, names, dialect):
    extra = b' player@example.invalid' if dialect == 'open105' else b''
    for name in names:
        with socket.create_connection(('127.0.0.1', server.facts['maintenance']), 10) as line:
            line.sendall(b'create automated %s secret%s\r' % (name.encode(), extra))
            answer = b''
            while b'Created account' not in answer:
                part = line.recv(4096)
                if not part:
                    raise RuntimeError('no account: %r' % answer)
                answer += part


def script(own, other, begins, rounds):
    """They earn and buy a cloak in the inn and come back; they speak in turns, walk, and put it on and off. Whoever does not hear the other within
    a minute ends."""
    lines = ['within 60', 'create ' + own, 'expect-playing', *A_CLOAK, 'expect-object ' + other]
    for n in range(rounds):
        say, hear = 'type %s says number %d.' % (own, n), 'expect-chat %s says number %d.' % (other, n)
        lines += [say, hear] if begins else [hear, say]
        lines.append(WALK[(n + begins) % 2])
        lines += ['use green cloak', 'expect-known']  # on, off: others see another colour
    return '\n'.join(lines + ['wait 2', 'quit', ''])


def frames(path):
    """[(unix ms, direction, bytes)] of a recording, a frame each: streams are read as they come, with several frames or a part of one."""
    out, offset, rest = [], 0, {'s2c': b'', 'c2s': b''}
    with open(path) as lines:
        for line in lines:
            if not line.endswith('\n'):
                break  # it was ended while it wrote
            row = json.loads(line)
            if 'unix_ms' in row:
                offset = row['unix_ms'] - row['t_ms']
            when, way, raw = offset + row['t_ms'], row['dir'], bytes.fromhex(row['raw'])
            if way not in rest:
                out.append((when, way, raw))
                continue
            raw = rest[way] + raw
            while len(raw) >= HEADER and len(raw) >= HEADER + int.from_bytes(raw[0:2], 'little'):
                end = HEADER + int.from_bytes(raw[0:2], 'little')
                out.append((when, way, raw[:end]))
                raw = raw[end:]
            rest[way] = raw
    return out


def waits(sent, heard, wanted):
    """Milliseconds from each frame of `sent` that `wanted` finds bytes in to the first frame of `heard` that holds them."""
    out, at = [], 0
    told = [(t, raw) for t, way, raw in heard if way == 's2c']
    for t, way, raw in sent:
        needle = wanted(raw, way) if way != 's2c' else None
        if not needle:
            continue
        while at < len(told) and told[at][0] < t - 50:
            at += 1
        out.append(next((max(0, when - t) for when, bytes_told in told[at:at + 4000] if needle in bytes_told and when < t + 10000), None))
    return out


def words(raw, way):
    i = raw.find(b' says number ')
    return None if i < 0 else raw[raw.rfind(b'\0', 0, i) + 1:].split(b'.')[0][-24:]


def place(raw, way):
    """Row and column of a move; the type of a message is masked, its length is not. Moves of open105 go in datagrams."""
    if way == 'udp':
        return raw[12:16] if len(raw) == DATAGRAM_LENGTH else None
    return raw[8:12] if len(raw) in REQ_MOVE_LENGTHS else None


def ids_of(heard, name):
    """Number and name resource of a player, as BP_PLAYERS and BP_PLAYER_ADD tell them: id, resource, text."""
    mark = len(name).to_bytes(2, 'little') + name.encode()
    for _, way, raw in heard:
        at = raw.find(mark) if way == 's2c' else -1
        if at >= HEADER + 1 + 8:  # others tell the resource alone
            return raw[at - 8:at - 4], raw[at - 4:at]
    return None


def changes(own, heard, name):
    """Milliseconds from each putting on or off of a cloak to the change of the figure that the other was told of: a message that
    begins with a figure, which is id, picture, name."""
    ids = ids_of(heard, name)
    if ids is None:
        return []
    told = [t for t, way, raw in heard if way == 's2c' and raw[8:12] == ids[0] and raw[16:20] == ids[1]]
    asked = [t for t, way, raw in own if way == 'c2s' and len(raw) == REQ_USE_LENGTH and raw[7] in (USE, UNUSE)]
    return [next((max(0, when - t) for when in told if t - 50 <= when < t + 10000), None) for t in asked]


def quantile(values, share):
    values = sorted(values)
    return values[min(len(values) - 1, int(len(values) * share))] if values else None


class Soak:
    def __init__(self, options, dialect, folder):
        self.options, self.dialect, self.folder, self.problems = options, dialect, folder, []
        self.waits = Waits()
        run = os.path.join(folder, 'run')
        if dialect == 'open105':
            self.server = open105_server(options.bin, run)
        else:
            self.server = WorldServer(options.bin, run)
            self.server.configure(Auto={'KodPeriod': 100000, 'SnapshotPeriod': 0})

    def expect(self, true, what):
        if not true:
            self.problems.append(what)

    def start_bots(self):
        return subprocess.Popen(
            [os.path.join(self.options.bin, 'blak'), 'bot', '--json', '--protocol', 'open105' if self.dialect == 'open105' else 'mainline', '--server',
             '127.0.0.1:%d' % self.server.facts['players'], '--maintenance', str(self.server.facts['maintenance']), '--rooms',
             os.path.join(self.folder, 'run', 'rooms'), '--resources', os.path.join(self.folder, 'run', 'rsc'), '--redbook', REDBOOK.decode(), '--count', '20',
             '--seconds', str(self.options.seconds), '--rate', '1'], stdout=subprocess.PIPE, text=True)

    def start_client(self, own, other, begins):
        path = os.path.join(self.folder, own)
        with open(path + '.play', 'w') as file:
            file.write(script(own, other, begins, min(MOST_ROUNDS, max(20, int(self.options.seconds * 2)))))
        return subprocess.Popen(
            [os.path.join(self.options.bin, 'blak'), 'play', '--server', '127.0.0.1:%d' % self.server.facts['players'], '--user', own.lower(), '--password',
             'secret', '--world', self.world(), '--protocol', 'open105' if self.dialect == 'open105' else 'mainline', '--size', '800x500',
             '--script', path + '.play', '--record', path + '.jsonl'], stdout=open(path + '.out', 'w'), stderr=subprocess.STDOUT,
            env=dict(os.environ, QT_QPA_PLATFORM='offscreen', BLAK_AUDIO='none'))

    def world(self):
        """What clients see: pictures of the sample, and its texts in this dialect."""
        built = os.path.join(os.path.dirname(self.options.bin), 'world')
        if self.dialect != 'open105':
            return built
        folder = os.path.join(self.folder, 'seen')
        if not os.path.isdir(folder):
            os.makedirs(folder)
            for name in os.listdir(built):
                if name not in ('rsc', 'kod', 'loadkod', 'kodbase.txt', 'CMakeFiles'):
                    os.symlink(os.path.join(built, name), os.path.join(folder, name))
            os.symlink(os.path.join(self.folder, 'run', 'rsc'), os.path.join(folder, 'rsc'))
        return folder

    def run(self):
        make_accounts(self.server.start(), ('ann', 'bob'), self.dialect)
        bots = self.start_bots()
        clients = [self.start_client('Ann', 'Bob', True), self.start_client('Bob', 'Ann', False)]
        for name, process in zip(('server', 'bots', 'Ann', 'Bob'), (self.server.process, bots, *clients)):
            self.waits.add(name, process)
        self.await_rounds(clients)
        memory, end = [], time.monotonic() + self.options.seconds
        while time.monotonic() < end and all(one.poll() is None for one in clients):
            memory.append([resident(self.server.process)] + [resident(one) for one in clients])
            time.sleep(min(5, self.options.seconds / 8))
        ended = [one.poll() for one in clients]
        self.expect(ended == [None, None], 'a client ended before its time: %s' % ended)
        self.expect(len(memory) > 3, 'it took no time')
        for one in clients:
            one.terminate()
        for one in clients:
            one.wait(timeout=60)
        said = [self.said(name) for name in ('Ann', 'Bob')]
        failed = [line for text in said for line in text.splitlines() if 'FAIL' in line]
        self.expect(not failed, 'a step failed: ' + ' '.join(failed))
        report = json.loads(bots.communicate(timeout=self.options.seconds + 120)[0])
        waited = self.waits.end()
        hung_up = ends_of(self.server.log('log'))
        self.expect(report['lost'] == 0 and not hung_up, 'bots: %s lost; hung up by the server: %s; longest waits for a processor in seconds: %s' %
                    (report['lost'], ', '.join('%s (%s)' % one for one in hung_up) or 'nobody', waited))
        self.expect(report['undecoded'] == 0, 'bots: %s undecoded' % report['undecoded'])
        for log in ('error', 'debug'):
            self.expect(self.server.log(log) == '', '%s.txt: %s' % (log, self.server.log(log)[:300]))
        self.server.kill()
        figures = {'dialect': self.dialect, 'bots': report['playing_at_end'], **self.times(), **self.growth(memory), 'longest_wait_for_a_processor_s': waited}
        figures['problems'] = self.problems
        print(json.dumps(figures), flush=True)
        return not self.problems

    def keep(self, folder):
        os.makedirs(folder, exist_ok=True)
        for name in os.listdir(self.folder):
            if name.endswith(('.jsonl', '.out', '.play')):
                shutil.copy(os.path.join(self.folder, name), folder)
        channels = os.path.join(self.folder, 'run', 'channel')
        for name in os.listdir(channels) if os.path.isdir(channels) else ():
            shutil.copy(os.path.join(channels, name), os.path.join(folder, 'server-' + name))

    def said(self, name):
        with open(os.path.join(self.folder, name + '.out')) as file:
            return file.read()

    def await_rounds(self, clients):
        """Until both have their cloaks and speak; the time counts from there."""
        end = time.monotonic() + 180
        while time.monotonic() < end and all(one.poll() is None for one in clients):
            if all('says number 0.' in self.said(name) for name in ('Ann', 'Bob')):
                return
            time.sleep(0.2)

    def times(self):
        ann, bob = [frames(os.path.join(self.folder, name + '.jsonl')) for name in ('Ann', 'Bob')]
        out = {}
        # The ends may lie outside of the other's recording.
        both = {'spoke': waits(ann, bob, words)[1:-1] + waits(bob, ann, words)[1:-1],
                'moved': waits(ann, bob, place)[1:-1] + waits(bob, ann, place)[1:-1],
                'changed': changes(ann, bob, 'Ann')[1:-1] + changes(bob, ann, 'Bob')[1:-1]}
        for what, found in both.items():
            seen = [t for t in found if t is not None]
            self.expect(len(seen) > 3, '%s was seen %d times' % (what, len(seen)))
            self.expect(len(seen) >= 0.9 * len(found), '%s: %d of %d were seen' % (what, len(seen), len(found)))
            out[what] = {'times': len(seen), 'p50_ms': quantile(seen, 0.5), 'p99_ms': quantile(seen, 0.99)}
            if seen:
                self.expect(quantile(seen, 0.99) <= self.options.p99, '%s: p99 is %s ms' % (what, quantile(seen, 0.99)))
        return out

    def growth(self, memory):
        """Of server and clients from a quarter of the time to its end."""
        if not memory:
            return {}  # a client never came as far; that is among the problems
        quarter, last = memory[len(memory) // 4], memory[-1]
        for name, before, now in zip(('server', 'Ann', 'Bob'), quarter, last):
            self.expect(now <= before * 1.15 + 4, '%s grew from %.0f to %.0f MB' % (name, before, now))
        told = {'start': memory[0], 'first_quarter': quarter, 'middle': memory[len(memory) // 2], 'end': last}
        return {'megabytes_of_server_and_clients': {when: [round(m, 1) for m in row] for when, row in told.items()}}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--bin', required=True, help='folder of blak; the world lies beside it')
    parser.add_argument('--seconds', type=float, default=1800)
    parser.add_argument('--p99', type=float, default=100, help='milliseconds')
    parser.add_argument('--dialects', default='classic,open105')
    parser.add_argument('--keep', help='a folder that takes what the clients recorded and said')
    options = parser.parse_args()
    options.bin = os.path.abspath(options.bin)
    good = True
    for dialect in options.dialects.split(','):
        with tempfile.TemporaryDirectory(prefix='blak-soak-') as folder:
            soak = Soak(options, dialect, folder)
            try:
                good = soak.run() and good
            finally:
                soak.server.kill()
                if options.keep:
                    soak.keep(os.path.join(options.keep, dialect))
    return 0 if good else 1


if __name__ == '__main__':
    sys.exit(main())
