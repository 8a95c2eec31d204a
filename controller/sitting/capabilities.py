"""What a panel can feel and light of a game, and what it was built without: that is asked for."""

from __future__ import annotations

from collections.abc import Collection

from msgspec import Struct

from controller.reading.moment import Moment
from controller.reading.move_index import MoveIndex
from controller.sitting.keys import NEXT, YES
from controller.values import Dials, Saying, Senses, Site

ANSWERS = frozenset({YES, NEXT})


class Capabilities(Struct, frozen=True):
    """One panel beside the usual one of its game."""

    senses: Senses
    dials: Dials = {}
    usual: Collection[Site] = ()  # what the game's own panel feels

    @property
    def lacking(self) -> frozenset[Site]:
        """What was never built here."""
        return frozenset(site for site in self.usual if site not in self.senses)

    def told_by(self, here: Moment, believed: Senses) -> Saying | None:
        """How somebody tells of what nothing can feel now, where something may be done so."""
        fewer = self.lacking or len(believed) < len(self.senses)
        known = here.known
        hidden = bool(known.unseen) if isinstance(known, MoveIndex) else bool(fewer)
        if not hidden or not here.position.actors:
            return None
        keys = Saying("table.keys_here" if believed.keys() >= ANSWERS else "table.keys_on_page")
        only = len(known.silent) == 1
        return Saying("table.tell_done" if only else "table.tell_some", {"keys": keys})
