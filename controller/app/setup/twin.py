"""Twin: the interface of a simulated table, and the entry point by which one is found."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from string import Formatter
from typing import Protocol, TypeAlias

from controller.errors import Misuse
from controller.game import Game, Move
from controller.sitting.table import Table
from controller.values import Saying, Site
from controller.web.view import Eyes
from controller.words import said
from drivers.clock import Clock
from drivers.wiring import Wiring
from drivers.workshop.shop import Person

OPENERS = "stardeck.twins"  # entry points, named by the scheme of a board's URL: sim://

Answer: TypeAlias = Callable[[Saying | None], None]
"""Receives why something could not be done; None when it was done."""


class Twin(Protocol):
    """A simulated table: a port, a hand and eyes. No method waits."""

    wiring: Wiring  # with a tag on every piece
    overheard: Callable[[Move], None]  # receives moves that are spoken, not made on the board
    verbs: Mapping[str, str]  # examples of commands, with gaps, and the key of their help text

    @property
    def busy(self) -> bool:
        """True if the hand is moving, or has motions to do."""

    @property
    def held(self) -> tuple[str, ...]:
        """The names of the pieces in its hand."""

    def holds(self) -> bool:
        """True if there is a piece in its hand."""

    @property
    def unfelt(self) -> bool:
        """True if pieces stand where the game does not have them, and no cell can tell."""

    @property
    def told_pixels(self) -> bytes:
        """The pixels as last told, with their rhythms; empty where only a camera could see them."""

    @property
    def helper(self) -> Person:
        """A simulated hand that does what the workshop asks."""

    def example_words(self) -> Mapping[str, str]:
        """Return words of this table for the gaps of the examples."""

    def sit(self, table: Table, game: Game, *, standing: bool = True) -> None:
        """Play for this table from now on; with `standing`, set the board up as the game has it."""

    def plug_in(self) -> str:
        """Power the Pico; return the address of its port."""

    def go_on(self) -> None:
        """Do the motions that are due by now."""

    def obey(self, line: str, answer: Answer) -> None:
        """Do what was typed, after all that was typed before; Misuse when it makes no sense."""

    def make(self, move: Move) -> None:
        """Make a robot's move, as a person would."""

    def eyes(self) -> Eyes:
        """Return what a person who looks at the table sees."""

    def works(self, site: Site) -> bool:
        """True if the simulated board has no fault at all, so that this site's reading is right."""

    def as_it_stands(self) -> Callable[[], float]:
        """Return a function that restores the present state and returns the seconds that takes."""

    def stand_right(self) -> float:
        """Set up all pieces as the game has them, the hand empty; return the seconds it takes."""


def examples(commands: Mapping[str, str], sample: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield each command with its help text, the gaps filled; not those that lack a word."""
    for usage, key in commands.items():
        if {gap for _, gap, _, _ in Formatter().parse(usage) if gap} <= sample.keys():
            yield usage.format_map(sample), said(key)


OpenTwin: TypeAlias = Callable[[Wiring, Sequence[str], Clock, int], Twin]
"""Takes a panel, the pieces in the box, a clock, and a seed for its faults."""


def opener(url: str) -> OpenTwin | None:
    """Return what opens a simulated table for this URL; None if it is a real board's."""
    from importlib.metadata import entry_points

    scheme, found, _ = url.partition("://")
    for entry in entry_points(group=OPENERS, name=scheme) if found else ():
        try:
            opens: OpenTwin = entry.load()
        except ImportError:
            raise Misuse("board.no_twin", url=url) from None
        return opens
    return None
