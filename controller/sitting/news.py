"""The events of a turn that the caller of the table has to handle."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from controller.values import Site


class TakenBack(Struct, frozen=True):
    """Moves were taken back, and pieces may still stand where those moves had brought them."""


class Worded(Struct, frozen=True):
    """A move counts without a hand having made it, and pieces may still stand where they were."""


class HintWanted(Struct, frozen=True):
    """NEXT was pressed while no question was open."""


class MenuWanted(Struct, frozen=True):
    """A key that opens the menu was pressed."""

    key: Site


class Agreed(Struct, frozen=True):
    """YES was pressed while no question was open."""


News: TypeAlias = TakenBack | Worded | HintWanted | MenuWanted | Agreed
