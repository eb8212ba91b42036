# SPDX-License-Identifier: GPL-3.0-or-later
"""The sample world as a server runs it, and players in it who remember what they were told."""
import argparse
import os
import shutil
import struct
import subprocess
import sys
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, 'tests', 'server', 'serve'))

from client import Client, text  # noqa: E402
from server_tools import Server  # noqa: E402

REDBOOK = b'A lantern in every window.'
MESSAGE, PLAYER, ROOM_CONTENTS, PLAY_WAVE, UC = 32, 130, 134, 170, 155
MOVE, TURN, USE, UNUSE, SAID, LOOK, INVENTORY, INVENTORY_ADD, INVENTORY_REMOVE = 200, 201, 203, 204, 206, 207, 208, 209, 210
CREATE, REMOVE = 217, 218
ID = 0x0FFFFFFF

OPTIONS = argparse.Namespace(bin=None)  # of the program that runs; see run_tests


def run_tests():
    """The tests of the program that calls this, with its command line."""
    parser = argparse.ArgumentParser()
    parser.add_argument('--bin', required=True, help='folder of blak; the world lies beside it')
    _, rest = parser.parse_known_args(namespace=OPTIONS)
    OPTIONS.bin = os.path.abspath(OPTIONS.bin)
    unittest.main(argv=[sys.argv[0]] + rest, warnings='ignore')


def make_run_folder(world, folder):
    """Copies what a server needs of the built world; that of the build itself may already have run."""
    for name in ('loadkod', 'rsc', 'rooms'):
        os.makedirs(os.path.join(folder, name), exist_ok=True)
    for where, _, files in os.walk(os.path.join(world, 'kod')):
        for name in files:
            if name.endswith('.bof'):
                shutil.copy(os.path.join(where, name), os.path.join(folder, 'loadkod'))
            elif name.endswith('.rsc'):
                shutil.copy(os.path.join(where, name), os.path.join(folder, 'rsc'))
    for name in os.listdir(os.path.join(world, 'rooms')):
        shutil.copy(os.path.join(world, 'rooms', name), os.path.join(folder, 'rooms'))
    shutil.copy(os.path.join(world, 'kod', 'kodbase.txt'), folder)


def open105_server(binaries, folder):
    """A server of the sample world in the other living dialect, as world/open105.py writes it; not started."""
    sys.path.insert(0, os.path.join(ROOT, 'world'))
    import open105  # noqa: PLC0415
    os.makedirs(folder)
    open105.write(os.path.join(folder, 'kod'))
    subprocess.run([os.path.join(binaries, 'blak'), 'compile', '--all', '--dialect', 'open105', '--output', folder, os.path.join(folder, 'kod')],
                   check=True, stdout=subprocess.DEVNULL, timeout=120)
    shutil.copy(os.path.join(folder, 'kod', 'kodbase.txt'), folder)
    shutil.copytree(os.path.join(os.path.dirname(binaries), 'world', 'rooms'), os.path.join(folder, 'rooms'))
    server = Server(binaries, folder)
    server.configure(Auto={'KodPeriod': 100000, 'SnapshotPeriod': 0}, Blakston={'Protocol': 'open105'})
    return server


def read_resources(folder):
    """Texts by number, of .rsc files of version 4."""
    out = {}
    for name in os.listdir(folder):
        with open(os.path.join(folder, name), 'rb') as file:
            data = file.read()
        count, at = struct.unpack('<I', data[8:12])[0], 12
        for _ in range(count):
            end = data.index(b'\0', at + 4)
            out[struct.unpack('<I', data[at:at + 4])[0]] = data[at + 4:end].decode('latin-1')
            at = end + 1
    return out


