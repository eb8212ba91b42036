# SPDX-License-Identifier: GPL-3.0-or-later
"""A client of the protocol written from its description (docs/protocol.md), on its own feet: nothing of formats/wire."""
import hashlib
import select
import socket
import struct
import time
import zlib

AP_GETLOGIN, AP_GETCHOICE, AP_LOGINOK, AP_LOGINFAILED, AP_GAME = 21, 22, 23, 24, 25
AP_ACCOUNTUSED, AP_TOOMANYLOGINS, AP_CREDITS, AP_MESSAGE, AP_NOCHARACTERS = 27, 28, 30, 34, 37


def text(value):
    value = value if isinstance(value, bytes) else value.encode('latin-1')
    return struct.pack('<H', len(value)) + value


def digest(password):
    return hashlib.md5(password.encode()).digest().replace(b'\0', b'\1')


class Client:
    def __init__(self, port, redbook=b'Lantern light.', source=None):
        self.socket = socket.create_connection(('127.0.0.1', port), source_address=(source, 0) if source else None)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer, self.redbook = b'', redbook
        self.epoch, self.seeds, self.in_game, self.closed = 0, None, False, False
        self.token, self.sliding, self.index = 0, False, 0

    def frames(self, until=None, most=5.0, quiet=0.1):
        """Frames as (login mode?, payload) until one of type `until` has come, or silence, or the end of the connection."""
        out, end = [], time.time() + most
        while time.time() < end:
            waiting = select.poll() # select() knows only the first 1024 files of a process
            waiting.register(self.socket, select.POLLIN)
            ready = waiting.poll(1000 * (most if until else quiet))
            if not ready:
                break
            try:
                data = self.socket.recv(65536)
            except OSError:
                data = b''
            if not data:
                self.closed = True
                break
            self.buffer += data
            out += self._cut()
            if until and any(payload[0] == until for _, payload in out):
                break
        return out

    def _cut(self):
        out = []
        while len(self.buffer) >= 7:
            size, check, again, epoch = struct.unpack('<HHHB', self.buffer[:7])
            assert size == again, 'length words differ'
            if len(self.buffer) < 7 + size:
                break
            payload = bytearray(self.buffer[7:7 + size])
            self.buffer = self.buffer[7 + size:]
            assert check == zlib.crc32(bytes(payload)) & 0xFFFF, 'wrong CRC'
            payload[0] ^= self.token & 0xFF
            if self.sliding:
                self.token += self.redbook[self.index] & 0x7F
                self.index = (self.index + 1) % len(self.redbook)
            self.epoch = epoch
            if epoch and payload[0] == 1:
                self.token, self.index, self.sliding = payload[1] ^ 0xED, 0, True
            if epoch == 0 and payload[0] == AP_GETCHOICE:
                self.seeds, self.in_game = list(struct.unpack('<5I', bytes(payload[1:21]))), False
            if epoch == 0 and payload[0] == AP_GAME:
                self.in_game = True
            out.append((epoch == 0, bytes(payload)))
        return out

    def kinds(self, **how):
        return [payload[0] for _, payload in self.frames(**how)]

    def frame(self, payload, epoch=None):
        """The next frame; steps the random streams."""
        if not self.in_game:
            return struct.pack('<HHHB', len(payload), 0, len(payload), 0) + payload
        self.seeds = [((seed * 9301 + 49297) & 0xFFFFFFFF) % 233280 for seed in self.seeds]
        kind = payload[0] - 256 if payload[0] > 127 else payload[0]
        check = self.seeds[self.seeds[4] % 4] ^ len(payload) ^ (kind << 4 & 0xFFFFFFFF) ^ zlib.crc32(payload)
        return struct.pack('<HHHB', len(payload), check & 0xFFFF, len(payload), self.epoch if epoch is None else epoch) + payload

    def send(self, payload, epoch=None):
        self.send_raw(self.frame(payload, epoch))

    def send_raw(self, data):
        try:
            self.socket.sendall(data)
        except OSError:
            self.closed = True

    def login(self, name, password, version=(7, 36)):
        self.send(bytes([2, *version]) + struct.pack('<5i2H3I', 2, 10, 0, 0, 586, 800, 600, 24, 0, 32) + text(name) +
                  text(digest(password)))

    def request_game(self):
        self.send(b'\x04' + struct.pack('<ii', 0x7FFFFFFF, 2211) + text('localhost'))

    def characters(self, most=5.0):
        self.send(b'\x2d')
        payload = [payload for _, payload in self.frames(until=139, most=most) if payload[0] == 139][-1]
        count, at, out = struct.unpack('<H', payload[1:3])[0], 3, []
        for _ in range(count):
            number, size = struct.unpack('<IH', payload[at:at + 6])
            out.append((number, payload[at + 6:at + 6 + size].decode('latin-1'), payload[at + 6 + size]))
            at += 7 + size
        return out

    def enter(self, name, password, most=5.0):
        """From the connection into the game with the first character, created where that is needed; `most` seconds for each answer."""
        self.frames(until=AP_GETLOGIN, most=most)
        self.login(name, password)
        self.frames(until=AP_CREDITS, most=most)
        self.request_game()
        self.frames(until=58, most=most)
        number, _, new = self.characters(most)[0]
        if new:
            self.send(b'\x06\x30' + struct.pack('<I', number) + text(name.title()) + text('') + b'\1' +
                      struct.pack('<H5I', 5, 0, 0, 0, 0, 0) + b'\0\0' + struct.pack('<HHH', 0, 0, 0))
            self.frames(until=56, most=most)
        self.send(b'\x2e' + struct.pack('<I', number))
        self.frames(until=32, most=most)
        self.number = number


class Maintenance:
    def __init__(self, port):
        self.socket = socket.create_connection(('127.0.0.1', port))
        self.socket.settimeout(10)

    def run(self, command):
        """What a command answers; `show clock` marks its end."""
        mark = b'Current server clock reads'
        self.socket.sendall(command.encode() + b'\rshow clock\r')
        got = b''
        while mark not in got or not got.endswith(b'\n'):
            data = self.socket.recv(65536)
            if not data:
                break
            got += data
        lines = got.decode('latin-1').replace('\r\n', '\n').split('\n')
        return '\n'.join(line for line in lines[1:] if not line.startswith(('> show clock', mark.decode()))).strip()
