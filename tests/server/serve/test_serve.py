#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Drives a real server over its sockets: login, game, administrators, the control channel, saves, kill -9."""
import json
import os
import random
import select
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
import time
import unittest

from client import AP_CREDITS, AP_GAME, AP_GETCHOICE, AP_GETLOGIN, AP_LOGINFAILED, AP_LOGINOK, AP_MESSAGE, AP_NOCHARACTERS
from client import AP_TOOMANYLOGINS, Client, Maintenance, digest, text
from server_tools import Control, FolderCase, Server, build_world, script_options

OPTIONS = None


class ServerCase(unittest.TestCase):
    config = {}

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix='blak-serve-')
        self.addCleanup(shutil.rmtree, self.folder, True)
        build_world(OPTIONS.bin, self.folder)
        self.server = Server(OPTIONS.bin, self.folder)
        self.server.configure(**self.config)
        self.server.start()
        self.addCleanup(self.server.kill)
        self.maintenance = Maintenance(self.server.facts['maintenance'])
        self.maintenance.run('create automated ann secret')
        self.maintenance.run('create automated ben hidden')

    def client(self):
        return Client(self.server.facts['players'])

    def playing(self, name='ann', password='secret'):
        client = self.client()
        client.enter(name, password)
        return client


class AutomatedAccounts(unittest.TestCase):
    """A new account of open105 has as many characters as [Account] NumSlots says."""

    def characters(self, **account):
        folder = tempfile.mkdtemp(prefix='blak-serve-')
        self.addCleanup(shutil.rmtree, folder, True)
        build_world(OPTIONS.bin, folder, lambda program: program.replace('for i in', 'foreach i in'), 'open105')
        server = Server(OPTIONS.bin, folder)
        server.configure(Blakston={'Dialect': 'open105'}, **account)
        server.start()
        self.addCleanup(server.kill)
        maintenance = Maintenance(server.facts['maintenance'])
        self.assertEqual(maintenance.run('create automated ann secret ann@example.org').strip(), 'Created account 2.')
        return maintenance.run('show account 2').count(' User ')

    def test_three_unless_configured(self):
        self.assertEqual(self.characters(), 3)

    def test_as_configured(self):
        self.assertEqual(self.characters(Account={'NumSlots': 5}), 5)


class Login(ServerCase):
    def test_way_into_the_game_and_back(self):
        client = self.client()
        self.assertEqual(client.kinds(until=AP_GETLOGIN), [AP_GETLOGIN])
        client.login('ANN', 'secret')  # names have no case
        self.assertEqual(client.kinds(until=AP_CREDITS), [AP_LOGINOK, AP_GETCHOICE, AP_CREDITS])
        client.request_game()
        self.assertEqual(client.kinds(until=58), [AP_GAME, 58])
        number, _, new = client.characters()[0]
        self.assertEqual(new, 1)
        client.send(b'\x36')  # quit while choosing: said twice
        self.assertEqual(client.kinds(until=AP_CREDITS), [149, 149, AP_GETCHOICE, AP_CREDITS])

    def test_wrong_passwords(self):
        client = self.client()
        client.frames(until=AP_GETLOGIN)
        for expected in (AP_LOGINFAILED, AP_LOGINFAILED, AP_TOOMANYLOGINS):
            client.login('ann', 'guess')
            self.assertEqual(client.kinds(until=expected), [expected])
        client.frames(most=2)
        self.assertTrue(client.closed)
        self.assertIn('failed to log in as "ann"', self.server.log('log'))
        self.assertNotIn('secret', self.server.log('admin'))

    def test_names_forge_no_lines_of_logs(self):
        client = self.client()
        client.frames(until=AP_GETLOGIN)
        client.login('x\r\nNov 22 2026 00:00:00 | (Zaphod) \x1b[2J', 'guess')
        client.frames(until=AP_LOGINFAILED)
        log = self.server.log('log')
        self.assertIn('failed to log in as "x\\r\\nNov 22 2026 00:00:00 | (Zaphod) \\x1B[2J"', log)
        self.assertNotIn('\nNov 22 2026 00:00:00 |', log)

    def test_nonsense_before_the_login(self):
        client = self.client()
        client.frames(until=AP_GETLOGIN)
        client.request_game()
        client.send(b'\x02\x07\x24\x01\x02\x03')  # much too short
        client.send(b'\x4d\x01')                  # no such message
        client.login('x' * 120, 'secret')         # name too long: no answer
        self.assertEqual(client.kinds(), [])
        client.login('ann', 'secret')
        self.assertEqual(client.kinds(until=AP_CREDITS)[0], AP_LOGINOK)

    def test_broken_frames(self):
        for data in (struct.pack('<HHHB', 5, 0, 6, 0) + b'\1aaaa', struct.pack('<HHHB', 1, 0, 1, 1) + b'\1',
                     struct.pack('<HHHB', 0, 0, 0, 0), struct.pack('<HHHB', 7000, 0, 7000, 0)):
            client = self.client()
            client.frames(until=AP_GETLOGIN)
            client.send_raw(data)
            self.assertEqual(client.kinds(until=6), [6])
            client.login('ann', 'secret')
            self.assertEqual(client.kinds(), [])  # deaf

    def test_second_login_wins(self):
        first = self.playing()
        second = self.client()
        second.frames(until=AP_GETLOGIN)
        second.login('ann', 'secret')
        self.assertEqual(second.kinds(until=AP_CREDITS), [AP_LOGINOK, AP_GETCHOICE, AP_CREDITS])
        first.frames(most=2)
        self.assertTrue(first.closed)

    def test_no_characters_lock_and_suspension(self):
        control = Control(self.server.facts)
        control.ask('admin', command='create account user cyd word')
        client = self.client()
        client.frames(until=AP_GETLOGIN)
        client.login('cyd', 'word')
        client.frames(until=AP_CREDITS)
        client.request_game()
        self.assertEqual(client.kinds(until=AP_NOCHARACTERS), [AP_NOCHARACTERS])
        self.maintenance.run('lock closed for today')
        client.request_game()
        self.assertIn(b'closed for today', client.frames(until=AP_MESSAGE)[0][1])
        self.maintenance.run('suspend account 1 ann')
        other = self.client()
        other.frames(until=AP_GETLOGIN)
        other.login('ann', 'secret')
        self.assertEqual(other.kinds(until=AP_MESSAGE), [AP_MESSAGE])

    def test_old_client(self):
        client = self.client()
        client.frames(until=AP_GETLOGIN)
        client.login('ann', 'secret', (0, 50))
        self.assertEqual(client.kinds(most=2, until=AP_MESSAGE), [AP_LOGINOK, AP_MESSAGE])

    def test_password_change(self):
        client = self.playing()
        client.send(b'\x17' + text(digest('guess')) + text(digest('fresh')))
        self.assertEqual(client.kinds(until=161), [161])
        client.send(b'\x17' + text(digest('secret')) + text(digest('fresh')))
        self.assertEqual(client.kinds(until=160), [160])
        again = self.client()
        again.frames(until=AP_GETLOGIN)
        again.login('ann', 'fresh')
        self.assertEqual(again.kinds(until=AP_CREDITS)[0], AP_LOGINOK)


