"""The lobby's history from the journal: past games, and each player's number of games and wins."""

from __future__ import annotations

import logging
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from controller.app.setup.line_up import HUMAN, line_up
from controller.app.setup.start_game import names_in
from controller.errors import JournalTrouble
from controller.games import SHELF
from controller.sitting.journal import Journal, Sitting
from controller.web.view import History, Past, Regular

COUNTED_GAMES = 300  # latest games that are counted
REVIEWABLE_GAMES = 24  # of them that the lobby offers for review
NAMELESS = re.compile(r"(Player|Robot) [0-9]+")

log = logging.getLogger(__name__)


def history(journal: Journal | None) -> History:
    """Return past games, players and line-ups; empty if no journal can be read."""
    try:
        sittings = journal.sittings(COUNTED_GAMES) if journal else []
    except JournalTrouble as trouble:
        log.warning("%s", trouble)
        return History()
    known = [sitting for sitting in sittings if sitting.game in SHELF]
    over = [past(sitting) for sitting in reversed(known) if sitting.ended and sitting.moves]
    lineups = {sitting.game: line_up(sitting.players) for sitting in known}
    return History(regulars(known), tuple(over[:REVIEWABLE_GAMES]), lineups)


def past(sitting: Sitting) -> Past:
    """Return one finished game as the lobby lists it."""
    names = names_in(sitting)
    won = tuple(names[seat] for seat in sorted(sitting.winners) if seat < len(names))
    title = SHELF[sitting.game].title
    return Past(sitting.id, title, sitting.opened, names, won, sitting.moves)


def regulars(sittings: Iterable[Sitting]) -> tuple[Regular, ...]:
    """Return the games played and won by each player, those with the most games first."""
    played: defaultdict[str, Counter[str]] = defaultdict(Counter)
    won: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for sitting in sittings:
        for seat, name in people(sitting):
            played[name][sitting.game] += 1
            won[name][sitting.game] += seat in sitting.winners
    most = sorted(played, key=lambda name: (-played[name].total(), name))
    return tuple(Regular(name, dict(played[name]), dict(won[name])) for name in most)


def people(sitting: Sitting) -> Sequence[tuple[int, str]]:
    """Return seat and name of each person with a name of their own; partners are listed singly."""
    return [
        (seat, name)
        for seat, one in enumerate(line_up(sitting.players))
        for name in one.people
        if one.kind == HUMAN and not NAMELESS.fullmatch(name)
    ]
