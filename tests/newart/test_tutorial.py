#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The tutorial of docs/sprites.md, word for word: from pictures to a creature that walks in a copy of the sample world."""
import os
import re
import shlex
import shutil
import struct
import subprocess
import sys
import tempfile
import time
import unittest
import zlib

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, 'tests', 'world'))
from world_tools import MOVE, Reader, WorldServer  # noqa: E402
from server_tools import Control  # noqa: E402

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), 'support'))
from program_tests import OPTIONS, main  # noqa: E402

WIDTH, HEIGHT = 40, 48
SIDES = ('front', 'side', 'back')


def picture(side):
    """RGBA rows: a body whose breadth tells the side, feet at the lowest row, in colours that no palette has."""
    breadth = (10, 16, 10)[side]
    rows = []
    for y in range(HEIGHT):
        row = bytearray()
        for x in range(WIDTH):
            inside = y > 8 and abs(x - WIDTH // 2) < breadth
            row += bytes((97 + side * 20, 83 + y, 61 + x, 255)) if inside else b'\0\0\0\0'
        rows.append(bytes(row))
    return rows


def png(rows):
    def chunk(kind, data):
        return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))
    header = struct.pack('>IIBBBBB', WIDTH, HEIGHT, 8, 6, 0, 0, 0)
    return b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', header) + chunk(b'IDAT', zlib.compress(b''.join(b'\0' + row for row in rows))) + chunk(b'IEND', b'')


def aseprite():
    """The same three sides as the program writes them: a layer, a cel in each frame, a tag over all, slices with pivots."""
    def string(text):
        return struct.pack('<H', len(text)) + text.encode()

    def chunk(kind, data):
        return struct.pack('<IH', len(data) + 6, kind) + data

    def frame(chunks):
        body = b''.join(chunks)
        return struct.pack('<IHHHxxI', len(body) + 16, 0xF1FA, len(chunks), 100, len(chunks)) + body

    def cel(rows):
        data = struct.pack('<HhhBHhxxxxx', 0, 0, 0, 255, 2, 0) + struct.pack('<HH', WIDTH, HEIGHT) + zlib.compress(b''.join(rows))
        return chunk(0x2005, data)

    layer = chunk(0x2004, struct.pack('<HHHHHHBxxx', 1, 0, 0, 0, 0, 0, 255) + string('body'))
    tags = chunk(0x2018, struct.pack('<H8x', 1) + struct.pack('<HHBH6x3sx', 0, 2, 0, 0, b'\0\0\0') + string('stand'))
    feet = chunk(0x2022, struct.pack('<III', 1, 2, 0) + string('feet') +
                 struct.pack('<IiiIIii', 0, 10, 40, 20, 8, 10, 7))
    head = chunk(0x2022, struct.pack('<III', 1, 2, 0) + string('1 head') + struct.pack('<IiiIIii', 0, 15, 8, 10, 10, 5, 5))
    frames = [frame([layer, cel(picture(0)), tags, feet, head]), frame([cel(picture(1))]), frame([cel(picture(2))])]
    body = b''.join(frames)
    header = struct.pack('<IHHHHHIH', len(body) + 128, 0xA5E0, len(frames), WIDTH, HEIGHT, 32, 1, 100)
    return header.ljust(128, b'\0') + body


def tutorial():
    """The indented blocks of the chapter, in their order."""
    with open(os.path.join(ROOT, 'docs', 'sprites.md'), encoding='utf-8') as file:
        text = file.read()
    chapter = text[text.index('## From pictures to a creature that walks'):]
    blocks, block = [], []
    for line in chapter.splitlines() + ['']:
        if line.startswith('       '):
            block.append(line[7:])
        elif block and line.strip():
            blocks.append('\n'.join(block).rstrip() + '\n')
            block = []
        elif block:
            block.append('')
    if block:
        blocks.append('\n'.join(block).rstrip() + '\n')
    return chapter, blocks


