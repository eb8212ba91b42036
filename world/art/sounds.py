# SPDX-License-Identifier: GPL-3.0-or-later
"""The world's sounds, made from noise, pulses and decaying tones: mono, 22 050 Hz, 16 bit.

Loops are made on a ring (every filter is a product in the frequency domain, every event wraps around), so that their end runs into
their beginning. `python3 build_art.py sounds` writes them: short ones as WAV, long ones as Ogg Vorbis through libsndfile.
"""
import ctypes
import ctypes.util
import struct
import wave

import numpy as np

RATE = 22050


def ring_filter(signal, gain):
    """Filters a ring; `gain` is a function of the frequency in Hz."""
    spectrum = np.fft.rfft(signal)
    return np.fft.irfft(spectrum * gain(np.fft.rfftfreq(len(signal), 1 / RATE)), len(signal))


def band(low, high, slope=2):
    """A smooth band-pass as a function of the frequency."""
    return lambda f: 1 / (1 + (low / np.maximum(f, 1e-3)) ** (2 * slope)) ** 0.5 / (1 + (f / high) ** (2 * slope)) ** 0.5


def put(ring, at, event):
    """Adds an event to a ring at a sample; what runs over the end wraps around."""
    index = (int(at) + np.arange(len(event))) % len(ring)
    np.add.at(ring, index, event)


def padded(signal, gain):
    """Filters a sound that starts and ends: room for the tail, no wrapping."""
    long = np.concatenate([signal, np.zeros(len(signal))])
    return ring_filter(long, gain)[:len(signal)]


def seconds(count):
    return np.arange(int(count * RATE)) / RATE


def decay(t, time):
    return np.exp(-t / time)


def fade(signal, start, end):
    """Short ramps, so that nothing clicks."""
    signal = signal.copy()
    a, b = int(start * RATE), int(end * RATE)
    signal[:a] *= np.sin(np.linspace(0, np.pi / 2, a)) ** 2
    signal[-b:] *= np.cos(np.linspace(0, np.pi / 2, b)) ** 2
    return signal


def level(signal, peak):
    return signal / np.abs(signal).max() * peak


def resonances(f, tones):
    """Sum of resonant peaks: (frequency, width, strength)."""
    total = np.zeros_like(f)
    for centre, width, strength in tones:
        total = total + strength / (1 + ((f - centre) / width) ** 2)
    return total


def door_creak():
    """Wood that sticks and slips on its hinge: pulses of uneven pace ringing in a door leaf, then the latch."""
    random = np.random.RandomState(501)
    t = seconds(1.75)
    pulses = np.zeros(len(t))
    at = 0.05
    while at < 1.25:
        through = at / 1.25
        pace = 34 + 120 * np.sin(np.pi * min(1, through * 1.15)) ** 2 + 16 * np.sin(through * 23)
        strength = (0.35 + 0.65 * np.sin(np.pi * through) ** 0.7) * (0.7 + 0.6 * random.rand())
        pulses[int(at * RATE)] += strength
        pulses[int(at * RATE) + random.randint(3, 14)] -= strength * 0.6
        at += (1 + 0.22 * (random.rand() - 0.5)) / pace
    leaf = padded(pulses, lambda f: resonances(f, ((310, 15, 0.8), (540, 18, 1.0), (870, 24, 0.9), (1420, 40, 0.6), (2250, 80, 0.34),
                                                 (3300, 200, 0.16))))
    rub = padded(random.randn(len(t)), band(500, 2600)) * np.convolve(np.abs(pulses), np.hanning(900), "same")
    creak = level(leaf, 0.8) + level(rub, 0.10)
    latch = np.zeros(len(t))
    for when, strength in ((1.34, 0.5), (1.41, 1.0)):
        s = seconds(0.3)
        knock = (np.sin(2 * np.pi * 96 * s) * decay(s, 0.05) + 0.5 * np.sin(2 * np.pi * 187 * s) * decay(s, 0.03) +
                 0.35 * padded(random.randn(len(s)), band(700, 4200)) * decay(s, 0.012))
        put(latch, when * RATE, knock * strength)
    return level(fade(creak + latch * 0.55, 0.02, 0.12), 0.82)


