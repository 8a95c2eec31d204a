"""Who has played here, what and how well, out of the journal."""

from __future__ import annotations

import logging
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from controller.app.line_up import HUMAN, line_up
from controller.app.start_game import names_in
from controller.errors import JournalTrouble
from controller.games import SHELF
from controller.sitting.journal import Journal, Sitting
from controller.web.view import History, Past, Regular

READ = 300  # games, the last ones
SHOWN = 24  # of them that may be looked at again from the lobby
NAMELESS = re.compile(r"(Player|Robot) [0-9]+")

log = logging.getLogger(__name__)


def history(journal: Journal | None) -> History:
    """Nothing, where nothing is kept or the journal cannot be read now."""
    try:
        sittings = journal.sittings(READ) if journal else []
    except JournalTrouble as trouble:
        log.warning("%s", trouble)
        return History()
    known = [sitting for sitting in sittings if sitting.game in SHELF]
    over = [past(sitting) for sitting in reversed(known) if sitting.ended and sitting.moves]
    lineups = {sitting.game: line_up(sitting.players) for sitting in known}
    return History(regulars(known), tuple(over[:SHOWN]), lineups)


def past(sitting: Sitting) -> Past:
    names = names_in(sitting)
    won = tuple(names[seat] for seat in sorted(sitting.winners) if seat < len(names))
    title = SHELF[sitting.game].title
    return Past(sitting.id, title, sitting.opened, names, won, sitting.moves)


def regulars(sittings: Iterable[Sitting]) -> tuple[Regular, ...]:
    """Everybody by name, who played most first."""
    played: defaultdict[str, Counter[str]] = defaultdict(Counter)
    won: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for sitting in sittings:
        for seat, name in people(sitting):
            played[name][sitting.game] += 1
            won[name][sitting.game] += seat in sitting.winners
    most = sorted(played, key=lambda name: (-played[name].total(), name))
    return tuple(Regular(name, dict(played[name]), dict(won[name])) for name in most)


def people(sitting: Sitting) -> Sequence[tuple[int, str]]:
    """Those with a name of their own, each with the seat; who shares one is named alone."""
    return [
        (seat, name)
        for seat, one in enumerate(line_up(sitting.players))
        for name in one.people
        if one.kind == HUMAN and not NAMELESS.fullmatch(name)
    ]