class Game(ServerCase):
    def test_speech_reaches_everybody(self):
        ann, ben = self.playing(), self.playing('ben', 'hidden')
        ann.send(b'\x03')  # the mask is on from here
        ann.frames(until=1)
        ann.send(b'\x6e\x01' + text('hello \xe4'))
        for client in (ann, ben):
            self.assertEqual(client.frames(until=162)[-1][1], b'\xa2' + text('hello \xe4'))
        ann.send(b'\x9b\x05')  # a user command
        self.assertEqual(ann.kinds(until=20), [20])
        self.maintenance.run('send users good evening')
        self.assertIn(b'good evening', ben.frames(until=162)[-1][1])

    def test_object_lists_come_in_reverse_with_their_amounts(self):
        ann = self.playing()
        other = 0
        ann.send(b'\x76' + struct.pack('<HIII', 2, other | 0x10000000, 7, ann.number))
        payload = ann.frames(until=205)[-1][1]
        self.assertEqual(payload, b'\xcd' + struct.pack('<HII', 2, ann.number, 7))

    def test_unknown_objects_are_dropped(self):
        ann = self.playing()
        ann.send(b'\x76' + struct.pack('<HI', 1, 999999))
        ann.send(b'\x03')
        self.assertEqual(ann.kinds(until=1), [1])
        self.assertRegex(self.server.log('error'),
                         r'session \d+ from 127.0.0.1, account \d+ \(ann\): .*there is no object 999999')

    def test_floods_write_a_bounded_amount(self):
        ann = self.playing()
        for _ in range(100):
            ann.send(b'\x3d\x01' + text('z' * 200))  # a command of game masters
            ann.send(b'\x3c' + text('z' * 200))      # of administrators
            ann.send(b'\x4d\x01')                    # no such message
        ann.send(b'\x03')
        self.assertEqual(ann.kinds(until=1, most=20), [1])
        for channel in ('log', 'error', 'admin'):
            self.assertNotIn('zzz', self.server.log(channel))
        lines = [line for line in (self.server.log('log') + self.server.log('error')).splitlines() if '(ann)' in line]
        self.assertLess(len([line for line in lines if 'logged in' not in line]), 8, lines)
        self.assertRegex('\n'.join(lines), r'account \d+ \(ann\) tried game master command 1')

    def test_what_game_masters_do_is_audited(self):
        control = Control(self.server.facts)
        control.ask('admin', command='create account dm mia word')
        control.ask('admin', command='create dm 5')
        mia = self.playing('mia', 'word')
        mia.send(b'\x3d\x02' + text('Nobody ' + 'z' * 3000))
        mia.send(b'\x3d\x03' + text('Ben'))  # for administrators only
        mia.send(b'\x03')
        mia.kinds(until=1)
        self.assertRegex(self.server.log('admin'), r'account 5 \(mia\) game master command 2 Nobody z{93}\.\.\.\n')
        self.assertNotIn('game master command 3', self.server.log('admin'))
        self.assertRegex(self.server.log('log'), r'account 5 \(mia\) tried game master command 3')

    def test_collection_changes_the_epoch(self):
        ann = self.playing()
        epoch = ann.epoch
        self.maintenance.run('save game')
        self.assertEqual(ann.kinds(until=22), [21, 228, 22])
        self.assertEqual(ann.epoch, epoch + 1)
        ann.send(b'\x6e\x01' + text('late'), epoch=epoch)  # in flight: dropped, and the streams go on
        ann.send(b'\x6e\x01' + text('in time'))
        self.assertEqual(ann.frames(until=162)[-1][1], b'\xa2' + text('in time'))

    def test_forged_replayed_and_reordered_messages(self):
        for how in ('forged', 'replayed', 'reordered'):
            ann = self.playing()
            frame = ann.frame(b'\x6e\x01' + text(how))
            following = ann.frame(b'\x6e\x01' + text('following'))
            if how == 'forged':
                frame = frame[:2] + bytes([frame[2] ^ 1]) + frame[3:]
            ann.send_raw(following if how == 'reordered' else frame)
            if how == 'replayed':
                ann.send_raw(frame)
            got = ann.frames(most=3)
            self.assertTrue(ann.closed, how)
            self.assertEqual(len(got), 1 if how == 'replayed' else 0)
        self.assertEqual(self.server.log('log').count('(forged, replayed or out of order)'), 3)
        self.assertIn('(ann) sent a message with a wrong check word', self.server.log('log'))

    def test_broken_frame_in_the_game(self):
        ann = self.playing()
        ann.send_raw(struct.pack('<HHHB', 3, 0, 4, 1))
        self.assertEqual(ann.kinds(), [2] * 10)

    def test_lost_connection_leaves_the_game(self):
        ann, ben = self.playing(), self.playing('ben', 'hidden')
        ann.socket.close()
        ben.send(b'\x6e\x01' + text('alone?'))
        ben.frames(until=162)
        self.assertIn('Game - Ben', self.maintenance.run('who'))
        self.assertNotIn('Game - Ann', self.maintenance.run('who'))

    def test_a_flood_is_slowed_down_and_harms_nobody(self):
        ann, ben = self.playing(), self.playing('ben', 'hidden')
        ann.send_raw(b''.join(ann.frame(b'\x5a\x01') for _ in range(2000)))
        start = time.time()
        ben.send(b'\x6e\x01' + text('still here'))
        ben.frames(until=162)
        self.assertLess(time.time() - start, 2)
        self.assertIn('Game - Ann', self.maintenance.run('who'))  # slowed down, not thrown out

    def test_character_of_somebody_else(self):
        ann = self.playing()
        ben = self.client()
        ben.frames(until=AP_GETLOGIN)
        ben.login('ben', 'hidden')
        ben.frames(until=AP_CREDITS)
        ben.request_game()
        ben.frames(until=58)
        ben.send(b'\x2e' + struct.pack('<I', ann.number))
        ben.send(b'\x03')
        self.assertEqual(ben.kinds(until=1), [1])

    def test_administrator_in_the_game(self):
        control = Control(self.server.facts)
        control.ask('admin', command='create account admin root word')
        control.ask('admin', command='create user 5')
        ann, root = self.playing(), self.playing('root', 'word')
        root.send(b'\x3c' + text('show clock'))
        got = [payload for _, payload in root.frames()]
        self.assertEqual(got[0], b'\xa2' + text('> show clock\r\n'))
        self.assertIn(b'Current server clock reads', got[1])
        ann.frames()  # the new name of root
        ann.send(b'\x3c' + text('show clock'))
        self.assertEqual(ann.kinds(), [])
        root.send(b'\x3c' + text('kickoff all'))
        self.assertIn(149, ann.kinds(until=AP_CREDITS))


