"""How a game comes to the table: begun by agreement, or gone on with from the journal."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from controller import table_rules
from controller.app.computer.ending import Ending
from controller.app.computer.pi_health import PiHealth
from controller.app.computer.trouble_sign import TroubleSigns
from controller.app.line_up import HUMAN, line_up, line_up_for, together, write_line_up
from controller.app.line_up import who as who
from controller.app.thinker import AtOnce, Thinks
from controller.app.twin import OpenTwin
from controller.errors import BadNotation, JournalTrouble, Misuse, StardeckError
from controller.game import Game, Move, Position, Setting, spelt
from controller.games import SHELF
from controller.lessons import lesson
from controller.lessons.lesson import Lesson
from controller.robots.players import Player, at_random, player
from controller.sitting.journal import Journal, Played, Record, Sitting, SittingKey, replay
from controller.sitting.luck import Arranged, Dealer, Luck, Seed, is_open, stream, unseen
from controller.sitting.state import DOCK
from controller.sitting.table import Table
from controller.sounds.knob import Knob
from controller.table_rules import TableRules, own_options
from controller.values import CHANCE, Saying, Seat, Sense, Site
from controller.web.mailbox import Begin
from controller.web.view import Kept, Who
from controller.words import said, say
from drivers.clock import Clock, WallClock
from drivers.speaker.speaker import Speaker
from drivers.wiring import Wiring, load_wiring

VIRTUAL, READER = "virtual", "reader"  # the deck that luck deals from, and real cards
OFFERED = 50  # interrupted games in the lobby
TEACHER = "lesson"  # who sits at the other seats where one is given
TRIED = 40  # moves of a position that came out of a file
Story = tuple[tuple[Move, Position[Any]], ...]

log = logging.getLogger(__name__)


class GameSetup(Struct, frozen=True, eq=False):
    """A game as it is to be sat down to."""

    game: Game
    start: Position[Any]
    who: tuple[Who, ...]
    seed: Seed
    dealer: Dealer = Dealer.LUCK
    rules: TableRules = TableRules()
    record: Record | None = None
    played: Story = ()
    passed: frozenset[int] = frozenset()  # after how many of these no hand had stopped
    lesson: Lesson | None = None  # what it is played for, if it is no game

    @property
    def luck(self) -> Luck | None:
        """What deals when nobody does."""
        if self.lesson:
            return Arranged(self.seed, self.lesson.luck)
        return Luck(self.seed) if self.dealer is Dealer.LUCK else None

    @property
    def foreseen(self) -> bool:
        """Where luck deals, whoever knows the seed knows what."""
        return is_open(self.seed) and self.dealer is not Dealer.PEOPLE


class Environment(Struct, frozen=True, eq=False):
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
    waits: bool = False  # for a board that is not there yet
    ending: Ending | None = None  # how the table ended last time
    health: PiHealth | None = None  # of the machine it runs on
    signs: TroubleSigns = field(default_factory=TroubleSigns)  # what was told of it by light
    loudness: Knob = field(default_factory=Knob)
    speaker: Speaker | None = None  # on this machine, besides the board's buzzer
    usual: Callable[[Game], Wiring] = lambda game: load_wiring(game.panel)  # with all it can have
    think: Callable[[], Thinks] = AtOnce  # who thinks for robots, and for whoever wants a hint

    @property
    def trouble(self) -> str:
        """The worst that is wrong with the machine."""
        return self.health.sentence if self.health else ""

    def news(self, now: float, more: Iterable[Saying] = ()) -> Saying | None:
        """What the table is to be told now of the machine's troubles, and of these."""
        return self.signs.news((*more, *(self.health.sayings if self.health else ())), now)

    @property
    def simulated(self) -> bool:
        return self.open_twin is not None

    def dealer(self, deck: str) -> Dealer:
        """Who plays CHANCE with this deck here: real cards are people's, where hands are."""
        if deck == VIRTUAL:
            return Dealer.LUCK
        return Dealer.ROBOT if self.simulated else Dealer.PEOPLE

    def dealing(self, game: Game, deck: str) -> Dealer:
        """The same for a new game: real cards are for a panel that can be shown them."""
        if deck == READER and not card_readers(self.panel(game)):
            raise Misuse("page.no_readers", game=game.title)
        return self.dealer(deck)

    def close(self) -> None:
        if self.speaker:
            self.speaker.close()
        if self.journal:
            self.journal.close()
        if self.ending:
            self.ending.close()


def card_readers(wiring: Wiring) -> set[Site]:
    """Where cards can be shown; a dock is for pieces."""
    taps = {site for site, sense in wiring.senses.items() if sense is Sense.TAP}
    return taps - {DOCK}


