"""The machine's health: low voltage, heat, and free room on its card."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

from controller.values import Saying
from controller.words import say

HEALTH_INTERVAL = 5.0  # s between two checks
LATELY = 60.0  # s for which too low a voltage is reported: it often lasts very briefly
HOT = 80_000  # 1/1000 °C; from here on the Pi slows down
MIN_FREE_FOR_GAMES = 50 << 20  # bytes; a game is some 10 kB, a recording a megabyte
LOW_NOW = 0x1  # the firmware's bit for too low a voltage now, as in vcgencmd get_throttled

MODEL = "proc/device-tree/model"
THROTTLED = "sys/devices/platform/soc/soc:firmware/get_throttled"
HEAT = "sys/class/thermal/thermal_zone0/temp"


def free_space(folder: Path | None) -> int | None:
    """Return the bytes free in the folder of games; None if unknown."""
    try:
        return shutil.disk_usage(folder).free if folder else None
    except OSError:
        return None


class PiHealth:
    """The machine's faults as sentences, the worst first; checked at most every AGAIN seconds."""

    def __init__(
        self,
        now: Callable[[], float],
        folder: Path | None,
        root: Path = Path("/"),
        room: Callable[[Path | None], int | None] = free_space,
    ) -> None:
        self._now, self._folder, self._root, self._room = now, folder, root, room
        self._pi = read_if_possible(root / MODEL).startswith("Raspberry Pi")
        self._looked = self._low = float("-inf")
        self._sayings: tuple[Saying, ...] = ()

    @property
    def sayings(self) -> tuple[Saying, ...]:
        """The machine's faults, the worst first, checked again when AGAIN seconds have passed."""
        if self._now() - self._looked >= HEALTH_INTERVAL:
            self._looked = self._now()
            self._sayings = tuple(self._wrong())
        return self._sayings

    @property
    def sentence(self) -> str:
        """The worst fault as a sentence, or ""."""
        return say(self.sayings[0]) if self.sayings else ""

    def _wrong(self) -> Iterator[Saying]:
        if self._pi:
            yield from self._of_the_pi()
        left = self._room(self._folder)
        if left is not None and left < MIN_FREE_FOR_GAMES:
            yield Saying("trouble.card_full", {"mb": left >> 20})

    def _of_the_pi(self) -> Iterator[Saying]:
        if self._undervolted():
            self._low = self._now()
        if self._now() - self._low < LATELY:
            yield Saying("trouble.undervoltage")
        heat = read_if_possible(self._root / HEAT)
        if heat.isdecimal() and int(heat) >= HOT:
            yield Saying("trouble.hot", {"degrees": int(heat) // 1000})

    def _undervolted(self) -> bool:
        """True if the kernel's voltage monitor or the Pi's firmware reports too low a voltage."""
        monitors = (self._root / "sys/class/hwmon").glob("hwmon*/in0_lcrit_alarm")
        if any(read_if_possible(path) == "1" for path in monitors):
            return True
        try:
            return bool(int(read_if_possible(self._root / THROTTLED) or "0", 16) & LOW_NOW)
        except ValueError:
            return False


def read_if_possible(path: Path) -> str:
    """Return the file's text, or "" if it cannot be read."""
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip("\0\n ")
    except OSError:
        return ""
