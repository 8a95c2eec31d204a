"""What a game is sat down to: begun in the lobby, gone on with from the journal."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from controller.errors import JournalTrouble, Misuse
from controller.game import Game, Move, Position, Setting
from controller.games import SHELF
from controller.journal import Journal, Record, replay
from controller.robots.players import ROBOTS, Player, at_random, player
from controller.values import CHANCE, Saying, Seat
from controller.web.mailbox import Begin
from controller.web.view import Kept, Who
from controller.words import say
from drivers.clock import Clock, WallClock
from drivers.wiring import Wiring
from firmware import wire
from sims.bench.rig import Rig

log = logging.getLogger(__name__)


class Terms(Struct, frozen=True, eq=False):
    """A game as it is to be sat down to."""

    game: Game
    start: Position[Any]
    who: tuple[Who, ...]
    seed: int
    virtual: bool = True
    free: bool = False
    record: Record | None = None
    played: tuple[tuple[Move, Position[Any]], ...] = ()


class House(Struct, frozen=True, eq=False):
    """What the host needs of the world: a board's address, a journal, a clock, luck."""

    url: str
    simulated: bool
    panel: Callable[[Game], Wiring]
    journal: Journal | None
    seed: Callable[[], int]
    today: Callable[[], str]
    clock: Clock = WallClock()
    folder: Path | None = None  # where recordings and wirings are kept
    record: bool = False  # from the first move on


def begun(house: House, wanted: Begin) -> Terms:
    """A new game from what was agreed in the lobby, on a page of its own."""
    if wanted.game not in SHELF:
        raise Misuse(say(Saying("page.no_such_game", {"game": wanted.game})))
    game = SHELF[wanted.game]
    options = {name: on for name, on in wanted.options.items() if name in game.options}
    terms = Terms(
        game,
        game.start(Setting(len(wanted.places), wanted.teams, options)),
        tuple(Who(place.name, place.kind) for place in wanted.places),
        house.seed(),
        wanted.deck == "virtual",
        wanted.options.get("free_takeback", False),
    )
    return replace(terms, record=page_for(house, terms))


def page_for(house: House, terms: Terms) -> Record | None:
    """Where this game is written down; None when nothing can be kept."""
    if house.journal is None:
        return None
    try:
        return house.journal.begin(
            terms.game,
            terms.start,
            opened=house.today(),
            seed=terms.seed,
            deck="virtual" if terms.virtual else "reader",
            players=",".join(one.name if one.kind == "human" else one.kind for one in terms.who),
            free=terms.free,
        )
    except JournalTrouble as trouble:
        log.warning("Not saving this game: %s", trouble)
        return None


def resumed(house: House, number: int) -> Terms:
    """A game that was interrupted, with all that was played."""
    journal = journal_of(house)
    sitting = journal.sitting(number)
    if sitting.ended or sitting.game not in SHELF:
        raise Misuse(say(Saying("page.not_open")))
    game = SHELF[sitting.game]
    start = game.thaw(sitting.start)
    return Terms(
        game,
        start,
        who(sitting.players.split(",")),
        sitting.seed or 0,
        sitting.deck == "virtual",
        bool(sitting.free),
        journal.reopen(number),
        tuple(replay(game, start, journal.lines(number))),
    )


def journal_of(house: House) -> Journal:
    if house.journal is None:
        raise Misuse(say(Saying("page.no_journal")))
    return house.journal


def kept(house: House, current: Record | None) -> tuple[Kept, ...]:
    """The games that may be gone on with, but for the one on the table."""
    journal, here = house.journal, current and current.sitting
    if journal is None:
        return ()
    return tuple(
        Kept(s.id, SHELF[s.game].title, s.opened, s.players, len(journal.lines(s.id)))
        for s in journal.sittings()
        if not s.ended and s.id != here and s.game in SHELF
    )


def seated(terms: Terms) -> dict[Seat, Player | None]:
    """Who chooses for each seat; cards that are not dealt by luck are dealt by a robot's hand."""
    luck = Random(terms.seed)
    players = {Seat(seat): player(who.kind, luck) for seat, who in enumerate(terms.who)}
    if not terms.virtual:
        players[CHANCE] = at_random(luck)
    return players


def who(words: Sequence[str]) -> tuple[Who, ...]:
    """Who is meant by the words of the journal, or of the command line."""
    return tuple(named(number, word) for number, word in enumerate(words, 1))


def named(number: int, word: str) -> Who:
    if word in ROBOTS:
        return Who(f"Robot {number}", word)
    return Who(f"Player {number}" if word == "human" else word)


def remind(rig: Rig) -> None:
    """The power was never cut at this bench: its Pico knows where the strip was left."""
    for dial in rig.wiring.limits:
        rig.board.link.send(wire.CONFIGURE, wire.PLACE, round(1000 * rig.bench.row(dial)))
