"""How a game comes to the table: begun by agreement, or gone on with from the journal."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from controller import table_rules
from controller.app.twin import OpenTwin
from controller.errors import JournalTrouble, Misuse
from controller.game import Game, Move, Position, Setting, listed, spelt
from controller.games import SHELF
from controller.robots.players import ROBOTS, Player, at_random, player
from controller.sitting.journal import Journal, Record, Sitting, replay
from controller.sitting.luck import Dealer, Luck, Seed, is_open, stream
from controller.sitting.table import Table
from controller.table_rules import TableRules, own_options
from controller.values import CHANCE, Seat
from controller.web.mailbox import Begin
from controller.web.view import Kept, Who
from controller.words import said
from drivers.clock import Clock, WallClock
from drivers.wiring import Wiring

VIRTUAL, READER = "virtual", "reader"  # the deck that luck deals from, and real cards

log = logging.getLogger(__name__)


class Terms(Struct, frozen=True, eq=False):
    """A game as it is to be sat down to."""

    game: Game
    start: Position[Any]
    who: tuple[Who, ...]
    seed: Seed
    dealer: Dealer = Dealer.LUCK
    rules: TableRules = TableRules()
    record: Record | None = None
    played: tuple[tuple[Move, Position[Any]], ...] = ()
    passed: frozenset[int] = frozenset()  # after how many of these no hand had stopped
    unkept: str = ""  # why it is not written down, when it is not

    @property
    def luck(self) -> Luck | None:
        """What deals when nobody does."""
        return Luck(self.seed) if self.dealer is Dealer.LUCK else None

    @property
    def foreseen(self) -> bool:
        """Where luck deals, whoever knows the seed knows what."""
        return is_open(self.seed) and self.dealer is not Dealer.PEOPLE


class House(Struct, frozen=True, eq=False):
    """What a running table needs of the world: a board's address, a journal, a clock, luck."""

    url: str
    panel: Callable[[Game], Wiring]
    journal: Journal | None
    seed: Callable[[], Seed]
    today: Callable[[], str]
    clock: Clock = WallClock()
    open_twin: OpenTwin | None = None  # where the board is simulated
    folder: Path | None = None  # where recordings and wirings are kept
    record: bool = False  # from the first move on
    unkept: str = ""  # why there is no journal

    @property
    def simulated(self) -> bool:
        return self.open_twin is not None

    def dealer(self, deck: str) -> Dealer:
        """Who plays CHANCE with this deck here: real cards are people's, where hands are."""
        if deck == VIRTUAL:
            return Dealer.LUCK
        return Dealer.ROBOT if self.simulated else Dealer.PEOPLE

    def close(self) -> None:
        if self.journal:
            self.journal.close()


# --------------------------------------------------------------------------------------- a new game


def agreed(house: House, wanted: Begin) -> Terms:
    """A new game from what was agreed in the lobby, on a page of its own."""
    game = SHELF.take(wanted.game)
    options = own_options(game, wanted.options)
    terms = Terms(
        game,
        game.start(Setting(len(wanted.places), wanted.teams, options, picks=wanted.picks)),
        tuple(Who(shared(game, *place.names), place.kind) for place in wanted.places),
        house.seed(),
        house.dealer(wanted.deck),
        table_rules.agreed(game, wanted.options),
    )
    return written_down(house, terms)


def written_down(house: House, terms: Terms) -> Terms:
    """With a page in the journal; where none can be had, play goes on without."""
    try:
        return replace(terms, record=page_for(journal_of(house), house.today(), terms))
    except (JournalTrouble, Misuse) as trouble:
        log.warning("Not saving this game: %s", trouble)
        return replace(terms, unkept=str(trouble))


def page_for(journal: Journal, today: str, terms: Terms) -> Record:
    return journal.begin(
        terms.game,
        terms.start,
        opened=today,
        seed=terms.seed,
        deck=VIRTUAL if terms.luck else READER,
        players=",".join(word(one) for one in terms.who),
        agreed=terms.rules.names,
    )


# ------------------------------------------------------------------------------- one that was begun


def resumed(house: House, number: int | None = None) -> Terms:
    """A game that was interrupted, with all that was played; the last one, if none is named."""
    journal = journal_of(house)
    sitting = unfinished(journal, number)
    game, start = taken(sitting)
    return Terms(
        game,
        start,
        who(sitting.players.split(",")),
        sitting.seed or 0,
        house.dealer(sitting.deck),
        table_rules.written(game, sitting.agreed.split()),
        journal.reopen(sitting.id),
        tuple(replay(game, start, journal.lines(sitting.id))),
        journal.passed(sitting.id),
    )


def again(house: House, terms: Terms, table: Table) -> Terms:
    """The same sitting as far as it was written down; where it was not, as far as it is known."""
    journal, record = house.journal, terms.record
    if journal and record and not table.unsaved:
        with suppress(JournalTrouble):
            return gone_on_with(terms, journal, record.sitting)
    played = tuple((moment.move, moment.position) for moment in table.moments if moment.move)
    passed = frozenset(n for n, moment in enumerate(table.moments) if moment.passed)
    return replace(terms, played=played, passed=passed)


def gone_on_with(terms: Terms, journal: Journal, number: int) -> Terms:
    """With what the journal has of this sitting."""
    played = tuple(replay(terms.game, terms.start, journal.lines(number)))
    record = journal.reopen(number)
    return replace(terms, record=record, played=played, passed=journal.passed(number))


def unfinished(journal: Journal, number: int | None) -> Sitting:
    """The game of this number, or the last that was not finished."""
    if number is None:
        waiting = [sitting for sitting in journal.sittings() if not sitting.ended]
        if not waiting:
            raise Misuse("journal.none_open")
        return waiting[-1]
    sitting = journal.sitting(number)
    if sitting.ended:
        raise Misuse("journal.over", number=number)
    return sitting


def taken(sitting: Sitting) -> tuple[Game, Position[Any]]:
    """The game of a sitting and how it began."""
    if sitting.game not in SHELF:
        raise JournalTrouble("journal.not_on_shelf", number=sitting.id, game=sitting.game)
    game = SHELF[sitting.game]
    return game, game.thaw(sitting.start)


def journal_of(house: House) -> Journal:
    if house.journal is None:
        raise Misuse(house.unkept or "page.no_journal")
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


# ----------------------------------------------------------------------------------- who sits there


def seated(terms: Terms) -> dict[Seat, Player | None]:
    """Who chooses for each seat; where nobody does, hands are waited for."""
    luck = stream(terms.seed, "robots")
    players = {Seat(seat): player(who.kind, luck) for seat, who in enumerate(terms.who)}
    if terms.dealer is Dealer.ROBOT:
        players[CHANCE] = at_random(stream(terms.seed, "cards"))
    return players


def who(words: Sequence[str]) -> tuple[Who, ...]:
    """Who is meant by the words of the journal, or of the command line."""
    return tuple(named(number, word) for number, word in enumerate(words, 1))


def shared(game: Game, *names: str) -> str:
    """Whoever shares a seat, named together."""
    if len(names) > game.partners:
        most = spelt(game.partners)
        raise Misuse("game.many_partners", title=game.title, names="+".join(names), most=most)
    return listed(names)


def named(number: int, word: str) -> Who:
    if word in ROBOTS:
        return Who(said("player.robot", number=number), word)
    return Who(said("player.human", number=number) if word == "human" else word)


def word(who: Who) -> str:
    """As the journal has it."""
    return who.name if who.kind == "human" else who.kind
