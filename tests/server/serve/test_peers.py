#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Small peers of a real server: TLS clients, IPv6, readers of counters, pipes of webhooks, mail programs, the billing machine."""
import json
import os
import pty
import select
import shutil
import smtplib
import signal
import socket
import ssl
import subprocess
import tempfile
import threading
import time
import unittest

from client import AP_CREDITS, AP_GETCHOICE, AP_GETLOGIN, AP_LOGINFAILED, AP_LOGINOK, AP_MESSAGE, Client, Maintenance, text
from server_tools import Control, Server, build_world, script_options

OPTIONS = None


class PeerCase(unittest.TestCase):
    config = {}
    edit = None
    files = {}

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix='blak-peers-')
        self.addCleanup(shutil.rmtree, self.folder, True)
        build_world(OPTIONS.bin, self.folder, self.edit and type(self).edit)
        for name, content in self.files.items():
            with open(os.path.join(self.folder, name), 'w') as file:
                file.write(content)
        self.server = Server(OPTIONS.bin, self.folder)
        self.prepare()
        self.server.configure(**self.config)
        self.server.start()
        self.addCleanup(self.server.kill)
        self.control = Control(self.server.facts)
        self.run_command('create automated ann secret')

    def prepare(self):
        pass

    def run_command(self, command):
        return self.control.ask('admin', command=command)['result']['text']

    def client(self):
        return Client(self.server.facts['players'])

    def log_in(self, name='ann', password='secret'):
        client = self.client()
        client.frames(until=AP_GETLOGIN)
        client.login(name, password)
        return client


