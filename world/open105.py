#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the Blakod of the world in the dialect open105: one source, another spelling.

    world/open105.py OUT

Comments begin with // there, `for x in` is `foreach x in`, `mod` is %. What the servers themselves do in another way is in
world/open105, whose files go before those of world/kod."""
import pathlib
import re
import shutil
import sys

HERE = pathlib.Path(__file__).resolve().parent
SWITCHES = {'PROTOCOL_IS_OPEN105': 1, 'PROTOCOL_HAS_RARITY': 0}


def spelled(source):
    """Word by word; texts in quotes stay as they are."""
    out = []
    for token in re.findall(r'"(?:\\.|[^"\\])*"|%[^\n]*|\w+|[^\w"%]+', source):
        if token.startswith('%'):
            token = '//' + token.lstrip('%')
        elif token == 'for':
            token = 'foreach'
        elif token == 'mod':
            token = '%'
        out.append(token)
    return ''.join(out)


def write(out):
    out = pathlib.Path(out)
    for path in sorted((HERE / 'kod').rglob('*')):
        if path.suffix not in ('.kod', '.khd'):
            continue
        text = path.read_text(encoding='ascii')
        if path.name == 'protocol.khd':
            for name, value in SWITCHES.items():
                text, found = re.subn(r'(%s *=) *\d+' % name, r'\1 %d' % value, text)
                assert found == 1, name
        target = out / path.relative_to(HERE / 'kod')
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(spelled(text), encoding='ascii')
    for path in (HERE / 'open105').rglob('*.kod'):
        target = out / path.relative_to(HERE / 'open105')
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)


if __name__ == '__main__':
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    write(sys.argv[1])
