"""What somebody has decided in the menu; whoever keeps the table carries it out."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from controller.menu.agreement import Agreement


class Begin(Struct, frozen=True):
    """A new game."""

    agreement: Agreement


class Resume(Struct, frozen=True):
    """Go on with one that was interrupted."""

    number: int


class GiveUp(Struct, frozen=True):
    """Nobody wants to go on with it."""

    number: int


class GoOn(Struct, frozen=True):
    """Back to the game that is being played."""


class TakeBack(Struct, frozen=True):
    """The last move."""


class Restart(Struct, frozen=True):
    """The same once more, from its beginning."""


class Leave(Struct, frozen=True):
    """The game is kept, and may be gone on with."""


class End(Struct, frozen=True):
    """The game is given up."""


class ShutDown(Struct, frozen=True):
    """All is kept, the lights go out, and the power may be cut."""


class Loud(Struct, frozen=True):
    """The table sounds and speaks so loud from now on."""

    volume: int  # of LOUDEST; 0 is silence


Act: TypeAlias = Begin | Resume | GiveUp | GoOn | TakeBack | Restart | Leave | End | ShutDown | Loud
