"""The decisions made in the menu, to be carried out by the running table."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from controller.menu.agreement import Agreement


class BeginGame(Struct, frozen=True):
    """Begin a new game."""

    agreement: Agreement


class ResumeGame(Struct, frozen=True):
    """Continue an interrupted game."""

    number: int


class GiveUp(Struct, frozen=True):
    """Give up an interrupted game."""

    number: int


class GoOn(Struct, frozen=True):
    """Return to the running game."""


class TakeBack(Struct, frozen=True):
    """Take back the last move."""


class Restart(Struct, frozen=True):
    """Begin the same game again."""


class Leave(Struct, frozen=True):
    """Leave the game; it is stored and can be continued."""


class End(Struct, frozen=True):
    """End the game; it cannot be continued."""


class ShutDown(Struct, frozen=True):
    """Store everything and switch the lights off, so that the power may be cut."""


class Loud(Struct, frozen=True):
    """Set the volume of sounds and speech."""

    volume: int  # of LOUDEST; 0 is silence


Act: TypeAlias = (
    BeginGame | ResumeGame | GiveUp | GoOn | TakeBack | Restart | Leave | End | ShutDown | Loud
)
