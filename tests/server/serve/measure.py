#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What connections cost a server, in memory and in CPU time of its process (so that a busy machine matters little):

    tests/server/serve/measure.py --bin build/release/bin            all, as a table
    tests/server/serve/measure.py --bin build/release/bin --json     the same for scripts
    tests/server/serve/measure.py --bin ... --peer COMMAND           the same of another server beside it, and the ratios

idle: memory of 1 000 players who are in the game and say nothing. request: CPU of a message without an answer and of a ping, with
those connected. moves: 200 players in one room, each moves four times a second and everybody is told.
"""
import argparse
import json
import os
import resource
import select
import shutil
import signal
import struct
import sys
import tempfile
import threading
import time

from client import AP_GETLOGIN, Client, Maintenance
from server_tools import PeerServer, Server, build_world

MOVES = {
    'user': lambda program: program.replace('''      if type = 0 AND iCommand = 90
''', '''      if type = 0 AND iCommand = 100
      {
         Send(0,@Moved,#what=self,#row=Nth(client_msg,2),#column=Nth(client_msg,3));
         return;
      }
      if type = 0 AND iCommand = 90
''').replace('''   Wait()
''', '''   SeeMove(what = $, row = 0, column = 0)
   {
      AddPacket(1,200,4,what,2,row,2,column,1,24);
      SendPacket(poSession);
      return;
   }

   Wait()
'''),
    'system': lambda program: program.replace('''   Tell(string = $)
''', '''   Moved(what = $, row = 0, column = 0)
   {
      local i;

      for i in plUsers
      {
         Send(i,@SeeMove,#what=what,#row=row,#column=column);
      }
      return;
   }

   Tell(string = $)
''', 1),
}


class Measure:
    def __init__(self, binaries, most, peer=None):
        self.folder = tempfile.mkdtemp(prefix='blak-measure-')
        build_world(binaries, self.folder, MOVES)
        self.server = PeerServer(peer, self.folder) if peer else Server(binaries, self.folder)
        self.server.configure(Session={'MaxConnect': most + 100, 'MaxActive': most + 100}, Auto={'SnapshotPeriod': 0},
                              Inactive={'Game': 3600, 'Synched': 60, 'SelectChar': 60})
        self.server.start()
        self.maintenance = Maintenance(self.server.facts['maintenance'])
        self.players = []

    def close(self):
        for player in self.players:
            player.socket.close()
        self.server.kill()
        shutil.rmtree(self.folder, True)

    def memory(self):
        """Bytes that belong to the process alone."""
        with open('/proc/%d/smaps_rollup' % self.server.process.pid) as file:
            return sum(int(line.split()[1]) * 1024 for line in file if line.startswith(('Private_Dirty', 'Private_Clean')))

    def cpu(self):
        """Seconds; the scheduler counts them in nanoseconds."""
        with open('/proc/%d/schedstat' % self.server.process.pid) as file:
            return int(file.read().split()[0]) / 1e9

    def make_accounts(self, count):
        for number in range(count):
            self.maintenance.run('create automated p%d word' % number)

    def enter(self, count):
        """Everybody arrives before the room is full of news: whoever waits has to hear what the others do."""
        for number in range(len(self.players), count):
            player = Client(self.server.facts['players'])
            player.enter('p%d' % number, 'word')
            self.players.append(player)
            if number % 20 == 0:
                self.drain()

    def drain(self, seconds=0.0):
        end = time.time() + seconds
        poller = select.epoll()
        by_handle = {player.socket.fileno(): player.socket for player in self.players}
        for handle in by_handle:
            poller.register(handle, select.EPOLLIN)
        got = 0
        while True:
            ready = poller.poll(max(end - time.time(), 0.05))
            for handle, _ in ready:
                got += len(by_handle[handle].recv(1 << 18))
            if time.time() >= end and (seconds or not ready):
                poller.close()
                return got


def idle_and_requests(binaries, count, peer=None):
    measure = Measure(binaries, count, peer)
    try:
        measure.make_accounts(count)
        measure.maintenance.run('save game')
        measure.server.kill(signal.SIGTERM)  # a fresh process has no freed memory to hide sessions in
        measure.server.start()
        time.sleep(0.5)
        base = measure.memory()
        for _ in range(count):  # connected and logged in: what a player at the menu costs
            player = Client(measure.server.facts['players'])
            player.frames(until=AP_GETLOGIN)
            player.login('p%d' % len(measure.players), 'word')
            player.frames(until=30)
            measure.players.append(player)
        time.sleep(0.5)
        memory = measure.memory() - base
        player = measure.players[0]
        player.request_game()
        player.frames(until=58)
        number = player.characters()[0][0]
        player.send(b'\x2e' + struct.pack('<I', number))
        player.frames(until=32)
        out = {'idle_sessions': count, 'idle_bytes': memory}
        rounds, start, before = 500, measure.cpu(), time.time()
        time.sleep(2)
        idle = (measure.cpu() - start) / (time.time() - before)
        for name, payload, answer in (('ping', b'\x03', 1), ('no_answer', b'\x9b\x00', None)):
            start, before = measure.cpu(), time.time()
            for _ in range(rounds):
                player.send(payload)
                if answer:
                    player.frames(until=answer)
                else:
                    time.sleep(0.011)  # below the limit of messages a second, each wakes the server up
            out[name + '_us'] = (measure.cpu() - start - idle * (time.time() - before)) / rounds * 1e6
        out['idle_cpu_percent'] = idle * 100
        burst, start = 200, 0.0
        for _ in range(5):
            time.sleep(3.1)  # the allowance of messages comes back
            frames = b''.join(player.frame(b'\x03') for _ in range(burst))
            before = measure.cpu()
            player.send_raw(frames)
            heard = 0
            while heard < burst and not player.closed:
                heard += len(player.frames())
            start += measure.cpu() - before
        out['burst_us'] = start / (5 * burst) * 1e6
        return out
    finally:
        measure.close()


def moves(binaries, count, seconds, rate, peer=None):
    measure = Measure(binaries, count, peer)
    try:
        measure.make_accounts(count)
        measure.enter(count)
        measure.drain(0.5)
        stop = threading.Event()
        sent = [0]

        def walk():
            begin, step = time.time(), 0
            while not stop.is_set():
                player = measure.players[step % count]
                player.send(b'\x64' + struct.pack('<HHBI', 64 + step % 900, 64 + step % 700, 24, 1))
                sent[0] += 1
                step += 1
                wait = begin + step / (rate * count) - time.time()
                if wait > 0:
                    time.sleep(wait)

        thread = threading.Thread(target=walk)
        start, before = measure.cpu(), time.time()
        thread.start()
        got = measure.drain(seconds)
        used, took = measure.cpu() - start, time.time() - before
        stop.set()
        thread.join()
        return {'movers': count, 'moves_per_second': sent[0] / took, 'megabytes_per_second_out': got / took / 1e6,
                'moves_cpu_percent': used / took * 100}
    finally:
        measure.close()


ROWS = (('idle_bytes', 'idle sessions: MB above the base', 1e-6, '16'),
        ('idle_cpu_percent', 'with them: % of a core for nothing', 1, ''),
        ('ping_us', 'with them: us of CPU for a ping, one by one', 1, '12'),
        ('burst_us', 'with them: us of CPU for a ping, in bursts', 1, '12'),
        ('no_answer_us', 'with them: us of CPU for a message of Blakod, one by one', 1, '12'),
        ('moves_per_second', 'players in one room: moves/s', 1, '800'),
        ('megabytes_per_second_out', 'players in one room: MB/s out', 1, ''),
        ('moves_cpu_percent', 'players in one room: % of a core', 1, '20'))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--bin', required=True)
    parser.add_argument('--json', action='store_true')
    parser.add_argument('--peer', metavar='COMMAND', help='another server for comparison; it runs in its folder')
    parser.add_argument('--sessions', type=int, default=1000)
    parser.add_argument('--movers', type=int, default=200)
    parser.add_argument('--seconds', type=float, default=10)
    options = parser.parse_args()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, options.sessions * 2 + 200)), hard))
    binaries = os.path.abspath(options.bin)
    results = {}
    for name, peer in (('ours', None), ('peer', options.peer)):
        if name == 'ours' or peer:
            results[name] = idle_and_requests(binaries, options.sessions, peer)
            results[name].update(moves(binaries, options.movers, options.seconds, 4, peer))
    if options.json:
        print(json.dumps(results, indent=2))
        return
    print('%-58s %10s %10s %8s' % ('', 'ours', 'peer', 'bar'))
    for key, text, factor, bar in ROWS:
        values = ['%.2f' % (results[name][key] * factor) if name in results else '' for name in ('ours', 'peer')]
        print('%-58s %10s %10s %8s' % (text, *values, bar))


if __name__ == '__main__':
    sys.exit(main())
