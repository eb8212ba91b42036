#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Records sessions of our own server on the sample world, for tests/data/wire (README.md there):

    tests/wire/record_world.py --bin build/dev/bin [--out tests/data/wire]

One folder for each protocol, one file for each scenario. Seeds, times and numbers differ each time, so record only when the world or the
protocol has changed.
"""
import argparse
import json
import os
import re
import shutil
import struct
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, 'tests', 'world'))

from world_tools import Player, WorldServer, compile_world  # noqa: E402

from client import AP_GETLOGIN, Maintenance, text  # noqa: E402

LETTERS = {'1997': '9', '2012': 'C', 'mainline': 'M'}


def read_names(protocol):
    """(mode, number, sender) -> name, from docs/protocol.md."""
    names = {}
    with open(os.path.join(ROOT, 'docs', 'protocol.md')) as file:
        for line in file:
            row = re.match(r'\| (\d+) \| (\w+) \| (client|server) \| (\w+) \|', line)
            if row and LETTERS[protocol] in row.group(4):
                kind = {'AP': 'login', 'UC': 'user'}.get(row.group(2)[:2], 'game')
                names[kind, int(row.group(1)), row.group(3)] = row.group(2)
    return names


class Recording:
    def __init__(self, protocol, scenario, description):
        self.protocol, self.scenario, self.description = protocol, scenario, description
        self.names, self.lines, self.connections, self.start = read_names(protocol), [], 0, time.time()

    def add(self, sender, login, connection, raw, mask, payload):
        mode = 'login' if login else 'game'
        name = self.names.get((mode, payload[0], sender))
        if not login and payload[0] == 155:
            name = 'BP_USERCOMMAND:' + self.names['user', payload[1], sender]
        if not login and payload[0] == 6:
            name = 'BP_SYSTEM:' + {48: 'BP_NEW_CHARINFO', 49: 'BP_SEND_CHARINFO'}[payload[1]]
        line = {'t_ms': int((time.time() - self.start) * 1000), 'dir': 'c2s' if sender == 'client' else 's2c', 'conn': connection,
                'mode': mode, 'type': payload[0], 'name': name, 'epoch': raw[6], 'raw': raw.hex()}
        if sender == 'server':
            line['mask'] = mask
        elif not login:
            line['check'] = 'ok'
        self.lines.append(line)

    def write(self, folder):
        count = lambda direction: sum(line['dir'] == direction for line in self.lines)  # noqa: E731
        header = {'dialect': self.protocol, 'scenario': self.scenario, 'redbook': 'A lantern in every window.',
                  'connections': self.connections, 'description': self.description, 'frames_s2c': count('s2c'),
                  'frames_c2s': count('c2s')}
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, self.scenario + '.jsonl'), 'w') as file:
            for line in [header] + self.lines:
                file.write(json.dumps(line, separators=(',', ':')) + '\n')


class RecordedPlayer(Player):
    def __init__(self, recording, *arguments):
        self.recording = recording
        recording.connections += 1
        self.connection = recording.connections
        super().__init__(*arguments)

    def _cut(self):
        out = []
        while len(self.buffer) >= 7 and len(self.buffer) >= 7 + struct.unpack('<H', self.buffer[:2])[0]:
            end = 7 + struct.unpack('<H', self.buffer[:2])[0]
            raw, rest, mask = self.buffer[:end], self.buffer[end:], self.token & 0xFF
            self.buffer = raw
            (login, payload), = super()._cut()
            self.recording.add('server', login, self.connection, raw, mask, payload)
            self.buffer = rest
            out.append((login, payload))
        return out

    def send(self, payload, epoch=None):
        in_game = self.in_game
        raw = self.frame(payload, epoch)
        self.recording.add('client', not in_game, self.connection, raw, 0, payload)
        self.send_raw(raw)


class Stage:
    """A server, and players on it who are recorded."""

    def __init__(self, binaries, protocol, recording, folder):
        world = compile_world(binaries, os.path.join(folder, 'world'), protocol)
        self.protocol, self.recording = protocol, recording
        self.server = WorldServer(binaries, os.path.join(folder, 'run'), world)
        self.server.configure(Blakston={'Protocol': protocol}, Auto={'KodPeriod': 100000, 'SnapshotPeriod': 0})
        self.server.start()
        self.maintenance = Maintenance(self.server.facts['maintenance'])
        for name in ('ann', 'ben'):
            self.maintenance.run('create automated %s word' % name)

    def player(self, name=None):
        player = RecordedPlayer(self.recording, self.server.facts['players'], self.server.texts, self.protocol)
        if name:
            player.log_in(name, 'word')
        return player


def walk(player, squares):
    for row, column in squares:
        player.step(row, column)
        time.sleep(0.09)


def entry(stage):
    """A wrong password, a character made, everything a client asks for, time and again the echo, and out."""
    ann = stage.player()
    ann.frames(until=AP_GETLOGIN)
    ann.login('ann', 'guess')
    ann.frames(until=24)
    ann.login('ann', 'word')
    ann.frames(until=30)
    ann.request_game()
    ann.frames(until=58)
    number = ann.characters()[0][0]
    ann.send(b'\x06\x31')
    choices = ann.frames(until=140)[-1][1]
    hair, = struct.unpack('<I', choices[14:18])
    for name in ('Al', 'Ann'):
        ann.send(b'\x06\x30' + struct.pack('<I', number) + text(name) + text('Red hair.') + b'\x02' +
                 struct.pack('<H5I', 5, 0, hair, 0, 0, 0) + b'\x2e\x02' + struct.pack('<H6I', 6, 40, 40, 30, 30, 30, 30) + b'\0\0\0\0')
        ann.frames(until=57 if name == 'Al' else 56)
    ann.send(b'\x2e' + struct.pack('<I', number))
    ann.frames(until=134)
    for request in (b'\x28', b'\x34', b'\x29\x01', b'\x29\x02', b'\x32', b'\x33', b'\x2c', b'\x75', b'\x2a', b'\x35\x01'):
        if request == b'\x33' and stage.protocol == '1997':
            continue  # there are no skills
        ann.send(request)
        ann.hear(quiet=0.05)
        if stage.protocol != '1997':  # there the echo is empty
            ann.send(b'\x03')
            ann.hear(until=1)
    ann.send(b'\x36')
    ann.frames(until=30)


def walking(stage):
    """To the inn and back: moves, one that is refused, turns, the exit, sounds, light of the hour."""
    ann = stage.player('ann')
    if stage.protocol != '1997':
        ann.send(b'\x03')
        ann.hear(until=1)
    ann.step(2, 9)
    ann.hear(until=201)
    ann.send(b'\x65' + struct.pack('<IH', ann.number, 1024))
    walk(ann, [(11, 10), (12, 11), (12, 12), (12, 13), (11, 14), (11, 15), (11, 16), (11, 17), (11, 18), (11, 19), (11, 20), (11, 21)])
    ann.hear(until=206)  # the innkeeper's welcome
    stage.maintenance.run('send object 0 NewHour')
    ann.send(b'\x66')
    ann.hear(until=134)
    ann.send(b'\x36')
    ann.frames(until=30)


def things(stage):
    """Looking, taking, using, laying down; the chest; what is refused."""
    ann = stage.player('ann')
    for name in ('a scroll', 'a loaf of bread', 'an oak'):
        number = ann.find(name)['id']
        for command in (116, 113):
            ann.do(command, number)
        ann.hear()
    ann.do(117)
    ann.hear(until=205)
    ann.do(106, *ann.has('a loaf of bread'))
    ann.do(106, *ann.has('a scroll'))
    ann.hear()
    ann.drop(*ann.has('a scroll'))
    ann.hear()
    ann.send(b'\x36')
    ann.frames(until=30)


def company(stage):
    """Two in a room: arrival, speech of every kind, a description, a save with its new numbers, departure."""
    ann, ben = stage.player('ann'), stage.player('ben')
    ben.send(b'\x7e' + struct.pack('<I', ben.number) + text('Tall.'))
    ann.do(116, ben.number)
    for kind in (1, 2, 3, 6):
        ann.say('100 % of it', kind)
    ann.send(b'\x6f' + struct.pack('<HI', 1, ben.number) + text('psst'))
    ben.send(b'\x5a\x0a')
    walk(ben, [(12, 9), (13, 9)])
    ben.send(b'\x65' + struct.pack('<IH', ben.number, 2048))
    ann.hear()
    ben.hear()
    stage.maintenance.run('save game')
    for player in (ann, ben):
        player.hear(until=32)
        player.send(b'\x28')
        player.send(b'\x2a')
        player.hear(until=134)
    stage.maintenance.run('send users Good night.')
    ann.hear()
    ben.send(b'\x36')
    ben.frames(until=30)
    ann.hear()
    ann.send(b'\x36')
    ann.frames(until=30)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--bin', required=True)
    parser.add_argument('--out', default=os.path.join(ROOT, 'tests', 'data', 'wire'))
    parser.add_argument('--protocols', default='1997,2012,mainline')
    options = parser.parse_args()
    for protocol in options.protocols.split(','):
        texts = {}
        for scenario in (entry, walking, things, company):
            recording = Recording(protocol, scenario.__name__, scenario.__doc__)
            folder = tempfile.mkdtemp(prefix='blak-record-')
            try:
                stage = Stage(os.path.abspath(options.bin), protocol, recording, folder)
                try:
                    scenario(stage)
                finally:
                    stage.server.kill()
                if stage.server.log('error'):
                    sys.exit(stage.server.log('error'))
                texts.update(stage.server.texts)
            finally:
                shutil.rmtree(folder, True)
            recording.write(os.path.join(options.out, protocol))
        formats = {str(number): ' '.join(re.findall('%[sqid]', words)) for number, words in sorted(texts.items())
                   if re.search('%[sqid]', words)}
        with open(os.path.join(options.out, protocol + '-rsc-formats.json'), 'w') as file:
            json.dump({'formats': formats}, file, indent=1)
            file.write('\n')
        print(protocol, 'done')


if __name__ == '__main__':
    sys.exit(main())
