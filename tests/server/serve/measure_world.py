#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What players cost on the sample world (build the target `world` first):

    tests/server/serve/measure_world.py --bin build/release/bin            as a table
    tests/server/serve/measure_world.py --bin build/release/bin --json     the same for scripts

crowd: 200 players in one room (square or inn), each moves four times a second by `blak bot`, and everybody is told. CPU is that of the
server's process while all walk, in percent of one core; logins are over before.

walker: one client who moves once a second, as an old client does, among ten others who do the same (and now and then talk, look, take
things). Counted are all bytes of its TCP stream in both directions: frames with their seven bytes of header, its moves and pings, what
the server says of itself and of the ten. The headers of TCP and IP are not in it; they are estimated beside it, with 40 bytes for each
of its messages and each segment that came, and one acknowledgement for two segments.
"""
import argparse
import json
import os
import random
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
sys.path.insert(0, os.path.join(ROOT, 'tests', 'world'))

from world_tools import Player, WorldServer  # noqa: E402

from client import Maintenance  # noqa: E402

OPTIONS = None


class Count(Player):
    """A player who counts bytes and segments of his connection."""

    def __init__(self, *arguments):
        self.bytes_in = self.bytes_out = self.segments_in = self.segments_out = 0
        super().__init__(*arguments)

    def send_raw(self, data):
        self.bytes_out += len(data)
        self.segments_out += 1
        super().send_raw(data)

    def frames(self, **how):
        before = len(self.buffer)
        frames = super().frames(**how)
        self.bytes_in += sum(7 + len(payload) for _, payload in frames) + len(self.buffer) - before
        self.segments_in += bool(frames)
        return frames


class Bots:
    def __init__(self, binaries, server, count, rate, seconds, *more):
        self.process = subprocess.Popen(
            [os.path.join(OPTIONS.bin, 'blak'), 'bot', '--server', '127.0.0.1:%d' % server.facts['players'], '--maintenance',
             str(server.facts['maintenance']), '--count', str(count), '--rate', str(rate), '--seconds', str(seconds), '--rooms',
             os.path.join(server.folder, 'rooms'), '--resources', os.path.join(server.folder, 'rsc'), '--json', *more],
            stdout=subprocess.PIPE)

    def report(self):
        return json.loads(self.process.communicate()[0])


def cpu(server):
    """Seconds; the scheduler counts them in nanoseconds."""
    with open('/proc/%d/schedstat' % server.process.pid) as file:
        return int(file.read().split()[0]) / 1e9


def serve(binaries, folder, most):
    server = WorldServer(binaries, folder, os.path.join(os.path.dirname(OPTIONS.bin), 'world'))
    server.configure(Session={'MaxConnect': most + 50, 'MaxActive': most + 50}, Auto={'SnapshotPeriod': 0, 'KodPeriod': 100000})
    return server.start()


def crowd(binaries, folder, count, rate, seconds, place):
    server = serve(binaries, folder, count)
    try:
        script = os.path.join(folder, 'crowd.bots')
        with open(script, 'w') as file:
            file.write('walk 86400\n')
        if place == 'inn':  # new characters begin there instead of in the square
            server.kill()
            for name, value in (('ENTRANCE_RID', 2), ('ENTRANCE_ROW', 8), ('ENTRANCE_COL', 10)):
                change_constant(binaries, server, name, value)
            shutil.rmtree(os.path.join(folder, 'savegame'), True)
            server.start()
        settle = 10 + count / 25
        bots = Bots(binaries, server, count, rate, settle + seconds + 2, '--script', script, '--connects', '40')
        end = time.time() + 60
        maintenance = Maintenance(server.facts['maintenance'])
        while time.time() < end:
            on = len(re.findall('Game - ', maintenance.run('who')))
            if on >= count:
                break
            time.sleep(0.5)
        time.sleep(2)
        start, before = cpu(server), time.time()
        time.sleep(seconds)
        used = (cpu(server) - start) / (time.time() - before) * 100
        report = bots.report()
        return {'room': place, 'players': report['playing_at_end'], 'moves_per_second': report['moves'] / report['playing_seconds'] * report['playing_at_end'],
                'refused_moves': report['refused_moves'] / max(report['moves'], 1), 'ping_median_ms': report['ping']['p50_ms'],
                'moves_cpu_percent': used}
    finally:
        server.kill()


def change_constant(binaries, server, name, value):
    """In the run folder's own copy of the program."""
    source = os.path.join(server.folder, 'kod')
    if not os.path.isdir(source):
        shutil.copytree(os.path.join(ROOT, 'world', 'kod'), source)
    header = os.path.join(source, 'include', 'blakston.khd')
    with open(header, encoding='ascii') as file:
        program = file.read()
    changed = re.sub(r'(?m)^(   %s *= )\d+$' % name, r'\g<1>%d' % value, program)
    assert changed != program, name
    with open(header, 'w', encoding='ascii') as file:
        file.write(changed)
    subprocess.run([os.path.join(OPTIONS.bin, 'blak'), 'compile', '--all', '--dialect', 'classic', '--output', server.folder, source],
                   check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    shutil.copy(os.path.join(source, 'kodbase.txt'), server.folder)


def walker(binaries, folder, others, seconds):
    server = serve(binaries, folder, others + 1)
    try:
        Maintenance(server.facts['maintenance']).run('create automated ann word')
        bots = Bots(binaries, server, others, 1, seconds + 15)
        time.sleep(5)
        ann = Count(server.facts['players'], server.texts)
        ann.log_in('ann', 'word')
        ann.hear(quiet=1)
        ann.bytes_in = ann.bytes_out = ann.segments_in = ann.segments_out = 0
        random.seed(1)
        start = time.time()
        second = 0
        while time.time() - start < seconds:
            row, column = ann.place()
            ann.step(row + random.choice((-1, 0, 1)), column + random.choice((-1, 0, 1)))
            if second % 5 == 0:
                ann.send(b'\x03')  # as often as an old client
            second += 1
            while time.time() - start < second:
                ann.hear(quiet=max(0.01, min(0.2, second - (time.time() - start))))
        took = time.time() - start
        bots.report()
        headers = 40 * (ann.segments_out + ann.segments_in * 1.5)
        return {'others': others, 'in_bits_per_second': ann.bytes_in * 8 / took, 'out_bits_per_second': ann.bytes_out * 8 / took,
                'bits_per_second': (ann.bytes_in + ann.bytes_out) * 8 / took,
                'with_headers_bits_per_second': (ann.bytes_in + ann.bytes_out + headers) * 8 / took}
    finally:
        server.kill()


def main():
    global OPTIONS
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--bin', required=True)
    parser.add_argument('--json', action='store_true')
    parser.add_argument('--players', type=int, default=200)
    parser.add_argument('--rate', type=float, default=4)
    parser.add_argument('--seconds', type=float, default=20)
    parser.add_argument('--rooms', default='square,inn')
    parser.add_argument('--server', help='folder of the blak that serves, when it is another one')
    options = OPTIONS = parser.parse_args()
    options.bin = os.path.abspath(options.bin)
    binaries = os.path.abspath(options.server or options.bin)
    result = {'crowds': []}
    folder = tempfile.mkdtemp(prefix='blak-measure-world-')
    try:
        for place in options.rooms.split(','):
            result['crowds'].append(crowd(binaries, os.path.join(folder, place), options.players, options.rate, options.seconds, place))
        result['walker'] = walker(binaries, os.path.join(folder, 'walker'), 10, max(options.seconds, 30))
    finally:
        shutil.rmtree(folder, True)
    if options.json:
        print(json.dumps(result, indent=2))
        return
    for one in result['crowds']:
        print('%s: %d players, %.0f moves/s, %.1f %% taken back, ping %.1f ms: %.1f %% of a core (bar 20 %%)' %
              (one['room'], one['players'], one['moves_per_second'], one['refused_moves'] * 100, one['ping_median_ms'],
               one['moves_cpu_percent']))
    one = result['walker']
    print('a client who walks among %d others: %.0f bit/s in, %.0f out, %.0f together (bar 9600); with TCP and IP about %.0f' %
          (one['others'], one['in_bits_per_second'], one['out_bits_per_second'], one['bits_per_second'],
           one['with_headers_bits_per_second']))


if __name__ == '__main__':
    sys.exit(main())
