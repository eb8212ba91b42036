#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A thousand players of the sample world who all ask for the list of all players (BP_SEND_PLAYERS) again and again, and five who play.
Those must not notice: each is in, with the first answer there, within two seconds, and p99 of what they ask for then stays below a
bound. Ends with status 1 when it does not; see docs/security.md."""
import argparse
import multiprocessing
import os
import selectors
import shutil
import resource
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), 'world'))

from world_tools import REDBOOK, WorldServer  # noqa: E402

from client import Client  # noqa: E402  world_tools knows where it is
from server_tools import Control, slowness  # noqa: E402

HONEST, LOGGING_IN = 5, 8
COMING_IN = 2  # seconds, as docs/security.md has it for a crowd that does not log in
SEND_PLAYERS = b'\x2c'
REQUESTS = ((b'\x29\x01', 132), (b'\x75', 205), (b'\x34', 133))  # one's condition, what one carries, groups of figures


def name_of(kind, number):
    """Characters have letters only."""
    return kind + ''.join(chr(ord('a') + number // 26 ** place % 26) for place in range(3))


def enter(port, name, where):
    client = Client(port, REDBOOK, source='127.5.%d.%d' % (where // 200, where % 200 + 1))
    client.enter(name, 'word')
    return client


def flood(port, number, ready, over, asked):
    """In a process of its own: logs in, then keeps two requests of each player under way."""
    players, lock, numbers = [], threading.Lock(), iter(range(number))

    def log_in():
        while True:
            with lock:
                mine = next(numbers, None)
            if mine is None:
                return
            client = enter(port, name_of('crowd', mine), mine)
            client.socket.setblocking(False)
            players.append(client)

    threads = [threading.Thread(target=log_in) for _ in range(LOGGING_IN)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    selector = selectors.DefaultSelector()
    for player in players:
        selector.register(player.socket, selectors.EVENT_READ, player)
    ready.set()
    while not asked.wait(0.05):
        for key, _ in selector.select(0):
            drain(key.fileobj)
    for player in players:
        player.socket.send(player.frame(SEND_PLAYERS) + player.frame(SEND_PLAYERS))
    lost = set()
    while not over.is_set():
        for key, _ in selector.select(0.1):
            if drain(key.fileobj):
                try:  # an answer came, or a part of one
                    key.data.socket.send(key.data.frame(SEND_PLAYERS))
                except BlockingIOError:
                    pass
            else:
                selector.unregister(key.fileobj)
                lost.add(key.data)
    print('%d players flooded, %d of them were hung up' % (len(players), len(lost)), flush=True)


def drain(connection):
    """How many bytes; 0 = it ended."""
    count = 0
    try:
        while True:
            got = len(connection.recv(1 << 18))
            count += got
            if got < 1 << 18:
                return count
    except BlockingIOError:
        return count
    except OSError:
        return 0


def play(port, number, over, entries, times, faults):
    """`entries` gets the seconds from the connection to the first answer, which is part of coming in; `times` those of what follows."""
    try:
        begun = time.time()
        player = enter(port, name_of('good', number), 2000 + number)
        asked = 0
        while not over.is_set():
            request, answer = REQUESTS[asked % len(REQUESTS)]
            player.send(request)
            if answer not in player.kinds(until=answer, most=10):
                faults.append('good%d got no answer within ten seconds' % number)
                return
            (times if asked else entries).append(time.time() - begun)
            asked += 1
            time.sleep(0.05)
            begun = time.time()
    except (OSError, AssertionError, IndexError) as error:
        faults.append('good%d: %r' % (number, error))


def measure(seconds, server):
    """How long five players took to come in, how long their requests, what went wrong."""
    over, entries, times, faults = threading.Event(), [], [], []
    threads = [threading.Thread(target=play, args=(server.facts['players'], number, over, entries, times, faults))
               for number in range(HONEST)]
    for thread in threads:
        thread.start()
    time.sleep(seconds)
    over.set()
    for thread in threads:
        thread.join(30)
    return sorted(entries), sorted(times), faults


def run(options, folder):
    server = WorldServer(os.path.abspath(options.bin), folder)
    server.configure(Session={'MaxConnect': options.sessions + 50, 'MaxActive': options.sessions + 50},
                     Inactive={'Game': 3600}, Auto={'SnapshotPeriod': 0, 'KodPeriod': 100000})
    server.start()
    context = multiprocessing.get_context('fork')
    ready, asked, over = context.Event(), context.Event(), context.Event()
    try:
        control = Control(server.facts)
        for name in [name_of('crowd', number) for number in range(options.sessions)] + [name_of('good', number) for number in range(HONEST)]:
            control.ask('admin', command='create automated %s word' % name)
        crowd = context.Process(target=flood, args=(server.facts['players'], options.sessions, ready, over, asked))
        begun = time.time()
        crowd.start()
        while not ready.wait(1):
            if not crowd.is_alive():
                print('! the crowd could not log in')
                return 1
        print('%d players came in within %.1f s' % (options.sessions, time.time() - begun), flush=True)
        measure(2, server)  # characters are made
        asked.set()
        counts = control.ask('status')['result']['counters']
        entries, times, faults = measure(options.seconds, server)
        after = control.ask('status')['result']['counters']
        over.set()
        crowd.join(30)
        p99 = times[len(times) * 99 // 100] if times else float('inf')
        longest = entries[-1] if entries else float('inf')
        print('%d messages a second taken; players came in within %.2f s; %d requests of theirs: p50 %.1f ms, p99 %.1f ms, longest %.1f ms' %
              ((after['messages_in'] - counts['messages_in']) / options.seconds, longest, len(times), 1000 * times[len(times) // 2] if times else 0,
               1000 * p99, 1000 * times[-1] if times else 0))
        for fault in faults:
            print('! ' + fault)
        slow = slowness(options.bin)
        return 0 if not faults and longest < COMING_IN * slow and p99 < options.p99 / 1000 * slow else 1
    finally:
        over.set()
        server.kill()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--bin', required=True, help='folder of blak; the world lies beside it')
    parser.add_argument('--sessions', type=int, default=300)
    parser.add_argument('--seconds', type=float, default=8)
    parser.add_argument('--p99', type=float, default=100, help='milliseconds')
    options = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    folder = tempfile.mkdtemp(prefix='blak-everybody-')
    try:
        return run(options, folder)
    finally:
        shutil.rmtree(folder, True)


if __name__ == '__main__':
    sys.exit(main())
