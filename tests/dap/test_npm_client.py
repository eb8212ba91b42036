#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Drives `blak dap` with an unmodified client from npm, @vscode/debugadapter-testsupport. Skipped where there is none: set
BLAK_NODE_MODULES to a node_modules folder that has it (`npm install @vscode/debugadapter-testsupport`)."""
import argparse
import os
import shutil
import subprocess
import sys
import tempfile

from dap_client import line_of, make_project

HERE = os.path.dirname(os.path.abspath(__file__))
SKIPPED = 77


def modules():
    for folder in (os.environ.get('BLAK_NODE_MODULES'), os.path.join(HERE, 'node_modules')):
        if folder and os.path.isdir(os.path.join(folder, '@vscode', 'debugadapter-testsupport')):
            return folder
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--bin', required=True)
    options = parser.parse_args()
    where = modules()
    if where is None or shutil.which('node') is None:
        print('skipped: no @vscode/debugadapter-testsupport; see BLAK_NODE_MODULES')
        return SKIPPED
    folder = tempfile.mkdtemp(prefix='blak-npm-')
    try:
        source = make_project(folder)
        return subprocess.run(['node', os.path.join(HERE, 'npm_client.js'), os.path.join(options.bin, 'blak'), folder, source,
                               str(line_of(source, 'return number * 2'))],
                              env={**os.environ, 'NODE_PATH': where}, timeout=300).returncode
    finally:
        shutil.rmtree(folder, True)


if __name__ == '__main__':
    sys.exit(main())