def stone_step(seed, pitch):
    """Heel, then sole, of a boot on a flagstone, with a little grit."""
    random = np.random.RandomState(seed)
    t = seconds(0.36)
    sound = np.zeros(len(t))
    for when, strength, tone in ((0.006, 1.0, 1.0), (0.085 + 0.01 * random.rand(), 0.55, 1.25)):
        s = seconds(0.2)
        thump = np.sin(2 * np.pi * 82 * pitch * tone * s * (1 + 0.4 * decay(s, 0.02))) * decay(s, 0.034)
        tap = padded(random.randn(len(s)) * decay(s, 0.009), band(260 * tone, 2400 * tone))
        click = padded(random.randn(len(s)) * decay(s, 0.0022), band(1800, 6500))
        put(sound, when * RATE, (0.7 * thump + level(tap, 0.9) + level(click, 0.35)) * strength)
    grit = padded(random.randn(len(t)), band(2600, 8000)) * np.exp(-((t - 0.10) / 0.035) ** 2)
    for k in range(14):
        at = 0.05 + 0.16 * random.rand()
        s = seconds(0.01)
        put(sound, at * RATE, padded(random.randn(len(s)) * decay(s, 0.0014), band(2200, 7000)) * (0.05 + 0.08 * random.rand()))
    return level(fade(sound + level(grit, 0.07), 0.003, 0.08), 0.78)


def fire_loop():
    """A hearth: low breathing roar, hiss, and crackles of three sizes; a ring of six seconds."""
    random = np.random.RandomState(521)
    n = int(6 * RATE)
    slow = lambda seed, width: ring_filter(np.random.RandomState(seed).randn(n), lambda f: np.exp(-(f / width) ** 2))
    breath = 1 + 0.35 * level(slow(522, 1.3), 1.0)
    roar = ring_filter(random.randn(n), lambda f: 1 / (1 + (f / 90.0) ** 1.7) * (f > 25)) * breath
    hiss = ring_filter(random.randn(n), band(1800, 6000)) * (1 + 0.6 * level(slow(523, 4.0), 1.0))
    sound = level(roar, 0.34) + level(hiss, 0.035)
    for count, loud, time, low, high in ((170, 0.14, 0.0016, 1600, 8000), (46, 0.38, 0.0045, 700, 5000), (9, 0.75, 0.016, 260, 3000)):
        for _ in range(count):
            s = seconds(time * 9)
            snap = padded(random.randn(len(s)) * decay(s, time * (0.6 + random.rand())), band(low * (0.8 + 0.5 * random.rand()), high))
            put(sound, random.rand() * n, level(snap, loud * (0.35 + 0.65 * random.rand() ** 2)))
    return level(sound, 0.80)


def bell():
    """The church bell, struck once: hum, prime, tierce, quint, nominal and their slow beats."""
    random = np.random.RandomState(531)
    t = seconds(6.0)
    prime = 294.0
    sound = np.zeros(len(t))
    for ratio, strength, time in ((0.5, 0.55, 2.6), (1.0, 0.62, 1.7), (1.19, 0.70, 1.35), (1.5, 0.34, 0.95), (2.0, 0.85, 1.05), (2.52, 0.30, 0.55),
                                  (2.98, 0.34, 0.45), (4.03, 0.26, 0.30), (5.36, 0.18, 0.20), (6.72, 0.12, 0.14), (8.2, 0.08, 0.09)):
        for pair in (-1, 1):  # a bell is never quite round: every partial is two
            frequency = prime * ratio * (1 + pair * 0.0007 * (1 + random.rand()))
            sound += strength * np.sin(2 * np.pi * frequency * t + random.rand() * 6.283) * decay(t, time) * 0.5
    strike = padded(random.randn(len(t)) * decay(t, 0.006), band(900, 6000))
    sound = sound * (1 - decay(t, 0.0025)) + level(strike, 0.5)
    return level(fade(sound, 0.001, 0.9), 0.85)


