#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a frame of the client costs in the sample world: blakston-client, offscreen, in a window of 1280x800, stands and turns in the inn, on the
square and there in rain. Prints a line of JSON for each: milliseconds of a frame (render, convert, paint; by the clock), and what the whole
process took of a processor meanwhile, in milliseconds for each frame (that has the chat, bars and bringing it to the window in it)."""
import argparse
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, 'tests', 'world'))

from world_tools import WorldServer  # noqa: E402

RAIN_FROM = 16  # hours of the sample; it begins at 8
KEPT = 600  # frames whose times the client keeps
INTO_THE_INN = ('walk-to 12.5 11', 'walk-to 11.5 20', 'walk-to 11 21', 'expect-room lantern.roo', 'walk-to 8 9')
PLACES = {'inn': INTO_THE_INN, 'square': (), 'rain': ()}


def maintenance(port, line):
    with socket.create_connection(('127.0.0.1', port), 10) as connection:
        connection.sendall(line.encode() + b'\r')
        connection.settimeout(0.5)
        answer = b''
        try:
            while part := connection.recv(4096):
                answer += part
        except OSError:
            pass
    return answer.decode('latin-1')


def processor(process):
    """Seconds that all threads of it took."""
    with open('/proc/%d/stat' % process.pid) as file:
        fields = file.read().rsplit(')', 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf('SC_CLK_TCK')


def script(place, seconds, pictures):
    lines = ['within 60', 'create Wren', 'expect-playing', *PLACES[place], 'wait 2', 'type stands']
    for way in ('stands', 'turns'):
        lines += ['wait %g' % seconds if way == 'stands' else 'hold turn-right %g' % seconds, 'expect-frame 1000']
    if pictures:
        lines.append('grab %s' % os.path.join(pictures, place + '.png'))
    return '\n'.join(lines + ['quit', ''])


def measure(options, place, folder):
    server = WorldServer(options.bin, os.path.join(folder, 'run-' + place))
    server.configure(Auto={'KodPeriod': 100000, 'SnapshotPeriod': 0})
    server.start()
    try:
        port = server.facts['maintenance']
        assert 'Created account' in maintenance(port, 'create automated wren secret')
        while place == 'rain' and 'piHour' in (told := maintenance(port, 'show object 0')) and int(re.search(r'piHour\s*=\s*INT (\d+)', told).group(1)) != RAIN_FROM:
            maintenance(port, 'send object 0 NewHour')
        path = os.path.join(folder, place + '.play')
        with open(path, 'w') as file:
            file.write(script(place, options.seconds, options.pictures))
        client = subprocess.Popen(
            [os.path.join(options.bin, 'blakston-client'), '--server', '127.0.0.1:%d' % server.facts['players'], '--user', 'wren', '--password', 'secret', '--world',
             os.path.join(os.path.dirname(options.bin), 'world'), '--size', options.size, '--script', path],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=dict(os.environ, BLAK_AUDIO='none', QT_QPA_PLATFORM=options.platform))
        taken, said = None, ''
        for line in client.stdout:
            said += line
            now = time.monotonic(), processor(client) if client.poll() is None else 0
            if 'type stands' in line:
                taken = now
            found = re.search(r'expect-frame.*median ([\d.]+) ms, 99 of 100 ([\d.]+) ms, (?:longest ([\d.]+) ms, )?(\d+) frames', line)
            if found and taken:
                way = 'stands' if 'turns' not in said else 'turns'
                print(json.dumps({'where': place, 'p50_ms': float(found.group(1)), 'p99_ms': float(found.group(2)), 'longest_ms': float(found.group(3) or 0),
                                  'frames': int(found.group(4)), 'processor_percent': round(100 * (now[1] - taken[1]) / (now[0] - taken[0]), 1), 'load': os.getloadavg()[0]}),
                      flush=True)
                taken = now
        client.wait(60)
        if client.returncode:
            print(said, file=sys.stderr)
        return client.returncode == 0
    finally:
        server.kill()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--bin', required=True, help='folder of blak and blakston-client; the world lies beside it')
    parser.add_argument('--seconds', type=float, default=12, help='of each; the last frames of it count')
    parser.add_argument('--size', default='1280x800')
    parser.add_argument('--places', default=','.join(PLACES))
    parser.add_argument('--platform', default='offscreen', help='xcb: on the display there is')
    parser.add_argument('--pictures', help='a folder that takes a picture of each place')
    options = parser.parse_args()
    options.bin = os.path.abspath(options.bin)
    folder = tempfile.mkdtemp(prefix='blak-frames-')
    try:
        return 0 if all([measure(options, place, folder) for place in options.places.split(',')]) else 1
    finally:
        shutil.rmtree(folder, True)


if __name__ == '__main__':
    sys.exit(main())
