"""What the running table asks of a simulated one; where it comes from is found, not known."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypeAlias

from controller.errors import Misuse
from controller.game import Game, Move
from controller.sitting.table import Table
from controller.values import Saying, Site
from controller.web.view import Eyes
from drivers.clock import Clock
from drivers.wiring import Wiring
from drivers.workshop.shop import Person

OPENERS = "stardeck.twins"  # entry points, by the scheme of a board's URL: sim://

Answer: TypeAlias = Callable[[Saying | None], None]
"""Takes what says why something could not be done; None when it was."""


class Twin(Protocol):
    """A table that is not there: a port, hands and eyes. Nothing here waits."""

    wiring: Wiring  # with a tag on every piece
    overheard: Callable[[Move], None]  # is told of moves that are said, not shown
    verbs: Mapping[str, str]  # what may be typed, and the key of what it does

    @property
    def busy(self) -> bool:
        """Hands are in the board, or about to be."""

    @property
    def held(self) -> tuple[str, ...]:
        """The pieces in its hand, by name."""

    def holds(self) -> bool:
        """True if there is a piece in its hand."""

    @property
    def unfelt(self) -> bool:
        """Pieces stand otherwise than the game has them, and no cell reads otherwise."""

    @property
    def told_pixels(self) -> bytes:
        """What its pixels were told, rhythms and all; nothing where only a camera could see it."""

    @property
    def helper(self) -> Person:
        """A hand that does what the workshop asks."""

    def sit(self, table: Table, game: Game, *, standing: bool = True) -> None:
        """Its hands play for this table from now on; the board stands as the game has it."""

    def plug_in(self) -> str:
        """Give the Pico its power; the address of its port."""

    def go_on(self) -> None:
        """Let hands do what is due by now."""

    def obey(self, line: str, answer: Answer) -> None:
        """Do what was typed, after all that was typed before; Misuse when it makes no sense."""

    def make(self, move: Move) -> None:
        """Make a robot's move, as a person would."""

    def eyes(self) -> Eyes:
        """What somebody sees who looks at the table."""

    def works(self, site: Site) -> bool:
        """Nobody has given its board any fault: what the site tells is so."""

    def as_it_stands(self) -> Callable[[], float]:
        """A way back to how all stands now; called, it says how many seconds that takes."""

    def stand_right(self) -> float:
        """Set everything at once as the game has it, the hand empty; how many seconds it takes."""


OpenTwin: TypeAlias = Callable[[Wiring, Sequence[str], Clock, int], Twin]
"""A panel, the pieces in the box, time, and a seed for its faults."""


def opener(url: str) -> OpenTwin | None:
    """Who opens a simulated table of this kind; None when the URL is a real board's."""
    from importlib.metadata import entry_points

    scheme, found, _ = url.partition("://")
    for entry in entry_points(group=OPENERS, name=scheme) if found else ():
        try:
            opens: OpenTwin = entry.load()
        except ImportError:
            raise Misuse("board.no_twin", url=url) from None
        return opens
    return None