def voice(random, n, pitch, formants):
    """Somebody talking at the far end of the room: syllables of a buzzing throat, nothing to be understood. A ring."""
    sound = np.zeros(n)
    at = random.rand() * n
    spoken = 0.0
    while spoken < n:
        words = random.randint(3, 9)
        for k in range(words):
            s = seconds(0.11 + 0.13 * random.rand())
            glide = pitch * (1.12 - 0.25 * k / words + 0.06 * random.randn()) * (1 + 0.05 * np.sin(2 * np.pi * s / len(s) * RATE))
            phase = np.cumsum(glide) / RATE
            buzz = sum(np.sin(2 * np.pi * h * phase) / h ** 1.1 for h in range(1, 22))
            vowel = formants[random.randint(len(formants))]
            said = padded(buzz, lambda f: resonances(f, [(vowel[0], 70, 1.0), (vowel[1], 110, 0.5), (2500, 200, 0.12)]))
            breath = padded(random.randn(len(s)), band(1500, 4500)) * 0.05 * (random.rand() < 0.4)
            shape = np.sin(np.pi * np.arange(len(s)) / len(s)) ** 0.7
            put(sound, at, (level(said, 1.0) + breath) * shape * (0.5 + 0.5 * random.rand()))
            at += len(s) * (0.95 + 0.35 * random.rand())
            spoken += len(s) * 1.1
        pause = (0.4 + 1.6 * random.rand()) * RATE
        at, spoken = at + pause, spoken + pause
    return sound


def tavern_loop():
    """The common room of the Lantern: talk, a laugh, mugs, the hearth from afar; a ring of ten seconds."""
    random = np.random.RandomState(541)
    n = int(10 * RATE)
    vowels = ((300, 870), (460, 1100), (640, 1190), (530, 1840), (390, 1990), (700, 1220))
    talk = np.zeros(n)
    for k, pitch in enumerate((98, 112, 124, 138, 172, 196, 208)):
        talk += voice(np.random.RandomState(542 + k), n, pitch, vowels) * (0.4 + 0.6 * random.rand())
    laugh_at = 6.1
    for k in range(7):
        s = seconds(0.12)
        phase = np.cumsum(np.full(len(s), 150 * (1.25 - 0.05 * k)) * (1 - 0.2 * s / 0.12)) / RATE
        ha = padded(sum(np.sin(2 * np.pi * h * phase) / h for h in range(1, 20)), lambda f: resonances(f, [(690, 90, 1.0), (1200, 130, 0.6)]))
        put(talk, laugh_at * RATE, level(ha, 1.1) * np.sin(np.pi * np.arange(len(s)) / len(s)) * (1 - 0.09 * k))
        laugh_at += 0.155
    talk = ring_filter(talk, lambda f: 1 / (1 + (f / 1500.0) ** 2))
    room = np.zeros(n)
    for k in range(40):  # walls give the voices back
        room += np.roll(talk, int((0.012 + 0.28 * random.rand() ** 1.6) * RATE)) * (0.16 * (1 - k / 55)) * random.choice((-1, 1))
    sound = level(talk + room, 0.52)
    for _ in range(11):  # mugs and plates
        s = seconds(0.25)
        base = 900 + 1700 * random.rand()
        clink = sum(np.sin(2 * np.pi * base * r * s) * decay(s, time) for r, time in ((1, 0.05), (2.32, 0.03), (3.9, 0.018)))
        thud = np.sin(2 * np.pi * 140 * s) * decay(s, 0.03)
        put(sound, random.rand() * n, (level(clink, 0.07) if random.rand() < 0.5 else level(thud, 0.14)) * (0.5 + 0.5 * random.rand()))
    hearth = ring_filter(random.randn(n), lambda f: 1 / (1 + (f / 120.0) ** 1.8) * (f > 25))
    sound += level(hearth, 0.05)
    for _ in range(40):
        s = seconds(0.02)
        put(sound, random.rand() * n, padded(random.randn(len(s)) * decay(s, 0.003), band(900, 4000)) * 0.05 * random.rand())
    return level(sound, 0.72)