class Administration(ServerCase):
    def test_text_mode_over_the_game_port(self):
        Control(self.server.facts).ask('admin', command='create account admin root word')
        root = self.client()
        root.frames(until=AP_GETLOGIN)
        root.login('root', 'word')
        root.frames(until=AP_CREDITS)
        root.send(b'\x05')
        time.sleep(0.3)
        self.assertIn(b'Administrator mode\r\n', root.socket.recv(4096))
        root.send_raw(b'show accounts\rquit\r')
        time.sleep(0.3)
        got = root.socket.recv(65536)
        self.assertIn(b'> show accounts\r\n', got)
        self.assertIn(b'\x1bG', got)

    def test_hang_up_blocks_the_address(self):
        ann = self.playing()
        self.maintenance.run('hangup account ann')
        ann.frames(most=2)
        self.assertTrue(ann.closed)
        refused = self.client()
        self.assertEqual(refused.kinds(most=2), [])
        self.assertTrue(refused.closed)

    def test_files_are_read_only_below_the_world(self):
        with open(os.path.join(self.folder, 'commands.txt'), 'w') as out:
            out.write('show clock\nread commands.txt\n')
        control = Control(self.server.facts)
        said = control.ask('admin', command='read commands.txt')['result']['text']
        self.assertIn('Current server clock', said)
        for name in ('/etc/hostname', '../x', 'source/../../x'):
            self.assertIn('Error opening', control.ask('admin', command='read ' + name)['result']['text'])

    def test_error_of_run_time_is_an_event_with_its_place(self):
        control = Control(self.server.facts)
        control.ask('subscribe', events=['log'])
        ann = self.playing()
        ann.send(b'\x53' + struct.pack('<I', 1))
        time.sleep(0.3)
        control.ask('status')
        places = [event['place'] for event in control.events if 'place' in event]
        self.assertTrue(places and places[0]['file'].endswith('user.bof') and places[0]["line"] > 50, control.events)
        self.assertNotIn('User::', self.server.log('error'))  # the log has no stack unless the configuration wants one

    def test_counters_traces_and_notes(self):
        control = Control(self.server.facts)

        def admin(command):
            return control.ask('admin', command=command)['result']['text']

        ann = self.playing()
        for _ in range(3):
            ann.send(b'\x5a\x01')
        ann.send(b'\x03')
        ann.frames(until=1)
        rows = [line.split() for line in admin('show called 1000').splitlines()[1:]]
        self.assertIn(['User', 'Count', '3'], [row[1:] for row in rows])
        self.assertEqual(sorted((int(row[3]) for row in rows), reverse=True), [int(row[3]) for row in rows])
        self.assertEqual(len(admin('show called 2').splitlines()), 3)
        self.assertIn('Send ', admin('show calls 5'))
        regular, system, _ = admin('show protocol').split(' commands')[1:]
        self.assertIn(' 90          3 |', regular)
        self.assertIn(' 48          1 |', system)  # a character was made
        self.assertNotIn(' 48          1 |', regular)
        self.assertIn('  4          0 |', regular)  # of the login nothing
        memory = {line[:20].strip(): int(line.split()[-1]) for line in admin('show memory').splitlines()[2:] if line[-1:].isdigit()}
        for row in ('Session', 'Buffers', 'Socket blocks'):
            self.assertGreater(memory[row], 0, row)
        admin('trace on User Count')
        ann.send(b'\x5a\x01')
        ann.send(b'\x03')
        ann.frames(until=1)
        admin('trace off User Count')
        control.ask('send', object=ann.number, message='Count')
        self.assertEqual(self.server.log('debug').count('enters CLASS User MESSAGE Count'), 1)
        other = self.client()
        other.frames(until=AP_GETLOGIN)
        other.login('ben', 'hidden')
        other.frames(until=AP_CREDITS)
        for _ in range(5):
            other.send(b'\x0b' + text('the inn burns'))
        other.send(b'\x01')
        time.sleep(0.2)
        mail = admin('mail')
        self.assertEqual(mail.count('the inn burns'), 1)  # one a minute
        self.assertIn('(ben)', mail)

    def test_messages_of_our_own(self):
        control = Control(self.server.facts)

        def admin(command):
            return control.ask('admin', command=command)['result']['text']

        def write(content):
            with open(os.path.join(self.folder, 'protocol.json'), 'w') as out:
                out.write(content)

        def heard(client):
            client.send(b'\xf7\x05\0')
            client.send(b'\x03')
            client.frames(until=1)
            line = [line for line in admin('show protocol').splitlines() if '247 ' in line][0]
            return int(line.split('247')[1].split()[0])

        ann = self.playing()
        self.assertEqual(heard(ann), 0)  # no such message: dropped
        write('{"messages": [\n{"name": "BP_WAVE", "family": "game", "number": 247, "layout": "times:u16"}]}')
        self.assertIn('done, 1 message of our own', admin('reload protocol'))
        self.assertEqual(heard(ann), 1)  # of a session that was there before
        write('{"messages": [\n{"name": "BP_WAVE", "family": "game", "number": 247, "layout": "times:u16"},\n'
              '{"name": "BP_PONG", "family": "game", "number": 3, "layout": ""}]}')
        said = admin('reload protocol')
        self.assertIn('protocol.json, line 3', said)
        self.assertIn('BP_PING', said)
        self.assertEqual(heard(ann), 2)  # the table before stays
        os.unlink(os.path.join(self.folder, 'protocol.json'))
        self.assertIn('done, 0 messages', admin('reload protocol'))
        self.assertEqual(heard(ann), 2)

    def test_a_signal_reads_bans_anew(self):
        with open(os.path.join(self.folder, 'bans.json'), 'w') as out:
            out.write('{"bans": [{"kind": "address", "what": "127.0.0.1", "until": 0}]}')
        self.assertEqual(self.client().kinds(until=AP_GETLOGIN), [AP_GETLOGIN])
        self.server.process.send_signal(signal.SIGHUP)
        time.sleep(0.3)
        self.assertEqual(self.client().kinds(most=2), [])


class ErrorStack(unittest.TestCase):
    """Who called whom when an error of Blakod happens, for tools and in the log."""

    def test_in_both_dialects(self):
        for dialect in ('classic', 'open105'):
            with self.subTest(dialect):
                self.check(dialect)

    def check(self, dialect):
        folder = tempfile.mkdtemp(prefix='blak-serve-')
        self.addCleanup(shutil.rmtree, folder, True)
        loop = (lambda program: program.replace('for i in', 'foreach i in')) if dialect == 'open105' else (lambda program: program)
        deeper = '   Deeper(depth = 0)\n   {\n      if depth = 0\n      {\n         return Send(self,@Broken);\n      }\n' \
                 '      return Send(self,@Deeper,#depth=depth-1);\n   }\n\n   Broken()'
        build_world(OPTIONS.bin, folder,
                    {'system': loop, 'user': lambda program: loop(program).replace('   Broken()', deeper)}, dialect)
        server = Server(OPTIONS.bin, folder)
        server.configure(Blakston={'Dialect': dialect}, Channel={'ErrorStack': 'Yes'})
        server.start()
        self.addCleanup(server.kill)
        control = Control(server.facts)
        control.ask('subscribe', events=['log'])
        user = control.ask('create', **{'class': 'User'})['result']['object']
        for depth in (2, 100):
            control.events.clear()
            control.ask('send', object=user, message='Deeper', parameters={'depth': depth})
            control.ask('status')
            event = next(event for event in control.events if 'stack' in event)
            stack = event['stack']
            self.assertEqual(len(stack), min(depth + 2, 50))
            self.assertEqual([row['handler'] for row in stack[:3]], ['Broken', 'Deeper', 'Deeper'])
            self.assertEqual({(row['class'], row['object']) for row in stack}, {('User', user)})
            self.assertEqual((stack[0]['file'], stack[0]['line']), (event['place']['file'], event['place']['line']))
            self.assertEqual(event['text'].count('\n'), 0)
        log = server.log('error').replace('\r\n', '\n').split('\n')
        first = next(i for i, line in enumerate(log) if 'First' in line)
        self.assertRegex(log[first + 1], r'^    User::Broken (memmap/)?user\.bof \(%d\) OBJECT %d$' % (stack[0]['line'], user))
        self.assertRegex(log[first + 2], r'^    User::Deeper (memmap/)?user\.bof \(\d+\) OBJECT %d$' % user)
        self.assertIn('    ...', log)
        self.assertTrue(all(line.startswith(' ') or ' | ' in line or not line for line in log), log)


