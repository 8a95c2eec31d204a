"""A board behind a pty, under a name as udev gives it."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

from controller.values import Piece, Site
from drivers.clock import WallClock
from sims.bench.bench import Bench
from sims.bench.protocol_sim import SCAN, Pico
from tests.panels import load_panel

SETTLED = 1.2  # s


class PtyBoard:
    """A bench's Pico behind a name in a folder, as udev makes it: plugged in, pulled out."""

    def __init__(self, name: Path, panel: str) -> None:
        self.name, self.clock = name, WallClock()
        self.bench = Bench(load_panel(panel), self.clock, Random(1))
        self._pico = Pico(self.bench, self.clock)
        self._lock, self._master = threading.Lock(), -1
        threading.Thread(target=self._run, daemon=True).start()

    def plug_in(self) -> None:
        master, self._slave = os.openpty()
        os.set_blocking(master, False)
        self.name.symlink_to(os.ttyname(self._slave))
        self._pico.hal.up.clear()
        self._master = master

    def pull_out(self) -> None:
        with self._lock:
            self.name.unlink()
            for end in (self._master, self._slave):
                os.close(end)
            self._master = -1

    def put(self, site: str) -> None:
        """A ship, after a while in which nobody plays; and YES, it is the one that is offered."""
        time.sleep(SETTLED)
        with self._lock:
            self.bench.put(Piece("ship"), Site(site))
        time.sleep(SETTLED)
        self.touch(Site("key.yes"))

    def touch(self, site: Site) -> None:
        with self._lock:
            self.bench.press(site)

    def press(self, key: str, until: Callable[[], bool]) -> None:
        """This key of the menu, again and again; whoever looks waits for a moment each time."""
        for _ in range(20):
            if until():
                return
            self.touch(Site(f"key.{key}"))
            time.sleep(SETTLED / 2)
        raise AssertionError(f"{key} leads nowhere")

    def _run(self) -> None:
        while True:
            time.sleep(SCAN)
            with self._lock:
                if self._master >= 0:
                    self._carry(self._master)

    def _carry(self, master: int) -> None:
        hal = self._pico.hal
        with suppress(OSError):
            hal.down += os.read(master, 4096)
        self._pico.run()
        with suppress(OSError):
            sent = os.write(master, bytes(hal.up[:512]))
            del hal.up[:sent]