# --------------------------------------------------------------------------------------- a new game


def agreed(house: Environment, wanted: Begin) -> GameSetup:
    """A new game from what was agreed in the lobby, on a page of its own."""
    game = SHELF.take(wanted.game)
    options = own_options(game, wanted.options)
    terms = GameSetup(
        game,
        game.start(Setting(len(wanted.places), wanted.teams, options, picks=wanted.picks)),
        tuple(sharing(game, place.names, place.kind) for place in wanted.places),
        house.seed(),
        house.dealing(game, wanted.deck),
        table_rules.agreed(game, wanted.options),
    )
    return written_down(house, terms)


def once_more(house: Environment, terms: GameSetup, swap: bool) -> GameSetup:
    """The same game from its beginning, with other luck; swapped, everybody sits one seat on."""
    who = (*terms.who[1:], terms.who[0]) if swap else terms.who
    anew = replace(terms, who=who, seed=house.seed(), played=(), passed=frozenset(), record=None)
    return written_down(house, anew)


def written_down(house: Environment, terms: GameSetup) -> GameSetup:
    """To be written down from when it is on the table: what never gets there is no game."""
    return replace(terms, record=record_of(house, terms)) if house.journal else terms


def record_of(house: Environment, terms: GameSetup) -> Record:
    return journal_of(house).record(
        terms.game,
        terms.start,
        opened=house.today(),
        seed=terms.seed,
        deck=VIRTUAL if terms.luck else READER,
        players=write_line_up(terms.who),
        agreed=terms.rules.names,
    )


# ----------------------------------------------------------------------------------------- a lesson


def lesson_of(game: Game, name: str, learnt: Collection[str] = ()) -> GameSetup:
    """The lesson of this name; else the first of those that were not learnt yet."""
    every = lesson.names(game)
    if not every:
        raise Misuse("lesson.none", game=game.title)
    name = name or next((one for one in every if one not in learnt), every[0])
    page = lesson.read(lesson.called(game, name), game)
    seats = range(len(page.start.scores()))
    you, others = Who(said("player.learner")), Who(said("player.teacher"), TEACHER)
    who = tuple(you if seat == page.learner else others for seat in seats)
    luck = unseen(f"of lesson {page.seed}")
    return GameSetup(game, page.start, who, luck, rules=page.rules, played=page.played, lesson=page)


# ------------------------------------------------------------------------------- one that was begun


def resumed(house: Environment, number: int | None = None) -> GameSetup:
    """A game that was interrupted, with all that was played; the last one, if none is named."""
    journal = journal_of(house)
    sitting = unfinished(journal, number)
    game, start, played = taken(journal, sitting)
    return GameSetup(
        game,
        start,
        line_up_for(sitting.players, len(start.scores())),
        sitting.seed,
        house.dealer(sitting.deck),
        table_rules.rules_by_names(game, sitting.agreed.split()),
        journal.reopen(sitting.id),
        played,
        journal.passed(sitting.id),
    )


def branched(house: Environment, number: int, upto: int) -> GameSetup:
    """A kept game as it stood then, on a page of its own; the old page stays."""
    journal = journal_of(house)
    sitting = journal.sitting(number)
    game, start, played = taken(journal, sitting)
    if covered(sitting, played):
        raise Misuse("library.covered", number=number)
    terms = GameSetup(
        game,
        start,
        line_up_for(sitting.players, len(start.scores())),
        house.seed(),
        house.dealer(sitting.deck),
        table_rules.rules_by_names(game, sitting.agreed.split()),
        played=played[:upto],
    )
    record = record_of(house, terms)
    record.keep([Played(move) for move, _ in terms.played])
    return replace(terms, record=record)


def covered(sitting: Sitting, story: Story) -> bool:
    """It may go on, and something of it was dealt by luck that nobody knows."""
    dealt = any(move.seat == CHANCE for move, _ in story)
    return dealt and not sitting.ended and not is_open(sitting.seed or 0)


def again(house: Environment, terms: GameSetup, table: Table) -> GameSetup:
    """The same sitting as far as it was written down; where it was not, as far as it is known."""
    journal, record = house.journal, terms.record
    if journal and record and record.sitting and not table.unsaved:
        with suppress(JournalTrouble):
            return gone_on_with(terms, journal, record.sitting)
    played = tuple((moment.move, moment.position) for moment in table.moments if moment.move)
    passed = frozenset(n for n, moment in enumerate(table.moments) if moment.passed)
    return replace(terms, played=played, passed=passed)


