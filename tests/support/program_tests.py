# SPDX-License-Identifier: GPL-3.0-or-later
"""What Python tests of the built programs share: the folder of the programs from the command line, and how they are run."""
import argparse
import os
import sys
import unittest

OPTIONS = argparse.Namespace(bin=None)  # filled by main(), before any test runs


def main(**how):
    """Runs the tests of the calling program; `how` goes to unittest.main()."""
    parser = argparse.ArgumentParser()
    parser.add_argument('--bin', required=True, help='folder of the built programs; the sample world lies beside it')
    _, rest = parser.parse_known_args(namespace=OPTIONS)
    OPTIONS.bin = os.path.abspath(OPTIONS.bin)
    unittest.main(module='__main__', argv=[sys.argv[0]] + rest, **{'verbosity': 2, **how})
