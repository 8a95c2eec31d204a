"""A board behind a pty, under a name as udev gives it."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

from controller.scene import Glow
from controller.values import Piece, Site
from drivers.clock import WallClock
from sims.bench.bench import Bench
from sims.bench.protocol_sim import SCAN, Pico, told_lights
from tests.panels import load_panel
from tests.walls import HUNG

SETTLED = 1.2  # s between two presses of a key
OFFERED = (Glow.PULSE, Glow.DOUBLE)


class PtyBoard:
    """A bench's Pico behind a name in a folder, as udev makes it: plugged in, pulled out."""

    def __init__(self, name: Path, panel: str) -> None:
        self.name, self.clock = name, WallClock()
        self.bench = Bench(load_panel(panel), self.clock, Random(1))
        self._pico = Pico(self.bench, self.clock)
        self._lock, self._master = threading.Lock(), -1
        self._asked: Site | None = None  # where the last ship was put
        self._said = 0.0  # s, when YES was last pressed
        threading.Thread(target=self._run, daemon=True).start()

    def plug_in(self) -> None:
        master, self._slave = os.openpty()
        os.set_blocking(master, False)
        self.name.symlink_to(os.ttyname(self._slave))
        with self._lock:
            self.bench.plug()
            self._pico.run()
            self._pico.hal.up.clear()
            self._master = master

    def pull_out(self) -> None:
        with self._lock:
            self.name.unlink()
            self.bench.unplug()  # the cable is its power, too: it starts again, dark
            for end in (self._master, self._slave):
                os.close(end)
            self._master = -1

    def put(self, site: str) -> None:
        """Put a ship there once the board offers that, and say YES when it asks about it."""
        self._await_offer(Site(site))
        with self._lock:
            self.bench.put(Piece("ship"), Site(site))
        self._asked = Site(site)

    def _await_offer(self, site: Site) -> None:
        until = time.monotonic() + HUNG
        while self._glow(site) not in OFFERED:
            if time.monotonic() > until:
                raise AssertionError(f"nobody offers {site}")
            time.sleep(SCAN)

    def _glow(self, site: Site) -> Glow | None:
        """The rhythm of this cell's light; None while it is dark or the board is not plugged in."""
        with self._lock:
            light = (
                told_lights(self._pico.panel, self.bench.wiring).get(site)
                if self._master >= 0
                else None
            )
        return light.glow if light else None

    def _answer(self) -> None:
        """Say YES as long as the board asks about the last ship, and no faster than a finger."""
        now = time.monotonic()
        if self._asked and now - self._said > SETTLED and self._glow(self._asked) is Glow.DOUBLE:
            self._said = now
            self.touch(Site("key.yes"))

    def touch(self, site: Site) -> None:
        with self._lock:
            self.bench.press(site)

    def press(self, key: str, until: Callable[[], bool]) -> None:
        """Press this key of the menu again and again, with a pause each time."""
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
            self._answer()

    def _carry(self, master: int) -> None:
        hal = self._pico.hal
        with suppress(OSError):
            hal.down += os.read(master, 4096)
        self._pico.run()
        with suppress(OSError):
            sent = os.write(master, bytes(hal.up[:512]))
            del hal.up[:sent]