def gone_on_with(terms: GameSetup, journal: Journal, number: int) -> GameSetup:
    """With what the journal has of this sitting."""
    played = tuple(replay(terms.game, terms.start, journal.lines(number)))
    record = journal.reopen(number)
    return replace(terms, record=record, played=played, passed=journal.passed(number))


def unfinished(journal: Journal, number: int | None) -> Sitting:
    """The game of this number, or the last that was not finished."""
    if number is None:
        last = journal.sittings(1, unfinished=True)
        if not last:
            raise Misuse("journal.none_open")
        return last[0]
    sitting = journal.sitting(number)
    if sitting.ended:
        raise Misuse("journal.over", number=number)
    return sitting


def interrupted(house: Environment, game: Game) -> int | None:
    """The game of this kind that was last interrupted, by its number."""
    return next((s.id for s in waiting(house.journal) if s.game == game.name), None)


def taken(journal: Journal, sitting: Sitting) -> tuple[Game, Position[Any], Story]:
    """The game of a sitting, how it began, and how it went."""
    if sitting.game not in SHELF:
        raise JournalTrouble("journal.not_on_shelf", number=sitting.id, game=sitting.game)
    game, lines = SHELF[sitting.game], journal.lines(sitting.id)
    try:
        return game, *recalled(game, journal.start(sitting.id), lines)
    except BadNotation as trouble:
        raise JournalTrouble("journal.no_move", number=sitting.id, why=trouble) from None


def recalled(game: Game, start: bytes, lines: Iterable[str]) -> tuple[Position[Any], Story]:
    """A game as it was written down: whatever a damaged page may raise is an answer."""
    try:
        first = game.thaw(start)
        story = tuple(replay(game, first, lines))
        try_out(game, first)
        try_out(game, story[-1][1] if story else first)
    except StardeckError:
        raise
    except Exception as trouble:
        log.info("A game of %s cannot be played", game.name, exc_info=True)
        raise JournalTrouble("journal.unplayable") from trouble
    return first, story


def try_out(game: Game, position: Position[Any]) -> None:
    """Ask of a position what a table will ask of it."""
    seats = [Seat(seat) for seat in range(len(position.scores()))]
    for seen in (position, position.public(), *map(position.seen_by, seats)):
        say(seen.asks()), seen.layout(), seen.scene()
        hands = [seen.hand(seat) for seat in seats]
        assert all(isinstance(card, str) for hand in hands for card in hand)
    game.drawing(position), game.pieces(position), game.middles(position)
    for move in islice(position.moves(), TRIED):
        position.after(move).layout()


def journal_of(house: Environment) -> Journal:
    if house.journal is None:
        raise Misuse("page.no_journal")
    return house.journal


def kept(house: Environment, current: Record | None) -> tuple[Kept, ...]:
    """The games that may be gone on with, but for the one on the table."""
    here = current and current.sitting
    titles = {name: game.title for name, game in SHELF.items()}
    return tuple(
        Kept(s.id, titles[s.game], s.opened, names_in(s), s.moves)
        for s in waiting(house.journal)
        if s.id != here and s.game in titles
    )


def may_go_on(house: Environment) -> Mapping[SittingKey, int] | None:
    """Every sitting that may go on, however long ago it was begun; None where nobody can tell."""
    try:
        return house.journal.unfinished() if house.journal else {}
    except JournalTrouble as trouble:
        log.warning("%s", trouble)
        return None


def waiting(journal: Journal | None) -> list[Sitting]:
    """The games last interrupted; none, where the journal cannot be read now."""
    try:
        return journal.sittings(OFFERED, unfinished=True) if journal else []
    except JournalTrouble as trouble:
        log.warning("%s", trouble)
        return []


# ----------------------------------------------------------------------------------- who sits there


def players_by_seat(terms: GameSetup) -> dict[Seat, Player | None]:
    """Who chooses for each seat; where nobody does, hands are waited for."""
    luck = stream(terms.seed, "robots")
    players = {Seat(seat): player(who.kind, luck, terms.game) for seat, who in enumerate(terms.who)}
    if terms.dealer is Dealer.ROBOT:
        players[CHANCE] = at_random(stream(terms.seed, "cards"))
    return players


def names_in(sitting: Sitting) -> tuple[str, ...]:
    """Who played this game, by name."""
    return tuple(one.name for one in line_up(sitting.players))


def sharing(game: Game, names: Sequence[str], kind: str = HUMAN) -> Who:
    """Whoever shares a seat; Misuse when they are too many for this game."""
    if len(names) > game.partners:
        most = spelt(game.partners)
        raise Misuse("game.many_partners", title=game.title, names="+".join(names), most=most)
    return together(names, kind)