class Accounts(ServerCase):
    """Named administrators, bans, passwords that are not kept as digests."""
    config = {'Security': {'MaintenanceLogin': 'Yes', 'KeepDigests': 'No'}}

    def setUp(self):
        # The maintenance port asks for a login here: accounts come over the control channel.
        run, Maintenance.run = Maintenance.run, lambda *_: ''
        try:
            super().setUp()
        finally:
            Maintenance.run = run
        self.control = Control(self.server.facts)
        for command in ('create automated ann secret', 'create automated ben hidden',
                        'create administrator olga operator "correct horse"'):
            self.control.ask('admin', command=command)

    def talk(self, *lines):
        talk = socket.create_connection(('127.0.0.1', self.server.facts['maintenance']))
        talk.settimeout(30)  # slow hashes on a busy machine
        got = b''
        for line in lines:
            talk.sendall(line.encode() + b'\r')
        try:
            while True:
                data = talk.recv(65536)
                got += data
                if not data:
                    return got.decode('latin-1') + '<end>'
                if b'Current server clock' in data:
                    return got.decode('latin-1')
        except OSError:
            return got.decode('latin-1')

    def test_maintenance_asks_who_comes(self):
        self.assertNotIn('Current server', self.talk('show clock', 'show clock', 'show clock'))
        self.assertIn('<end>', self.talk('login olga guess', 'login nobody guess', 'token guess'))
        self.assertIn('Current server', self.talk('login OLGA "correct horse"', 'show clock'))
        self.assertIn('do not have access', self.talk('login olga "correct horse"', 'create automated eve x', 'show clock'))
        self.assertIn('Current server', self.talk('token ' + self.server.facts['token'], 'create automated eve x', 'show clock'))
        audit = self.server.log('admin')
        self.assertIn('olga, maintenance port 127.0.0.1 (operator): create automated ...', audit)
        for secret in ('correct horse', self.server.facts['token'], 'guess'):
            self.assertNotIn(secret, audit + self.server.log('log') + self.server.log('error') + self.server.log('debug'))

    def test_control_channel_by_name(self):
        facts = dict(self.server.facts)
        tool = Control.__new__(Control)
        tool.socket = socket.create_connection(('127.0.0.1', facts['port']))
        tool.socket.settimeout(20)
        tool.file, tool.events = tool.socket.makefile('rwb'), []
        self.assertEqual(tool.ask('hello', name='olga', password='correct horse')['result']['role'], 'operator')
        self.assertTrue(tool.ask('status')['ok'])
        self.assertFalse(tool.ask('stop')['ok'])
        self.assertIn('do not have access', tool.ask('admin', command='delete account 3')['result']['text'])

    def test_what_comes_while_a_password_is_checked_waits(self):
        def talk(password, answers):
            with socket.create_connection(('127.0.0.1', self.server.facts['port'])) as tool:
                tool.settimeout(20)
                hello = {'id': 7, 'do': 'hello', 'name': 'olga', 'password': password}
                tool.sendall((json.dumps(hello) + '\n' + '{"id": 8, "do": "status"}\n').encode())
                return [json.loads(line) for _, line in zip(range(answers), tool.makefile('rb'))]
        self.assertEqual([(one['id'], one['ok']) for one in talk('correct horse', 2)], [(7, True), (8, True)])
        self.assertEqual([(one['id'], one['ok']) for one in talk('guess', 2)], [(7, False)])
        # Who goes meanwhile is forgotten.
        for _ in range(20):
            with socket.create_connection(('127.0.0.1', self.server.facts['maintenance'])) as gone:
                gone.sendall(b'login olga guess\r')
        self.assertTrue(self.control.ask('status')['ok'])

    def test_no_digest_is_kept(self):
        client = self.playing()
        client.send(b'\x17' + text(digest('secret')) + text(digest('fresh')))
        self.assertEqual(client.kinds(until=160, most=30), [160])
        self.control.ask('save')
        saves = os.path.join(self.folder, 'savegame')
        accounts = [name for name in os.listdir(saves) if name.startswith('accounts.')]
        with open(os.path.join(saves, sorted(accounts)[-1])) as file:
            self.assertIn(':ann:None:', file.read())
        with open(os.path.join(self.folder, 'passwords.json')) as file:
            self.assertNotIn(digest('fresh').hex(), file.read())
        self.assertEqual(os.stat(os.path.join(self.folder, 'passwords.json')).st_mode & 0o777, 0o600)
        self.server.kill()
        self.server.start()
        again = self.client()
        again.frames(until=AP_GETLOGIN)
        again.login('ann', 'secret')
        self.assertEqual(again.kinds(until=AP_LOGINFAILED, most=30), [AP_LOGINFAILED])
        again.login('ann', 'fresh')
        self.assertEqual(again.kinds(until=AP_CREDITS, most=30), [AP_LOGINOK, AP_GETCHOICE, AP_CREDITS])

    def test_a_storm_of_logins_holds_nobody_up(self):
        count = 24
        for i in range(count):
            self.control.ask('admin', command='create automated storm%d secret' % i)
        ann = self.playing()
        clients = []
        for i in range(count):
            client = self.client()
            client.frames(until=AP_GETLOGIN)
            clients.append(client)
        for i, client in enumerate(clients):
            client.login('storm%d' % i, 'secret' if i % 2 == 0 else 'guess')
        ann.send(b'\x03')
        self.assertEqual(ann.kinds(until=1)[-1], 1)
        waiting = select.select([client.socket for client in clients], [], [], 0)[0]
        self.assertLess(len(waiting), count)  # the game goes on before all passwords are checked
        for i, client in enumerate(clients):
            expected = AP_LOGINOK if i % 2 == 0 else AP_LOGINFAILED
            self.assertEqual(client.kinds(until=expected, most=30)[0], expected)

    def test_bans_by_pattern(self):
        ann = self.playing()
        self.assertIn('needs a letter', self.control.ask('admin', command='ban pattern ** 1')['result']['text'])
        said = self.control.ask('admin', command='ban pattern A?n* 0 the whole family')['result']['text']
        self.assertIn('pattern A?n* is banned for ever', said)
        ann.frames(most=2)
        self.assertTrue(ann.closed)
        banned = self.client()
        banned.frames(until=AP_GETLOGIN)
        banned.login('ann', 'secret')
        self.assertEqual(banned.kinds(until=AP_MESSAGE, most=30), [AP_MESSAGE])
        ben = self.client()
        ben.frames(until=AP_GETLOGIN)
        ben.login('ben', 'hidden')
        self.assertEqual(ben.kinds(until=AP_CREDITS, most=30)[0], AP_LOGINOK)
        self.control.ask('admin', command='unban pattern a?n*')
        free = self.client()
        free.frames(until=AP_GETLOGIN)
        free.login('ann', 'secret')
        self.assertEqual(free.kinds(until=AP_CREDITS, most=30)[0], AP_LOGINOK)

    def test_bans_last_and_end(self):
        ann = self.playing()
        said = self.control.ask('admin', command='ban account ann 1 shouting')['result']['text']
        self.assertIn('is banned until', said)
        ann.frames(most=2)
        self.assertTrue(ann.closed)
        self.server.kill()
        self.server.start()
        control = Control(self.server.facts)
        # The kill has taken the accounts along, the ban is by name.
        control.ask('admin', command='create automated ann secret')
        banned = self.client()
        banned.frames(until=AP_GETLOGIN)
        banned.login('ann', 'secret')
        self.assertEqual(banned.kinds(until=AP_MESSAGE, most=30), [AP_MESSAGE])
        self.assertIn('"what":"ann"', control.ask('admin', command='show bans --json')['result']['text'])
        control.ask('admin', command='unban account ann')
        control.ask('admin', command='ban address 127.0.0.0/8 1')
        refused = self.client()
        self.assertEqual(refused.kinds(most=2), [])
        self.assertTrue(refused.closed)
        control.ask('admin', command='unban address 127.0.0.0/8')
        free = self.client()
        free.frames(until=AP_GETLOGIN)
        free.login('ann', 'secret')
        self.assertEqual(free.kinds(until=AP_CREDITS, most=30)[0], AP_LOGINOK)