class Tutorial(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix='blak-tutorial-')
        self.addCleanup(shutil.rmtree, self.folder, True)
        self.world = os.path.join(self.folder, 'WORLD')
        built = os.path.join(os.path.dirname(os.path.abspath(OPTIONS.bin)), 'world')
        for part in ('rooms', 'resource'):
            shutil.copytree(os.path.join(built, part), os.path.join(self.world, part))
        shutil.copytree(os.path.join(ROOT, 'world', 'kod'), os.path.join(self.world, 'kod'))
        for name in ('blakston.pal', 'world.json'):
            shutil.copy(os.path.join(built, name), self.world)

    def blak(self, *arguments):
        done = subprocess.run([os.path.join(OPTIONS.bin, 'blak'), *arguments], capture_output=True, text=True, timeout=240, cwd=self.folder)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def file(self, name):
        return os.path.join(self.world, *name.split('/'))

    def follow(self, replaced=()):
        chapter, blocks = tutorial()
        paths = re.findall(r'`(kod/[a-z/]+\.kod)`', chapter)
        classes = [block for block in blocks if ' is Monster' in block]
        placing = [block for block in blocks if block.startswith('Send(self,@Put')]
        commands = [line for block in blocks for line in block.splitlines() if line.startswith('blak ')]
        self.assertEqual((len(classes), len(placing), len(paths)), (1, 1, 2), blocks)
        with open(self.file(paths[0]), 'w', encoding='latin-1') as file:
            file.write(classes[0])
        with open(self.file(paths[1]), encoding='latin-1') as file:
            room = file.read()
        things = room.index('MakeThings()')
        end = room.index('return;', things)
        with open(self.file(paths[1]), 'w', encoding='latin-1') as file:
            file.write(room[:end] + placing[0] + '      ' + room[end:])
        for command in commands:
            for before, after in replaced:
                command = command.replace(before, after)
            said = self.blak(*shlex.split(command)[1:])
            if ' check ' in command:
                self.assertIn('1 sprite, 0 errors, 0 warnings', said)

    def walks(self):
        self.blak('compile', '--all', '--dialect', 'classic', '--output', self.world, self.file('kod'))
        shutil.copy(self.file('kod/kodbase.txt'), self.world)
        run = os.path.join(self.folder, 'run')
        os.makedirs(run)
        server = WorldServer(OPTIONS.bin, run, self.world)
        server.configure(Auto={'KodPeriod': 100000, 'SnapshotPeriod': 0})
        server.start()
        self.addCleanup(server.kill)
        control = Control(server.facts)
        control.ask('admin', command='create automated ann word')
        ann = server.player('ann')
        square = control.ask('instances', **{'class': 'VillageSquare'})['result']['objects'][0]
        typed = {'what': {'tag': 'OBJECT', 'data': ann.number}, 'row': {'tag': 'INT', 'data': 13}, 'col': {'tag': 'INT', 'data': 11}}
        self.assertTrue(control.ask('send', object=square, message='Put', parameters=typed)['ok'])
        ann.hear()
        wolf = ann.find('wolf')
        self.assertEqual(ann.texts[wolf['icon']], 'wolf.bgf')
        start, deadline = (wolf['row'], wolf['column']), time.time() + 60
        while time.time() < deadline and (wolf['row'], wolf['column']) == start:
            ann.hear(quiet=1.0)
            wolf = ann.find('wolf')
        self.assertNotEqual((wolf['row'], wolf['column']), start, 'it did not walk')
        self.assertEqual((server.log('error'), server.log('debug')), ('', ''))

    def test_from_pictures(self):
        for side, name in enumerate(SIDES):
            with open(os.path.join(self.folder, name + '.png'), 'wb') as file:
                file.write(png(picture(side)))
        self.follow()
        self.walks()

    def test_from_aseprite(self):
        with open(os.path.join(self.folder, 'wolf.aseprite'), 'wb') as file:
            file.write(aseprite())
        self.follow([('front.png side.png back.png --angles 3', 'wolf.aseprite')])
        said = self.blak('bgf', 'info', self.file('resource/wolf.bgf'))
        self.assertIn('3 bitmaps', said)
        self.walks()


if __name__ == '__main__':
    main()
