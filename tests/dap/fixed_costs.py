#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What debugging costs, by work that is the same each time: what a server recorded (blak serve --record, with bots) is run again by
fixed_work in turns without anything, with a debugger attached, with the past kept, sampled, and recorded once more. Compared is the time of
the processor, in user mode and in the system, with all threads, of runs that follow one another: so a machine that is busy, or slow for a
while, slows both. Printed is the median of what each round says, and the interval in which that of the world lies with 95 % (bootstrap over
the rounds). A run that does not end in the same state of the machine, after as many instructions, fails all.

    fixed_costs.py --bin build/dev/bin --tool build/dev/tests/fixed_work \\
        --make --project world --bots 200 --seconds 45 --recording /tmp/world.blakrec
    fixed_costs.py --tool build/dev/tests/fixed_work --recording /tmp/world.blakrec --rounds 30"""
import argparse
import json
import os
import random
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time

from bot_world import BotWorld
from debug_costs import processor_seconds


def make(options):
    """Lets a server with bots record what it hears. Prints how much of the processor it took."""
    world = BotWorld(options, '--record', options.recording)
    try:
        print('%d bots inside' % world.inside(), flush=True)
        before = processor_seconds(world.server.pid)
        time.sleep(options.seconds)
        live = (processor_seconds(world.server.pid) - before) / options.seconds
        for process in (world.bots, world.server):
            if process is not None:
                process.send_signal(signal.SIGTERM)
                process.wait(120)
    finally:
        world.close()
    print('%.1f MB; --live %.4f' % (os.path.getsize(options.recording) / 2**20, live))


def run(tool, recording, kind, begin, end, folder):
    place = os.path.join(folder, 'world')
    done = subprocess.run([tool, recording, place, kind, str(begin), str(end)], capture_output=True, text=True, timeout=600)
    for one in (place, place + '.again'):
        shutil.rmtree(one, True) if os.path.isdir(one) else os.path.exists(one) and os.remove(one)
    if done.returncode != 0:
        sys.exit('%s: %d %s' % (kind, done.returncode, done.stderr))
    return json.loads(done.stdout.splitlines()[-1])


def interval(values, random_source, resamples=4000):
    """The median, and where 95 % of the medians of resampled rounds lie."""
    medians = sorted(statistics.median(random_source.choices(values, k=len(values))) for _ in range(resamples))
    return statistics.median(values), medians[int(resamples * 0.025)], medians[int(resamples * 0.975)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--tool', help='fixed_work')
    parser.add_argument('--recording', required=True)
    parser.add_argument('--rounds', type=int, default=20)
    parser.add_argument('--kinds', default='attached,past,sampled,written')
    parser.add_argument('--last', type=float, default=30, help='seconds of the recording: what came before, as bots that enter, is not measured')
    parser.add_argument('--but', type=float, default=5, help='seconds before its end, where it is saved')
    parser.add_argument('--scratch', help='a folder, best one in memory')
    parser.add_argument('--live', type=float, default=0, help='processor that the recorded server took, as --make prints it: a share of that is printed too')
    parser.add_argument('--seed', type=int, default=21)
    parser.add_argument('--most', default='', help='fails above so many per cent, as past=5,sampled=2: when the whole interval is')
    parser.add_argument('--make', action='store_true', help='makes the recording, and no more')
    parser.add_argument('--bin')
    parser.add_argument('--project')
    parser.add_argument('--bots', type=int, default=200)
    parser.add_argument('--protocol', default='mainline')
    parser.add_argument('--seconds', type=float, default=45)
    options = parser.parse_args()
    if options.make:
        return make(options)
    chance = random.Random(options.seed)
    kinds = ['off', 'off again', *options.kinds.split(',')]
    results = {kind: [] for kind in kinds}
    folder = tempfile.mkdtemp(prefix='fixed-costs-', dir=options.scratch)
    try:
        whole = run(options.tool, options.recording, 'off', 0, 0, folder)['milliseconds']
        end = whole - int(1000 * options.but)
        begin = max(end - int(1000 * options.last), 0)
        for _ in range(options.rounds):
            chance.shuffle(kinds)
            for kind in kinds:
                results[kind].append(run(options.tool, options.recording, kind.split()[0], begin, end, folder))
    finally:
        shutil.rmtree(folder, True)
    states = {(one['hash'], one['instructions']) for all_runs in results.values() for one in all_runs}
    if len(states) != 1:
        sys.exit('the runs did not end alike: %s' % states)
    base = results['off']
    seconds = [one['user'] + one['system'] for one in base]
    print('%s: %d rounds of %.2f s (%.2f of them in the system), %d instructions of the machine'
          % (os.path.basename(options.recording), options.rounds, statistics.median(seconds),
             statistics.median(one['system'] for one in base), base[0]['instructions']))
    failed = not all(one['complete'] for all_runs in results.values() for one in all_runs)
    bars = dict(one.split('=') for one in options.most.split(',') if one)
    for kind in ['off again', *options.kinds.split(',')]:
        ratios = [100 * ((one['user'] + one['system']) / (off['user'] + off['system']) - 1) for one, off in zip(results[kind], base)]
        middle, low, high = interval(ratios, chance)
        of_system = statistics.median(100 * (one['system'] - off['system']) / (off['user'] + off['system'])
                                      for one, off in zip(results[kind], base))
        text = '%-9s %+.2f %% (95 %%: %+.2f to %+.2f), %+.2f of them in the system, %+d page faults' % (
            kind, middle, low, high, of_system, statistics.median(one['faults'] - off['faults'] for one, off in zip(results[kind], base)))
        last = results[kind][-1]
        if options.live:  # which has sockets to serve as well
            share = statistics.median(seconds) / options.live / options.last
            text += '; of what the recorded server took %+.2f %% (%+.2f to %+.2f)' % (middle * share, low * share, high * share)
            low *= share
        if kind == 'past':
            text += '; %d checkpoints of %.2f ms, log %.2f MB' % (
                statistics.median(one['made'] for one in results[kind]),
                statistics.median(one['nanoseconds'] / max(one['made'], 1) for one in results[kind]) / 1e6, last['log'] / 2**20)
        if kind == 'sampled':
            text += '; %d samples' % statistics.median(one['samples'] for one in results[kind])
        if kind == 'written':
            text += '; %.2f MB' % (last['bytes'] / 2**20)
        print(text, flush=True)
        failed = failed or (kind in bars and low > float(bars[kind]))
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
