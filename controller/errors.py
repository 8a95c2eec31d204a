"""The errors of Stardeck, each a sentence for a person.

StardeckError
├── Misuse           something was asked for that does not exist or is not possible
├── BadGame          a game that was found cannot be played
├── BadBox           a game's own file (strip, deck, board) cannot be played
├── BadWiring        a panel's wiring file does not describe a panel
├── Unbuildable      a kit would be for a panel that cannot work
├── BadNotation      a line that is no move
├── BadScenario      a scenario's file cannot be played
├── BadRecording     a recording cannot be replayed
├── BoardTrouble     the board cannot be used
│   ├── BoardAbsent      no board answers at this address
│   ├── BoardBusy        another program has opened the port
│   ├── WrongPanel       another game's panel is plugged in
│   └── WrongFirmware    the board speaks another protocol
└── JournalTrouble   games cannot be written to the journal or read from it

An error consists of its key in the catalogue and the values for its gaps, which may be errors too.
A player's mistake is never an error: it is a value, such as a Refusal.
"""

from __future__ import annotations

import re
from difflib import get_close_matches

from controller.values import Saying
from controller.words import filled


class StardeckError(Exception):
    """An error as one sentence: what is wrong, what to do. An unknown key is shown as it is."""

    def __init__(self, key: str, /, **gaps: object) -> None:
        super().__init__(key)
        self.key, self.gaps = key, gaps

    def __str__(self) -> str:
        return filled(self.key, self.gaps)

    @property
    def saying(self) -> Saying:
        """The error as a saying, so that its gaps can be put in other words."""
        plain = (int, str, Saying)
        gaps = {
            name: gap if isinstance(gap, plain) else str(gap) for name, gap in self.gaps.items()
        }
        return Saying(self.key, gaps)


class Misuse(StardeckError):
    """Raised when something is asked for that does not exist, or is not possible now.

    If a `name` is none of the `names`, the most similar one is suggested.
    """

    def __str__(self) -> str:
        nearest = nearest_name(str(self.gaps.get("name", "")), str(self.gaps.get("names", "")))
        told = super().__str__()
        return filled("command.meant", {"why": told, "name": nearest}) if nearest else told


def nearest_name(name: str, names: str) -> str:
    """Return which of these names, in one text, is most similar to this one; "" if none is."""
    found = get_close_matches(name.lower(), re.split(r"[, ]+", names), 1)
    return found[0] if found else ""


class BadGame(StardeckError):
    """Raised when a game that was found cannot be played."""


class BadBox(StardeckError):
    """Raised when a game's own file cannot be played."""


class BadWiring(StardeckError):
    """Raised when a wiring file does not describe a panel."""


class Unbuildable(StardeckError):
    """Raised when a kit would be for a panel that cannot work."""


class BadNotation(StardeckError):
    """Raised when a line of text is no move."""


class BadScenario(StardeckError):
    """Raised when a scenario's file cannot be played."""


class BadRecording(StardeckError):
    """Raised when a recording cannot be replayed, or ends too early."""


class BoardTrouble(StardeckError):
    """Raised when the board cannot be used."""


class BoardAbsent(BoardTrouble):
    """Raised when no board answers at an address."""


class BoardBusy(BoardTrouble):
    """Raised when another program has opened the port."""


class WrongPanel(BoardTrouble):
    """Raised when another game's panel is plugged in."""


class WrongFirmware(BoardTrouble):
    """Raised when the board speaks another protocol."""


class JournalTrouble(StardeckError):
    """Raised when games cannot be written to the journal, or read from it."""
