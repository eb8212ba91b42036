#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Saves go from a reference server to this one and back: objects by class must be the same.

The reference makes a save of a new world, loads it and saves again, for Blakod makes things when it is loaded first; this server loads
that, collects, saves; the reference loads what came of it and saves. --tree names a
folder with compiled Blakod (.bof, .rsc, kodbase.txt) and --rooms one with its rooms; without --tree the small world of the cases is
used. Without a reference nothing is tested and the exit status is 77. Python 3 standard library only.
"""
import collections, glob, json, os, shutil, subprocess, sys, tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import run_vm  # noqa: E402
import two_servers  # noqa: E402


def run_folder(opts, folder):
    """A folder where either server can run."""
    if opts.tree:
        build = os.path.join(opts.tmp, 'tree')
        os.makedirs(build)
        for base, _, names in os.walk(opts.tree):
            for name in names:
                if name.endswith(('.bof', '.rsc')) or name == 'kodbase.txt' or name == 'blakston.khd':
                    shutil.copy(os.path.join(base, name), build)
    else:
        build = os.path.join(opts.tmp, 'world')
        run_vm.build_world(opts, build)
    os.makedirs(folder)
    run_vm.assemble(opts, build, folder, *run_vm.free_ports(2))
    for room in glob.glob(os.path.join(opts.rooms, '**', '*.roo'), recursive=True) if opts.rooms else []:
        shutil.copy(room, os.path.join(folder, 'rooms'))


def serve(opts, server, folder, commands):
    """Runs a server in a folder; its answers. A save that was asked for is current afterwards."""
    opts.server = server
    port, mport = run_vm.free_ports(2)
    with open(os.path.join(folder, 'blakserv.cfg'), 'w') as out:
        mask, extra = run_vm.DIALECT[opts.dialect]
        out.write(run_vm.CFG.format(port=port, mport=mport, mask=mask, extra=extra + opts.settings))
    running = run_vm.Server(opts, folder, port, mport)
    try:
        running.start()
        return [running.command(command) for command in commands]
    except RuntimeError:
        with open(os.path.join(folder, 'stdout.txt'), encoding='latin-1') as said:
            print('%s: %s' % (server, said.read()[-1000:]))
        raise
    finally:
        running.stop()


def classes(opts, folder):
    """Objects by class of the current save, and how many of everything else there are."""
    with open(os.path.join(folder, 'savegame', 'lastsave.txt'), encoding='latin-1') as text:
        time = [word for line in text for word in line.split() if word.isdigit()][-1]
    save = os.path.join(folder, 'savegame', 'gameuser.' + time)
    answer = subprocess.run([opts.blak, 'save', 'info', '--json', save], stdout=subprocess.PIPE, check=True)
    info = json.loads(answer.stdout)[0]
    return info


def main():
    ap = two_servers.parser(__doc__)
    ap.add_argument('--blak', required=True, help='the program that reads saves')
    ap.add_argument('--tree', default='')
    ap.add_argument('--rooms', default='')
    opts = ap.parse_args()
    if not two_servers.has_reference(opts):
        return two_servers.SKIPPED
    two_servers.prepare(opts, 'vmsaves-', 900, 300)
    try:
        folder = os.path.join(opts.tmp, 'run')
        run_folder(opts, folder)
        own = opts.server
        infos = []
        for server, commands in ((opts.reference, ['save game']), (opts.reference, ['save game']),
                                 (own, ['save game', 'save game']), (opts.reference, ['save game'])):
            serve(opts, server, folder, commands)
            infos.append(classes(opts, folder))
        new = infos.pop(0)
        print('%-34s %d objects' % ('a new world of the reference', new['objects']))
        names = ('loaded and saved there', 'loaded, collected, saved here', 'loaded and saved by the reference')
        bad = 0
        for name, info in zip(names, infos):
            print('%-34s %s' % (name, {k: v for k, v in info.items() if isinstance(v, (int, str)) and k != 'file'}))
        counts = [collections.Counter(info.get('byClass', {})) for info in infos]
        if not counts[0]:
            print('the save has no objects by class')
            return 1
        for other in (1, 2):
            for name in sorted(set(counts[0]) | set(counts[other])):
                if counts[0][name] != counts[other][name]:
                    bad += 1
                    print('%s: %d objects, %d when %s' % (name, counts[0][name], counts[other][name], names[other]))
            if infos[0].get('builtInObjects', {}).keys() != infos[other].get('builtInObjects', {}).keys():
                bad += 1
                print('built-in objects: %s, %s' % (infos[0].get('builtInObjects'), infos[other].get('builtInObjects')))
        print('%d classes, %d objects, %d differences' % (len(counts[0]), sum(counts[0].values()), bad))
        return 1 if bad else 0
    finally:
        if not opts.keep:
            shutil.rmtree(opts.tmp, ignore_errors=True)


if __name__ == '__main__':
    sys.exit(main())
