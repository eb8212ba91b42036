# SPDX-License-Identifier: GPL-3.0-or-later
"""A client of the Debug Adapter Protocol, and a project for it to debug."""
import glob
import json
import os
import queue
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
WORLD = os.path.join(HERE, '..', 'server', 'serve')
sys.path.insert(0, WORLD)

from server_tools import Control  # noqa: E402

HANDLERS = '''
   Spin(number = 1)
   {
      local i;

      i = 0;
      while number = 1
      {
         i = i + 1;
      }
      return i;
   }

   Reckon(number = 3, things = $)
   {
      local iSum, lAll;

      % adds up
      lAll = [ 1, 2, [ 3, 4 ], number ];
      iSum = number;
      iSum = iSum + Length(lAll);
      iSum = Send(self,@Twice,#number=iSum);
      return iSum;
   }

   Speak(number = 0)
   {
      Debug("number is",number);
      return number + 1;
   }

   Twice(number = 0)
   {
      return number * 2;
   }

   Recite(number = 0)
   {
      local sLine;

      sLine = "a literal";
      return StringEqual(sLine,"a literal");
   }

end'''


CLASSVARS = '''classvars:

   viLimit = 12
   vrGreeting = user_welcome_rsc

'''


def make_project(folder):
    """The small world of the server's tests as a project, with some handlers to stop in."""
    kod = os.path.join(folder, 'kod')
    shutil.copytree(os.path.join(WORLD, 'world'), kod)
    path = os.path.join(kod, 'user.kod')
    with open(path, encoding='latin-1') as file:
        text = file.read()
    at = text.rindex('end')
    with open(path, 'w', encoding='latin-1') as file:
        file.write(text[:at].rstrip().replace('properties:', CLASSVARS + 'properties:', 1) + '\n' + HANDLERS + text[at + 3:])
    return path


def line_of(path, text):
    with open(path, encoding='latin-1') as file:
        return next(i for i, line in enumerate(file, 1) if text in line)


class Dap:
    def __init__(self, binaries):
        self.process = subprocess.Popen([os.path.join(binaries, 'blak'), 'dap'], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.seq, self.answers, self.events = 0, {}, []
        self.news = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        out = self.process.stdout
        while True:
            length = None
            while True:
                line = out.readline()
                if not line:
                    self.news.put(None)
                    return
                if line in (b'\r\n', b'\n'):
                    break
                name, value = line.split(b':')
                length = int(value) if name == b'Content-Length' else length
            self.news.put(json.loads(out.read(length)))

    def send_raw(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, command, **arguments):
        self.seq += 1
        body = json.dumps({'seq': self.seq, 'type': 'request', 'command': command, 'arguments': arguments}).encode()
        self.send_raw(b'Content-Length: %d\r\n\r\n' % len(body) + body)
        return self.seq

    def _take(self, most):
        message = self.news.get(timeout=most)
        if message is None:
            raise EOFError('the adapter has ended')
        if message['type'] == 'event':
            self.events.append(message)
        else:
            self.answers[message['request_seq']] = message

    def answer(self, seq, most=60):
        while seq not in self.answers:
            self._take(most)
        return self.answers.pop(seq)

    def ask(self, command, **arguments):
        """The body; an assertion when it fails."""
        answer = self.answer(self.send(command, **arguments))
        assert answer['success'], (command, answer)
        return answer.get('body', {})

    def refused(self, command, **arguments):
        answer = self.answer(self.send(command, **arguments))
        assert not answer['success'], (command, answer)
        return answer['message']

    def event(self, name, most=60):
        """The oldest one of that name, which is taken."""
        while True:
            for i, event in enumerate(self.events):
                if event['event'] == name:
                    return self.events.pop(i).get('body', {})
            self._take(most)

    def evaluate(self, expression, **more):
        return self.ask('evaluate', expression=expression, frameId=1, **more)['result']

    def frames(self):
        return self.ask('stackTrace', threadId=1)['stackFrames']

    def go(self, command, **arguments):
        """A step or a way through the past, until the world stands again: the stop."""
        self.ask(command, threadId=1, **arguments)
        return self.event('stopped')

    def where(self):
        frame = self.frames()[0]
        return frame['name'], frame['line']

    def scopes(self):
        return {scope['name'].split(':')[0]: scope['variablesReference'] for scope in self.ask('scopes', frameId=1)['scopes']}

    def variables(self, reference, **more):
        return {v['name']: v for v in self.ask('variables', variablesReference=reference, **more)['variables']}


class Session:
    """A launched project, and a second tool that makes things happen in it."""

    def __init__(self, binaries, folder, dialect=None):
        self.source = make_project(folder)
        run = os.path.join(folder, 'run', 'server')
        os.makedirs(run)
        with open(os.path.join(run, 'blakserv.cfg'), 'w') as out:
            out.write('[Blakod]\nMaxStatements 1000000000000\n')
            if dialect:
                out.write('[Blakston]\nDialect %s\n' % dialect)
        if dialect == 'open105':
            for path in glob.glob(os.path.join(folder, 'kod', '*.kod')):
                with open(path, encoding='latin-1') as file:
                    text = file.read()
                with open(path, 'w', encoding='latin-1') as file:
                    file.write(text.replace('for i in', 'foreach i in').replace('% adds up', '// adds up'))
        self.dap = Dap(binaries)
        self.capabilities = self.dap.ask('initialize', adapterID='blakod', linesStartAt1=True, columnsStartAt1=True)
        self.launch = self.dap.send('launch', project=folder)
        self.dap.event('initialized')
        answer = self.dap.answer(self.launch)
        assert answer['success'], answer
        with open(os.path.join(folder, 'run', 'server', 'control.json')) as file:
            self.facts = json.load(file)
        self.tool = Control(self.facts)
        self.user = self.tool.ask('create', **{'class': 'User'})['result']['object']
        self.sent = []

    def breakpoints(self, *wanted):
        return self.dap.ask('setBreakpoints', source={'path': self.source}, breakpoints=list(wanted))['breakpoints']

    def send(self, message, **parameters):
        return self.later('send', object=self.user, message=message, parameters=parameters)

    def create(self, name):
        return self.later('create', **{'class': name})

    def later(self, action, **fields):
        """In the background, for it may stop. The thread has `result` afterwards."""
        def run():
            tool = Control(self.facts)
            thread.result = tool.ask(action, **fields)
            tool.file.close()
            tool.socket.close()

        thread = threading.Thread(daemon=True, target=run)
        thread.result = None
        thread.start()
        self.sent.append(thread)
        return thread

    @staticmethod
    def finish(thread):
        thread.join(30)
        assert thread.result is not None and thread.result['ok'], thread.result
        return thread.result['result']


class SessionCase(unittest.TestCase):
    """A test with such a project in a folder of its own."""

    def setUp(self, binaries, dialect=None):
        self.folder = tempfile.mkdtemp(prefix='blak-dap-')
        self.addCleanup(shutil.rmtree, self.folder, True)
        self.session = Session(binaries, self.folder, dialect)
        self.dap = self.session.dap
        self.addCleanup(self.end)

    def end(self):
        if self.dap.process.poll() is None:
            self.dap.process.stdin.close()
            self.dap.process.wait(30)
        self.dap.process.stdout.close()
        self.session.tool.file.close()
        self.session.tool.socket.close()
        try:
            os.kill(self.session.facts['process'], signal.SIGKILL)
        except ProcessLookupError:
            pass

    def line(self, text):
        return line_of(self.session.source, text)
