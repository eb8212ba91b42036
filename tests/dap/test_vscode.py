#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The extension for Visual Studio Code, in a stand-in for the editor; skipped where there is no node."""
import argparse
import os
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
SKIPPED = 77


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--bin', required=True)
    options = parser.parse_args()
    if shutil.which('node') is None:
        print('skipped: there is no node')
        return SKIPPED
    return subprocess.run(['node', os.path.join(HERE, 'vscode_extension.js'), os.path.join(HERE, '..', '..', 'editors', 'vscode'),
                           os.path.join(os.path.abspath(options.bin), 'blak')], timeout=120).returncode


if __name__ == '__main__':
    sys.exit(main())
