#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Random command files with their bitmaps, built by makebgf of another program and by ours; the sprites must be the same bytes.

    compare_makebgf.py THEIRS OURS [--count 1000] [--seed 1] [--keep FOLDER]

THEIRS and OURS are programs that take the switches of the old tool (`blak` called as `makebgf`). What both refuse is the same; what
one of them refuses alone is a difference. A case that differs is kept in FOLDER.
"""
import argparse, pathlib, random, shutil, struct, subprocess, sys, tempfile

CORE, INFO = 12, 40


def bitmap(rng, width, height):
    """An 8-bit bitmap that compresses, with either header, now and then with room between table and pixels."""
    stride = (width + 3) // 4 * 4
    few = rng.sample(range(256), rng.randint(1, 6))
    run, rows = 0, bytearray()
    value = few[0]
    for _ in range(height):
        row = bytearray()
        while len(row) < width:
            if run == 0:
                run, value = rng.randint(1, 40), rng.choice(few)
            row.append(value)
            run -= 1
        rows += row + bytes(rng.randrange(256) for _ in range(stride - width))
    gap = rng.choice([0, 0, 0, 2, 16])
    if rng.random() < 0.2:
        header = struct.pack('<IHHHH', CORE, width, height, 1, 8)
        table = bytes(rng.randrange(256) for _ in range(768))
    else:
        used = rng.choice([0, 256])
        header = struct.pack('<IiiHHIIiiII', INFO, width, height, 1, 8, 0, rng.choice([0, len(rows)]), 0, 0, used, 0)
        table = bytes(rng.randrange(256) for _ in range(1024))
    start = 14 + len(header) + len(table) + gap
    return b'BM' + struct.pack('<IHHI', start + len(rows), 0, 0, start) + header + table + bytes(gap) + bytes(rows)


def gap(rng):
    return rng.choice([' ', ' ', '\t', '  ', ' \\\n', '\n'])


def number(rng):
    return rng.choice([rng.randint(-40, 40), rng.randint(-3000, 3000), rng.randint(-2**31, 2**31 - 1)])


def command_file(rng, folder):
    """Switches, bitmaps with offsets and hotspots, groups; notes and blanks where the old tool takes them."""
    count = rng.choice([1, 1, 2, 3, 5, 12])
    text = ''
    if rng.random() < 0.5:
        text += rng.choice(['# a note\n', '#*Groups: 2\n#* stand\n', '#\n#-s 9\n'])
    if rng.random() < 0.6:
        text += '-s' + gap(rng) + str(rng.choice([1, 2, 3, 4, 8, 0, 255, 'x', '3y'])) + gap(rng)
    if rng.random() < 0.6:
        text += '-n' + gap(rng) + rng.choice(['Wolf', 'a', 'x' * 31, 'y' * 32, 'z' * 60, 'Two_words']) + gap(rng)
    if rng.random() < 0.3:
        text += '-r' + gap(rng)
    if rng.random() < 0.3:
        text += '-x' + gap(rng)
    text += str(count) + rng.choice(['', ' ']) + '\n'
    for i in range(count):
        name = f'b{i}.bmp'
        (folder / name).write_bytes(bitmap(rng, rng.choice([1, 2, 3, rng.randint(4, 130)]), rng.choice([1, 2, rng.randint(3, 150)])))
        text += name
        if rng.random() < 0.6:
            text += gap(rng) + f'[{number(rng)}, {number(rng)}]'
        if rng.random() < 0.5:
            spots = rng.choice([0, 1, 2, 4, 9])
            text += gap(rng) + f':{spots}'
            for _ in range(spots):
                text += gap(rng) + str(rng.choice([rng.randint(1, 60), -rng.randint(1, 60), 127, -128])) + gap(rng)
                text += f'[{number(rng)}, {number(rng)}]'
        text += '\n'
    groups = rng.choice([0, 1, 2, 3, 8])
    text += str(groups) + '\n'
    for _ in range(groups):
        entries = rng.choice([1, 1, 2, 5, 8])
        over = rng.random() < 0.02
        text += str(entries) + ' ' + ' '.join(str(rng.randint(0, count + (2 if over else 0))) for _ in range(entries)) + '\n'
        if rng.random() < 0.1:
            text += '# between\n'
    if rng.random() < 0.04:  # a text that ends too early
        text = text[:max(0, text.rfind(' ', 0, rng.randrange(1, len(text) + 1)))]  # between words: half a pair is ours to refuse
    return text


def build(program, folder, output):
    run = subprocess.run([str(program), '-o', output, '@case.bbg'], cwd=folder, capture_output=True, timeout=60)
    file = folder / output
    return (run.returncode, file.read_bytes() if run.returncode == 0 and file.exists() else None, run.stdout + run.stderr)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('theirs', type=pathlib.Path)
    parser.add_argument('ours', type=pathlib.Path)
    parser.add_argument('--count', type=int, default=1000)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--keep', type=pathlib.Path, default=pathlib.Path('makebgf-differences'))
    options = parser.parse_args()
    theirs, ours = options.theirs.resolve(), options.ours.absolute()  # ours may be a link whose name counts
    same = refused = different = 0
    for case in range(options.seed, options.seed + options.count):
        with tempfile.TemporaryDirectory() as place:
            folder = pathlib.Path(place)
            (folder / 'case.bbg').write_text(command_file(random.Random(case), folder))
            a, b = build(theirs, folder, 'a.bgf'), build(ours, folder, 'b.bgf')
            if a[1] is not None and a[1] == b[1]:
                same += 1
            elif a[1] is None and b[1] is None:
                refused += 1
            else:
                different += 1
                kept = options.keep / str(case)
                shutil.copytree(folder, kept, dirs_exist_ok=True)
                print(f'case {case}: theirs {a[0]} {a[2][:120]!r}, ours {b[0]} {b[2][:160]!r}')
    print(f'{options.count} command files: {same} the same bytes, {refused} refused by both, {different} different')
    return 1 if different else 0


if __name__ == '__main__':
    sys.exit(main())
