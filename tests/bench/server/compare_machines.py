#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Two builds of measure_machine against each other: user time of each program, medians of runs that take turns.

    compare_machines.py OLD NEW FOLDER [--repeat R] [--seconds S] [--breakpoint FILE LINE]

FOLDER holds compiled classes and kodbase.txt. With --breakpoint NEW runs with one there (a rarely called handler).
"""
import argparse
import statistics
import subprocess


def run(words):
    out = subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True).stdout
    return {name: float(time) for name, time in (line.split('\t') for line in out.splitlines())}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('old')
    parser.add_argument('new')
    parser.add_argument('folder')
    parser.add_argument('--repeat', type=int, default=9)
    parser.add_argument('--seconds', type=float, default=0.3)
    parser.add_argument('--breakpoint', nargs=2, default=[])
    options = parser.parse_args()
    times = {'old': {}, 'new': {}}
    for turn in range(options.repeat):
        words = {'old': [options.old, options.folder, str(options.seconds)],
                 'new': [options.new, options.folder, str(options.seconds), *options.breakpoint]}
        for which in ('old', 'new') if turn % 2 == 0 else ('new', 'old'):
            for name, time in run(words[which]).items():
                times[which].setdefault(name, []).append(time)
    ratios = []
    for name, old in times['old'].items():
        new = times['new'][name]
        ratio = statistics.median(new) / statistics.median(old)
        ratios.append(ratio)
        print('%-14s old %10.0f ns, new %10.0f ns: %+.1f %%   (least: %+.1f %%; spread of old %.1f %%)' % (
            name, statistics.median(old), statistics.median(new), 100 * (ratio - 1), 100 * (min(new) / min(old) - 1),
            100 * (max(old) / min(old) - 1)))
    print('geometric mean %+.2f %%' % (100 * (statistics.geometric_mean(ratios) - 1)))


if __name__ == '__main__':
    main()