class NamesWithoutCase(unittest.TestCase):
    """A folder that comes from a system that ignores case: every name in it is written in some other way."""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix='blak-serve-')
        self.addCleanup(shutil.rmtree, self.folder, True)
        build_world(OPTIONS.bin, self.folder)
        self.server = Server(OPTIONS.bin, self.folder)
        self.addCleanup(self.server.kill)

    def rename(self, old, new):
        os.rename(os.path.join(self.folder, old), os.path.join(self.folder, new))

    def write(self, name, text):
        with open(os.path.join(self.folder, name), 'w') as out:
            out.write(text)

    def ask(self, command):
        return Control(self.server.facts).ask('admin', command=command)['result']['text']

    def test_everything_is_found(self):
        self.server.configure(
            Path={'Bof': 'LoadKod\\', 'Rsc': 'RSC\\', 'LoadSave': 'SaveGame\\', 'Motd': '.\\Texts\\', 'PackageFile': 'TEXTS'},
            Constants={'Enabled': 'Yes', 'Filename': 'texts\\CONSTANT.khd'}, Login={'MaxAttempts': 77})
        self.rename('blakserv.cfg', 'BlakServ.CFG')
        self.rename('kodbase.txt', 'KodBase.TXT')
        os.makedirs(os.path.join(self.folder, 'texts'))
        self.write('texts/Constant.KHD', 'LANTERN = 4711\n')
        self.write('texts/MOTD.TXT', 'Mind the step.\n')
        self.write('texts/Packages.txt', 'lamps.zip 7 1 1024\n')
        self.write('Protocol.JSON', '{"messages": [{"name": "UC_SING", "family": "user", "number": 200, "layout": "song:str"}]}')
        self.write('Bans.Json', '{"bans": []}')
        self.write('texts/Cmds.txt', 'create automated ann secret\nshow clock\n')
        self.server.start()
        self.assertEqual(os.listdir(os.path.join(self.folder, 'loadkod')), [])
        self.assertIn('system.bof', os.listdir(os.path.join(self.folder, 'memmap')))
        self.assertIn('77', self.ask('show configuration'))
        self.assertIn('4711', self.ask('show constant LANTERN'))
        self.assertIn('lamps.zip', self.ask('show packages'))
        self.assertIn('1 ', self.ask('reload protocol'))
        self.ask('ban account eve 0 noise')
        self.assertNotIn('bans.json', os.listdir(self.folder))
        self.assertIn('Created', self.ask('read TEXTS\\CMDS.TXT'))
        self.assertIn('Error opening', self.ask('read TEXTS\\..\\..\\x'))
        client = Client(self.server.facts['players'])
        client.frames(until=AP_GETLOGIN)
        client.login('ann', 'secret')
        client.frames(until=AP_CREDITS)
        client.request_game()
        client.frames(until=58)
        client.send(b'\x2d')
        self.assertIn(b'Mind the step.', client.frames(until=139)[-1][1])

    def test_saves_are_found(self):
        self.server.configure(Auto={'SnapshotPeriod': 0})
        self.server.start()
        self.ask('create automated ann secret')
        self.ask('save game')
        self.server.kill()
        saves = os.path.join(self.folder, 'savegame')
        for name in os.listdir(saves):
            os.rename(os.path.join(saves, name), os.path.join(saves, name.upper()))
        self.rename('savegame', 'SaveGame')
        self.server.start()
        self.assertIn('ann', self.ask('show accounts'))
        self.ask('save game')
        self.assertNotIn('savegame', os.listdir(self.folder))
        self.assertIn('LASTSAVE.TXT', os.listdir(os.path.join(self.folder, 'SaveGame')))
        self.assertNotIn('lastsave.txt', os.listdir(os.path.join(self.folder, 'SaveGame')))
        self.server.kill()
        self.server.start()
        self.assertIn('ann', self.ask('show accounts'))


