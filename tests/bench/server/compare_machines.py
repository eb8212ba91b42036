#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Two builds of measure_machine against each other: user time of each program, medians of runs that take turns.

    compare_machines.py OLD NEW FOLDER [--repeat R] [--seconds S] [--breakpoint FILE LINE] [--instructions]

FOLDER holds compiled classes, their resources and kodbase.txt. With --breakpoint NEW runs with one there (in a rarely called handler).
--instructions counts instructions of user mode instead (perf stat, or callgrind where a machine has no counters), which other work on
the machine does not change.
"""
import argparse
import re
import statistics
import subprocess

PROGRAMS = ['Bench' + name for name in ('Int', 'Prop', 'Fib', 'Named', 'List', 'Listops', 'Table', 'String', 'Class', 'Create')]


def times_of(program, options, place):
    """Nanoseconds of one call of each."""
    out = subprocess.run([program, options.folder, str(options.seconds), 'all', *place], check=True, stdout=subprocess.PIPE, text=True).stdout
    return {name: float(time) for name, time in (line.split('\t') for line in out.splitlines())}


def instructions_of(program, options, place):
    """Of two calls of each, without those of the start."""
    def count(name):
        def by(*tool):
            return subprocess.run([*tool, program, options.folder, '0', name, *place], check=True, stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, text=True).stderr
        counted = by('perf', 'stat', '-x', ',', '-e', 'instructions:u').splitlines()[-1].split(',')[0]
        if counted == '<not supported>':
            counted = re.search(r'Collected : (\d+)', by('valgrind', '--tool=callgrind', '--callgrind-out-file=/dev/null')).group(1)
        return float(counted)
    start = count('none')
    return {name: count(name) - start for name in PROGRAMS}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('old')
    parser.add_argument('new')
    parser.add_argument('folder')
    parser.add_argument('--repeat', type=int, default=9)
    parser.add_argument('--seconds', type=float, default=0.3)
    parser.add_argument('--breakpoint', nargs=2, default=[])
    parser.add_argument('--instructions', action='store_true')
    options = parser.parse_args()
    times = {'old': {}, 'new': {}}
    for turn in range(options.repeat):
        for which in ('old', 'new') if turn % 2 == 0 else ('new', 'old'):
            program, place = (options.old, []) if which == 'old' else (options.new, options.breakpoint)
            for name, time in (instructions_of if options.instructions else times_of)(program, options, place).items():
                times[which].setdefault(name, []).append(time)
    ratios = []
    for name, old in times['old'].items():
        new = times['new'][name]
        ratio = statistics.median(new) / statistics.median(old)
        ratios.append(ratio)
        print('%-14s old %10.0f, new %10.0f: %+.1f %%   (least: %+.1f %%; spread of old %.1f %%)' % (
            name, statistics.median(old), statistics.median(new), 100 * (ratio - 1), 100 * (min(new) / min(old) - 1),
            100 * (max(old) / min(old) - 1)))
    print('geometric mean %+.2f %%' % (100 * (statistics.geometric_mean(ratios) - 1)))


if __name__ == '__main__':
    main()