class Reader:
    """Layouts of the mainline protocol; those of 2012 and 1997 lack parts."""

    def __init__(self, data, protocol='mainline'):
        self.data, self.at = data, 0
        self.rarity, self.light = protocol == 'mainline', protocol != '1997'

    def take(self, form):
        values = struct.unpack_from('<' + form, self.data, self.at)
        self.at += struct.calcsize('<' + form)
        return values[0] if len(values) == 1 else values

    def string(self):
        size = self.take('H')
        self.at += size
        return self.data[self.at - size:self.at].decode('latin-1')

    def animation(self):
        if self.data[self.at] in (9, 10):
            self.take('BB')
        kind = self.take('B')
        return self.take({1: 'H', 2: 'IHH', 3: 'IHHH'}[kind])

    def overlays(self):
        return [(self.take('Ib'), self.animation()) for _ in range(self.take('B'))]

    def object(self):
        number = self.take('I')
        amount = self.take('I') if number >> 28 == 1 else 1
        icon, name, flags = self.take('III')
        if self.rarity:
            self.take('I')
        if self.light and self.take('H'):
            self.take('BH')
        self.animation()
        return {'id': number & ID, 'amount': amount, 'icon': icon, 'name': name, 'flags': flags, 'overlays': self.overlays()}

    def room_object(self):
        out = self.object()
        out['row'], out['column'], out['angle'] = self.take('HHH')
        self.animation()
        self.overlays()
        return out


class Player(Client):
    """Keeps the room, what lies in it, and the inventory, as a client does."""

    def __init__(self, port, texts, protocol='mainline'):
        super().__init__(port, REDBOOK)
        self.protocol = protocol
        self.texts, self.things, self.items = dict(texts), {}, {}
        self.number = self.room = self.file = self.inside = None
        self.heard, self.used = [], []

    def log_in(self, name, password):
        self.enter(name, password)
        self.hear()

    def hear(self, until=None, quiet=0.2):
        """Takes in what comes; the kinds of messages, without the steps of the traveller who walks about."""
        kinds = []
        for login, payload in self.frames(until=until, quiet=quiet):
            if login:
                continue
            wanders = payload[0] == MOVE and self.is_traveller(struct.unpack('<I', payload[1:5])[0])
            self.take_in(payload)
            if not wanders:
                kinds.append(payload[0])
        return kinds

    def is_traveller(self, number):
        return number in self.things and self.texts.get(self.things[number]['name']) == 'a traveller'

    def frames(self, **how):
        frames = super().frames(**how)
        if how.get('until') is not None and self.inside is None:
            for login, payload in frames:  # what comes in a login goes past hear()
                if not login:
                    self.take_in(payload)
        return frames

    def sentence(self, reader):
        form = self.texts[reader.take('I')]
        out, at = '', 0
        while at < len(form):
            if form[at] == '%' and at + 1 < len(form):
                kind = form[at + 1]
                out += str(reader.take('i')) if kind in 'id' else reader.string() if kind == 'q' else self.sentence(reader)
                at += 2
            else:
                out += form[at]
                at += 1
        return out

    def take_in(self, payload):
        reader = Reader(payload, self.protocol)
        kind = reader.take('B')
        if kind == 30:
            number = reader.take('I')
            self.texts[number] = reader.string()
        elif kind in (136, 137):
            for _ in range(reader.take('H') if kind == 136 else 1):
                reader.take('I')
                number = reader.take('I')
                self.texts[number] = reader.string()
                reader.take('I')
        elif kind == PLAYER:
            self.number, _, _, self.room, self.file, self.inside = reader.take('IIIIII')
            self.number, self.things = self.number & ID, {}
        elif kind == ROOM_CONTENTS:
            reader.take('I')
            self.things = {thing['id']: thing for thing in (reader.room_object() for _ in range(reader.take('H')))}
        elif kind == CREATE:
            thing = reader.room_object()
            self.things[thing['id']] = thing
        elif kind == REMOVE:
            self.things.pop(reader.take('I') & ID, None)
        elif kind == MOVE:
            number, row, column, _ = reader.take('IHHB')
            self.things[number & ID].update(row=row, column=column)
        elif kind == TURN:
            number, angle = reader.take('IH')
            self.things[number & ID]['angle'] = angle
        elif kind == MESSAGE:
            self.heard.append(self.sentence(reader))
        elif kind == SAID:
            reader.take('IIB')
            self.heard.append(self.sentence(reader))
        elif kind == LOOK:
            reader.object()
            reader.take('B')
            self.heard.append(self.sentence(reader))
        elif kind == UC and payload[1] == 2:
            reader.take('B')
            reader.object()
            reader.take('B')
            self.heard.append(self.sentence(reader))
        elif kind == INVENTORY:
            self.items = {thing['id']: thing for thing in (reader.object() for _ in range(reader.take('H')))}
        elif kind == INVENTORY_ADD:
            thing = reader.object()
            self.items[thing['id']] = thing
        elif kind == INVENTORY_REMOVE:
            self.items.pop(reader.take('I') & ID)
        elif kind == USE:
            self.used.append(reader.take('I') & ID)
        elif kind == UNUSE:
            self.used.remove(reader.take('I') & ID)
        if kind in (MESSAGE, SAID, LOOK, ROOM_CONTENTS, CREATE, INVENTORY, INVENTORY_ADD) and reader.at != len(payload):
            raise AssertionError('message %d: %d bytes are left' % (kind, len(payload) - reader.at))

    # What players do.

    def place(self):
        me = self.things[self.number]
        return me['row'] // 64, me['column'] // 64

    def step(self, row, column):
        """To the middle of a square. The server says nothing when it is right."""
        self.step_fine(row * 64 + 32, column * 64 + 32)

    def step_fine(self, row, column, speed=18):
        self.things[self.number].update(row=row, column=column)
        self.send(b'\x64' + struct.pack('<HHBI', row, column, speed, self.room))

    def do(self, command, *numbers):
        self.send(bytes([command]) + struct.pack('<%dI' % len(numbers), *numbers))

    def drop(self, *things):
        if self.protocol == 'mainline':
            self.send(b'\x76' + struct.pack('<H%dI' % len(things), len(things), *things))
        else:
            for thing in things:
                self.do(0x76, thing)

    def say(self, words, kind=1):
        self.send(bytes([110, kind]) + text(words))

    def find(self, name):
        """A thing of the room by its name."""
        return next(thing for thing in self.things.values() if self.texts.get(thing['name']) == name)

    def has(self, name):
        return [thing['id'] for thing in self.items.values() if self.texts.get(thing['name']) == name]


