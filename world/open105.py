#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the Blakod of the world in the dialect open105: one source, another spelling.

    world/open105.py OUT            the Blakod alone
    world/open105.py WORLD TARGET   a whole project, made anew, of WORLD: this folder, or one where it was built

Comments begin with // there, `for x in` is `foreach x in`, `mod` is %. What the servers themselves do in another way is in
world/open105, whose files go before those of world/kod."""
import json
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


def write(out, source=HERE / 'kod'):
    out = pathlib.Path(out)
    for path in sorted(source.rglob('*')):
        if path.suffix not in ('.kod', '.khd'):
            continue
        text = path.read_text(encoding='ascii')
        if path.name == 'protocol.khd':
            for name, value in SWITCHES.items():
                text, found = re.subn(r'(%s *=) *\d+' % name, r'\1 %d' % value, text)
                assert found == 1, name
        target = out / path.relative_to(source)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(spelled(text), encoding='ascii')
    for path in (HERE / 'open105').rglob('*.kod'):
        target = out / path.relative_to(HERE / 'open105')
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)


def make(world, target):
    """A project of its own: Blakod, rooms, resources, palette, and what world.json says, with the other protocol."""
    world, target = pathlib.Path(world), pathlib.Path(target)
    shutil.rmtree(target, ignore_errors=True)
    write(target / 'kod', world / 'kod')
    for part in ('rooms', 'resource'):
        if (world / part).is_dir():
            shutil.copytree(world / part, target / part, ignore=shutil.ignore_patterns('*.py', '__pycache__', '*.json'))
    if (world / 'blakston.pal').exists():
        shutil.copy(world / 'blakston.pal', target)
    about = json.loads((world / 'world.json').read_text(encoding='utf-8'))
    about['protocol'] = 'open105'
    (target / 'world.json').write_text(json.dumps(about, indent=4) + '\n', encoding='utf-8')


if __name__ == '__main__':
    if len(sys.argv) == 2:
        write(sys.argv[1])
    elif len(sys.argv) == 3:
        make(*sys.argv[1:])
    else:
        sys.exit(__doc__)
