#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Random calls of every built-in function with edge arguments, on two servers: results and reports must be the same.

Both run the same object files. --reference names the other server; without it, or when it is not there, nothing is tested and the
exit status is 77. Differences listed in <dialect>/DIFFERENCES with their reason do not count.
Python 3 standard library only.
"""
import os, re, shutil, sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import call_maker  # noqa: E402
import run_vm  # noqa: E402
import two_servers  # noqa: E402

LONGEST_LINE = 1500                      # the reference cuts lines of its logs
MOST_ENDS = 60                           # of the reference in one program; then the rest of it is not asked


def build(opts, world, folder, program):
    shutil.copytree(world, folder)
    for name, text in list(call_maker.CLASSES.items()) + [('DiffCase', program)]:
        output = two_servers.compiled(opts, folder, name, text)
        if 'rror' in output and name == 'DiffCase':
            raise RuntimeError(output)
    os.remove(os.path.join(folder, 'diffghost.bof'))  # a class that the kodbase knows and no server loads


def run(opts, server, folder, handlers):
    """The handlers with these numbers on one of the servers."""
    steps = ['raw', 'cmd send object 0 RunTests what class DiffCase phase session 77']
    return two_servers.run(opts, server, folder, 'DiffCase', steps + ['phases %d %d' % (handlers[0] + 1, handlers[-1] + 1)])


def shown(result):
    """What each call showed, by its number, which stands in front of each of its lines; the lines with reports."""
    lines, reported = {}, set()
    for line in result.debug:
        m = re.match(r'D \w+:\d+\| (\d+),(.*)', line)
        if m:
            lines.setdefault(int(m.group(1)), []).append(re.sub(r'\bUser\d+', 'User', m.group(2))[:LONGEST_LINE])
    for site in result.sites:
        m = re.match(r'E diffcase:(\d+)', site)
        if m:
            reported.add(int(m.group(1)))
    return lines, reported


def differences(ours, theirs, calls, numbers):
    """[(call, ours, theirs)]: what each call showed, and whether it was reported."""
    out = []
    for number in numbers:
        line, call = calls[number]
        mine, other = [(lines.get(number, []), line in reported) for lines, reported in (ours, theirs)]
        if mine != other:
            out.append((call, mine, other))
    return out


def last_call(result, first, left_out):
    """Which call ended a server: the one behind the last that was shown, or that one, when showing what it gave was too much."""
    last = max((n for n in shown(result)[0] if n >= first), default=first - 1)
    return last if last + 1 in left_out else last + 1


def ask(opts, world, own, name, seed, count, unasked):
    """Differences of one program's calls, and the calls that ended the reference: those are left out, and the rest is asked again."""
    found, ended, left_out, first = [], [], set(), 0
    while first < count:
        program, calls = call_maker.Generator(opts.dialect, seed, unasked).program(name, count, left_out)
        folder = os.path.join(opts.tmp, 'build')
        shutil.rmtree(folder, ignore_errors=True)
        build(opts, world, folder, program)
        handler = first // call_maker.CALLS_PER_HANDLER
        handlers = range(handler, call_maker.handlers_of(count))
        theirs, ours = run(opts, opts.reference, folder, handlers), run(opts, own, folder, handlers)
        end = count
        for result in (theirs, ours):
            if result.note:
                end = min(end, last_call(result, handler * call_maker.CALLS_PER_HANDLER, left_out))
        found += differences(shown(ours), shown(theirs), calls, range(first, end))
        if end == count and (theirs.note or ours.note):
            found.append(('(the end)', ours.note, theirs.note))
        elif end < count:
            if theirs.note:
                ended.append((calls[end][1], theirs.note))
            else:
                found.append((calls[end][1], ours.note, ''))
            left_out.add(end)
            if len(left_out) > MOST_ENDS:
                found.append(('(%d calls were not asked)' % (count - end - 1), '', theirs.note))
                break
        first = max(first, end + 1) if end < count else count
    return found, ended


def known(dialect):
    """{pattern: reason} of differences that stay; a pattern after "!" is of calls that are not asked at all."""
    path = os.path.join(run_vm.HERE, dialect, 'DIFFERENCES')
    reasons = {}
    if os.path.exists(path):
        with open(path) as lines:
            for line in lines:
                if line.strip() and not line.startswith('#'):
                    pattern, _, reason = line.strip().partition('\t')
                    reasons[pattern] = reason
    return reasons


def main():
    ap = two_servers.parser(__doc__)
    ap.add_argument('--calls', type=int, default=400, help='of each function')
    ap.add_argument('--at-once', type=int, default=300, help='calls in one program: few enough that none of its errors is left out of a log')
    ap.add_argument('--show', type=int, default=8, help='differences shown of each function')
    opts = ap.parse_args()
    if not two_servers.has_reference(opts):
        return two_servers.SKIPPED
    two_servers.prepare(opts, 'vmdiff-', 60, 300)
    own = opts.server
    reasons = known(opts.dialect)
    unasked = [pattern[1:] for pattern in reasons if pattern.startswith('!')]
    bad = 0
    try:
        world = os.path.join(opts.tmp, 'world')
        run_vm.build_world(opts, world)
        for name in sorted(call_maker.FUNCTIONS):
            dialects = call_maker.FUNCTIONS[name][0]
            if dialects not in ('both', opts.dialect) or not re.search(opts.only, name):
                continue
            found, ended, done = [], [], 0
            while done < opts.calls:
                count = min(opts.at_once, opts.calls - done)
                some, ends = ask(opts, world, own, name, '%d %s %d' % (opts.seed, name, done), count, unasked)
                found, ended, done = found + some, ended + ends, done + count
            counted = [d for d in found if not any(re.search(p, d[0]) for p in reasons)]
            print('%-24s %d calls, %d differences, %d of them known%s' % (
                name, done, len(found), len(found) - len(counted), ', %d ended the reference' % len(ended) if ended else ''))
            for call, a, b in counted[:opts.show]:
                print('    %s\n        here  %s\n        there %s' % (call, a, b))
            for call, note in ended[:opts.show]:
                print('    %s\n        there %s' % (call, note))
            sys.stdout.flush()
            bad += len(counted)
    finally:
        if not opts.keep:
            shutil.rmtree(opts.tmp, ignore_errors=True)
    return 1 if bad else 0


if __name__ == '__main__':
    sys.exit(main())
