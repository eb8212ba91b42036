#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Steps back and forth at random in a world that bots play, and compares the hash of the machine, the stack and the locals at each
statement with what they were when it ran for the first time. Prints how many were compared, and how long they took.

    reverse_steps.py --bin build/dev/bin --project world --bots 20 --steps 1000"""
import argparse
import statistics
import sys
import time

from bot_world import BotWorld, add_options
from past import PastWalker


def main():
    parser = argparse.ArgumentParser()
    add_options(parser)
    parser.add_argument('--steps', type=int, default=1000)
    parser.add_argument('--seed', type=int, default=21)
    parser.add_argument('--rest', type=float, default=1.0, help='seconds that the world runs between two walks')
    options = parser.parse_args()
    world = BotWorld(options)
    try:
        inside = [world.inside()] if options.bots else [0]
        walker = PastWalker(world.facts, options.seed)
        all_times, steps = [], 0
        while walker.compared < options.steps:
            time.sleep(options.rest)
            walker.pause()
            steps += walker.walk(walker.random.randrange(5, 60))
            all_times += walker.times
            walker.ask('debug.continue')
        times = walker.ask('debug.times')
        inside.append(world.inside() if options.bots else 0)
        milliseconds = sorted(1000 * one for one in all_times)
        print('%d bots inside at the beginning, %d at the end; %d reverse and forward steps had the state of before; a step in the '
              'past takes %.1f ms (p50), %.1f (p99), at most %.1f'
              % (*inside, walker.compared, statistics.median(milliseconds), milliseconds[int(len(milliseconds) * 0.99)],
                 milliseconds[-1]))
        print('%d checkpoints kept of %d, %.2f ms each to make, %.1f MB; log %.1f MB'
              % (times['checkpoints'], times['made'], times['nanoseconds'] / 1e6 / max(times['made'], 1), times['memory'] / 2**20,
                 times['log'] / 2**20))
        return 0 if world.server.poll() is None else 1
    finally:
        world.close()


if __name__ == '__main__':
    sys.exit(main())
