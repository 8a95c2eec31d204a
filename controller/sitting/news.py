"""What a turn of the table leaves for whoever runs it to act on."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from controller.values import Site


class TakenBack(Struct, frozen=True):
    """Somebody took moves back, and pieces may stand where those had brought them."""


class Worded(Struct, frozen=True):
    """A move counts by somebody's word, and pieces may stand where they were before it."""


class HintWanted(Struct, frozen=True):
    """NEXT was pressed, and nothing was asked."""


class MenuWanted(Struct, frozen=True):
    """A key was pressed that opens the menu."""

    key: Site


class Agreed(Struct, frozen=True):
    """YES was pressed, and nothing was asked."""


News: TypeAlias = TakenBack | Worded | HintWanted | MenuWanted | Agreed
