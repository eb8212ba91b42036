#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Micro-benchmarks: user CPU time of the server process per Bench() call.

usage: bench.py --dialect D --compiler TEMPLATE --server TEMPLATE [--repeat R] [--seconds S]
Templates as in ../run_vm.py.  Linux only (/proc/<pid>/stat).
"""
import argparse, os, shutil, sys, tempfile, time
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
import run_vm

# file, class, n per call (kept below the instruction limit of one message), operations per call
BENCHES = [
    ('bench_int', 'BenchInt', 500000, 500000, 'rounds'),
    ('bench_prop', 'BenchProp', 500000, 500000, 'rounds'),
    ('bench_fib', 'BenchFib', 40, 40 * 8361, 'sends'),
    ('bench_named', 'BenchNamed', 300000, 300000, 'sends'),
    ('bench_list', 'BenchList', 2000, 200000, 'nodes built and walked'),
    ('bench_listops', 'BenchListops', 100000, 400000, 'list builtins'),
    ('bench_table', 'BenchTable', 200000, 800000, 'table builtins'),
    ('bench_string', 'BenchString', 100000, 800000, 'string builtins'),
    ('bench_class', 'BenchClass', 2000, 240000, 'IsClass + send + propagate'),
    ('bench_create', 'BenchCreate', 50000, 50000, 'objects'),
]
HZ = os.sysconf('SC_CLK_TCK')


def cpu(srv):
    t = 0
    for p in srv.pids():
        with open('/proc/%d/stat' % p) as fh:
            f = fh.read().rsplit(')', 1)[1].split()
        t += int(f[11])                                 # utime
    return t / HZ


def main():
    ap = argparse.ArgumentParser()
    ap.add_argument('--dialect', required=True, choices=sorted(run_vm.DIALECT))
    ap.add_argument('--compiler', required=True)
    ap.add_argument('--server', required=True)
    ap.add_argument('--seconds', type=float, default=1.0, help='CPU seconds per measurement')
    ap.add_argument('--repeat', type=int, default=3)
    ap.add_argument('--only', default='')
    ap.add_argument('--label', default='server')
    o = ap.parse_args()
    o.root, o.start_timeout, o.command_timeout, o.keep, o.tmp = run_vm.HERE, 60, 120, False, None
    here = os.path.dirname(os.path.abspath(__file__))
    top = os.path.realpath(tempfile.mkdtemp(prefix='vmbench-'))
    try:
        world = os.path.join(top, 'world')
        run_vm.build_world(o, world)
        for f, cls, n, ops, unit in BENCHES:
            if o.only and o.only not in f:
                continue
            build, run = os.path.join(top, f), os.path.join(top, f + '.run')
            shutil.copytree(world, build)
            shutil.copy(os.path.join(here, f + '.kod'), build)
            run_vm.compile_one(o, build, f + '.kod')
            os.makedirs(run)
            ports = run_vm.free_ports(2)
            run_vm.assemble(o, build, run, *ports)
            srv = run_vm.Server(o, run, *ports)
            srv.start()
            try:
                srv.command('send object 0 RunTests what class ' + cls)
                obj = None
                for l in srv.command('send object 0 GetCase'):
                    if l.startswith(': OBJECT '):
                        obj = l.split()[2]
                collect = 'save game' if o.dialect == 'classic' else 'garbage'
                best = None
                gcbest = None
                for r in range(o.repeat):
                    calls = 0
                    c0 = cpu(srv)
                    limit = 30 if f in ('bench_create', 'bench_list') else 10 ** 9
                    while cpu(srv) - c0 < o.seconds and calls < limit:
                        srv.command('send object %s Bench n int %d' % (obj, n))
                        calls += 1
                    used = cpu(srv) - c0
                    if used > 0 and (best is None or calls * ops / used > best):
                        best = calls * ops / used
                    c0 = cpu(srv)
                    srv.command(collect)
                    g = cpu(srv) - c0
                    if f == 'bench_create' and g > 0:
                        v = calls * ops / g
                        gcbest = v if gcbest is None or v > gcbest else gcbest
                    # ids move when collecting
                    for l in srv.command('send object 0 GetCase'):
                        if l.startswith(': OBJECT '):
                            obj = l.split()[2]
                print('%s\t%s\t%s\t%.0f\t%s/s' % (o.label, o.dialect, f, best, unit))
                if gcbest:
                    print('%s\t%s\t%s\t%.0f\t%s/s' % (o.label, o.dialect, f + ':collect', gcbest,
                                                      'dead objects swept by "%s"' % collect))
                sys.stdout.flush()
            finally:
                srv.stop()
    finally:
        shutil.rmtree(top, ignore_errors=True)


if __name__ == '__main__':
    main()
