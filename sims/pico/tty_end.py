"""The cable's end on this machine: a pty that exists while the Pico is there."""

from __future__ import annotations

import os
import pty
import tty

from sims.pico.cable import Cable

READ_BYTES = 4096


class TtyEnd:
    """A port that any program may open; `path` is '' while the Pico is away."""

    def __init__(self, cable: Cable) -> None:
        self.path = ""
        self._cable, self._life = cable, 0
        self._ends: tuple[int, ...] = ()
        self._up = b""

    def carry(self) -> None:
        """Pass waiting bytes on in both directions; a port of an earlier life is closed."""
        if not self._cable.there or self._cable.lives != self._life:
            self.close()
        if self._cable.there:
            self._open()
            self._fetch()
            self._deliver()

    def close(self) -> None:
        for end in self._ends:
            os.close(end)
        self._ends, self.path, self._up = (), "", b""

    def _open(self) -> None:
        if self._ends:
            return
        master, slave = self._ends = pty.openpty()
        tty.setraw(slave)
        os.set_blocking(master, False)
        self.path, self._life = os.ttyname(slave), self._cable.lives

    def _fetch(self) -> None:
        try:
            self._cable.send(os.read(self._ends[0], READ_BYTES))
        except BlockingIOError:
            return

    def _deliver(self) -> None:
        self._up += self._cable.take()
        try:
            self._up = self._up[os.write(self._ends[0], self._up) :] if self._up else b""
        except BlockingIOError:
            return