class StartAndCheck(FolderCase):
    """What a server needs to start, and that --check says the same and changes nothing."""

    def test_folder_that_is_not_there(self):
        wrong = os.path.join(self.folder, 'typo')
        for option in ((), ('--check',), ('--record', os.path.join(self.folder, 'record'))):
            code, said = self.blak(*option, wrong)
            self.assertEqual(code, 1)
            self.assertIn('typo', said)
            self.assertIn('expected a folder, found none', said)
        self.assertEqual(os.listdir(self.folder), [])

    def test_folder_without_classes(self):
        self.refused(self.folder, 'expected compiled classes (.bof) in memmap or loadkod, found none')
        self.assertEqual(os.listdir(self.folder), [])

    def test_classes_without_system(self):
        server = self.served()
        saves = sorted(os.listdir(os.path.join(self.folder, 'savegame')))
        system = os.path.join(self.folder, 'memmap', 'system.bof')
        with open(system, 'rb') as file:
            whole = file.read()
        for broken in (None, whole[:100], whole[:-8] + b'\xff' * 8):
            os.remove(system)
            if broken:
                with open(system, 'wb') as file:
                    file.write(broken)
            self.refused('expected the class System')
            with open(system, 'wb') as file:
                file.write(whole)
        self.assertEqual(sorted(os.listdir(os.path.join(self.folder, 'savegame'))), saves)
        server.start()

    def test_fresh_folder_starts_with_defaults(self):
        self.build()
        os.rmdir(os.path.join(self.folder, 'rooms'))
        server = Server(OPTIONS.bin, self.folder, ['--port', '0', '--maintenance-port', '0'])
        self.addCleanup(server.kill)
        server.start()
        self.assertFalse(os.path.exists(os.path.join(self.folder, 'blakserv.cfg')))

    def test_check_of_a_good_folder(self):
        self.build()
        before = self.state()
        code, said = self.blak('--check', self.folder)
        self.assertEqual((code, self.state()), (0, before), said)
        for words in ('nothing wrong', 'saved game: none, a new game would begin', 'classic'):
            self.assertIn(words, said)

    def test_damaged_code(self):
        self.served()
        user = os.path.join(self.folder, 'memmap', 'user.bof')
        with open(user, 'rb') as file:
            whole = bytearray(file.read())
        for at in range(len(whole) - 200, len(whole) // 2, -1):  # an instruction that there is not
            damaged = whole[:at] + b'\xff\xff\xff\xff' + whole[at + 4:]
            with open(user, 'wb') as file:
                file.write(damaged)
            code, said = self.blak('--check', self.folder)
            if code:
                break
        self.assertIn('! user.bof', said.replace('memmap/', ''))
        self.refused('of the save would be lost: class ')  # the characters of the save have no class
        server = Server(OPTIONS.bin, self.folder, ['--accept-losses'])
        self.addCleanup(server.kill)
        server.start()
        fault = next(line for line in said.splitlines() if 'user.bof' in line)
        self.assertIn(fault[2:], server.log('error'))

    def test_lost_lastsave(self):
        self.served()
        os.remove(os.path.join(self.folder, 'savegame', 'lastsave.txt'))
        time_text = next(name for name in os.listdir(os.path.join(self.folder, 'savegame'))).split('.')[1]
        before = self.state()
        code, said = self.blak('--check', self.folder)
        self.assertEqual(self.state(), before)
        self.assertEqual(code, 1)
        self.assertIn('the save %s is taken instead' % time_text, said)
        self.assertIn('saved game: ' + time_text, said)

    def test_bad_files_of_the_server(self):
        self.served()
        for name, starts in (('administrators.json', False), ('passwords.json', False), ('protocol.json', True), ('bans.json', False)):
            self.write(name, '{')
            if not starts:
                self.refused(name)
            else:
                code, said = self.blak('--check', self.folder)
                self.assertEqual(code, 1, name)
                self.assertIn(name, said)
            os.remove(os.path.join(self.folder, name))
        self.assertEqual(self.blak('--check', self.folder)[0], 0)

    def test_bad_configuration(self):
        self.served()
        self.write('blakserv.cfg', '[Blakston]\nDialect klingon\n')
        self.refused('expected classic, classic97, open105 or open29, found "klingon"')
        self.write('blakserv.cfg', '[Socket]\nTlsPort 1\nTlsCertificate tls.crt\nTlsKey tls.key\n')
        self.assertIn('tls.crt', self.blak('--check', self.folder)[1])
        self.write('blakserv.cfg', '[Socket]\nTlsPort 0\nTlsCertificate tls.crt\nTlsKey tls.key\n')
        self.refused('tls.crt')
        self.write('tls.crt', 'no certificate')
        self.refused('tls.crt', 'expected a certificate in PEM form')


class Project(unittest.TestCase):
    """`blak serve` on a folder with sources: the sample world."""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix='blak-serve-')
        self.addCleanup(shutil.rmtree, self.folder, True)
        self.project = os.path.join(self.folder, 'Hollow')
        root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
        for name in ('kod', 'rooms'):
            shutil.copytree(os.path.join(root, 'world', name), os.path.join(self.project, name))
        self.run = os.path.join(self.project, 'run', 'server')
        self.process = None
        self.addCleanup(self.end)

    def serve(self, *words):
        self.process = subprocess.Popen([os.path.join(OPTIONS.bin, 'blak'), 'serve', '--port', '0', '--maintenance-port', '0', *words,
                                         self.project], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        line = self.process.stdout.readline().decode()
        if 'compiled' in line:
            self.process.stdout.readline()  # the ports
            with open(os.path.join(self.run, 'control.json')) as file:
                self.facts = json.load(file)
        return line

    def end(self):
        if self.process:
            self.process.send_signal(signal.SIGTERM)
            self.process.communicate(timeout=60)
            self.process = None

    def edit(self, name, old, new):
        name = os.path.join(self.project, 'kod', name)
        with open(name, encoding='latin-1') as file:
            program = file.read()
        self.assertIn(old, program)
        with open(name, 'w', encoding='latin-1') as file:
            file.write(program.replace(old, new))

    def ask(self, command):
        return Control(self.facts).ask('admin', command=command)['result']['text']

    def test_is_compiled_and_served(self):
        self.assertIn('53 of 53 files compiled, 3 rooms built', self.serve())
        self.assertEqual(sorted(os.listdir(self.project)), ['kod', 'rooms', 'run'])
        self.assertIn('System', self.ask('show object 0'))
        self.assertEqual(sorted(os.listdir(os.path.join(self.run, 'rooms'))), ['lantern.roo', 'mill.roo', 'square.roo'])
        with open(os.path.join(self.run, 'channel', 'error.txt')) as file:
            self.assertEqual(file.read(), '')
        self.ask('create automated ann secret')
        self.end()
        done = subprocess.run([os.path.join(OPTIONS.bin, 'blak'), 'serve', '--check', self.project], stdout=subprocess.PIPE)
        self.assertEqual(done.returncode, 0, done.stdout)
        # What did not change is left alone, what did gets into the world that was saved.
        self.edit('object/thing/fixture/barrel.kod', 'vrIcon = barrel_icon', 'vrIcon = barrel_icon\n   viHoops = 4711')
        self.assertIn(': 1 of 53 files compiled, 0 rooms built', self.serve())
        self.assertIn('ann', self.ask('show accounts'))
        self.assertIn('4711', json.dumps(Control(self.facts).ask('class.read', **{'class': 'Barrel'})))
        self.end()
        self.assertIn(': 0 of 53 files compiled, 0 rooms built', self.serve())

    def test_errors_stop_it(self):
        self.edit('object/system.kod', 'messages:', 'messages:\n   Broken( { }\n')
        self.assertEqual(self.serve(), '')
        said = self.process.communicate(timeout=60)[1].decode()
        self.assertEqual(self.process.returncode, 1)
        self.assertIn('system.kod', said)
        self.assertIn('expected Blakod without errors', said)
        self.assertFalse(os.path.exists(os.path.join(self.project, 'run')))
        self.process = None

    def test_dialect(self):
        os.makedirs(self.run)
        with open(os.path.join(self.run, 'blakserv.cfg'), 'w') as out:
            out.write('[Blakston]\nDialect classic97\n')
        self.assertIn('53 of 53 files compiled', self.serve())
        self.assertEqual(Control(self.facts).greeting['result']['dialect'], 'classic97')
        self.end()
        self.serve('--dialect', 'classic')  # the command line counts first
        self.assertEqual(Control(self.facts).greeting['result']['dialect'], 'classic')
        self.end()
        self.assertEqual(self.serve('--dialect', 'open29'), '')  # the sample world is in the classic language
        self.assertIn('expected Blakod without errors', self.process.communicate(timeout=60)[1].decode())
        self.process = None

    def test_old_rooms_tell_the_dialect(self):
        """As in a tree of 2012: no room is newer than version 12."""
        rooms = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), 'data', 'rooms')
        shutil.copy(os.path.join(rooms, 'terrace_12.roo'), os.path.join(self.project, 'rooms', 'terrace.roo'))
        self.serve()
        self.assertEqual(Control(self.facts).greeting['result']['dialect'], 'classic97')

    def test_run_folder_may_have_a_configuration(self):
        os.makedirs(self.run)
        with open(os.path.join(self.run, 'blakserv.cfg'), 'w') as out:
            out.write('[Path]\nBof Box\\\nRooms ..\\..\\rooms\\\nKodbase ..\\..\\KOD\\\n')
        self.serve()
        self.assertEqual(sorted(os.listdir(self.run)),
                         ['.blak-classes', 'Box', 'blakserv.cfg', 'channel', 'control.json', 'memmap', 'rsc', 'savegame', 'server.lock'])
        self.assertIn('System', self.ask('show object 0'))


