#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The client on a server that is not ours: a run folder of one (blakserv with its compiled tree, as blakserv.cfg names it) is copied, the
copy started on ports of its own, and a script plays there: log in, make a character, walk through three rooms, talk, buy, fight, cast,
write and get a letter, log out; on open105 preferences and statistics chosen anew as well. An administrator's line puts the character where
something can be done, and gives it what it needs.

    reference_server.py --bin build/dev/bin --server FOLDER --protocol mainline|open105 [--world FOLDER] [--pictures FOLDER]

Without --server it skips (status 77). --world has pictures and sounds, when there are any. The rooms are those of both living trees."""
import argparse
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

SKIPPED = 77

# What is done at the server after a step of the script: "step" -> lines for the maintenance port. {me} and {inn}, {street}, {shop},
# {grave} are objects.
ROOMS = {'inn': 52, 'street': 50, 'shop': 53, 'grave': 70}
HERE = 'send object 0 utilgonearsquare what object {me} where object %s new_row int %d new_col int %d'

SCRIPT = '''within 250
create {name}
expect-playing
grab {pictures}/1-entered.png
type Good evening
expect-chat Good evening
wait 0.1
expect-room {inn_file}
grab {pictures}/2-inn.png
walk-to 3 10
press go
expect-room {street_file}
wait 1
grab {pictures}/3-street.png
wait 0.2
wait 2
walk-to 50 2
face 2048
hold forward 3
expect-room {grave_file}
wait 1
grab {pictures}/4-outside.png
wait 0.3
wait 2
use mace
expect-object {monster}
target {monster}
approach
press attack
wait 1.2
approach
press attack
wait 1.2
approach
press attack
wait 1.2
expect-chat {monster}
grab {pictures}/5-fight.png
wait 0.4
expect-room {shop_file}
target {keeper}
type /buy
wait 1
grab {pictures}/6-shop.png
buy {ware}
expect-thing {ware}
wait 0.5
wait 2
# a spell may fail
cast {spell}
wait 2
cast {spell}
wait 2
cast {spell}
expect-chat {spelled}
grab {pictures}/7-cast.png
mail {name} Mind the wick.
expect-letter Mind the wick
type /mail
wait 1
grab {pictures}/8-mail.png
close
{more}expect-known
quit
'''

# What open105 alone has: preferences, statistics chosen anew.
MORE = '''type /option
expect-chat The server does for you
wait 0.6
wait 1.5
grab {pictures}/9-anew.png
click Change me
wait 1
'''

# step -> what an administrator does then
ACTS = {
    'wait 0.1': [HERE % ('{inn}', 5, 8)],
    'wait 0.2': [HERE % ('{street}', 50, 4)],
    'wait 0.3': ['send object 0 utilgonearsquare what object {monster_object} where object {grave} new_row int {row} new_col int {column}'],
    'wait 0.4': [HERE % ('{shop}', 5, 3)],
    'wait 0.6': ['send object {me} newhold what object {token}', 'send object {me} sendstatchange'],
    'wait 0.5': ['send object {me} addspell num int 30 iability int 99', 'send object {me} gainmana amount int 30'],
}

NAMES = {
    'mainline': dict(inn_file='tosinn.roo', street_file='tos.roo', grave_file='tosgrave.roo', shop_file='tosapoth.roo', monster='zombie',
                     keeper='Frisconar', ware='elderberry', spell='light', spelled='glow', creates=False),
}
NAMES['open105'] = dict(NAMES['mainline'], creates=True)
LETS_ONE_CHOOSE_ANEW = 'statsresettoken'


class Server:
    """A copy of a run folder that runs."""

    def __init__(self, template, folder):
        self.folder = os.path.realpath(os.path.join(folder, 'server'))
        shutil.copytree(template, self.folder, symlinks=True)
        self.players, self.line = self.free_port(), self.free_port()
        path = os.path.join(self.folder, 'blakserv.cfg')
        with open(path, encoding='latin-1') as file:
            text = file.read()
        for key, port in (('Port', self.players), ('MaintenancePort', self.line)):
            text = re.sub(r'(?m)^(%s\s+)\d+' % key, r'\g<1>%d' % port, text)
        with open(path, 'w', encoding='latin-1') as file:
            file.write(text)
        with open(os.path.join(self.folder, 'out.txt'), 'w') as out:
            self.process = subprocess.Popen(['./blakserv'], cwd=self.folder, stdout=out, stderr=out)
        end = time.monotonic() + 300
        while time.monotonic() < end and (self.process.poll() is None or self.running()):
            try:
                if 'lock' in self.ask('show clock'):
                    return
            except OSError:
                time.sleep(0.5)
        raise RuntimeError('the server does not start')

    @staticmethod
    def free_port():
        """Below 32768: a reference server ends at once with more."""
        for port in random.sample(range(20000, 30000), 200):
            with socket.socket() as one:
                try:
                    one.bind(('127.0.0.1', port))
                    return port
                except OSError:
                    continue
        raise RuntimeError('no free port')

    def ask(self, command):
        """What it answers; a clock is asked for behind it, as answers have no end."""
        with socket.create_connection(('127.0.0.1', self.line), 10) as line:
            line.settimeout(20)
            line.sendall(command.encode() + b'\rshow clock\r')
            answer = b''
            while b'urrent server clock' not in answer and b'urrent time' not in answer and answer.count(b'clock') < 2:
                part = line.recv(65536)
                if not part:
                    break
                answer += part
        return answer.decode('latin-1')

    def log(self, name):
        found = [one for one in os.listdir(os.path.join(self.folder, 'channel')) if one.startswith(name)]
        text = ''
        for one in found:
            with open(os.path.join(self.folder, 'channel', one), encoding='latin-1') as file:
                text += file.read()
        return text

    def running(self):
        """Those that run in the copy: some builds of the server go on as another process."""
        found = []
        for one in os.listdir('/proc'):
            try:
                if one.isdigit() and os.readlink('/proc/%s/cwd' % one) == self.folder:
                    found.append(int(one))
            except OSError:
                pass
        return found

    def stop(self):
        for process in self.running():
            os.kill(process, signal.SIGTERM)
        end = time.monotonic() + 30
        while self.running() and time.monotonic() < end:
            self.process.poll()
            time.sleep(0.2)
        for process in self.running():
            os.kill(process, signal.SIGKILL)
        self.process.wait()


def number(answer, pattern):
    found = re.findall(pattern, answer, re.IGNORECASE)
    if not found:
        raise RuntimeError('%s is not in %r' % (pattern, answer[:600]))
    return found[0] if 'create' in answer.lower() else found[-1]


def world(options, server, folder):
    """Texts and rooms of the server, pictures of --world."""
    seen = os.path.join(folder, 'world')
    os.makedirs(seen)
    for name in ('rsc', 'rooms'):
        os.symlink(os.path.join(server.folder, name), os.path.join(seen, name))
    if options.world:
        for name in os.listdir(options.world):
            if not os.path.exists(os.path.join(seen, name)):
                os.symlink(os.path.join(os.path.abspath(options.world), name), os.path.join(seen, name))
    return seen


def play(options, server, folder):
    name = 'Wrenna'
    mail = ' w@example.invalid' if options.protocol == 'open105' else ''
    print(server.ask('create automated wrenna secret' + mail).strip(), flush=True)
    names = dict(NAMES[options.protocol], name=name, pictures=options.pictures or folder)
    path = os.path.join(folder, 'tour.play')
    with open(path, 'w') as file:
        more = MORE.format(**names) if options.protocol == 'open105' else ''
        file.write(SCRIPT.format(more=more, **names))
    client = subprocess.Popen(
        [os.path.join(options.bin, 'blak'), 'play', '--server', '127.0.0.1:%d' % server.players, '--user', 'wrenna', '--password', 'secret',
         '--world', world(options, server, folder), '--protocol', options.protocol, '--size', '1280x800', '--script', path, '--record',
         os.path.join(options.pictures or folder, 'tour.jsonl')], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        env=dict(os.environ, QT_QPA_PLATFORM='offscreen', BLAK_AUDIO='none'))
    known = dict(names)
    for line in client.stdout:
        print(line.rstrip(), flush=True)
        step = re.search(r': ok    (.*)  \(', line)
        for command in ACTS.get(step.group(1) if step else None, ()):
            # Anew each time: a collection of garbage gives all of them other numbers.
            known['me'] = number(server.ask('show name ' + name), r'object (\d+)')
            for room, rid in ROOMS.items():
                known[room] = number(server.ask('send object 0 findroombynum num int %d' % rid), r'OBJECT (\d+)')
            if '{token}' in command:
                known['token'] = number(server.ask('create object ' + LETS_ONE_CHOOSE_ANEW), r'created object (\d+)')
            if '{monster_object}' in command:
                known.update(beside(server, known))
            command = command.format(**known)
            answer = server.ask(command)
            print('  > %s\n    %s' % (command, ' | '.join(answer.strip().splitlines()[:6])), flush=True)
    return client.wait() == 0


def beside(server, known):
    """A monster of the room, and a square beside the character."""
    where = [int(number(server.ask('send object %s %s' % (known['me'], what)), r': INT (-?\d+)')) for what in ('getrow', 'getcol')]
    end = time.monotonic() + (5 if known['creates'] else 60)
    if not known['creates']:
        server.ask('send object 0 sethour num int 23')  # on mainline they come at night
    while time.monotonic() < end:
        held = number(server.ask('send object %s getholderactive' % known['grave']), r'LIST (\d+)')
        for one in re.findall(r'OBJECT (\d+)', server.ask('show list ' + held)):
            if ('CLASS ' + known['monster']).lower() in server.ask('show object ' + one).lower():
                return {'monster_object': one, 'row': where[0], 'column': where[1] - 1}
        server.ask('send object %s trycreatemonster initroom int 1' % known['grave'])
        time.sleep(1)
    # open105 lets this line make one.
    made = number(server.ask('create object ' + known['monster']), r'created object (\d+)')
    return {'monster_object': made, 'row': where[0], 'column': where[1] - 1}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--bin', required=True)
    parser.add_argument('--server', default='', help='a run folder; nothing is written there')
    parser.add_argument('--protocol', default='mainline', choices=sorted(NAMES))
    parser.add_argument('--world', default='', help='pictures and sounds')
    parser.add_argument('--pictures', default='', help='where pictures and the recording go')
    options = parser.parse_args()
    if not options.server or not os.path.exists(os.path.join(options.server, 'blakserv')):
        print('no run folder of a server (--server)')
        return SKIPPED
    if options.pictures:
        os.makedirs(options.pictures, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix='blak-reference-') as folder:
        server = Server(options.server, folder)
        try:
            good = play(options, server, folder)
            complaints = [line for line in server.log('debug').splitlines() if 'ENCHANTMENT' in line or 'unknown command' in line]
            for line in complaints:
                print('the server complains: ' + line)
            return 0 if good and not complaints else 1
        finally:
            server.stop()


if __name__ == '__main__':
    sys.exit(main())
