# SPDX-License-Identifier: GPL-3.0-or-later
"""A server with a copy of a world, and bots that play it."""
import json
import os
import shutil
import subprocess
import tempfile
import time

from dap_client import Control


def add_options(parser):
    parser.add_argument('--bin', required=True)
    parser.add_argument('--project', required=True, help='a project, or the folder of a server; it is copied first')
    parser.add_argument('--bots', type=int, default=20)
    parser.add_argument('--protocol', default='mainline')


class BotWorld:
    """`arguments`: more words for blak serve; `{folder}` in them is a folder for scratch."""

    def __init__(self, options, *arguments):
        binary = os.path.join(os.path.abspath(options.bin), 'blak')
        self.folder = tempfile.mkdtemp(prefix='blak-bots-')
        self.server = self.bots = None
        project = os.path.join(self.folder, 'project')
        shutil.copytree(options.project, project, ignore=shutil.ignore_patterns('.git', 'run', 'control.json', 'lock*'))
        log = os.path.join(self.folder, 'serve.txt')
        with open(log, 'w') as out:
            self.server = subprocess.Popen([binary, 'serve', '--port', '0', '--maintenance-port', '0',
                                            *(word.format(folder=self.folder) for word in arguments), project], stdout=out, stderr=out)
        # A project, or the folder of a server: compiled classes, rooms.
        run = project if os.path.isdir(os.path.join(project, 'loadkod')) else os.path.join(project, 'run', 'server')
        facts_file = os.path.join(run, 'control.json')
        end = time.time() + 300
        while not os.path.exists(facts_file):
            if time.time() > end or self.server.poll() is not None:
                with open(log, errors='replace') as file:
                    raise SystemExit('the server did not start: ' + file.read()[-2000:])
            time.sleep(0.1)
        time.sleep(0.2)
        with open(facts_file) as file:
            self.facts = json.load(file)
        self.tool = Control(self.facts)
        self.tool.socket.settimeout(600)  # twenty who enter at once keep a busy machine for long
        if not options.bots:
            return
        self.bots = subprocess.Popen([binary, 'bot', '--server', '127.0.0.1:%d' % self.facts['players'], '--count', str(options.bots),
                                      '--seconds', '100000', '--rate', '2', '--protocol', options.protocol,
                                      '--rooms', os.path.join(run, 'rooms'), '--resources', os.path.join(run, 'rsc'),
                                      '--maintenance', str(self.facts['maintenance'])], stdout=subprocess.DEVNULL)
        end = time.time() + 180
        while time.time() < end and self.inside() < options.bots:
            time.sleep(0.5)

    def inside(self):
        return sum(1 for one in self.tool.ask('sessions')['result'] if one['playing'])

    def close(self):
        for process in (self.bots, self.server):
            if process is not None:
                process.kill()
                process.wait(30)
        shutil.rmtree(self.folder, True)
