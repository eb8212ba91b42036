#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a breakpoint costs a handler that comes past it and does not stop: processor time of the server for one call of a small handler,
without one, with a condition that does not hold, and with a count of hits that is never reached. The best of five rounds.

    breakpoint_costs.py --bin build/dev/bin"""
import argparse
import os
import shutil
import tempfile

import dap_client
from dap_client import Session, line_of

CALLS = 20_000  # fewer than the instructions that one message may have
ROUNDS = 5
LOOP = '''
   Repeat(number = 0)
   {
      local i;

      i = 0;
      while i < number
      {
         i = i + 1;
         Send(self,@Twice,#number=i);
      }
      return i;
   }

end'''


def processor_nanoseconds(process):
    """Of the server with all its threads."""
    total = 0
    for task in os.listdir('/proc/%d/task' % process):
        with open('/proc/%d/task/%s/schedstat' % (process, task)) as file:
            total += int(file.read().split()[0])
    return total


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--bin', required=True)
    options = parser.parse_args()
    dap_client.HANDLERS = dap_client.HANDLERS.rstrip().removesuffix('end') + LOOP
    folder = tempfile.mkdtemp(prefix='blak-costs-')
    try:
        session = Session(options.bin, folder)
        session.dap.ask('configurationDone')
        line = line_of(session.source, 'return number * 2')
        for name, wanted in (('no breakpoint', []), ('a condition that does not hold', [{'line': line, 'condition': 'number = 99999999'}]),
                             ('a count that is not reached', [{'line': line, 'hitCondition': '= 99999999'}]), ('no breakpoint again', [])):
            session.breakpoints(*wanted)
            rounds = []
            for _ in range(ROUNDS):
                before = processor_nanoseconds(session.facts['process'])
                session.finish(session.send('Repeat', number=CALLS))
                rounds.append(processor_nanoseconds(session.facts['process']) - before)
            print('%-32s %6.2f us' % (name, min(rounds) / 1000 / CALLS))
        session.dap.process.stdin.close()  # ends the server that it launched
        session.dap.process.wait(30)
    finally:
        shutil.rmtree(folder, True)


if __name__ == '__main__':
    main()
