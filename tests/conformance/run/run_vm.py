#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Run the Blakod runtime conformance suite against a compiler + server pair.

See README.md next to this file.  Python 3 standard library only.
"""
import argparse, concurrent.futures as cf, difflib, glob, os, random, re, shlex, shutil
import signal, socket, subprocess, sys, tempfile, threading, time

HERE = os.path.dirname(os.path.abspath(__file__))

CFG = """[Path]
Bof                  loadkod/
Memmap               memmap/
Rsc                  rsc/
Rooms                rooms/
Motd                 ./
Channel              channel/
LoadSave             savegame/
Forms                ./
Kodbase              ./
PackageFile          ./

[Socket]
Port                 {port}
MaintenancePort      {mport}
MaintenanceMask      {mask}

[Channel]
DebugDisk            Yes
ErrorDisk            Yes
LogDisk              Yes
Flush                Yes

[Constants]
Enabled              Yes
Filename             blakston.khd

[Auto]
SavePeriod           1800
{extra}
"""
PROJECT_CFG = '[Socket]' + CFG.split('[Socket]')[1]
DIALECT = {
    # name: (maintenance mask, extra configuration)
    'classic': ('127.0.0.1', ''),
    'open105': ('::ffff:127.0.0.1', '\n[Resource]\nRscSpec              *.rsc\n'),
}

STAMP = re.compile(r'^[A-Z][a-z]{2} +\d+ \d{4} \d\d:\d\d:\d\d ?\| ?')
POS = re.compile(r'^\[(?:[^\]]*[/\\])?([A-Za-z0-9_]+)\.(?:bof|kod) \((\d+)\)\] ?(.*)$', re.S)

RNDNAME = re.compile(r'\bUser\d{3,}\b')        # generated user names

_port_lock = threading.Lock()
_ports_used = set()


def free_ports(n):
    """n free loopback TCP ports, never handing the same one out twice.

    Not from the range of which others get theirs when they ask for any: somebody could take one before the server does."""
    with _port_lock:
        out, socks = [], []
        while len(out) < n:
            s = socket.socket()
            p = random.randrange(16000, 32000)
            try:
                s.bind(('127.0.0.1', p))
            except OSError:
                s.close()
                continue
            socks.append(s)
            if p not in _ports_used:
                _ports_used.add(p)
                out.append(p)
        for s in socks:
            s.close()
        return out


# ---------------------------------------------------------------- building

def expand(template, **kw):
    return [w.format(**kw) for w in shlex.split(template)]


def compile_one(opts, builddir, kod):
    cmd = expand(opts.compiler, src=kod, kodbase='kodbase.txt', dir=builddir)
    r = subprocess.run(cmd, cwd=builddir, stdin=subprocess.DEVNULL,
                       stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    out = r.stdout.decode('latin-1')
    bof = os.path.join(builddir, os.path.splitext(kod)[0] + '.bof')
    if not os.path.exists(bof):
        raise RuntimeError('compilation of %s failed:\n%s' % (kod, out))
    return out


def build_world(opts, dst):
    world = os.path.join(opts.root, opts.dialect, 'world')
    if not os.path.isdir(world):                       # a root without a world uses ours
        world = os.path.join(HERE, opts.dialect, 'world')
    os.makedirs(dst)
    for f in os.listdir(world):
        shutil.copy(os.path.join(world, f), dst)
    with open(os.path.join(dst, 'ORDER')) as fh:
        order = fh.read().split()
    for name in order:
        compile_one(opts, dst, name + '.kod')


def make_project(opts, world, folder, case=None):
    """A world as its authors have it: sources, rooms, and a configuration where the server will run."""
    os.makedirs(os.path.join(folder, 'kod', 'include'))
    os.makedirs(os.path.join(folder, 'rooms'))
    for source in glob.glob(os.path.join(world, '*.kod')) + ([case] if case else []):
        shutil.copy(source, os.path.join(folder, 'kod'))
    shutil.copy(os.path.join(world, 'blakston.khd'), os.path.join(folder, 'kod', 'include'))
    for room in glob.glob(os.path.join(HERE, opts.dialect, 'rooms', '*.roo')):
        shutil.copy(room, os.path.join(folder, 'rooms'))


def assemble_project(opts, project, run, port, mport):
    """What `blak serve PROJECT` finds: its run folder has a configuration, and nothing is compiled yet."""
    shutil.copytree(project, os.path.dirname(os.path.dirname(run)), dirs_exist_ok=True)
    mask, extra = DIALECT[opts.dialect]
    with open(os.path.join(run, 'blakserv.cfg'), 'w') as fh:
        fh.write(PROJECT_CFG.format(port=port, mport=mport, mask=mask, extra=extra))


def assemble(opts, build, run, port, mport):
    if getattr(opts, 'project', False):
        return assemble_project(opts, build, run, port, mport)
    for d in ('loadkod', 'memmap', 'rsc', 'rooms', 'channel', 'savegame'):
        os.makedirs(os.path.join(run, d))
    for f in os.listdir(build):
        p = os.path.join(build, f)
        if f.endswith('.bof'):
            shutil.copy(p, os.path.join(run, 'memmap'))
        elif f.endswith('.rsc'):
            shutil.copy(p, os.path.join(run, 'rsc'))
        elif f in ('kodbase.txt', 'blakston.khd'):
            shutil.copy(p, run)
    for base in (opts.root, HERE):
        for p in glob.glob(os.path.join(base, opts.dialect, 'rooms', '*.roo')):
            shutil.copy(p, os.path.join(run, 'rooms'))
    for f in ('packages.txt', 'banned.txt'):
        open(os.path.join(run, f), 'w').close()
    mask, extra = DIALECT[opts.dialect]
    with open(os.path.join(run, 'blakserv.cfg'), 'w') as fh:
        fh.write(CFG.format(port=port, mport=mport, mask=mask, extra=extra + getattr(opts, 'settings', '')))


# ---------------------------------------------------------------- server

class Server:
    def __init__(self, opts, run, port, mport):
        self.opts, self.run, self.port, self.mport = opts, run, port, mport
        self.proc = None
        self.sock = None

    def pids(self):
        """Live processes whose working directory is our run directory.

        A server may detach from its parent; this finds it again (Linux only)."""
        out = []
        for p in glob.glob('/proc/[0-9]*'):
            try:
                if os.readlink(p + '/cwd') == self.run:
                    with open(p + '/stat') as fh:
                        if fh.read().rsplit(')', 1)[1].split()[0] != 'Z':
                            out.append(int(p[6:]))
            except (OSError, IndexError):
                pass
        return out

    def alive(self):
        return (self.proc is not None and self.proc.poll() is None) or bool(self.pids())

    def listens(self, port):
        """Whether it is this server that listens on the port, and not that of another run which took the same one (Linux only)."""
        inodes = set()
        for table in ('/proc/net/tcp', '/proc/net/tcp6'):
            with open(table) as lines:
                for row in [line.split() for line in lines][1:]:
                    if row[3] == '0A' and int(row[1].rsplit(':', 1)[1], 16) == port:
                        inodes.add('socket:[%s]' % row[9])
        for pid in self.pids():
            for descriptor in glob.glob('/proc/%d/fd/*' % pid):
                try:
                    if os.readlink(descriptor) in inodes:
                        return True
                except OSError:
                    pass
        return False

    def start(self):
        cmd = expand(self.opts.server, dir=self.run, project=os.path.dirname(os.path.dirname(self.run)),
                     cfg=os.path.join(self.run, 'blakserv.cfg'), port=self.port, mport=self.mport)
        self.log = open(os.path.join(self.run, 'stdout.txt'), 'ab')
        self.proc = subprocess.Popen(cmd, cwd=self.run, stdin=subprocess.DEVNULL,
                                     stdout=self.log, stderr=subprocess.STDOUT,
                                     start_new_session=True)
        self.connect()

    def connect(self):
        if self.sock:
            self.sock.close()
        end = time.time() + self.opts.start_timeout
        while True:
            if not self.alive():
                raise RuntimeError('server exited with %s at start' % self.proc.returncode)
            try:
                self.sock = socket.create_connection(('127.0.0.1', self.mport), 1)
                break
            except OSError:
                if time.time() > end:
                    raise RuntimeError('server does not listen on the maintenance port')
                time.sleep(0.01)
        if not self.listens(self.mport):      # old servers go on without a port that somebody else has
            raise RuntimeError('another server has the port %d' % self.mport)
        self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buf = ''
        self.command('')                      # wait until the main loop is serving

    def _sync(self, timeout):
        """Read until the reply of the trailing `show clock` has been seen."""
        end = time.time() + timeout
        while 'Current server clock reads' not in self.buf:
            left = end - time.time()
            if left <= 0:
                raise RuntimeError('no reply from the maintenance port')
            self.sock.settimeout(left)
            try:
                d = self.sock.recv(65536)
            except socket.timeout:
                continue
            if not d:
                raise RuntimeError('maintenance connection closed by the server')
            self.buf += d.decode('latin-1')
        head, tail = self.buf.split('Current server clock reads', 1)
        end2 = time.time() + 5
        while '\n' not in tail and time.time() < end2:
            self.sock.settimeout(1)
            try:
                d = self.sock.recv(65536)
            except socket.timeout:
                continue
            if not d:
                break
            tail += d.decode('latin-1')
        self.buf = tail.split('\n', 1)[1] if '\n' in tail else ''
        return head

    def command(self, text, timeout=None):
        """Send one maintenance command; return its output (echo lines removed)."""
        timeout = timeout or self.opts.command_timeout
        if text:
            self.sock.sendall(text.encode('latin-1') + b'\r')
        self.sock.sendall(b'show clock\r')
        out = self._sync(timeout)
        lines = out.replace('\r\n', '\n').replace('\r', '\n').split('\n')
        keep = [l for l in lines if l.rstrip() not in ('> show clock', '> ' + text, '>')]
        while keep and not keep[0].strip():
            keep.pop(0)
        while keep and not keep[-1].strip():
            keep.pop()
        return keep

    def stop(self):
        if self.sock:
            try:
                self.sock.close()
            except OSError:
                pass
            self.sock = None
        if self.proc is None:
            return
        targets = self.pids()
        for sig, limit in ((signal.SIGTERM, 5), (signal.SIGKILL, 5)):
            for p in targets:
                try:
                    os.kill(p, sig)
                except OSError:
                    pass
            if self.proc.poll() is None and self.proc.pid not in targets:
                self.proc.send_signal(sig)
            end = time.time() + limit
            while self.alive() and time.time() < end:
                time.sleep(0.005)
            if not self.alive():
                break
        self.proc.wait()
        self.log.close()
        self.proc = None


# ---------------------------------------------------------------- logs

def read_log(run, kind):
    text = ''
    for p in sorted(glob.glob(os.path.join(run, 'channel', kind + '*.txt'))):
        with open(p, 'rb') as fh:
            text += fh.read().decode('latin-1')
    return text.replace('\r\n', '\n')


def records(text):
    """Split a channel log in records; lines without a time stamp continue the previous one."""
    out = []
    for line in text.split('\n'):
        m = STAMP.match(line)
        if m:
            out.append(line[m.end():])
        elif out and line.strip():
            out[-1] += '\n' + line
    return out


def debug_lines(text, raw=False):
    out = []
    for r in records(text):
        m = POS.match(r)
        if m:
            out.append('D %s:%s| %s' % (m.group(1).lower(), m.group(2), RNDNAME.sub('User<N>', m.group(3))))
        elif raw and not r.startswith('----'):
            out.append('D -| ' + r)
    return [l for r in out for l in r.split('\n')]


def error_lines(text):
    sites, full = [], []
    for r in records(text):
        if r.startswith('-----') or 'LoadKodBase line' in r or 'GetTagName warning' in r or 'banned' in r \
                or r.startswith('Session: '):
            continue
        m = POS.match(r)
        s = None
        if m:
            s = 'E %s:%s' % (m.group(1).lower(), m.group(2))
            line = '%s:%s| %s' % (m.group(1).lower(), m.group(2), m.group(3))
        elif r.startswith('[Server] '):           # reported while no handler is running
            s, line = 'E -server-', r
        else:
            line = '-| ' + r
        if s and (not sites or sites[-1] != s):
            sites.append(s)
        if not full or full[-1] != line:          # floods of one message count once
            full.append(line)
    return sites, [l for r in full for l in r.split('\n')]


# ---------------------------------------------------------------- admin transcripts

NORMAL = [
    (re.compile(r'[A-Z][a-z]{2} +\d+ \d{4} \d\d:\d\d:\d\d'), '<TIME>'),
    (re.compile(r'(BlakSton Server) v[0-9.]+ \(.*?\)'), r'\1 <VERSION>'),
    (re.compile(r'\(up for .*?\)'), '(up for <T>)'),
    (re.compile(r'^(Interpreted) .* total instructions in .*$', re.M), r'\1 <N> total instructions in <T>'),
    (re.compile(r'(port|ports) \d+'), r'\1 <PORT>'),
    (re.compile(r'^(Used|Watching) \d+ (list nodes|object nodes|string nodes|tables?|active timers)', re.M), r'\1 <N> \2'),
    (re.compile(r'(Longest time on one top level message is|Average time on one top level message is) [0-9.]+'), r'\1 <N>'),
    (re.compile(r'(seconds remaining|ms remaining|remaining) +[:=]? *-?\d+'), r'\1 <N>'),
    (re.compile(r'\b1[6-9]\d{8}\b'), '<UNIXTIME>'),
    (re.compile(r'^([A-Z][A-Za-z /]+?) {2,}\d+$', re.M), r'\1  <N>'),
    (re.compile(r'^(-- Total) .*$', re.M), r'\1 <N>'),
    (re.compile(r'(?:[^ \[(]*[/\\])?([A-Za-z0-9_]+\.(?:bof|kod|roo))'), r'\1'),
    (re.compile(r'\d+ (milliseconds|ms)\b'), r'<N> \1'),
    (re.compile(r'\b(LIST|STRING|TIMER|TABLE|list node|timer|Timer) \d+(?!\d*:)'), r'\1 <N>'),
    (re.compile(r'^( +\d+) +\d+ +(\d+ +\w+) *$', re.M), r'\1 <REMAINING> \2'),
    (re.compile(r'^(\d+|: \d+ +)(.*?)( +Next time| +next) .*$', re.M), r'\1\2\3'),
    (re.compile(r'\b[0-9.]+ microseconds'), '<N> microseconds'),
    (re.compile(r'\b\d+\.\d{3}\b'), '<N>'),
    (re.compile(r'(slow top level message is:)\n.*'), r'\1\n<MESSAGE>'),
    (re.compile(r'(slow top level message includes) \d+'), r'\1 <N>'),
    (re.compile(r'\bUser\d{3,}\b'), 'User<N>'),
    # the two accounts a fresh classic game starts with
    (re.compile(r'\b(Chris\.Kirmse|Andrew\.Kirmse|Zandramas|Zaphod)\b *'), '<BOOTNAME> '),
]


def normalise_admin(lines):
    text = '\n'.join(l.rstrip() for l in lines)
    for rx, sub in NORMAL:
        text = rx.sub(sub, text)
    return text.split('\n') if text else []


# ---------------------------------------------------------------- cases

def parse_script(path, cls):
    steps = []
    if os.path.exists(path):
        with open(path, encoding='latin-1') as fh:
            for l in fh:
                l = l.rstrip('\n')
                if l.strip() and not l.startswith('#'):
                    steps.append(l)
    if not steps:
        steps = ['run']
    return [s.replace('$CASE', cls) for s in steps]


def class_name(kod):
    with open(kod, encoding='latin-1') as fh:
        for l in fh:
            m = re.match(r'^([A-Za-z][A-Za-z0-9_]*)\s+is\s+', l)
            if m:
                return m.group(1)
    raise RuntimeError('no class header in ' + kod)


class Result:
    def __init__(self):
        self.debug, self.sites, self.errors, self.admin, self.note = [], [], [], [], ''


def run_steps(opts, build, steps, cls, transcript=False):
    """What the steps of a case show. A server that does not start is started again, for its port may have been taken."""
    for left in (2, 1, 0):
        try:
            return run_once(opts, build, steps, cls, transcript)
        except (RuntimeError, OSError) as error:
            if left == 0:
                raise
            print('%s: %s; once more' % (opts.server, error))


def run_once(opts, build, steps, cls, transcript):
    res = Result()
    tmp = os.path.realpath(tempfile.mkdtemp(prefix='vmcase-', dir=opts.tmp))
    raw = loose = False
    seen = {}
    port, mport = free_ports(2)
    srv = None
    try:
        run = os.path.join(tmp, 'run', 'server') if getattr(opts, 'project', False) else os.path.join(tmp, 'run')
        os.makedirs(run)
        assemble(opts, build, run, port, mport)
        srv = Server(opts, run, port, mport)
        srv.start()
        skip = {k: len(read_log(run, k)) for k in ('debug', 'error')}
        try:
            for st in steps:
                word, _, rest = st.partition(' ')
                if transcript and not word.startswith('!'):
                    res.admin.append('>>> ' + st)
                    # {LIST} etc.: the id most recently shown with that tag
                    text = re.sub(r'\{([A-Z]+)\}', lambda m: seen.get(m.group(1), '0'), st)
                    got = srv.command(text)
                    for m in re.finditer(r'\b(LIST|STRING|TIMER|TABLE) (\d+)|list node (\d+)', '\n'.join(got)):
                        seen[m.group(1) or 'LIST'] = m.group(2) or m.group(3)
                    if text.endswith('GetCase'):      # {OBJECT} is the instance of the case class
                        m = re.search(r'^: OBJECT (\d+)', '\n'.join(got), re.M)
                        if m:
                            seen['OBJECT'] = m.group(1)
                    res.admin += normalise_admin(got)
                    continue
                word = word.lstrip('!')
                if word == 'run':
                    srv.command('send object 0 RunTests what class ' + (rest or cls))
                elif word == 'phase':
                    srv.command('send object 0 RunTests phase int ' + rest)
                elif word == 'phases':          # several, without waiting for each: first and last
                    first, last = map(int, rest.split())
                    srv.command('\r'.join('send object 0 RunTests phase int %d' % n for n in range(first, last + 1)))
                elif word == 'cmd':
                    srv.command(rest)
                elif word == 'show':            # a maintenance command whose output is part of the golden
                    res.admin.append('>>> ' + rest)
                    res.admin += normalise_admin(srv.command(rest))
                elif word == 'wait':
                    time.sleep(int(rest) / 1000.0)
                elif word == 'drop':              # a command that closes the maintenance connection
                    res.admin.append('>>> ' + rest)
                    try:
                        srv.command(rest, 10)
                        res.admin.append('(connection kept)')
                    except (RuntimeError, OSError):
                        res.admin.append('(connection closed)')
                    srv.connect()
                elif word == 'restart':
                    srv.stop()
                    srv.start()
                elif word == 'raw':               # keep debug lines that have no source position
                    raw = True
                elif word == 'loose':             # line numbers of errors are not compared
                    loose = True
                else:
                    raise RuntimeError('bad script step: ' + st)
        except (RuntimeError, OSError) as e:
            time.sleep(0.2)
            res.note = 'CRASH %s' % (e if srv.alive() else 'server died')
        srv.stop()
        res.debug = debug_lines(read_log(run, 'debug')[skip['debug']:], raw)
        res.sites, res.errors = error_lines(read_log(run, 'error')[skip['error']:])
        if loose:
            res.sites = collapse('\n'.join(strip_lines(s) for s in res.sites)).split('\n')
        return res
    finally:
        if srv:
            srv.stop()
        if opts.keep:
            print('kept', tmp)
        else:
            shutil.rmtree(tmp, ignore_errors=True)


def golden_text(res):
    out = list(res.debug)
    if res.admin:
        out += ['== maintenance port'] + res.admin
    out += ['== errors'] + res.sites
    if res.note:
        out.append('== ' + res.note)
    return '\n'.join(out) + '\n'


def strip_lines(text):
    return re.sub(r'^([DE] [a-z0-9_]+):\d+', r'\1', text, flags=re.M)


def collapse(text):
    """After stripping line numbers, equal neighbouring error sites collapse too."""
    out = []
    for l in text.split('\n'):
        if l.startswith('E ') and out and out[-1] == l:
            continue
        out.append(l)
    return '\n'.join(out)


def run_case(opts, world, kod):
    name = os.path.splitext(os.path.basename(kod))[0]
    cls = class_name(kod)
    tmp = tempfile.mkdtemp(prefix='vmbuild-', dir=opts.tmp)
    try:
        build = os.path.join(tmp, 'b')
        if opts.project:
            make_project(opts, os.path.join(opts.root, opts.dialect, 'world'), build, kod)
        else:
            shutil.copytree(world, build)
            shutil.copy(kod, build)
            compile_one(opts, build, os.path.basename(kod))
        steps = parse_script(kod[:-4] + '.script', cls)
        return name, run_steps(opts, build, steps, cls)
    finally:
        shutil.rmtree(tmp, ignore_errors=True)


def compare(opts, base, got, got_err):
    """-> list of failure texts"""
    gp, ep = base + '.golden', base + '.errors.golden'
    if opts.update:
        with open(gp, 'w', encoding='latin-1') as fh:
            fh.write(got)
        if got_err is not None:
            with open(ep, 'w', encoding='latin-1') as fh:
                fh.write(got_err)
        return []
    if not os.path.exists(gp):
        return ['no golden']
    with open(gp, encoding='latin-1') as fh:
        want = fh.read()
    a, b = want, got
    if opts.ignore_lines:
        a, b = collapse(strip_lines(a)), collapse(strip_lines(b))
    fails = []
    if a != b:
        fails.append(''.join(difflib.unified_diff(a.splitlines(1), b.splitlines(1), 'golden', 'actual', n=2)))
    if opts.strict_errors and got_err is not None and os.path.exists(ep):
        with open(ep, encoding='latin-1') as fh:
            want = fh.read()
        if want != got_err:
            fails.append(''.join(difflib.unified_diff(want.splitlines(1), got_err.splitlines(1),
                                                      'golden errors', 'actual errors', n=2)))
    return fails


def main():
    ap = argparse.ArgumentParser(description=__doc__)
    ap.add_argument('--dialect', required=True, choices=sorted(DIALECT))
    ap.add_argument('--project', action='store_true',
                    help='the server gets the sources and compiles them; --server then takes {project}, --compiler is not used')
    ap.add_argument('--compiler', default='',
                    help='command template, run once per source file in the build directory; {src} {kodbase} {dir}')
    ap.add_argument('--server', required=True,
                    help='command template, run in the run directory; {dir} {cfg} {port} {mport}')
    ap.add_argument('--root', default=HERE, help='suite root (default: the directory of this script)')
    ap.add_argument('--only', default='', help='regular expression over case names')
    ap.add_argument('--kind', default='cases,admin', help='cases, admin or both')
    ap.add_argument('-j', type=int, default=2, help='parallel servers')
    ap.add_argument('--ignore-lines', action='store_true', help='do not compare source line numbers')
    ap.add_argument('--normative', action='store_true',
                    help='failures of the cases named in <dialect>/INFORMATIONAL do not count')
    ap.add_argument('--strict-errors', action='store_true', help='also compare the wording of errors')
    ap.add_argument('--update', action='store_true', help='(suite maintainers) write the goldens')
    ap.add_argument('--keep', action='store_true', help='keep the temporary directories')
    ap.add_argument('--tmp', default=None, help='where to put temporary directories')
    ap.add_argument('--start-timeout', type=float, default=60)
    ap.add_argument('--command-timeout', type=float, default=60)
    ap.add_argument('-v', action='store_true', help='print the diff of failing cases')
    opts = ap.parse_args()
    top = tempfile.mkdtemp(prefix='vmsuite-', dir=opts.tmp)
    opts.tmp = top
    bad = total = 0
    try:
        world = os.path.join(top, 'world')
        try:
            if opts.project:
                make_project(opts, os.path.join(opts.root, opts.dialect, 'world'), world)
            else:
                build_world(opts, world)
        except (RuntimeError, OSError) as e:
            print('FAIL', opts.dialect, 'world:', e)
            return 1
        jobs = []
        rx = re.compile(opts.only)
        info = set()
        p = os.path.join(opts.root, opts.dialect, 'INFORMATIONAL')
        if opts.normative and os.path.exists(p):
            with open(p) as fh:
                info = set(fh.read().split())
        if 'cases' in opts.kind:
            for kod in sorted(glob.glob(os.path.join(opts.root, opts.dialect, 'cases', '*.kod'))):
                if rx.search(os.path.basename(kod)[:-4]):
                    jobs.append(('case', kod))
        if 'admin' in opts.kind:
            for t in sorted(glob.glob(os.path.join(opts.root, opts.dialect, 'admin', '*.txt'))):
                if rx.search(os.path.basename(t)[:-4]):
                    jobs.append(('admin', t))

        def work(job):
            kind, path = job
            base = os.path.splitext(path)[0]
            try:
                if kind == 'case':
                    name, res = run_case(opts, world, path)
                    err = '\n'.join(res.errors) + '\n'
                    return job, compare(opts, base, golden_text(res), err)
                steps = parse_script(path, 'AdminProbe')
                res = run_steps(opts, world, steps, 'AdminProbe', transcript=True)
                text = '\n'.join(res.admin) + '\n' + ('== %s\n' % res.note if res.note else '')
                return job, compare(opts, base, text, None)
            except Exception as e:
                return job, ['%s: %s' % (type(e).__name__, e)]

        with cf.ThreadPoolExecutor(max(1, opts.j)) as ex:
            for job, fails in ex.map(work, jobs):
                total += 1
                name = job[0] + ' ' + os.path.splitext(os.path.basename(job[1]))[0]
                if fails and name.split()[-1] in info:
                    total -= 1
                    print('INFO', opts.dialect, name)
                elif fails:
                    bad += 1
                    print('FAIL', opts.dialect, name)
                    if opts.v or 'Error' in fails[0][:20]:
                        print('\n'.join(fails))
                else:
                    print('PASS', opts.dialect, name)
                sys.stdout.flush()
    finally:
        shutil.rmtree(top, ignore_errors=True)
    print('%s: %d passed, %d failed' % (opts.dialect, total - bad, bad))
    return 1 if bad else 0


if __name__ == '__main__':
    sys.exit(main())
