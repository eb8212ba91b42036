#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the sample world in the dialect open105: open105.py WORLD TARGET

WORLD is this folder, or one where it was built; TARGET is made anew, a world of its own. Its Blakod says the same in the other dialect
(docs/language.md); what its functions have no name for there is put in other words. It speaks the protocol of mainline, as its packets
are those (world.json).
"""
import json
import os
import re
import shutil
import sys

WORDS = {'for': 'foreach', 'mod': '%'}
# room.kod asks from middle to middle of squares, on the floor. The finer grid is the same geometry here.
CALLS = {'canmoveinroom': 'CanMoveInRoomBSP', 'canmoveinroomfine': 'CanMoveInRoomBSP'}
MIDDLE, PLAYER_SPEED = '32,32', '0'


def tokens(source):
    """(kind, text): comment, string, word, other. A string ends with its line."""
    pattern = re.compile(r'(?P<comment>%[^\n]*)|(?P<string>"(?:\\.|[^"\\\n])*"?)|(?P<word>[A-Za-z_][A-Za-z0-9_]*)|(?P<other>.|\n)', re.S)
    for match in pattern.finditer(source):
        yield match.lastgroup, match.group()


def arguments(parts, at):
    """Of a call whose bracket opens at `at`: texts of its arguments, and the place behind the closing bracket."""
    depth, out, text = 0, [], ''
    for i in range(at, len(parts)):
        piece = parts[i]
        if piece in ('(', '['):
            depth += 1
        elif piece in (')', ']'):
            depth -= 1
            if depth == 0:
                return out + [text.strip()], i + 1
        if piece == ',' and depth == 1:
            out.append(text.strip())
            text = ''
        elif not (piece == '(' and depth == 1):
            text += piece
    raise SystemExit('a call without an end')


def converted(source):
    """A source in the other dialect. Letters beyond ASCII stand as they are."""
    parts = []
    for kind, text in tokens(source):
        if kind == 'comment':
            text = '//' + text[1:]
        elif kind == 'string':
            text = re.sub(r'\\x([0-9A-Fa-f]{2})', lambda match: chr(int(match.group(1), 16)), text)
        elif kind == 'word':
            text = WORDS.get(text.lower(), text)
        parts.append(text)
    out, at = '', 0
    while at < len(parts):
        name = CALLS.get(parts[at].lower())
        if name is None or at + 1 >= len(parts) or parts[at + 1] != '(':
            out += parts[at]
            at += 1
            continue
        (room, row, column, to_row, to_column), at = arguments(parts, at + 1)
        out += f'{name}({room},{row},{column},{MIDDLE},0,{to_row},{to_column},{MIDDLE},{PLAYER_SPEED},self,FALSE)'
    return out


def make(world, target):
    shutil.rmtree(target, ignore_errors=True)
    for folder, _, names in os.walk(os.path.join(world, 'kod')):
        for name in names:
            if not name.endswith(('.kod', '.khd')):
                continue
            path = os.path.join(folder, name)
            to = os.path.join(target, os.path.relpath(path, world))
            os.makedirs(os.path.dirname(to), exist_ok=True)
            with open(path, encoding='cp1252', newline='') as file:
                text = converted(file.read())
            with open(to, 'w', encoding='cp1252', newline='') as file:
                file.write(text)
    for part in ('rooms', 'resource'):
        if os.path.isdir(os.path.join(world, part)):
            shutil.copytree(os.path.join(world, part), os.path.join(target, part),
                            ignore=shutil.ignore_patterns('*.py', '__pycache__', '*.json'))
    if os.path.exists(os.path.join(world, 'blakston.pal')):
        shutil.copy(os.path.join(world, 'blakston.pal'), target)
    with open(os.path.join(world, 'world.json'), encoding='utf-8') as file:
        about = json.load(file)
    about['protocol'] = 'mainline'
    with open(os.path.join(target, 'world.json'), 'w', encoding='utf-8') as file:
        json.dump(about, file, indent=4)
        file.write('\n')


if __name__ == '__main__':
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    make(sys.argv[1], sys.argv[2])
