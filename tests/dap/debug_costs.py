#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What debugging costs a world that bots play, in processor time of the server with all its threads, so that a busy machine does not
matter much: nobody debugs, a debugger is attached, the past is kept as well, samples are taken; and a second server, played by as many
bots at the same time, that writes a recording. The costs are those of a message of Blakod. Then how long a step takes, one back a
minute away from where the world stands, and how much memory all of it has.

    debug_costs.py --bin build/release/bin --project world --rounds 3 --seconds 20 --bots 200"""
import argparse
import os
import statistics
import sys
import time

from bot_world import BotWorld, add_options
from past import PastWalker


def processor_seconds(process):
    """Of the server alone, with its threads; its copies wait."""
    total = 0
    for task in os.listdir('/proc/%d/task' % process):
        try:
            with open('/proc/%d/task/%s/schedstat' % (process, task)) as file:
                total += int(file.read().split()[0])
        except OSError:  # a thread that has ended meanwhile
            pass
    return total / 1e9


def children(process):
    with open('/proc/%d/task/%d/children' % (process, process)) as file:
        return [int(one) for one in file.read().split()]


def memory(process):
    """Megabytes that the process has for itself, pages that it shares with its copies in parts."""
    try:
        with open('/proc/%d/smaps_rollup' % process) as file:
            for row in file:
                if row.startswith('Pss:'):
                    return int(row.split()[1]) / 1024
    except OSError:  # a copy that was given up meanwhile
        pass
    return 0


def figures(tool):
    counters = tool.ask('status')['result']['counters']
    return counters['instructions'], counters['blakod_messages']


class Mode:
    """Something that is on for a while."""

    def __init__(self, world, name):
        self.world, self.name, self.walker = world, name, None

    def __enter__(self):
        if self.name in ('attached', 'recorded'):
            self.walker = PastWalker(self.world.facts, records=self.name == 'recorded')
        elif self.name == 'sampled':
            assert self.world.tool.ask('profile.start', period=5000)['ok']

    def __exit__(self, *_):
        if self.walker:
            self.walker.close()
        elif self.name == 'sampled':
            assert self.world.tool.ask('profile.stop')['ok']
        time.sleep(0.5)


def measure(world, written, options):
    """Each round has all of them, one after the other; the server that writes is measured all the time, beside the one that does not."""
    costs = {name: [] for name in options.modes.split(',')}
    both = [world, written] if written else [world]
    beside = []
    for _ in range(options.rounds):
        for name in costs:
            with Mode(world, name):
                time.sleep(1)
                before = [(processor_seconds(one.server.pid), *figures(one.tool)) for one in both]
                time.sleep(options.seconds)
                after = [(processor_seconds(one.server.pid), *figures(one.tool)) for one in both]
                spent = [(b[0] - a[0], (b[0] - a[0]) / max(b[2] - a[2], 1)) for a, b in zip(before, after)]
                costs[name].append((spent[0][0] / options.seconds, spent[0][1]))
                if written and name == 'off':
                    beside.append((spent[1][0] / options.seconds, spent[1][1]))
    if written:
        costs['written'] = beside
    base = [one[1] for one in costs['off']]
    for name, all_costs in costs.items():
        share = statistics.median(one[0] for one in all_costs)
        ratios = [one[1] / off for one, off in zip(all_costs, base)]
        print('%-8s %6.2f %% of a processor, %7.3f us a message of Blakod (%+.1f %% of that round, median; %+.1f of the sums), of %d rounds %s'
              % (name, 100 * share, 1e6 * statistics.median(one[1] for one in all_costs), 100 * (statistics.median(ratios) - 1),
                 100 * (sum(one[1] for one in all_costs) / sum(base) - 1), len(all_costs),
                 ' '.join('%.3f' % (1e6 * one[1]) for one in all_costs)), flush=True)


def steps(world, options):
    walker = PastWalker(world.facts)
    time.sleep(options.past)  # so much of the past there is then
    process = world.server.pid
    print('memory: %.1f MB; %d copies with %.1f MB' % (memory(process), len(children(process)), sum(memory(one) for one in children(process))))
    times = walker.ask('debug.times')
    print('checkpoints: %d kept of %d, %.2f ms each to make, %.1f MB; log %.2f MB'
          % (times['checkpoints'], times['made'], times['nanoseconds'] / 1e6 / max(times['made'], 1), times['memory'] / 2**20,
             times['log'] / 2**20))

    def show(name, all_times):
        milliseconds = sorted(1000 * one for one in all_times)
        print('%s: p50 %.2f ms, p99 %.2f ms, at most %.2f ms, of %d'
              % (name, statistics.median(milliseconds), milliseconds[int(len(milliseconds) * 0.99)], milliseconds[-1], len(milliseconds)))

    walker.pause()
    forward = []
    while len(forward) < options.steps:
        begun = time.perf_counter()
        walker.ask('debug.continue', step='into')
        if walker.stop(0.3) is None:
            walker.pause()
            continue
        forward.append(time.perf_counter() - begun)
    show('step', forward)
    now = walker.ask('debug.times')
    for name, ago in (('step back from where the world stands', 0), ('step back a minute before it', 60_000)):
        back = []
        if ago:
            walker.move('debug.travel', to=max(now['now'] - ago, now['first']))
        walker.times.clear()
        for _ in range(options.back):
            walker.move('debug.back', step='into')
        back += walker.times
        show(name, back)
        walker.move('debug.travel', to='present')
    walker.ask('debug.continue')
    walker.close()


def main():
    parser = argparse.ArgumentParser()
    add_options(parser)
    parser.add_argument('--rounds', type=int, default=3)
    parser.add_argument('--seconds', type=float, default=20)
    parser.add_argument('--modes', default='off,attached,recorded,sampled')
    parser.add_argument('--past', type=float, default=75, help='seconds of the past to go back in')
    parser.add_argument('--steps', type=int, default=1000)
    parser.add_argument('--back', type=int, default=60)
    options = parser.parse_args()
    world = BotWorld(options)
    written = None
    try:
        written = BotWorld(options, '--record', '{folder}/world.blakrec')
        print('%d bots inside, %.1f MB' % (world.inside() if options.bots else 0, memory(world.server.pid)), flush=True)
        measure(world, written, options)
        written.close()
        if options.steps:
            steps(world, options)
        return 0 if world.server.poll() is None else 1
    finally:
        for one in (world, written):
            if one is not None:
                one.close()


if __name__ == '__main__':
    sys.exit(main())
