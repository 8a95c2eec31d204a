"""The line to the host, on a Pico: bytes over USB, and nobody waits for the other end."""

import select
import sys

import micropython

CREDIT = 192  # bytes the USB buffer of 256 surely takes when the host has just spoken
QUEUE_ROOM = 2048  # bytes waiting for a host that does not read
SIP = 48  # bytes said at once to a host that has not spoken: some 6 ms, and three edges
GULP = 96  # bytes heard at once: some 5 ms


class Usb:
    """Standard input and output as MicroPython has them: a read waits for all it was asked for,
    and a write that finds no room for half a second; so both are asked first."""

    def __init__(self):
        self._in, self._out = sys.stdin.buffer, sys.stdout.buffer
        self._ears, self._mouth = select.poll(), select.poll()
        self._ears.register(sys.stdin, select.POLLIN)
        self._mouth.register(sys.stdout, select.POLLOUT)
        self._rung = False  # bytes have come that were not read yet
        self._owed = bytearray()
        self._credit = 0

    def wait(self, ms):
        """Sleep so long at most; True when bytes have come."""
        self._rung = False
        for _ in self._ears.ipoll(ms):
            self._rung = True
        return self._rung

    @micropython.native
    def read(self):
        if not self._rung:
            return b""
        self._credit = CREDIT
        heard, more = bytearray(), True
        come, byte = self._ears.ipoll, self._in.read
        while more and len(heard) < GULP:
            heard += byte(1)
            more = False
            for _ in come(0):
                more = True
        self._rung = more
        return heard

    def write(self, frame):
        if len(self._owed) + len(frame) > QUEUE_ROOM:
            return False
        self._owed += frame
        return True

    def tend(self):
        """Send what is queued: all while the host is known to read, else some, byte by byte."""
        owed, said, most = self._owed, 0, self._credit + SIP
        while said < len(owed) and said < most and self._mouth_open():
            many = min(self._credit, len(owed) - said) or 1
            self._out.write(owed[said : said + many])
            self._credit = max(0, self._credit - many)
            said += many
        if said:
            self._owed = owed[said:]

    def _mouth_open(self):
        for _ in self._mouth.ipoll(0):
            return True
        return False
