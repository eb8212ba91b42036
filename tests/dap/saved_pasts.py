#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Saves the past of a world that bots play, in the midst of a handler, and opens it elsewhere: the state of the machine there, its stack
and locals, are those of the moment when it was saved, and at a moment of its middle those that the living one showed. Prints how large
it is, and how long saving, opening and stepping back take.

    saved_pasts.py --bin build/dev/bin --project world --bots 20 --seconds 30"""
import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

from bot_world import BotWorld, add_options
from past import PastWalker


def opened(options, recording, folder):
    """The server that has run a saved past again, and stands at its end; how many seconds that took."""
    facts_file = os.path.join(folder, 'control.json')
    begun = time.perf_counter()
    server = subprocess.Popen([os.path.join(os.path.abspath(options.bin), 'blak'), 'serve', '--replay', recording, '--debug', folder],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    while not os.path.exists(facts_file):
        if server.poll() is not None:
            raise SystemExit('it was not opened: ' + server.stdout.read()[-2000:])
        if time.perf_counter() - begun > 300:
            raise SystemExit('it was not opened within five minutes')
        time.sleep(0.01)
    taken = time.perf_counter() - begun
    time.sleep(0.1)
    with open(facts_file) as file:
        return server, json.load(file), taken


def once(world, walker, options, number):
    walker.ask('debug.continue') if number else None
    time.sleep(options.seconds)
    walker.pause()
    for _ in range(5):  # into a handler, and some statements of it
        walker.ask('debug.continue', step='into')
        walker.stop(1) or walker.pause()
    state = walker.state()
    times = walker.ask('debug.times')
    middle = times['now'] - min(times['now'] - times['first'], 1000 * options.seconds / 2)
    walker.move('debug.travel', to=int(middle))
    then = walker.state()
    here, now = (walker.ask('debug.times')[name] for name in ('here', 'now'))
    walker.move('debug.travel', to='present')
    recording = os.path.join(world.folder, 'past%d.blakrec' % number)
    begun = time.perf_counter()
    saved = walker.ask('debug.save', file=recording)
    saving = time.perf_counter() - begun
    assert walker.state() == state, 'saving has changed the world'
    folder = tempfile.mkdtemp(prefix='blak-past-')
    os.rmdir(folder)
    server, facts, opening = opened(options, recording, folder)
    try:
        again = PastWalker(facts, records=False)
        assert again.state() == state, 'what was opened is another world: %s, %s' % (again.state(), state)
        backs = []
        for _ in range(options.back):
            again.move('debug.back', step='into')
        backs += again.times
        again.move('debug.travel', to='present')
        assert again.state() == state
        again.move('debug.travel', to=here - (now - saved['milliseconds']))  # its times begin where it does
        assert again.state() == then, 'its middle is another one'
        again.close()
        print('past %d: %.1f s of it, %.2f MB, saved in %.2f s, opened in %.2f s; %d steps back p50 %.1f ms, at most %.1f; states equal'
              % (number, saved['milliseconds'] / 1000, saved['bytes'] / 2**20, saving, opening, len(backs),
                 1000 * sorted(backs)[len(backs) // 2], 1000 * max(backs)), flush=True)
    finally:
        server.kill()
        server.wait(30)
        server.stdout.close()
        shutil.rmtree(folder, True)


def main():
    parser = argparse.ArgumentParser()
    add_options(parser)
    parser.add_argument('--seconds', type=float, default=30, help='that the world runs before each')
    parser.add_argument('--times', type=int, default=3)
    parser.add_argument('--back', type=int, default=30)
    options = parser.parse_args()
    world = BotWorld(options)
    try:
        print('%d bots inside' % (world.inside() if options.bots else 0), flush=True)
        walker = PastWalker(world.facts)
        for number in range(options.times):
            once(world, walker, options, number)
        walker.close()
        return 0 if world.server.poll() is None else 1
    finally:
        world.close()


if __name__ == '__main__':
    sys.exit(main())
