"""The findings of a checkup: a result for each step, a flaw for each fault."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from msgspec import Struct

from controller.values import Saying, Site


class Flaw(Struct, frozen=True):
    """One fault: its number in hardware.md, its kind, and where it is."""

    fault: str  # F01 to F53, as hardware.md lists them
    kind: str  # the sentences flaw.KIND and mend.KIND say what it is and what to do
    where: tuple[str, ...] = ()
    more: str = ""

    @property
    def saying(self) -> Saying:
        return Saying(f"flaw.{self.kind}", self._gaps)

    @property
    def remedy(self) -> Saying:
        return Saying(f"mend.{self.kind}", self._gaps)

    @property
    def _gaps(self) -> Mapping[str, str]:
        first, *others = self.where or ("",)
        where = ", ".join(self.where)
        return {"where": where, "first": first, "others": ", ".join(others), "more": self.more}


class Reed(Enum):
    """How a contact reacted to a magnet."""

    SOUND = "sound"
    NEVER = "never"
    ALWAYS = "always"
    CHATTERING = "chattering"
    CROSSTALK = "crosstalk"
    ELSEWHERE = "elsewhere"  # another channel answered
    TURNED = "turned"  # the other side's output answered
    BARE = "bare"  # in a matrix: its diode is missing
    UNTRIED = "untried"


class PixelCurrents(Struct, frozen=True):
    """One light: mA above darkness of red, green, blue and white, predicted and measured."""

    site: str
    predicted: tuple[float, ...] = ()
    measured: tuple[float, ...] = ()
    sound: bool = True


class Result(Struct, frozen=True):
    """What a step has found."""

    told: tuple[Saying, ...] = ()  # a line or two for the terminal
    flaws: tuple[Flaw, ...] = ()
    skipped: bool = False
    figures: Mapping[str, float | str] = {}
    reeds: Mapping[Site, Reed] = {}
    pixels: tuple[PixelCurrents, ...] = ()
    latencies: tuple[float, ...] = ()  # ms, from the contact to the picture on the pixels
    absent: bool = False  # skipped, since this panel has nothing of the kind

    @property
    def left_out(self) -> bool:
        """True if it was skipped though the panel has something to test."""
        return self.skipped and not self.absent


def skipped(key: str) -> Result:
    """Return the result of a step that was not done, with the reason."""
    return Result(told=(Saying(key),), skipped=True)


def nothing_to_test(key: str) -> Result:
    """Return the result of a step for which the panel has nothing to test."""
    return Result(told=(Saying(key),), skipped=True, absent=True)