def compile_world(binaries, folder, protocol, world=None):
    """The built world with its Blakod compiled for another protocol (include/protocol.khd says what it has)."""
    world = world or os.path.join(os.path.dirname(os.path.abspath(binaries)), 'world')
    shutil.copytree(os.path.join(ROOT, 'world', 'kod'), os.path.join(folder, 'kod'))
    shutil.copytree(os.path.join(world, 'rooms'), os.path.join(folder, 'rooms'))
    header = os.path.join(folder, 'kod', 'include', 'protocol.khd')
    with open(header, encoding='ascii') as file:
        program = file.read()
    for name, there in (('RARITY', protocol == 'mainline'), ('LIGHT ', protocol != '1997'), ('FORGET', protocol != '1997')):
        before, after = '   PROTOCOL_HAS_%s = 1\n' % name, '   PROTOCOL_HAS_%s = %d\n' % (name, there)
        assert before in program
        program = program.replace(before, after)
    with open(header, 'w', encoding='ascii') as file:
        file.write(program)
    subprocess.run([os.path.join(binaries, 'blak'), 'compile', '--all', '--dialect', 'classic', os.path.join(folder, 'kod')], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return folder


class WorldServer(Server):
    """A server on a copy of the built world."""

    def __init__(self, binaries, folder, world=None):
        super().__init__(binaries, folder)
        make_run_folder(world or os.path.join(os.path.dirname(os.path.abspath(binaries)), 'world'), folder)
        self.texts = read_resources(os.path.join(folder, 'rsc'))

    def player(self, name=None, password='word'):
        player = Player(self.facts['players'], self.texts)
        if name:
            player.log_in(name, password)
        return player
