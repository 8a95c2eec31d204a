"""What can fail, and whose fault it is.

StardeckError
├── Misuse           the command line asks for what there is not
├── BadGame          a game that was found cannot be played
├── BadBox           a game's own file (strip, deck, board) cannot be played
├── BadWiring        a panel's wiring file does not describe a panel
├── Unbuildable      a kit would be for a panel that cannot work
├── BadNotation      a line that is no move
├── BadScenario      a scenario's file cannot be played
├── BadRecording     a recording cannot be played again
├── BoardTrouble     the board cannot be used
│   ├── BoardAbsent      nothing answers there
│   ├── BoardBusy        somebody else holds the port
│   ├── WrongPanel       another game's panel is plugged in
│   └── WrongFirmware    it speaks another protocol
└── JournalTrouble   what was played cannot be kept or read

Each is one sentence for a person: its key in the catalogue, and what fills its gaps, which may be
another of these. A player's mistake is never one of these: it is a finding.
"""

from __future__ import annotations

import re
from difflib import get_close_matches

from controller.values import Saying
from controller.words import filled


class StardeckError(Exception):
    """One sentence that says what is wrong and what to do; a key nobody knows is said as it is."""

    def __init__(self, key: str, /, **gaps: object) -> None:
        super().__init__(key)
        self.key, self.gaps = key, gaps

    def __str__(self) -> str:
        return filled(self.key, self.gaps)

    @property
    def saying(self) -> Saying:
        """For whoever tells it by other names."""
        plain = (int, str, Saying)
        gaps = {
            name: gap if isinstance(gap, plain) else str(gap) for name, gap in self.gaps.items()
        }
        return Saying(self.key, gaps)


class Misuse(StardeckError):
    """The command line asks for what there is not.

    Where a `name` is none of the `names`, the one that comes nearest to it is offered.
    """

    def __str__(self) -> str:
        nearest = near(str(self.gaps.get("name", "")), str(self.gaps.get("names", "")))
        told = super().__str__()
        return filled("command.meant", {"why": told, "name": nearest}) if nearest else told


def near(name: str, names: str) -> str:
    """What of these somebody may have meant who wrote that."""
    found = get_close_matches(name.lower(), re.split(r"[, ]+", names), 1)
    return found[0] if found else ""


class BadGame(StardeckError):
    """A game that was found cannot be played."""


class BadBox(StardeckError):
    """A game's own file cannot be played."""


class BadWiring(StardeckError):
    """A wiring file does not describe a panel."""


class Unbuildable(StardeckError):
    """A kit would be for a panel that cannot work."""


class BadNotation(StardeckError):
    """A line that is no move."""


class BadScenario(StardeckError):
    """A scenario's file cannot be played."""


class BadRecording(StardeckError):
    """A recording cannot be played again, or breaks off."""


class BoardTrouble(StardeckError):
    """The board cannot be used."""


class BoardAbsent(BoardTrouble):
    """Nothing answers there."""


class BoardBusy(BoardTrouble):
    """Somebody else holds the port."""


class WrongPanel(BoardTrouble):
    """Another game's panel is plugged in."""


class WrongFirmware(BoardTrouble):
    """It speaks another protocol."""


class JournalTrouble(StardeckError):
    """What was played cannot be kept or read."""
