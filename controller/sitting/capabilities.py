"""What a panel can sense and light in a game, and which of the usual sensors it lacks."""

from __future__ import annotations

from collections.abc import Collection

from msgspec import Struct

from controller.reading.moment import Moment
from controller.reading.move_index import MoveIndex
from controller.sitting.keys import NEXT, YES
from controller.values import Dials, Saying, Senses, Site

ANSWERS = frozenset({YES, NEXT})


class Capabilities(Struct, frozen=True):
    """The senses of one panel, compared with the usual panel of its game."""

    senses: Senses
    dials: Dials = {}
    usual: Collection[Site] = ()  # the sites that the game's usual panel senses

    @property
    def lacking(self) -> frozenset[Site]:
        """The sites of the usual panel that this panel does not have."""
        return frozenset(site for site in self.usual if site not in self.senses)

    def told_by(self, here: Moment, believed: Senses) -> Saying | None:
        """Return how to report a move that no sensor can feel; None if there is none now."""
        fewer = self.lacking or len(believed) < len(self.senses)
        known = here.known
        hidden = bool(known.unseen) if isinstance(known, MoveIndex) else bool(fewer)
        if not hidden or not here.position.actors:
            return None
        keys = Saying("table.keys_here" if believed.keys() >= ANSWERS else "table.keys_on_page")
        only = len(known.silent) == 1
        return Saying("table.tell_done" if only else "table.tell_some", {"keys": keys})
