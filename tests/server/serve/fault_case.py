# SPDX-License-Identifier: GPL-3.0-or-later
"""A server whose disk and clock a test can break."""
from faults import Faults
from server_tools import Control, FolderCase


def contents(path):
    with open(path, 'rb') as file:
        return file.read()


def put(path, data):
    with open(path, 'wb') as out:
        out.write(data)


class FaultCase(FolderCase):
    config = {'Auto': {'SnapshotPeriod': 0}}

    def setUp(self):
        super().setUp()
        self.server = self.served(**self.config)
        self.faults = Faults(self.binaries, self.folder)
        self.server.environment = self.faults.environment
        self.start()

    def start(self):
        self.server.start()
        self.control = Control(self.server.facts)

    def admin(self, command):
        return self.control.ask('admin', command=command)['result']['text']

    def loads(self):
        rows = Control(self.server.facts).ask('object.read', object=0)['result']['properties']
        return next(row['value']['data'] for row in rows if row['name'] == 'piLoads')
