#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Steps back and forth at random in a world that bots play, and compares the hash of the machine, the stack and the locals at each
statement with what they were when it ran for the first time. Prints how many were compared, and how long they took.

    reverse_steps.py --bin build/dev/bin --project world --bots 20 --steps 1000

The project is copied first (the folders kod, rooms, ... of a tree, or all of it)."""
import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

from dap_client import Control
from past import PastWalker


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--bin', required=True)
    parser.add_argument('--project', required=True)
    parser.add_argument('--bots', type=int, default=20)
    parser.add_argument('--steps', type=int, default=1000)
    parser.add_argument('--seed', type=int, default=21)
    parser.add_argument('--protocol', default='mainline')
    parser.add_argument('--rest', type=float, default=1.0, help='seconds that the world runs between two walks')
    options = parser.parse_args()
    binary = os.path.join(os.path.abspath(options.bin), 'blak')
    folder = tempfile.mkdtemp(prefix='blak-reverse-')
    project = os.path.join(folder, 'project')
    shutil.copytree(options.project, project, ignore=shutil.ignore_patterns('.git', 'run', 'control.json', 'lock*'))
    server = bots = None
    try:
        log = open(os.path.join(folder, 'serve.txt'), 'w')
        server = subprocess.Popen([binary, 'serve', '--port', '0', '--maintenance-port', '0', project], stdout=log, stderr=log)
        # A project, or the folder of a server: compiled classes, rooms.
        run = project if os.path.isdir(os.path.join(project, 'loadkod')) else os.path.join(project, 'run', 'server')
        facts_file = os.path.join(run, 'control.json')
        end = time.time() + 300
        while not os.path.exists(facts_file):
            if time.time() > end or server.poll() is not None:
                with open(os.path.join(folder, 'serve.txt'), errors='replace') as file:
                    print(file.read()[-2000:])
                return 1
            time.sleep(0.1)
        time.sleep(0.2)
        with open(facts_file) as file:
            facts = json.load(file)
        if options.bots:
            bots = subprocess.Popen([binary, 'bot', '--server', '127.0.0.1:%d' % facts['players'], '--count', str(options.bots),
                                     '--seconds', '100000', '--rate', '2', '--protocol', options.protocol,
                                     '--rooms', os.path.join(run, 'rooms'), '--resources', os.path.join(run, 'rsc'),
                                     '--maintenance', str(facts['maintenance'])], stdout=subprocess.DEVNULL)
        tool = Control(facts)
        end = time.time() + 180
        inside = 0
        while options.bots and time.time() < end:
            sessions = tool.ask('sessions')['result']
            inside = sum(1 for one in sessions if one['playing'])
            if inside >= options.bots:
                break
            time.sleep(0.5)
        walker = PastWalker(facts, options.seed)
        all_times, steps = [], 0
        while walker.compared < options.steps:
            time.sleep(options.rest)
            walker.pause()
            steps += walker.walk(walker.random.randrange(5, 60))
            all_times += walker.times
            walker.ask('debug.continue')
        times = walker.ask('debug.times')
        milliseconds = sorted(1000 * one for one in all_times)
        print('%d bots inside; %d reverse and forward steps had the state of before; a step in the past takes %.1f ms (p50), '
              '%.1f (p99), at most %.1f' % (inside, walker.compared, statistics.median(milliseconds),
                                            milliseconds[int(len(milliseconds) * 0.99)], milliseconds[-1]))
        print('%d checkpoints kept of %d, %.2f ms each to make, %.1f MB; log %.1f MB'
              % (times['checkpoints'], times['made'], times['nanoseconds'] / 1e6 / max(times['made'], 1), times['memory'] / 2**20,
                 times['log'] / 2**20))
        return 0 if server.poll() is None else 1
    finally:
        for process in (bots, server):
            if process is not None:
                process.kill()
                process.wait(30)
        shutil.rmtree(folder, True)


if __name__ == '__main__':
    sys.exit(main())