class Tls(PeerCase):
    config = {'Socket': {'Port': 0, 'MaintenancePort': 0, 'TlsPort': 0, 'TlsCertificate': 'tls.crt', 'TlsKey': 'tls.key',
                         'MaintenanceTls': 'Yes'}}

    def prepare(self):
        self.make_certificate()

    def make_certificate(self):
        subprocess.run(['openssl', 'req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2',
                        '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-keyout',
                        os.path.join(self.folder, 'tls.key'), '-out', os.path.join(self.folder, 'tls.crt')], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def wrapped(self, port):
        context = ssl.create_default_context(cafile=os.path.join(self.folder, 'tls.crt'))
        return context.wrap_socket(socket.create_connection(('127.0.0.1', port)), server_hostname='localhost')

    def test_a_game_over_tls_beside_one_without(self):
        plain = self.client()
        plain.enter('ann', 'secret')
        self.run_command('create automated ben hidden')
        client = self.client()
        client.socket.close()
        client.socket = self.wrapped(self.server.facts['tls'])
        self.assertIn(client.socket.version(), ('TLSv1.2', 'TLSv1.3'))
        client.enter('ben', 'hidden')
        plain.frames()
        long = 'hello ' * 80
        client.send(b'\x6e\x01' + text(long))
        for one in (plain, client):
            self.assertEqual(one.frames(until=162)[-1][1], b'\xa2' + text(long))

    def test_maintenance_over_tls(self):
        connection = self.wrapped(self.server.facts['maintenance'])
        connection.sendall(b'show clock\r')
        connection.settimeout(5)
        got = b''
        while b'Current server clock reads' not in got:
            got += connection.recv(4096)

    def test_a_check_reads_the_certificate(self):
        def check():
            done = subprocess.run([os.path.join(OPTIONS.bin, 'blak'), 'serve', '--check', self.folder], capture_output=True, text=True,
                                  timeout=60, check=False)
            return done.stdout

        os.makedirs(os.path.join(self.folder, 'rooms'), exist_ok=True)
        self.assertIn('nothing wrong', check())  # beside the server that runs there
        old = os.path.join(self.folder, 'tls.key')
        with open(old, encoding='ascii') as file:
            key = file.read()
        self.make_certificate()
        with open(old, 'w', encoding='ascii') as file:
            file.write(key)
        self.assertIn('does the key belong to the certificate?', check())

    def test_a_signal_reads_the_certificate_anew(self):
        def wait_for(condition):
            for _ in range(100):
                if condition():
                    return
                time.sleep(0.05)
            self.fail('the server did not read its certificate')

        def shown():
            with self.wrapped(self.server.facts['tls']) as connection:
                return connection.getpeercert(True)

        def fits():
            try:
                return shown() != before
            except ssl.SSLError:
                return False  # still the old one, which nobody knows any more
        before = shown()
        self.make_certificate()
        self.server.process.send_signal(signal.SIGHUP)
        wait_for(fits)
        now = shown()
        with open(os.path.join(self.folder, 'tls.key'), 'w') as file:
            file.write('no key')
        self.server.process.send_signal(signal.SIGHUP)
        wait_for(lambda: 'the certificate in use stays' in self.server.log('error'))
        self.assertEqual(shown(), now)

    def test_nonsense_and_silence_instead_of_a_handshake(self):
        port = self.server.facts['tls']
        for data in (b'', b'\x16\x03\x01', b'GET / HTTP/1.0\r\n\r\n', os.urandom(2000), bytes(70000)):
            stranger = socket.create_connection(('127.0.0.1', port))
            try:
                stranger.sendall(data)
            except OSError:
                pass
            stranger.close()
        silent = socket.create_connection(('127.0.0.1', port))
        client = self.client()
        client.socket = self.wrapped(port)
        client.enter('ann', 'secret')
        self.assertLess(self.cpu_seconds_in(0.5), 0.2)  # a handshake that does not come costs nothing
        silent.close()

    def cpu_seconds_in(self, seconds):
        def used():
            with open('/proc/%d/stat' % self.server.process.pid) as file:
                fields = file.read().rsplit(')', 1)[1].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf('SC_CLK_TCK')
        before = used()
        time.sleep(seconds)
        return used() - before

    def maintenance(self):
        connection = self.wrapped(self.server.facts['maintenance'])
        connection.settimeout(20)
        return connection

    def test_many_answers_to_one_who_reads_late(self):
        connection = self.maintenance()
        count = 3000
        asked = threading.Thread(target=connection.sendall, args=(b'show clock\r' * count,))
        asked.start()
        time.sleep(1)  # by now nothing fits into any buffer on the way
        got = b''
        while got.count(b'Current server clock reads') < count:
            piece = connection.recv(65536)
            self.assertTrue(piece, got[-200:])
            got += piece
        asked.join()

    def test_a_crowd_arrives_at_once(self):
        port = self.server.facts['tls']
        strangers = [socket.create_connection(('127.0.0.1', port)) for _ in range(40)]
        context = ssl.create_default_context(cafile=os.path.join(self.folder, 'tls.crt'))
        secure = [context.wrap_socket(one, server_hostname='localhost') for one in strangers]
        for one in secure:
            one.settimeout(10)
            self.assertTrue(one.recv(1))  # the server speaks first
        for one in secure:
            one.close()
        for _ in range(100):
            if self.control.ask('status')['result']['counters']['sessions'] == 0:
                break
            time.sleep(0.05)
        self.assertEqual(self.control.ask('status')['result']['counters']['sessions'], 0)

    def test_the_end_of_the_server_ends_the_stream(self):
        connection = self.maintenance()
        connection.sendall(b'show clock\r')
        self.server.process.send_signal(signal.SIGTERM)
        got = b''
        while True:
            piece = connection.recv(4096)  # an end without a farewell would raise
            if not piece:
                break
            got += piece
        self.assertEqual(self.server.process.wait(20), 0)

    def test_a_certificate_of_another_key_is_refused(self):
        other = os.path.join(self.folder, 'other')
        os.mkdir(other)
        kept, self.folder = self.folder, other
        self.make_certificate()
        self.folder = kept
        shutil.copy(os.path.join(other, 'tls.key'), os.path.join(self.folder, 'tls.key'))
        self.server.process.send_signal(signal.SIGHUP)
        for _ in range(100):
            if 'the certificate in use stays' in self.server.log('error'):
                break
            time.sleep(0.05)
        self.assertRegex(self.server.log('error'), 'tls.crt, .*tls.key: .*does the key belong.*the certificate in use stays')
        self.wrapped(self.server.facts['tls']).close()

    def test_old_versions_are_refused(self):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        context.set_ciphers('ALL:@SECLEVEL=0')
        context.minimum_version = ssl.TLSVersion.TLSv1
        context.maximum_version = ssl.TLSVersion.TLSv1_1
        with self.assertRaises((ssl.SSLError, OSError)):
            context.wrap_socket(socket.create_connection(('127.0.0.1', self.server.facts['tls'])))


class Console(PeerCase):
    """Started from a terminal the server takes commands there."""

    def start(self):
        self.server.kill()
        try:
            pid, self.terminal = pty.fork()
        except OSError as fault:  # a root without /dev/pts
            self.skipTest('no terminal to be had: %s' % fault)
        if pid == 0:
            os.execv(os.path.join(OPTIONS.bin, 'blak'), ['blak', 'serve', self.folder])
        self.addCleanup(os.close, self.terminal)
        self.addCleanup(os.waitpid, pid, 0)
        self.addCleanup(os.kill, pid, signal.SIGKILL)

    def read_until(self, wanted):
        got = b''
        while wanted not in got:
            ready, _, _ = select.select([self.terminal], [], [], 20)
            self.assertTrue(ready, got)
            got += os.read(self.terminal, 65536)
        return got

    def test_commands_log_and_errors(self):
        self.run_command('save game')
        self.start()
        self.read_until(b'listening for clients')
        os.write(self.terminal, b'show clock\n')
        self.read_until(b'Current server clock reads')
        os.write(self.terminal, b'who\n')
        self.assertIn(b'Console', self.read_until(b'Console'))
        os.write(self.terminal, b'terminate nosave\n')
        self.read_until(b'erminate nosave')
        self.assertIn('console', self.server.log('admin'))

    def test_the_end_of_the_input_leaves_the_server_running(self):
        self.run_command('save game')
        self.start()
        self.read_until(b'listening for clients')
        os.write(self.terminal, b'\x04')
        with open(os.path.join(self.folder, 'control.json')) as file:
            facts = json.load(file)
        for _ in range(3):
            time.sleep(0.1)
            self.assertIn('clock', Control(facts).ask('admin', command='show clock')['result']['text'])


class MissingCertificate(unittest.TestCase):
    def test_the_server_says_so_and_does_not_start(self):
        folder = tempfile.mkdtemp(prefix='blak-peers-')
        self.addCleanup(shutil.rmtree, folder, True)
        build_world(OPTIONS.bin, folder)
        server = Server(OPTIONS.bin, folder)
        server.configure(Socket={'Port': 0, 'MaintenancePort': 0, 'TlsPort': 0, 'TlsCertificate': 'no.crt', 'TlsKey': 'no.key'})
        done = subprocess.run([os.path.join(OPTIONS.bin, 'blak'), 'serve', folder], capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn('no.crt', done.stderr)


class Addresses(PeerCase):
    def test_ipv6(self):
        try:
            connection = socket.create_connection(('::1', self.server.facts['players']))
        except OSError:
            self.skipTest('this machine has no IPv6')
        client = self.client()
        client.socket = connection
        client.enter('ann', 'secret')
        self.assertIn('::1', self.run_command('who'))


class Telemetry(PeerCase):
    config = {'Telemetry': {'MetricsPort': 0, 'Stats': 'Yes'}}

    def ask(self, request):
        with socket.create_connection(('127.0.0.1', self.server.facts['metrics'])) as connection:
            connection.settimeout(5)
            connection.sendall(request)
            got = b''
            while True:
                data = connection.recv(65536)
                if not data:
                    return got.decode()
                got += data

    def test_counters(self):
        self.log_in().frames(until=AP_CREDITS)
        head, body = self.ask(b'GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n').split('\r\n\r\n')
        self.assertTrue(head.startswith('HTTP/1.1 200'))
        self.assertIn('Content-Length: %d' % len(body), head)
        self.assertIn('# TYPE blakston_logins counter\nblakston_logins 1\n', body)
        self.assertIn('# TYPE blakston_sessions gauge\n', body)
        for line in body.splitlines():
            self.assertRegex(line, r'^(# TYPE [a-z_]+ (counter|gauge)|[a-z_]+ -?\d+)$')

    def test_other_requests(self):
        for request, status in ((b'GET / HTTP/1.1\r\n\r\n', 404), (b'POST /metrics HTTP/1.1\r\n\r\n', 405), (b'nonsense\r\n\r\n', 400),
                                (b'GET /metrics\r\n\r\n', 400), (b'A' * 9000, 431), (b'HEAD /metrics HTTP/1.0\r\n\r\n', 200)):
            got = self.ask(request)
            self.assertTrue(got.startswith('HTTP/1.1 %d' % status), (request[:20], got[:60]))
        self.assertTrue(self.ask(b'HEAD /metrics HTTP/1.0\r\n\r\n').endswith('\r\n\r\n'))


def with_webhooks(program):
    return program.replace('''messages:
''', '''messages:

   Shout(string = $)
   {
      SendWebhook("{\\"event\\":\\"Forged\\",\\"params\\":{}}");
      SendWebhook("UserKilled","param1","Bob","count",3,"nothing",$);
      return;
   }

   Slow()
   {
      local i, start;

      start = GetTime();
      i = 0;
      while GetTime() - start < 3 AND i < 100000000
      {
         i = i + 1;
      }
      return;
   }
''', 1)


class Webhooks(PeerCase):
    edit = staticmethod(with_webhooks)

    def prepare(self):
        pipes = os.path.join(self.folder, 'pipes')
        os.mkdir(pipes)
        for number in (1, 2):
            os.mkfifo(os.path.join(pipes, 'mine_m59apiwebhook%d' % number))
        self.readers = [os.open(os.path.join(pipes, 'mine_m59apiwebhook%d' % number), os.O_RDONLY | os.O_NONBLOCK)
                        for number in (1, 2)]
        self.config = {'Webhook': {'Enabled': 'Yes', 'Prefix': 'mine', 'Folder': pipes}, 'Blakod': {'MaxStatements': 1000000000}}

    def heard(self):
        end, got = time.time() + 5, []
        while time.time() < end and len(got) < 2:
            for reader in select.select(self.readers, [], [], 0.2)[0]:
                try:
                    got += os.read(reader, 65536).decode().splitlines()
                except BlockingIOError:
                    pass
        return sorted((json.loads(line) for line in got), key=str)

    def test_texts_and_events_in_turn(self):
        self.assertTrue(self.control.ask('send', object=0, message='Shout')['ok'])
        got = self.heard()
        event = next(one for one in got if 'event' in one)
        message = next(one for one in got if 'message' in one)
        self.assertEqual(event, {'event': 'UserKilled', 'params': {'param1': 'Bob', 'count': 3, 'nothing': None}})
        self.assertEqual(json.loads(message['message'])['event'], 'Forged')  # a text that looks like an event stays a text
        self.assertLess(abs(message['timestamp'] - time.time()), 60)

    def test_without_readers_nothing_waits(self):
        for reader in self.readers:
            os.close(reader)
        for _ in range(20):
            self.assertTrue(self.control.ask('send', object=0, message='Shout')['ok'])
        self.assertGreaterEqual(self.control.ask('status')['result']['counters']['webhooks_dropped'], 40)

    def test_slow_messages_are_reported(self):
        self.assertTrue(self.control.ask('send', object=0, message='Slow')['ok'])
        time.sleep(0.8)
        self.assertIn('took longer than a second', self.server.log('error'))


class Mail(PeerCase):
    secret = 'correct horse battery staple'
    files = {'mail-secret.txt': secret + '\n'}

    def prepare(self):
        self.mails, ready = [], threading.Event()
        listener = socket.create_server(('127.0.0.1', 0))
        self.addCleanup(listener.close)

        def serve():
            while True:
                ready.set()
                try:
                    connection, _ = listener.accept()
                except OSError:
                    return
                lines = []
                try:
                    with connection, connection.makefile('rwb') as file:
                        self.take_mail(file, lines)
                except OSError:
                    pass  # hangs up after QUIT without waiting
                self.mails.append(b''.join(lines).decode())

        threading.Thread(target=serve, daemon=True).start()
        ready.wait(5)
        self.config = {'Email': {'Listen': 'Yes', 'Port': 0, 'LocalMachineName': 'world.example', 'MailServer': '127.0.0.1',
                                 'MailServerPort': listener.getsockname()[1]}}

    @staticmethod
    def take_mail(file, lines):
        file.write(b'220-hello\r\n220 there\r\n')
        file.flush()
        for answer in (b'250 x', b'250 x', b'250 x', b'354 x', None, b'221 x'):
            lines.append(file.readline())
            while answer is None and lines[-1] != b'.\r\n':
                lines.append(file.readline())
            file.write((answer or b'250 taken') + b'\r\n')
            file.flush()

    def letter(self, box, body, sender='owner@example.org'):
        with smtplib.SMTP('127.0.0.1', self.server.facts['mail'], timeout=10) as mail:
            try:
                mail.sendmail(sender, [box + '@world.example'], 'Subject: please\r\nFrom: x\r\n\r\n' + body)
                return 250
            except smtplib.SMTPDataError as error:
                return error.smtp_code
            except smtplib.SMTPRecipientsRefused:
                return 550

    def body(self, name, password='', secret=None):
        return ('VERSION: 1\r\nNAME: %s\r\n' % name + ('PASSWORD: %s\r\n' % password if password else '') +
                'SECRET: %s\r\n' % (self.secret if secret is None else secret))

    def test_make_and_delete(self):
        self.assertEqual(self.letter('account-create', self.body('mia', 'moonlight')), 250)
        client = self.log_in('mia', 'moonlight')
        self.assertEqual(client.kinds(until=AP_CREDITS), [AP_LOGINOK, AP_GETCHOICE, AP_CREDITS])
        self.assertEqual(self.letter('account-create', self.body('mia', 'other')), 554)
        self.assertEqual(self.letter('ACCOUNT-DELETE', self.body('mia')), 250)
        client.frames(most=2)
        self.assertTrue(client.closed)
        self.run_command('save game')  # old servers forget accounts with the next save
        self.assertNotIn('mia', self.run_command('show accounts'))
        end = time.time() + 5
        while len(self.mails) < 2 and time.time() < end:
            time.sleep(0.05)
        self.assertEqual(len(self.mails), 2)
        self.assertIn('RCPT TO:<owner@example.org>', self.mails[0])
        self.assertIn('(mia) is made', self.mails[0])
        for channel in ('log', 'admin', 'error', 'debug'):
            for word in (self.secret, 'moonlight'):
                self.assertNotIn(word, self.server.log(channel))

    def test_letters_that_do_nothing(self):
        before = self.run_command('show accounts')
        for box, body, status in (('account-create', self.body('eve', 'x', 'guess'), 554), ('account-create', self.body('eve', 'x', ''), 554),
                                  ('account-create', self.body('eve'), 554), ('account-create', self.body('e:ve', 'x'), 554),
                                  ('account-create', self.body('e' * 51, 'x'), 554), ('account-create', 'hello', 554),
                                  ('account-create', 'x' * 70 + '\r\n' + ('y' * 70 + '\r\n') * 300, 554), ('account-delete', self.body('nobody'), 554),
                                  ('account-delete', self.body('Zaphod'), 554), ('account-delete', self.body('ann', '', 'guess'), 554),
                                  ('postmaster', self.body('eve', 'x'), 550)):
            self.assertEqual(self.letter(box, body), status, (box, body[:60]))
        self.assertEqual(self.run_command('show accounts'), before)
        self.assertEqual(self.mails, [])

    def test_strange_mail_programs(self):
        for data in (b'DATA\r\n', b'RCPT TO:<account-create@x>\r\n', b'MAIL FROM:<a\tb@c>\r\n', b'A' * 5000, b'\r\n' * 500, os.urandom(3000)):
            with socket.create_connection(('127.0.0.1', self.server.facts['mail'])) as stranger:
                stranger.settimeout(5)
                self.assertTrue(stranger.recv(100).startswith(b'220'))
                stranger.sendall(data)
                try:
                    self.assertRegex(stranger.recv(100), rb'^[45]\d\d ')
                except ConnectionResetError:
                    pass
        self.assertEqual(self.letter('account-create', self.body('mia', 'moonlight')), 250)


class MailWithoutSecret(PeerCase):
    config = {'Email': {'Listen': 'Yes', 'Port': 0}}

    def test_there_is_no_listener(self):
        self.assertNotIn('mail', self.server.facts)
        self.assertIn('mail-secret.txt', self.server.log('error'))


class Machine:
    """A billing machine."""

    def __init__(self):
        self.listener = socket.create_server(('127.0.0.1', 0))
        self.port = self.listener.getsockname()[1]

    def accept(self):
        self.listener.settimeout(10)
        self.connection, _ = self.listener.accept()
        self.connection.settimeout(10)
        self.file = self.connection.makefile('rb')

    def hear(self):
        return self.file.readline().decode().rstrip('\n')

    def say(self, *fields):
        self.connection.sendall('\t'.join(fields).encode() + b'\n')

    def close(self):
        self.file.close()
        self.connection.close()


class Billing(PeerCase):
    ignore = 'No'

    def prepare(self):
        self.machine = Machine()
        self.addCleanup(self.machine.listener.close)
        self.config = {'Portal': {'Enabled': 'Yes', 'Machine': '127.0.0.1', 'Port': self.machine.port, 'ServerNumber': 7,
                                  'Ignore': self.ignore, 'ErrorReport': '<ask again later>'}}

    def begin(self):
        self.machine.accept()
        self.assertEqual(self.machine.hear(), 'STARTUP\t7')
        self.machine.say('STARTUP', '7')
        time.sleep(0.2)

    def test_nobody_before_the_echo(self):
        self.machine.accept()
        client = self.log_in()
        self.assertIn(b'ask again later', client.frames(until=AP_MESSAGE)[0][1])
        self.machine.say('STARTUP', '8')  # somebody else's
        client.login('ann', 'secret')
        self.assertEqual(client.kinds(until=AP_MESSAGE), [AP_MESSAGE])
        self.machine.say('STARTUP', '7')
        self.assertEqual(self.machine.hear(), 'STARTUP\t7')
        time.sleep(0.2)
        client.login('ann', 'secret')
        self.assertEqual(self.machine.hear(), 'LOGIN\tann\t7')
        self.machine.say('LOGIN', 'YES', 'ann', '7')
        self.assertEqual(client.kinds(until=AP_CREDITS), [AP_LOGINOK, AP_GETCHOICE, AP_CREDITS])

    def test_yes_no_and_others_do_not_wait(self):
        self.begin()
        self.run_command('create automated ben hidden')
        ann = self.log_in()
        self.assertEqual(self.machine.hear(), 'LOGIN\tann\t7')
        ben = self.log_in('ben', 'hidden')
        self.assertEqual(self.machine.hear(), 'LOGIN\tben\t7')
        self.machine.say('LOGIN', 'YES', 'ben', '7')
        self.assertEqual(ben.kinds(until=AP_CREDITS), [AP_LOGINOK, AP_GETCHOICE, AP_CREDITS])
        self.assertEqual(ann.kinds(), [])
        self.machine.say('LOGIN', 'YES', 'ann', '8')
        self.machine.say('LOGIN', 'MAYBE', 'ann', '7')
        self.machine.connection.sendall(b'\t\t\t\t\t\t\n\n\xff\n')
        self.assertEqual(ann.kinds(), [])
        self.machine.say('LOGIN', 'NO', 'ann', '7')
        self.assertEqual(ann.kinds(until=AP_LOGINFAILED), [AP_LOGINFAILED])
        ben.socket.close()
        self.assertEqual(self.machine.hear(), 'LOGOUT\tben\t7')

    def test_wrong_passwords_do_not_reach_the_machine(self):
        self.begin()
        client = self.log_in('ann', 'guess')
        self.assertEqual(client.kinds(until=AP_LOGINFAILED), [AP_LOGINFAILED])
        client.login('ann', 'secret')
        self.assertEqual(self.machine.hear(), 'LOGIN\tann\t7')

    def test_lost_and_found(self):
        self.begin()
        waiting = self.log_in()
        self.assertEqual(self.machine.hear(), 'LOGIN\tann\t7')
        self.machine.close()
        self.assertIn(b'ask again later', waiting.frames(until=AP_MESSAGE)[0][1])
        self.server.process.send_signal(signal.SIGHUP)  # looks at the connection
        self.begin()
        waiting.login('ann', 'secret')
        self.assertEqual(self.machine.hear(), 'LOGIN\tann\t7')
        self.machine.say('LOGIN', 'YES', 'ann', '7')
        self.assertEqual(waiting.kinds(until=AP_CREDITS)[0], AP_LOGINOK)

    def test_an_administrator_connects_anew(self):
        self.begin()
        self.assertIn('Connecting', self.run_command('reload portal'))
        self.assertEqual(self.machine.hear(), '')  # the end
        self.begin()

    def test_who_leaves_while_waiting(self):
        self.begin()
        client = self.log_in()
        self.assertEqual(self.machine.hear(), 'LOGIN\tann\t7')
        client.socket.close()
        time.sleep(0.5)
        other = self.log_in('ann', 'guess')
        self.assertEqual(other.kinds(until=AP_LOGINFAILED), [AP_LOGINFAILED])
        self.machine.say('LOGIN', 'YES', 'ann', '7')
        self.assertEqual(other.kinds(), [])  # the answer was for somebody else


class NoMachine(PeerCase):
    """Wherever the billing machine should be, the server runs, and says why it is alone."""

    def prepare(self):
        with socket.create_server(('127.0.0.1', 0)) as probe:
            self.port = probe.getsockname()[1]
        self.config = {'Portal': {'Enabled': 'Yes', 'Machine': self.machine, 'Port': self.port}}

    machine = '127.0.0.1'
    reason = 'refused'

    def test_it_is_reported(self):
        for _ in range(400):
            if self.reason in self.server.log('error'):
                break
            time.sleep(0.05)
        self.assertRegex(self.server.log('error'), r'%s, port %d: .*%s' % (self.machine, self.port, self.reason))
        self.assertIn(b'try again', self.log_in().frames(until=AP_MESSAGE)[0][1])


class MachineWithoutAddress(NoMachine):
    machine = 'nowhere.invalid'
    reason = 'not found'


class BillingIgnored(Billing):
    ignore = 'Yes'

    def test_nobody_before_the_echo(self):
        self.assertEqual(self.log_in().kinds(until=AP_CREDITS)[0], AP_LOGINOK)

    def test_yes_no_and_others_do_not_wait(self):
        self.begin()
        self.assertEqual(self.log_in().kinds(until=AP_CREDITS)[0], AP_LOGINOK)
        self.assertEqual(self.machine.hear(), 'LOGIN\tann\t7')

    test_lost_and_found = test_who_leaves_while_waiting = None


if __name__ == '__main__':
    OPTIONS = script_options()
    unittest.main(warnings='ignore')
