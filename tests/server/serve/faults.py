# SPDX-License-Identifier: GPL-3.0-or-later
"""Steers tests/server/faults/faults.cpp: faults of system calls, and the clock, of a server that was started with it."""
import errno
import mmap
import os
import struct

WRITE, SYNC, RENAME, OPEN, ACCEPT, FORK = 1, 2, 4, 8, 16, 32
DISK = WRITE | SYNC | RENAME | OPEN
LAYOUT = '<IiqqqIIq'  # calls, errno, countdown, seen, failed, forever, unused, clock


class Faults:
    def __init__(self, binaries, folder):
        path = os.path.join(folder, 'faults')
        with open(path, 'wb') as out:
            out.write(bytes(4096))
        with open(path, 'r+b') as file:
            self.memory = mmap.mmap(file.fileno(), 4096)
        library = os.path.join(os.path.dirname(binaries), 'tests', 'libblak_faults.so')
        self.environment = {**os.environ, 'LD_PRELOAD': library, 'BLAK_FAULTS': path,
                            'ASAN_OPTIONS': 'verify_asan_link_order=0:' + os.environ.get('ASAN_OPTIONS', '')}

    def _put(self, **changes):
        names = ('calls', 'errno', 'countdown', 'seen', 'failed', 'forever', 'unused', 'clock')
        values = dict(zip(names, struct.unpack_from(LAYOUT, self.memory)))
        values.update(changes)
        struct.pack_into(LAYOUT, self.memory, 0, *(values[name] for name in names))

    def arm(self, calls=DISK, fault=errno.ENOSPC, countdown=1, forever=True):
        """Lets calls fail: the one of that number, and all after it or none."""
        self._put(calls=0)
        self._put(errno=fault, countdown=countdown, seen=0, failed=0, forever=int(forever))
        self._put(calls=calls)

    def disarm(self):
        """How many calls were concerned, and how many of them failed."""
        self._put(calls=0)
        return struct.unpack_from(LAYOUT, self.memory)[3:5]

    def set_clock(self, seconds):
        self._put(clock=seconds)
