#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A whole tree under bots, on this server and on a reference beside it: what both report at run time, kind by kind.

--tree or BLAK_TREE_CLASSIC and BLAK_TREE_OPEN105 name a tree (kod/ and resource/rooms/), which is compiled into a folder of its own;
--reference names the other server. Without one of them nothing is tested and the exit status is 77. Both servers begin at the same
time, so that hours of the game change at the same time, and have as many bots each. A kind is a place in the sources; one that
only one of them reports counts as a difference, unless it is rare: bots walk at random. --settle should be long: the reference runs
one timer in each round, so that on a busy machine timers of a world that was just made are late by many seconds.
"""
import collections, glob, json, os, re, shutil, subprocess, sys, time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import run_vm  # noqa: E402
import two_servers  # noqa: E402

PROTOCOLS = {'classic': 'mainline', 'open105': 'open105', 'classic97': '2012', 'open29': 'open29'}


def compiled_tree(opts):
    """The object code, resources, rooms and constants of the tree in one folder."""
    folder = os.path.join(opts.tmp, 'compiled')
    os.makedirs(folder)
    source = os.path.join(opts.tmp, 'source')
    shutil.copytree(os.path.join(opts.tree, 'kod'), os.path.join(source, 'kod'))
    done = subprocess.run([opts.blak, 'compile', '--all', '--dialect', opts.language, '--no-sidecars', '-o', folder, 'kod'], cwd=source,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors='replace')
    errors = [line for line in done.stdout.split('\n') if 'error:' in line]
    print('%d sources, compiled with status %d and %d errors' % (
        len(glob.glob(os.path.join(source, '**', '*.kod'), recursive=True)), done.returncode, len(errors)))
    build = os.path.join(opts.tmp, 'build')
    os.makedirs(build)
    for base in (folder, source):
        for where, _, names in os.walk(base):
            for name in names:
                if name.endswith(('.bof', '.rsc', '.khd')) or name == 'kodbase.txt':
                    shutil.copy(os.path.join(where, name), build)
    return build


def copy_rooms(tree, folder):
    """All rooms, also by the names that Blakod has for them: a reference goes by the case of letters."""
    rooms = {}
    for where, _, names in os.walk(os.path.join(tree, 'resource', 'rooms')):
        for name in names:
            if name.lower().endswith('.roo'):
                rooms[name.lower()] = os.path.join(where, name)
                shutil.copy(os.path.join(where, name), folder)
    for source in glob.glob(os.path.join(glob.escape(tree), 'kod', '**', '*.kod'), recursive=True):
        with open(source, encoding='latin-1') as text:
            for name in re.findall(r'[\w-]+\.roo\b', text.read(), re.I):
                if name.lower() in rooms:
                    shutil.copy(rooms[name.lower()], os.path.join(folder, name))


class Side:
    """One of the two servers with its bots."""

    def __init__(self, opts, name, server, build):
        self.opts, self.name = opts, name
        self.folder = os.path.join(opts.tmp, name)
        os.makedirs(self.folder)
        self.ports = run_vm.free_ports(2)
        run_vm.assemble(opts, build, self.folder, *self.ports)
        copy_rooms(opts.tree, os.path.join(self.folder, 'rooms'))
        own = type('Options', (), dict(vars(opts), server=server))
        self.server = run_vm.Server(own, self.folder, *self.ports)
        self.bots = None

    def start_bots(self):
        rooms, resources = (os.path.join(self.folder, name) for name in ('rooms', 'rsc'))
        self.bots = subprocess.Popen(
            [self.opts.blak, 'bot', '--server', '127.0.0.1:%d' % self.ports[0], '--maintenance', str(self.ports[1]), '--protocol',
             self.opts.protocol or PROTOCOLS[self.opts.language], '--rooms', rooms, '--resources', resources, '--count',
             str(self.opts.count), '--seconds', str(self.opts.seconds), '--json'], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def finish(self):
        """What the bots saw; reports by kind, and how many lines of Debug() there were."""
        report, errors = self.bots.communicate(timeout=self.opts.seconds + 300)
        alive = self.server.alive()
        objects = self.server.command('show status') if alive and self.opts.dialect == 'classic' else []
        self.server.stop()
        try:
            seen = json.loads(report)
        except ValueError:
            seen = {'error': errors[-300:]}
        print('%-10s %s; %s' % (self.name, 'served to the end' if alive else 'DIED', ', '.join(
            '%s %s' % (key, seen[key]) for key in ('entered', 'lost', 'refused', 'undecoded', 'moves', 'refused_moves', 'error') if key in seen)))
        for line in objects:
            if re.search(r'object nodes|list nodes', line):
                print('           ' + line)
        kinds = collections.Counter(place(record) for record in run_vm.records(run_vm.read_log(self.folder, 'error')))
        del kinds['']
        return kinds, alive and seen.get('entered', 0) >= self.opts.count


def place(record):
    """Where in the sources something was reported, for the wording is each server's own; "" for what is no report of Blakod."""
    m = run_vm.POS.match(record)
    return '%s:%s' % (m.group(1).lower(), m.group(2)) if m else ''


def main():
    ap = two_servers.parser(__doc__)
    ap.add_argument('--blak', required=True, help='the program that compiles and has the bots')
    ap.add_argument('--tree', default='')
    ap.add_argument('--language', default='', help='dialect to compile in, if it is another')
    ap.add_argument('--protocol', default='', help='of the bots, if it is not what the language has')
    ap.add_argument('--count', type=int, default=50, help='bots on each server')
    ap.add_argument('--seconds', type=int, default=60)
    ap.add_argument('--settle', type=int, default=10, help='seconds between the start of the servers and that of the bots')
    ap.add_argument('--rare', type=int, default=5, help='kinds that were reported less often may be missing in the other')
    opts = ap.parse_args()
    opts.tree = opts.tree or os.environ.get('BLAK_TREE_' + opts.dialect.upper(), '')
    opts.language = opts.language or opts.dialect
    if not two_servers.has_reference(opts):
        return two_servers.SKIPPED
    if not opts.tree or not os.path.isdir(os.path.join(opts.tree, 'kod')):
        print('no tree: nothing is compared')
        return two_servers.SKIPPED
    two_servers.prepare(opts, 'tree-', 900, 300)
    sides = []
    try:
        build = compiled_tree(opts)
        sides = [Side(opts, 'here', opts.server, build), Side(opts, 'there', opts.reference, build)]
        for side in reversed(sides):  # the reference takes longer
            side.server.start()
        time.sleep(opts.settle)
        for side in sides:
            side.start_bots()
        (ours, good), (theirs, _) = [side.finish() for side in sides]
        print('%d reports here, %d there' % (sum(ours.values()), sum(theirs.values())))
        bad = 0
        for what in sorted(set(ours) | set(theirs), key=lambda k: -max(ours[k], theirs[k])):
            alone = min(ours[what], theirs[what]) == 0 and max(ours[what], theirs[what]) >= opts.rare
            bad += alone
            print('%6d %6d  %s%s' % (ours[what], theirs[what], what[:160], '   ONLY ONE' if alone else ''))
        print('%d kinds, %d of them reported by one server only' % (len(set(ours) | set(theirs)), bad))
        return 1 if bad or not good else 0
    finally:
        for side in sides:
            side.server.stop()
            if side.bots and side.bots.poll() is None:
                side.bots.kill()
        if not opts.keep:
            shutil.rmtree(opts.tmp, ignore_errors=True)


if __name__ == '__main__':
    sys.exit(main())