def water_loop():
    """The millrace: a broad rush and thousands of small bubbles, each a tone that rises as it closes; a ring of five seconds."""
    random = np.random.RandomState(561)
    n = int(5 * RATE)
    sway = ring_filter(random.randn(n), lambda f: np.exp(-(f / 1.1) ** 2))
    rush = ring_filter(random.randn(n), lambda f: band(240, 2600, 1)(f) / (1 + (f / 900.0) ** 0.8)) * (1 + 0.22 * level(sway, 1.0))
    sound = level(rush, 0.40)
    for _ in range(900):
        s = seconds(0.012 + 0.05 * random.rand())
        start = 420 * np.exp(1.7 * random.rand())
        phase = np.cumsum(start * (1 + 0.5 * (s / s[-1]) ** 2)) / RATE
        put(sound, random.rand() * n, np.sin(2 * np.pi * phase) * np.exp(-s / s[-1] * 4) * np.minimum(1, s * 900) * 0.055 * random.rand() ** 1.5)
    return level(sound, 0.74)


# file, made by, loop?
TABLE = [
    ("door.wav", door_creak, False),
    ("stepone.wav", lambda: stone_step(511, 1.0), False),
    ("steptwo.wav", lambda: stone_step(512, 0.92), False),
    ("bell.ogg", bell, False),
    ("fire.ogg", fire_loop, True),
    ("tavern.ogg", tavern_loop, True),
    ("water.ogg", water_loop, True),
]


def samples(signal):
    return np.clip(np.rint(signal * 32767), -32768, 32767).astype("<i2")


def write_wav(file, signal):
    with wave.open(str(file), "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(RATE)
        out.writeframes(samples(signal).tobytes())


class Info(ctypes.Structure):
    _fields_ = [("frames", ctypes.c_int64), ("samplerate", ctypes.c_int), ("channels", ctypes.c_int), ("format", ctypes.c_int),
                ("sections", ctypes.c_int), ("seekable", ctypes.c_int)]


def write_ogg(file, signal, quality=0.45):
    """Through libsndfile; the random serial number of the stream is replaced, so that the same sound gives the same bytes."""
    library = ctypes.CDLL(ctypes.util.find_library("sndfile") or "libsndfile.so.1")
    library.sf_open.restype = ctypes.c_void_p
    library.sf_write_short.restype = ctypes.c_int64
    library.sf_write_short.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64]
    library.sf_command.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p, ctypes.c_int]
    library.sf_close.argtypes = [ctypes.c_void_p]
    info = Info(0, RATE, 1, 0x200000 | 0x0060, 0, 0)
    handle = library.sf_open(str(file).encode(), 0x20, ctypes.byref(info))
    if not handle:
        raise OSError(f"cannot write {file}")
    wanted = ctypes.c_double(quality)
    library.sf_command(handle, 0x1300, ctypes.byref(wanted), 8)  # SFC_SET_VBR_ENCODING_QUALITY
    data = samples(signal)
    for start in range(0, len(data), 4096):
        part = np.ascontiguousarray(data[start:start + 4096])
        library.sf_write_short(handle, part.ctypes.data, len(part))
    library.sf_close(handle)
    file.write_bytes(with_serial(file.read_bytes(), 0x424C414B))


def with_serial(data, serial):
    """The Ogg stream with another serial number in every page (and the checksums that go with it)."""
    table = []
    for k in range(256):
        r = k << 24
        for _ in range(8):
            r = (r << 1 ^ 0x04C11DB7 if r & 0x80000000 else r << 1) & 0xFFFFFFFF
        table.append(r)
    out, at = bytearray(), 0
    while at < len(data):
        count = data[at + 26]
        size = 27 + count + sum(data[at + 27:at + 27 + count])
        page = bytearray(data[at:at + size])
        page[14:18], page[22:26] = struct.pack("<I", serial), bytes(4)
        crc = 0
        for byte in page:
            crc = (crc << 8 & 0xFFFFFFFF) ^ table[crc >> 24 ^ byte]
        page[22:26] = struct.pack("<I", crc)
        out += page
        at += size
    return bytes(out)
