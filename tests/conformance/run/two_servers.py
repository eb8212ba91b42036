# SPDX-License-Identifier: GPL-3.0-or-later
"""What programs that compare this server with a reference have in common: their arguments, and when there is nothing to compare.

The reference is named by --reference, else by BLAK_REFERENCE_CLASSIC or BLAK_REFERENCE_OPEN105."""
import argparse
import os
import shutil
import tempfile

import run_vm

SKIPPED = 77


def parser(description):
    ap = argparse.ArgumentParser(description=description)
    ap.add_argument('--dialect', required=True, choices=sorted(run_vm.DIALECT))
    ap.add_argument('--compiler', required=True)
    ap.add_argument('--server', required=True)
    ap.add_argument('--reference', default='', help='command of the other server')
    ap.add_argument('--seed', type=int, default=1)
    ap.add_argument('--only', default='', help='regular expression over what is asked about')
    ap.add_argument('--keep', action='store_true')
    return ap


def has_reference(opts):
    opts.reference = opts.reference or os.environ.get('BLAK_REFERENCE_' + opts.dialect.upper(), '')
    if opts.reference and shutil.which(opts.reference.split()[0]):
        return True
    print('no reference server: nothing is compared')
    return False


def prepare(opts, prefix, start_timeout, command_timeout):
    """What run_vm needs; a folder for everything, in opts.tmp."""
    opts.root, opts.start_timeout, opts.command_timeout = run_vm.HERE, start_timeout, command_timeout
    # Else the reference hangs up when the commands of half a minute took longer.
    opts.settings = '\n[Inactive]\nMaintenance          36000\n'
    opts.tmp = os.path.realpath(tempfile.mkdtemp(prefix=prefix))


def run(opts, server, folder, name, steps):
    """A build's class on one of the two servers."""
    opts.server = server
    return run_vm.run_steps(opts, folder, steps, name)


def compiled(opts, folder, name, text):
    """Writes a class into a build and compiles it; what the compiler said."""
    source = name.lower() + '.kod'
    with open(os.path.join(folder, source), 'w', encoding='latin-1') as out:
        out.write(text)
    return run_vm.compile_one(opts, folder, source)