class ControlChannel(ServerCase):
    def test_ports_of_a_server_that_ended_lead_nowhere(self):
        facts = os.path.join(self.folder, 'control.json')
        self.server.kill()
        self.assertTrue(os.path.exists(facts))  # a killed one cannot take it away
        self.server.start()
        self.server.kill(signal.SIGTERM)
        self.assertFalse(os.path.exists(facts))
        self.server.start()
        with open(facts) as file:
            told = json.load(file)
        with open(facts, 'w') as file:
            json.dump(dict(told, process=1), file)  # as when another one has written it
        self.server.kill(signal.SIGTERM)
        self.assertTrue(os.path.exists(facts))

    def test_the_token_is_needed(self):
        self.assertEqual(os.stat(os.path.join(self.folder, 'control.json')).st_mode & 0o777, 0o600)
        control = Control(self.server.facts, token='guess')
        self.assertFalse(control.greeting['ok'])
        self.assertIsNone(control.ask('status'))
        stranger = socket.create_connection(('127.0.0.1', self.server.facts['port']))
        stranger.sendall(b'{"do":"status"}\n')
        stranger.settimeout(5)
        self.assertIn(b'"ok":false', stranger.recv(4096))
        self.assertEqual(stranger.recv(4096), b'')

    def test_values(self):
        control = Control(self.server.facts)
        ann = self.playing()
        for _ in range(3):
            ann.send(b'\x5a\x01')
        ann.send(b'\x03')
        ann.frames(until=1)
        seen = {row['name']: row['value'] for row in control.ask('object.read', object=ann.number)['result']['properties']}
        self.assertEqual(seen['piCounter'], {'tag': 'INT', 'data': 3})
        things = control.ask('list.read', list=seen['plThings']['data'])['result']['elements']
        self.assertEqual(len(things), 3)
        self.assertEqual(control.ask('list.read', list=seen['plThings']['data'], within=True)['result']['elements'], things)
        nested = control.ask('admin', command='create listnode list %d nil 0' % seen['plThings']['data'])['result']['text']
        nested = int(nested.split('node ')[1].split('.')[0])
        within = control.ask('list.read', list=nested, within=True)['result']['elements']
        self.assertEqual(within[0]['elements'], things)
        self.assertNotIn('elements', control.ask('list.read', list=nested)['result']['elements'][0])
        self.assertEqual(control.ask('object.write', object=ann.number, property='piCounter', value=40)['result']['data'], 40)
        self.assertEqual(control.ask('send', object=ann.number, message='Count')['result'], {'tag': 'INT', 'data': 41})
        self.assertEqual(control.ask('instances', **{'class': 'User', 'exactly': True})['result']['count'], 2)
        self.assertEqual(control.ask('resource.read', resource='user_welcome_rsc')['result']['text'], 'Welcome.')
        self.assertIn('ReceiveClient', control.ask('class.read', **{'class': 'user'})['result']['messages'])
        for bad in ({'do': 'object.read'}, {'do': 'object.read', 'object': 10 ** 6}, {'do': 'nothing'}, {'do': 5},
                    {'do': 'send', 'object': 0, 'message': 'Nope'}, {'do': 'object.write', 'object': 0, 'property': 'plUsers',
                                                                     'value': {'tag': 'NOPE', 'data': 1}}):
            self.assertFalse(control.ask(bad.pop('do'), **bad)['ok'])

    def test_audit_names_what_was_changed(self):
        control = Control(self.server.facts)
        user = control.ask('instances', exactly=True, **{'class': 'User'})['result']['objects'][0]
        control.ask('object.write', object=user, property='piCounter', value=4711)
        control.ask('object.write', object=user, property='psPassword', value='opensesame')
        control.ask('class.write', **{'class': 'User'}, variable='nope', value='z' * 3000)
        control.ask('send', object=0, message='Tell', parameters={'string': 5, 'secret': 'opensesame'})
        control.ask('create', **{'class': 'User'}, parameters={'name': None})
        control.ask('send', object=0, message='x\r\nNov 22', parameters=[[[[[[1]]]]]])
        log = self.server.log('admin')
        for text_ in ('control request object.write object=%d (User) property="piCounter" value=4711\n' % user,
                      'property="psPassword" value="..."', 'control request class.write class="User" value="zzz',
                      'control request send message="Tell" object=0 (System) parameters={"secret":"...","string":5}\n',
                      'control request create class="User" parameters={"name":null}\n', 'message="x\\r\\nNov 22"'):
            self.assertIn(text_, log)
        self.assertNotIn('opensesame', log)
        self.assertNotIn('z' * 300, log)
        control.socket.sendall(b'{"do": "send", "object": 0, "parameters": ' + b'[' * 5000 + b']' * 5000 + b'}\n')
        self.assertIn('brackets', control.ask('status')['error'])
        self.assertTrue(control.ask('status')['ok'])  # that of the request before
        control.socket.sendall(b'{"do": "status", "x": ' + b'[{"a":' * 60000 + b'\n')
        self.assertTrue(control.ask('status')['ok'])
        self.assertIn('brackets', control.ask('status')['error'])

    def test_pause_and_step(self):
        control = Control(self.server.facts)
        ann = self.playing()
        control.ask('pause')
        ann.send(b'\x6e\x01' + text('held'))
        self.assertEqual(ann.kinds(quiet=0.5), [])
        self.assertTrue(control.ask('step', milliseconds=1000)['ok'])
        control.ask('resume')
        self.assertEqual(ann.kinds(until=162), [162])
        self.assertFalse(control.ask('step', milliseconds=1000)['ok'])

    def test_reload_keeps_objects_and_sessions(self):
        control = Control(self.server.facts)
        ann = self.playing()
        ann.send(b'\x5a\x01')
        source = os.path.join(self.folder, 'source')
        with open(os.path.join(source, 'user.kod'), encoding='latin-1') as file:
            program = file.read()
        with open(os.path.join(source, 'user.kod'), 'w', encoding='latin-1') as file:
            file.write(program.replace('piCounter = piCounter + 1', 'piCounter = piCounter + 100')
                       .replace('   plThings = $\n', '   piFresh = 7\n   plThings = $\n'))
        family = ('user', 'admin', 'dm', 'guest', 'creator')
        for name in family:
            subprocess.run([os.path.join(OPTIONS.bin, 'bc'), '--dialect=classic', '-d', '-K', 'kodbase.txt', name + '.kod'],
                           cwd=source, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        shutil.copy(os.path.join(source, 'kodbase.txt'), self.folder)
        shutil.copy(os.path.join(source, 'user.bof'), os.path.join(self.folder, 'loadkod'))
        answer = control.ask('reload', what='program')  # subclasses that are older would be left out, and their objects with them
        self.assertIn('compile it again; the program in use stays', answer['error'])
        for name in family:
            shutil.copy(os.path.join(source, name + '.bof'), os.path.join(self.folder, 'loadkod'))
        answer = control.ask('reload', what='program')
        self.assertTrue(answer['ok'], answer)
        ann.frames()
        ann.send(b'\x5a\x01')
        ann.send(b'\x03')
        self.assertIn(1, ann.kinds(until=1))
        users = control.ask('instances', **{'class': 'User', 'exactly': True})['result']['objects']
        rows = [{row['name']: row['value']['data'] for row in control.ask('object.read', object=user)['result']['properties']}
                for user in users]
        self.assertEqual(sorted(row['piCounter'] for row in rows), [0, 101])
        self.assertEqual([row['piFresh'] for row in rows], [7, 7])


    def test_reload_of_one_class_keeps_numbers_and_players(self):
        control = Control(self.server.facts)
        ann = self.playing()
        ann.send(b'\x5a\x01')
        source = os.path.join(self.folder, 'source')
        with open(os.path.join(source, 'user.kod'), encoding='latin-1') as file:
            program = file.read()

        def compile_and_drop(text):
            with open(os.path.join(source, 'user.kod'), 'w', encoding='latin-1') as file:
                file.write(text)
            subprocess.run([os.path.join(OPTIONS.bin, 'bc'), '--dialect=classic', '-d', '-K', 'kodbase.txt', 'user.kod'],
                           cwd=source, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            shutil.copy(os.path.join(source, 'kodbase.txt'), self.folder)
            shutil.copy(os.path.join(source, 'user.bof'), os.path.join(self.folder, 'loadkod'))

        # Its subclasses would not fit any more.
        compile_and_drop(program.replace('   plThings = $\n', '   piFresh = 7\n   plThings = $\n'))
        self.assertIn('compile it again', control.ask('reload', what='class', name='User')['error'])
        self.assertEqual(os.listdir(os.path.join(self.folder, 'loadkod')), ['user.bof'])
        compile_and_drop(program.replace('piCounter = piCounter + 1', 'piCounter = piCounter + 100'))
        answer = control.ask('reload', what='class', name='User')
        self.assertTrue(answer['ok'], answer)
        self.assertEqual(os.listdir(os.path.join(self.folder, 'loadkod')), [])
        ann.send(b'\x5a\x01')
        ann.send(b'\x03')
        self.assertEqual(ann.kinds(until=1), [1])  # nothing else came: no new epoch, no new numbers
        row = {one['name']: one['value']['data'] for one in control.ask('object.read', object=ann.number)['result']['properties']}
        self.assertEqual(row['piCounter'], 101)

        with open(os.path.join(self.folder, 'memmap', 'user.bof'), 'rb') as file:
            whole = file.read()
        for broken in (whole[:len(whole) // 2], b'', whole[:8] + b'\xff' * 40 + whole[48:]):
            with open(os.path.join(self.folder, 'loadkod', 'user.bof'), 'wb') as file:
                file.write(broken)
            self.assertFalse(control.ask('reload', what='class', name='user.bof')['ok'])
        os.unlink(os.path.join(self.folder, 'loadkod', 'user.bof'))
        for name in ('../source/user', '/etc/passwd', 'nothing', ''):
            self.assertFalse(control.ask('reload', what='class', name=name)['ok'])
            self.assertFalse(control.ask('reload', what='resource', name=name)['ok'])
            self.assertFalse(control.ask('reload', what='room', name=name)['ok'])
        ann.send(b'\x5a\x01')
        ann.send(b'\x03')
        ann.frames(until=1)
        row = {one['name']: one['value']['data'] for one in control.ask('object.read', object=ann.number)['result']['properties']}
        self.assertEqual(row['piCounter'], 201)

    def test_reload_of_one_resource_file_reaches_clients(self):
        control = Control(self.server.facts)
        ann = self.playing()
        path = os.path.join(self.folder, 'rsc', 'user.rsc')
        with open(path, 'rb') as file:
            data = file.read()
        self.assertIn(b'Welcome.', data)
        with open(path, 'wb') as file:
            file.write(data.replace(b'Welcome.', b'Hi there'))
        answer = control.ask('reload', what='resource', name='user')
        self.assertEqual(answer['result']['count'], 1, answer)
        self.assertIn(b'Hi there', ann.frames(until=30)[-1][1])
        self.assertEqual(control.ask('resource.read', resource='user_welcome_rsc')['result']['text'], 'Hi there')


class Saves(ServerCase):
    config = {'Auto': {'SnapshotPeriod': 0}}

    def counter(self):
        control = Control(self.server.facts)
        users = control.ask('instances', **{'class': 'User'})['result']['objects']
        rows = [control.ask('object.read', object=user)['result']['properties'] for user in users]
        return max(row['value']['data'] for properties in rows for row in properties if row['name'] == 'piCounter')

    def test_signal_saves(self):
        ann = self.playing()
        for _ in range(5):
            ann.send(b'\x5a\x01')
        ann.send(b'\x03')
        ann.frames(until=1)
        self.server.kill(signal.SIGTERM)
        self.server.start()
        self.assertEqual(self.counter(), 5)

    def signalled(self, auto, plays=False, saves=True):
        """What System's piLoads is after a change, a signal and a start; 100 before the change, 200 after it."""
        self.server.kill()
        self.server.configure(Auto=auto)
        self.server.start()
        control = Control(self.server.facts)
        if plays:
            control.ask('admin', command='create automated cyd word')
            self.playing('cyd', 'word')
        control.ask('object.write', object=0, property='piLoads', value=100)
        if saves:
            Maintenance(self.server.facts['maintenance']).run('save game')
        control.ask('object.write', object=0, property='piLoads', value=200)
        self.server.kill(random.choice((signal.SIGTERM, signal.SIGINT)))
        self.server.start()
        rows = Control(self.server.facts).ask('object.read', object=0)['result']['properties']
        return next(row['value']['data'] for row in rows if row['name'] == 'piLoads') // 100 * 100

    def test_signal_saves_whatever_period_is_configured(self):
        self.assertEqual(self.signalled({}), 200)
        self.assertEqual(self.signalled({'SavePeriod': 30}, saves=False), 200)
        self.assertEqual(self.signalled({'SavePeriod': 30}, plays=True), 200)
        self.assertEqual(self.signalled({'SavePeriod': 30, 'SaveOnSignal': 'Yes'}), 200)
        self.assertEqual(self.signalled({'SavePeriod': 30, 'SnapshotPeriod': 0}), 200)
        self.assertEqual(self.signalled({'SaveOnSignal': 'No'}, plays=True), 100)
        # What scripts of the old servers rely on.
        self.assertEqual(self.signalled({'SavePeriod': 30}), 100)
        self.assertIn('the save before it stays current', self.server.log('log'))

    def saved_by_blakod(self, period):
        """What piLoads is after SaveGame() of Blakod (open105), a change, a signal and a start."""
        folder = tempfile.mkdtemp(prefix='blak-serve-')
        self.addCleanup(shutil.rmtree, folder, True)
        keep = '   Keep()\n   {\n      return SaveGame();\n   }\n\n'
        build_world(OPTIONS.bin, folder, lambda program: program.replace('for i in', 'foreach i in').replace(
            '   SystemLogon(', keep + '   SystemLogon(', 1), 'open105')
        server = Server(OPTIONS.bin, folder)
        self.addCleanup(server.kill)
        server.configure(Blakston={'Dialect': 'open105'}, Auto={'SavePeriod': 30, 'SnapshotPeriod': period})
        server.start()
        control = Control(server.facts)
        control.ask('object.write', object=0, property='piLoads', value=100)
        self.assertIn('STRING', Maintenance(server.facts['maintenance']).run('send object 0 Keep'))
        control.ask('object.write', object=0, property='piLoads', value=200)
        server.kill(signal.SIGTERM)
        server.start()
        rows = Control(server.facts).ask('object.read', object=0)['result']['properties']
        return next(row['value']['data'] for row in rows if row['name'] == 'piLoads') // 100 * 100

    def test_a_save_by_blakod_counts_at_a_signal(self):
        self.assertEqual(self.saved_by_blakod(60), 100)
        self.assertEqual(self.saved_by_blakod(0), 200)

    def test_snapshot_disturbs_nobody(self):
        ann = self.playing()
        for _ in range(7):
            ann.send(b'\x5a\x01')
        ann.send(b'\x03')
        ann.frames(until=1)
        control = Control(self.server.facts)
        control.ask('snapshot')
        end = time.time() + 10
        while not any(save['snapshot'] and save['current'] for save in control.ask('saves')['result']) and time.time() < end:
            time.sleep(0.05)
        self.assertEqual(ann.kinds(), [])
        self.server.kill()
        self.server.start()
        self.assertEqual(self.counter(), 7)

    def test_a_save_cut_off_anywhere_leaves_the_one_before(self):
        self.maintenance.run('save game')
        self.server.kill()
        saves = os.path.join(self.folder, 'savegame')
        with open(os.path.join(saves, 'lastsave.txt')) as file:
            good = file.read()
        time_text = good.split('LASTSAVE ')[1].strip()
        later = str(int(time_text) + 5)
        random.seed(5)
        for part in ('gameuser', 'striings', 'dynarscs', 'accounts'):
            with open(os.path.join(saves, part + '.' + time_text), 'rb') as file:
                whole = file.read()
            for _ in range(2):
                for other in ('gameuser', 'striings', 'dynarscs', 'accounts'):
                    shutil.copy(os.path.join(saves, other + '.' + time_text), os.path.join(saves, other + '.' + later))
                with open(os.path.join(saves, part + '.' + later), 'wb') as file:
                    file.write(whole[:random.randrange(len(whole) or 1)])
                self.server.start()  # lastsave.txt still names the good one
                self.assertIn('ann', Control(self.server.facts).ask('admin', command='show accounts')['result']['text'])
                self.server.kill()

    def test_kill_at_any_moment(self):
        """Never a lost save that was reported complete, never a world that does not load."""
        rounds = OPTIONS.kills
        random.seed(rounds)
        safe = 0
        self.maintenance.run('save game')  # the accounts are in it
        for number in range(rounds):
            ann = self.playing()
            maintenance = Maintenance(self.server.facts['maintenance'])
            start = self.counter()
            self.assertGreaterEqual(start, safe, 'round %d lost a completed save' % number)
            for _ in range(random.randrange(1, 20)):
                ann.send(b'\x5a\x01')
            ann.send(b'\x03')
            ann.frames(until=1)
            if random.random() < 0.5:
                before = self.counter()
                self.assertIn('Save time is', maintenance.run('save game'))
                safe = before
                ann.frames(until=22)
            control = Control(self.server.facts)
            control.ask('snapshot')
            if random.random() < 0.5:
                maintenance.socket.sendall(b'save game\r')
            for _ in range(5):
                ann.send(b'\x5a\x01')
            time.sleep(random.random() * 0.02)
            self.server.kill()
            self.server.start()


if __name__ == '__main__':
    OPTIONS = script_options(kills=10)
    unittest.main(warnings='ignore')
