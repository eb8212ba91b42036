#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A page in a real browser (Debian's chromium, headless) tries the ports that take lines: the maintenance port, the control channel and
/metrics. It posts what it may post without asking, fetches what it may fetch, opens web sockets and frames, under the name localhost,
by address and by a name of its own that leads here. None of its commands may run and it may read nothing. Ends with status 77 where
there is no chromium; see docs/security.md."""
import argparse
import http.server
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import threading

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), 'server', 'serve'))

from client import Maintenance  # noqa: E402
from server_tools import Control, Server, build_world  # noqa: E402

SKIPPED = 77
EVIL = 'evil.example'  # the browser is told that it is here
COMMANDS = ('create account user evelyn word', 'create automated evelyn2 word', 'set account password 1 word')

PAGE = '''<!doctype html><title>page</title><script>
const facts = FACTS;
const read = [], done = [];
const wait = milliseconds => new Promise(next => setTimeout(next, milliseconds));
async function attempt(name, action) {
    try {
        const answer = await Promise.race([action(), wait(3000).then(() => 'silence')]);
        if (answer) done.push(name + ': ' + answer);
    } catch (error) { done.push(name + ': ' + error); }
}
async function text(name, response) {
    const words = await response.text();
    if (words) read.push([name, words]);
    return response.type + ' ' + response.status;
}
function form(address, name, value, type) {
    const frame = document.createElement('iframe');
    frame.name = 'f' + Math.random();
    document.body.append(frame);
    const out = document.createElement('form');
    out.action = address; out.method = 'post'; out.enctype = type; out.target = frame.name;
    const input = document.createElement('textarea');
    input.name = name; input.value = value;
    out.append(input);
    document.body.append(out);
    out.submit();
    return wait(300);
}
function frameOf(address) {
    return new Promise(next => {
        const frame = document.createElement('iframe');
        frame.onload = () => {
            let seen = 'not readable';
            try { seen = frame.contentDocument.body.innerText; if (seen) read.push(['frame ' + address, seen]); } catch (error) {}
            next(seen);
        };
        frame.src = address;
        document.body.append(frame);
    });
}
function socket(address) {
    return new Promise(next => {
        const one = new WebSocket(address);
        one.onopen = () => { for (const body of facts.bodies) one.send(body); read.push(['socket', 'open']); next('open'); };
        one.onmessage = event => read.push(['socket', String(event.data)]);
        one.onerror = () => next('refused');
    });
}
function tag(kind, address) {
    return new Promise(next => {
        const one = document.createElement(kind);
        one.onload = () => { read.push([kind + ' ' + address, 'loaded']); next('loaded'); };
        one.onerror = () => next('refused');
        one.src = address;
        document.body.append(one);
    });
}
async function main() {
    for (const host of facts.hosts)
        for (const [door, port] of Object.entries(facts.ports)) {
            const address = 'http://' + host + ':' + port + '/';
            for (const body of facts.bodies)
                for (const mode of ['no-cors', 'cors'])
                    await attempt('post ' + door + ' ' + mode, () => fetch(address, {method: 'POST', mode, body,
                        headers: {'Content-Type': 'text/plain'}}).then(got => text(door, got)));
            for (const path of ['metrics', '%0d%0acreate%20account%20user%20evelyn%20word%0d%0a'])
                for (const mode of ['no-cors', 'cors'])
                    await attempt('get ' + door + ' ' + mode, () => fetch(address + path, {mode}).then(got => text(door, got)));
            await attempt('beacon ' + door, async () => navigator.sendBeacon(address, facts.bodies[0]));
            await attempt('form ' + door, () => form(address, facts.bodies[0], facts.bodies[1], 'text/plain'));
            await attempt('form of parts ' + door, () => form(address, facts.bodies[0], facts.bodies[1], 'multipart/form-data'));
            await attempt('web socket ' + door, () => socket('ws://' + host + ':' + port + '/'));
            await attempt('frame ' + door, () => frameOf(address + 'metrics'));
            await attempt('script ' + door, () => tag('script', address + 'metrics'));
            await attempt('picture ' + door, () => tag('img', address + 'metrics'));
        }
    await fetch('/done', {method: 'POST', body: JSON.stringify({read, done})});
}
addEventListener('load', main);
</script><body>'''


class Page(http.server.BaseHTTPRequestHandler):
    page, finished, result = '', None, None

    def do_GET(self):
        self.send_response(200)
        self.send_header('Content-Type', 'text/html')
        self.end_headers()
        self.wfile.write(self.page.encode())

    def do_POST(self):
        Page.result = json.loads(self.rfile.read(int(self.headers['Content-Length'])))
        self.send_response(204)
        self.end_headers()
        self.finished.set()

    def log_message(self, *words):
        pass


def browse(chromium, page, folder, seconds):
    """What the page found, when it is opened under a name that is not that of this machine."""
    Page.page, Page.finished, Page.result = page, threading.Event(), None
    web = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Page)
    threading.Thread(target=web.serve_forever, daemon=True).start()
    browser = subprocess.Popen(
        [chromium, '--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run',
         '--disable-background-networking', '--user-data-dir=' + os.path.join(folder, 'browser'),
         '--host-resolver-rules=MAP %s 127.0.0.1' % EVIL, 'http://%s:%d/' % (EVIL, web.server_port)],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        Page.finished.wait(seconds)
        return Page.result
    finally:
        os.killpg(browser.pid, signal.SIGKILL)
        browser.wait()
        web.shutdown()


def check(server, chromium, folder, seconds):
    token = server.facts['token']
    bodies = ['\r\n'.join(('',) + COMMANDS + ('',)),
              '\n'.join(json.dumps(line) for line in [{'do': 'hello', 'token': token}] +
                        [{'do': 'admin', 'command': command} for command in COMMANDS]) + '\n']
    facts = {'hosts': ['127.0.0.1', 'localhost', EVIL], 'bodies': bodies,
             'ports': {'maintenance': server.facts['maintenance'], 'control': server.facts['port'], 'metrics': server.facts['metrics'],
                       'players': server.facts['players']}}
    found = browse(chromium, PAGE.replace('FACTS', json.dumps(facts).replace('</', '<\\/')), folder, seconds)
    control = Control(server.facts)
    faults = []
    if found is None:
        return ['the page did not come to its end within %d s' % seconds]
    tried = len(found['done'])
    print('%d attempts; %d lines of the server about them' % (tried, server.log('log').count('was a web page to give commands')))
    if tried < 100:
        faults.append('only %d attempts' % tried)
    faults += ['%s could be read: %r' % (where, what[:100]) for where, what in found['read']]
    accounts = control.ask('admin', command='show accounts')['result']['text']
    if 'evelyn' in accounts:
        faults.append('commands of a page ran: ' + accounts)
    if 'Set password' in server.log('admin') or 'evelyn' in server.log('admin'):
        faults.append('commands of a page ran: ' + server.log('admin'))
    if 'was a web page to give commands?' not in server.log('log'):
        faults.append('the page never came as far as the maintenance port')
    if 'System' not in Maintenance(server.facts['maintenance']).run('show object 0'):
        faults.append('the server does not answer any more')
    return faults


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--bin', required=True, help='folder of blak and bc')
    parser.add_argument('--seconds', type=float, default=240)
    options = parser.parse_args()
    chromium = shutil.which('chromium')
    if chromium is None:
        print('there is no chromium here')
        return SKIPPED
    folder = tempfile.mkdtemp(prefix='blak-browser-')
    binaries = os.path.abspath(options.bin)
    build_world(binaries, folder)
    server = Server(binaries, folder)
    server.configure(Telemetry={'MetricsPort': 0}, Auto={'SnapshotPeriod': 0})
    server.start()
    try:
        faults = check(server, chromium, folder, options.seconds)
    finally:
        server.kill()
        shutil.rmtree(folder, True)
    for fault in faults:
        print('! ' + fault)
    return 1 if faults else 0


if __name__ == '__main__':
    sys.exit(main())
