#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A bot leaves rooms of a 105 world over their edges, which Blakod notices by the flags of GetLocationInfoBSP.

--tree or BLAK_TREE_OPEN105 names a tree of OpenMeridian (kod/ and resource/rooms/); without it nothing is tested and the exit status is 77. Its Blakod is
compiled into a folder of its own and served by this server; the maintenance port puts the bot into each room, its script walks over
the edge, and the room's Blakod must have sent it to the neighbour. Python 3 standard library only.
"""
import argparse, json, os, re, shutil, signal, socket, subprocess, sys, tempfile, time

SKIPPED = 77
# Rooms that are left: (id, row and column beyond the edge to walk to, file of the neighbour).
WALKS = [(330, (60, 41), 'raza.roo')]


class World:
    def __init__(self, binaries, tree, folder):
        self.blak, self.folder = os.path.join(binaries, 'blak'), folder
        shutil.copytree(os.path.join(tree, 'kod'), os.path.join(folder, 'kod'))
        self.run = os.path.join(folder, 'run')
        os.makedirs(os.path.join(self.run, 'rooms'))
        subprocess.run([self.blak, 'compile', '--all', '--dialect', 'open105', '--no-sidecars', '-o', self.run, 'kod'], cwd=folder,
                       check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for where, _, names in os.walk(os.path.join(tree, 'resource', 'rooms')):
            for name in names:
                if name.endswith('.roo'):
                    shutil.copy(os.path.join(where, name), os.path.join(self.run, 'rooms'))
        shutil.copy(os.path.join(folder, 'kod', 'kodbase.txt'), self.run)
        shutil.copy(os.path.join(folder, 'kod', 'include', 'blakston.khd'), self.run)

    def start(self):
        facts = os.path.join(self.run, 'control.json')
        self.process = subprocess.Popen([self.blak, 'serve', '--dialect', 'open105', '--port', '0', '--maintenance-port', '0', '.'],
                                        cwd=self.run, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        end = time.time() + 300
        while not os.path.exists(facts):
            if self.process.poll() is not None or time.time() > end:
                raise RuntimeError('the world does not start')
            time.sleep(0.1)
        time.sleep(0.5)
        with open(facts) as file:
            self.facts = json.load(file)

    def stop(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(60)

    def command(self, text):
        with socket.create_connection(('127.0.0.1', self.facts['maintenance']), 10) as line:
            line.sendall(text.encode() + b'\rshow clock\r')
            out = b''
            while b'Current server clock' not in out:
                got = line.recv(65536)
                if not got:
                    break
                out += got
        return out.decode('latin-1')

    def walk(self, room, row, column):
        """What the bot's report says, and the room in which the character was put."""
        script = os.path.join(self.folder, 'walk.bots')
        with open(script, 'w') as out:
            out.write('wait 6\ngoto %d %d\nwait 600\n' % (row, column))
        bot = subprocess.Popen([self.blak, 'bot', '--server', '127.0.0.1:%d' % self.facts['players'], '--maintenance',
                                str(self.facts['maintenance']), '--protocol', 'open105', '--rooms', os.path.join(self.run, 'rooms'),
                                '--resources', os.path.join(self.run, 'rsc'), '--count', '1', '--seconds', '30', '--rate', '4',
                                '--script', script, '--json'], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        character, end = None, time.time() + 20
        while character is None and time.time() < end:
            time.sleep(0.3)
            character = re.search(r'\n +\d+ +(\d+) +User +Bot', self.command('show account bot1'))
        if character is None:
            raise RuntimeError('the bot does not come: ' + bot.communicate()[1])
        time.sleep(2)
        self.command('send object %s TeleportTo RID int %d' % (character.group(1), room))
        before = self.owner(character.group(1))
        report, errors = bot.communicate(timeout=120)
        if bot.returncode:
            raise RuntimeError(errors)
        return json.loads(report), before

    def owner(self, number):
        found = re.search(r'poOwner +[=:] OBJECT (\d+)', self.command('show object ' + number))
        return found.group(1) if found else None


def main():
    ap = argparse.ArgumentParser(description=__doc__)
    ap.add_argument('--bin', required=True, help='folder of blak')
    ap.add_argument('--tree', default=os.environ.get('BLAK_TREE_OPEN105', ''))
    opts = ap.parse_args()
    if not opts.tree or not os.path.isdir(os.path.join(opts.tree, 'kod')):
        print('no tree: nothing is tested')
        return SKIPPED
    folder = os.path.realpath(tempfile.mkdtemp(prefix='leave-rooms-'))
    bad = 0
    try:
        world = World(os.path.abspath(opts.bin), os.path.abspath(opts.tree), folder)
        world.start()
        try:
            for room, (row, column), neighbour in WALKS:
                report, before = world.walk(room, row, column)
                seen = [entry['room'] for entry in report['coverage']]
                left = before is not None and neighbour in seen
                bad += not left
                print('room %d (object %s): %s; walked in %s, %d moves, %d taken back' % (
                    room, before, 'left over its edge' if left else 'NOT LEFT', ', '.join(seen), report['moves'],
                    report['refused_moves']))
        finally:
            world.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return 1 if bad else 0


if __name__ == '__main__':
    sys.exit(main())
