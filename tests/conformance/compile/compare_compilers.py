#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares this compiler with an old one, on made-up and mutated programs: object, resource and knowledge base files to the
byte, diagnostics by line and severity, exit status.

    compare_compilers.py --dialect open105 --compiler "bc --dialect={dialect} {args}" --reference /path/of/bc --seconds 60

Without --reference the path is that of BLAK_REFERENCE_BC_CLASSIC, _CLASSIC97, _OPEN105 or _OPEN29; without either the
program ends with 77, "skipped". Differences are shortened and written below --keep, each a case that run_compile.py takes.
"""
import argparse
import collections
import os
import random
import re
import shutil
import sys
import tempfile
import time

import program_maker
import run_compile as suite

HERE = os.path.dirname(os.path.abspath(__file__))
SKIPPED = 77
SYNTAX = re.compile(r'syntax error|parse error|Premature end of line|Invalid|Illegal|Unterminated|nested comment|EOF', re.I)


# Differences that docs/compatibility.md gives the reasons of.
KNOWN = (r'after errors', r'Bad \w+ (entry|_)|Bad type|[Ee]rror loading|expected .[TCRVYMPcmp]|a line of a class', r'derived from this class',
         r'used before it|Unused local|Unreferenced local', r'arameter \S+ appears twice', r'not a local or property',
         r'begins with the comment marker', r'Invalid language code', r'Resource already defined with language ID', r'(?i)Property self appears twice|superclass self /', r'while the object is written', r'behind a failed file: (Function call|.*Duplicate (constant|identifier))')
# Switches about folders, whose names these two join as Windows does, wherever they are built.
FOLDERS = {'classic97': ('-I',), 'open29': ('-R', '-r')}
KNOWN_OF = {'classic97': (r'\.bof of a good program',), 'open29': (r'language code',)}


def as_listed(diags, files):
    """What an old compiler says, less what docs/compatibility.md says that it alone says."""
    kept, clashed = [], set()
    for diag in diags:
        text = diag['text']
        clash = re.search(r'arameter (\S+) was referenced elsewhere', text)
        if clash:
            clashed.add(clash.group(1).lower())
        late = re.match(r'Variable (\S+) used before', text)
        if late and late.group(1).lower() in clashed:
            continue  # a parameter that was refused counts as never set
        if re.search(r'on token \*/', text) and SYNTAX.search(text) and diag['line'] <= files.get(diag['file'] or '', '').count('\n'):
            diag = dict(diag, line=diag['line'] - 1)  # the line behind a comment that ends its line, but for a last one without end
        kept.append(diag)
        if 'Maximum nesting depth' in text:
            break  # there the text goes on
    return kept


def read(path):
    with open(path, encoding='latin-1', newline='') as f:
        return f.read()


def corpus(folders, limit=400):
    """Texts of sources, to mutate and to take tokens of."""
    texts = []
    for folder in folders:
        for base, dirs, files in os.walk(folder):
            dirs.sort()
            texts += [os.path.join(base, f) for f in sorted(files) if f.lower().endswith(('.kod', '.lkod'))]
    if len(texts) > limit:
        texts = random.Random(1).sample(texts, limit)
    return [read(t) for t in texts]


def cases(dialect):
    """Inputs and command lines of the cases of the suite."""
    top = os.path.join(HERE, 'classic' if dialect.startswith('classic') else 'open105')
    found = []
    for name in sorted(os.listdir(top)):
        case = os.path.join(top, name)
        lines = suite.read_cmds(case) if os.path.isfile(os.path.join(case, 'cmd')) else []
        if dialect in FOLDERS and any(word in FOLDERS[dialect] for line in lines for word in line.split()):
            continue
        if name.startswith(('big_', 'dir_')) or not os.path.isfile(os.path.join(case, 'cmd')):
            continue
        files = {}
        for base, _dirs, names in os.walk(case):
            for file in names:
                rel = os.path.relpath(os.path.join(base, file), case)
                if rel not in suite.META and not file.endswith(suite.GOLDEN):
                    files[rel] = read(os.path.join(base, file))
        if sum(map(len, files.values())) < 20000:
            found.append((files, lines))
    return found


def write_case(folder, files, lines):
    os.makedirs(folder, exist_ok=True)
    for name, text in files.items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, 'w', encoding='latin-1', newline='') as f:
            f.write(text)
    with open(os.path.join(folder, 'cmd'), 'w', encoding='latin-1') as f:
        f.write('\n'.join(lines) + '\n')


class Comparison:
    def __init__(self, options):
        self.options = options
        self.scratch = tempfile.mkdtemp(prefix='kodcompare-', dir='/dev/shm' if os.path.isdir('/dev/shm') else None)

    def run(self, template, unbuffer, fill='0', limit=10):
        work = tempfile.mkdtemp(dir=self.scratch)
        try:
            # old compilers use memory that they never set: what depends on its content is no rule
            env = dict(os.environ, MALLOC_PERTURB_=fill)
            return suite.execute(self.case, template, self.options.dialect, work, unbuffer, limit, env)
        finally:
            shutil.rmtree(work, ignore_errors=True)

    def difference(self, files, lines):
        """Empty when both agree, else a short name of the first thing in which they differ."""
        kind = self.compare(files, lines)
        if kind:
            unbuffer = shutil.which('stdbuf') is not None
            runs = [self.run(self.options.reference + ' {args}', unbuffer, fill)[:3] for fill in ('85', '170', '255')]
            if any(c > 128 for one in runs for c in one[0]) or any(one != runs[0] for one in runs):
                return ''
        return kind

    def compare(self, files, lines):
        self.case = os.path.join(self.scratch, 'case')
        shutil.rmtree(self.case, ignore_errors=True)
        write_case(self.case, files, lines)
        codes, diags, produced, raw = self.run(self.options.reference + ' {args}', shutil.which('stdbuf') is not None)
        if any(c > 128 or c == 124 for c in codes):
            return ''  # it crashed: nothing to compare with
        if 'flex scanner failed' in str(raw):
            return ''  # it ended in the middle: a folder was included
        ours = self.run(self.options.compiler, False)
        if 124 in ours[0]:  # a machine may be that busy
            ours = self.run(self.options.compiler, False, limit=120)
        self.detail = (codes, diags, ours)
        if any(c > 128 or c == 124 for c in ours[0]):
            return 'crash or hang of ours'
        for n, (theirs, mine) in enumerate(zip(codes, ours[0]), 1):
            wrong = as_listed([d for d in suite.relevant(diags) if d['run'] == n], files)
            mineWrong = [d for d in suite.relevant(ours[1]) if d['run'] == n]
            syntax = any(SYNTAX.search(d['text']) for d in wrong if d['severity'] == 'error')
            a, b = [suite.diag_key(d) for d in wrong], [suite.diag_key(d) for d in mineWrong]
            if syntax:
                a, b = suite.first_error(a), suite.first_error(b)
            if a != b:
                k = next((i for i in range(min(len(a), len(b))) if a[i] != b[i]), min(len(a), len(b)))
                text = lambda d, i: re.sub(r'\b(Identifier|identifier|class|Parameter|Class variable|Message|name|token) \S+|`[^`]*`|\d+', r'\1 _', d[i]['text'])[:60] if i < len(d) else 'nothing'
                # classes of a failed file linger, and are looked at again with the next one
                other = any(d['severity'] == 'error' and d['file'] != wrong[k]['file'] for d in wrong[:k]) if k < len(wrong) else False
                late = k < len(wrong) and wrong[k]['line'] >= files.get(wrong[k]['file'] or '', '').count('\n') and \
                    'two constants' in wrong[k]['text']
                where = ' while the object is written' if late else ' behind a failed file' if other else ''
                return 'diagnostics%s: %s / %s' % (where, text(wrong, k), text(mineWrong, k))
            hasErrors = any(d['severity'] == 'error' for d in wrong)
            if (theirs == 0) != (mine == 0) and not (theirs == 0 and hasErrors):
                return 'exit status %d / %d' % (theirs, mine)
            if syntax:
                return ''  # what is left after a syntax error depends on how a parser goes on
        for name in sorted(set(produced) | set(ours[2])):
            extension = os.path.splitext(name)[1]
            state = 'after errors' if any(d['severity'] == 'error' for d in diags) else 'of a good program'
            if name not in produced:
                return '%s %s: only ours' % (extension, state)
            if name not in ours[2]:
                return '%s %s: only theirs' % (extension, state)
            if produced[name] != ours[2][name]:
                self.detail += (name, produced[name], ours[2][name])
                return '%s %s differs' % (extension, state)
        return ''

    def shorten(self, files, lines, kind, seconds=4):
        """Leaves out lines while the difference stays of the same kind."""
        end = time.time() + seconds
        size = 16
        while size >= 1 and time.time() < end:
            changed = False
            for name in sorted(files):
                rows = files[name].split('\n')
                at = 0
                while at < len(rows) and time.time() < end:
                    fewer = rows[:at] + rows[at + size:]
                    candidate = dict(files)
                    candidate[name] = '\n'.join(fewer)
                    if self.difference(candidate, lines) == kind:
                        rows, files, changed = fewer, candidate, True
                    else:
                        at += size
            if not changed:
                size //= 2
        for name in sorted(files):
            candidate = {n: t for n, t in files.items() if n != name}
            if candidate and self.difference(candidate, lines) == kind:
                files = candidate
        return files


def make_program(rng, options, known, donors):
    choice = rng.random()
    if choice < options.made or not known:
        return program_maker.Maker(rng, options.dialect).program()
    files, lines = rng.choice(known)
    files = dict(files)
    names = sorted(n for n in files if n.endswith(('.kod', '.khd', '.lkod', '.in'))) or sorted(files)
    name = rng.choice(names)
    files[name] = program_maker.mutate(rng, files[name], donors)
    return files, lines


def main():
    parser = argparse.ArgumentParser(description='compare two Blakod compilers on made-up programs')
    parser.add_argument('--compiler', required=True, help='command template, fields {args} and {dialect}')
    parser.add_argument('--reference', help='path of the old compiler')
    parser.add_argument('--dialect', default='classic', choices=['classic', 'classic97', 'open105', 'open29'])
    parser.add_argument('--seconds', type=float, default=30)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--made', type=float, default=0.5, help='part of the programs that come from the grammar')
    parser.add_argument('--corpus', action='append', default=[], help='folder of sources to take tokens of')
    parser.add_argument('--keep', help='folder for the differences')
    parser.add_argument('--allow', action='append', default=[], help='regular expression of differences that are known')
    parser.add_argument('--known', action='store_true', help='allow what is known to differ')
    options = parser.parse_args()
    options.allow += KNOWN + KNOWN_OF.get(options.dialect, ()) if options.known else ()
    options.reference = options.reference or os.environ.get('BLAK_REFERENCE_BC_' + options.dialect.upper())
    if not options.reference:
        print('skipped: no old compiler of the dialect %s is given' % options.dialect)
        return SKIPPED
    options.reference = os.path.abspath(options.reference)
    known = cases(options.dialect)
    donors = corpus(options.corpus) + [t for files, _lines in known for n, t in files.items() if n.endswith('.kod')]
    comparison = Comparison(options)
    counts, allowed, programs = collections.Counter(), 0, 0
    end = time.time() + options.seconds
    try:
        while time.time() < end:
            rng = random.Random(options.seed * 1000003 + programs)
            programs += 1
            files, lines = make_program(rng, options, known, donors)
            kind = comparison.difference(files, lines)
            if not kind:
                continue
            if any(re.search(a, kind) for a in options.allow):
                allowed += 1
                continue
            counts[kind] += 1
            if options.keep and counts[kind] <= 2:
                files = comparison.shorten(files, lines, kind)
                folder = os.path.join(options.keep, re.sub(r'\W+', '_', kind)[:80] + '_%d' % counts[kind])
                shutil.rmtree(folder, ignore_errors=True)
                write_case(folder, files, lines)
    finally:
        shutil.rmtree(comparison.scratch, ignore_errors=True)
    for kind, count in counts.most_common():
        print('%5d  %s' % (count, kind))
    print('%d programs, %d differ, %d differ in ways that are allowed' % (programs, sum(counts.values()), allowed))
    return 1 if counts or programs == 0 else 0


if __name__ == '__main__':
    sys.exit(main())
