"""GameSetup and Environment: how a game is started, resumed, branched or taught."""

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
from controller.app.setup.line_up import HUMAN, line_up, line_up_for, shared_seat, write_line_up
from controller.app.setup.line_up import who as who
from controller.app.setup.panels import card_readers
from controller.app.setup.thinker import AtOnce, Thinks
from controller.app.setup.twin import OpenTwin
from controller.errors import BadNotation, JournalTrouble, Misuse, StardeckError
from controller.game import Game, Move, Position, Setting, number_in_words
from controller.games import SHELF
from controller.lessons import lesson
from controller.lessons.lesson import Lesson
from controller.robots.players import Player, player_named, random_player
from controller.sitting.journal import (
    Journal,
    Played,
    Sitting,
    SittingKey,
    SittingRecord,
    replay_moves,
)
from controller.sitting.luck import Arranged, Dealer, Luck, Seed, is_open, secret_seed, stream
from controller.sitting.table import Table
from controller.sounds.knob import Knob
from controller.table_rules import TableRules, own_options
from controller.values import CHANCE, Saying, Seat
from controller.web.mailbox import Begin
from controller.web.view import KeptGame, Who
from controller.words import said, say
from drivers.clock import Clock, WallClock
from drivers.speaker.speaker import Speaker
from drivers.wiring import Wiring, load_wiring

VIRTUAL, READER = "virtual", "reader"  # decks: dealt by luck, or real cards shown to readers
MAX_RESUMABLE = 50  # interrupted games that the lobby offers at most
TEACHER = "lesson"  # kind of player at the other seats of a lesson
TRIED = 40  # moves that are tried in a position from a file
Story = tuple[tuple[Move, Position[Any]], ...]

log = logging.getLogger(__name__)


class GameSetup(Struct, frozen=True, eq=False):
    """A game with everything that is needed to start or resume it."""

    game: Game
    start: Position[Any]
    who: tuple[Who, ...]
    seed: Seed
    dealer: Dealer = Dealer.LUCK
    rules: TableRules = TableRules()
    record: SittingRecord | None = None
    played: Story = ()
    passed: frozenset[int] = frozenset()  # moves after which the hand went on in one gesture
    lesson: Lesson | None = None  # set if this is a lesson
    setting: Setting | None = None  # as agreed on, as far as it is known

    @property
    def options(self) -> dict[str, bool]:
        """All options of game and table, as agreed on."""
        usual = {name: one.usual for name, one in table_rules.offered_options(self.game).items()}
        own = self.setting.options if self.setting else {}
        return {**usual, **own, **{name: name in self.rules.names for name in table_rules.OPTIONS}}

    @property
    def luck(self) -> Luck | None:
        """What deals cards and dice; None where real cards are shown to readers."""
        if self.lesson:
            return Arranged(self.seed, self.lesson.luck)
        return Luck(self.seed) if self.dealer is Dealer.LUCK else None

    @property
    def foreseen(self) -> bool:
        """True if luck can be predicted: the seed is known, and people do not deal real cards."""
        return is_open(self.seed) and self.dealer is not Dealer.PEOPLE


class Environment(Struct, frozen=True, eq=False):
    """What a running table needs of the outside world: board, journal, clock, luck and folders."""

    url: str
    panel: Callable[[Game], Wiring]
    journal: Journal | None
    seed: Callable[[], Seed]
    today: Callable[[], str]
    clock: Clock = WallClock()
    open_twin: OpenTwin | None = None  # None for a real board
    folder: Path | None = None  # where recordings and wirings are kept
    record: bool = False  # True to record from the first move on
    waits: bool = False  # True to wait for a missing board
    ending: Ending | None = None  # knows how the last run ended
    health: PiHealth | None = None  # of the machine it runs on
    signs: TroubleSigns = field(default_factory=TroubleSigns)  # troubles that were shown by light
    loudness: Knob = field(default_factory=Knob)
    speaker: Speaker | None = None  # on this machine, besides the board's buzzer
    usual: Callable[[Game], Wiring] = lambda game: load_wiring(game.panel)  # fully equipped
    think: Callable[[], Thinks] = AtOnce  # thinks for robots and hints

    @property
    def trouble(self) -> str:
        """The machine's worst trouble as a sentence, or ""."""
        return self.health.sentence if self.health else ""

    def news(self, now: float, more: Iterable[Saying] = ()) -> Saying | None:
        """Return the next trouble to show at the table, of these and the machine's, or None."""
        return self.signs.news((*more, *(self.health.sayings if self.health else ())), now)

    @property
    def simulated(self) -> bool:
        """True if the board is simulated."""
        return self.open_twin is not None

    def dealer(self, deck: str) -> Dealer:
        """Return who deals with this deck: luck, a simulated hand with real cards, or people."""
        if deck == VIRTUAL:
            return Dealer.LUCK
        return Dealer.ROBOT if self.simulated else Dealer.PEOPLE

    def dealing(self, game: Game, deck: str) -> Dealer:
        """Return who deals in a new game; Misuse if its panel has no readers for real cards."""
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


# --------------------------------------------------------------------------------------- a new game


def agreed_game(house: Environment, wanted: Begin) -> GameSetup:
    """Return a new game as the lobby agreed on it, with a journal record."""
    game = SHELF.take(wanted.game)
    options = own_options(game, wanted.options)
    setting = Setting(len(wanted.places), wanted.teams, options, picks=wanted.picks)
    terms = GameSetup(
        game,
        game.start(setting),
        tuple(partners_at_seat(game, place.names, place.kind) for place in wanted.places),
        house.seed(),
        house.dealing(game, wanted.deck),
        table_rules.rules_agreed(game, wanted.options),
        setting=setting,
    )
    return with_record(house, terms)


def rematch(house: Environment, terms: GameSetup, swap: bool) -> GameSetup:
    """Return a new game on the same terms with a new seed; `swap` moves all players by one seat."""
    who = (*terms.who[1:], terms.who[0]) if swap else terms.who
    anew = replace(terms, who=who, seed=house.seed(), played=(), passed=frozenset(), record=None)
    return with_record(house, anew)


def with_record(house: Environment, terms: GameSetup) -> GameSetup:
    """Return the game with a new record, which is only written once the game is on the table."""
    return replace(terms, record=record_of(house, terms)) if house.journal else terms


def record_of(house: Environment, terms: GameSetup) -> SittingRecord:
    """Return a new journal record for this game."""
    return require_journal(house).record(
        terms.game,
        terms.start,
        opened=house.today(),
        seed=terms.seed,
        deck=VIRTUAL if terms.luck else READER,
        players=write_line_up(terms.who),
        agreed=[name for name, on in terms.options.items() if on],
    )


# ----------------------------------------------------------------------------------------- a lesson


def lesson_of(game: Game, name: str, learnt: Collection[str] = ()) -> GameSetup:
    """Return the lesson of this name, else the first one not learnt yet, as a game to play."""
    every = lesson.lesson_names(game)
    if not every:
        raise Misuse("lesson.none", game=game.title)
    name = name or next((one for one in every if one not in learnt), every[0])
    page = lesson.read_lesson(lesson.lesson_file(game, name), game)
    seats = range(len(page.start.scores()))
    you, others = Who(said("player.learner")), Who(said("player.teacher"), TEACHER)
    who = tuple(you if seat == page.learner else others for seat in seats)
    luck = secret_seed(f"of lesson {page.seed}")
    return GameSetup(game, page.start, who, luck, rules=page.rules, played=page.played, lesson=page)


# ------------------------------------------------------------------------------- one that was begun


def resumed(house: Environment, number: int | None = None) -> GameSetup:
    """Return an interrupted game with all its moves: the one of this number, or the last one."""
    journal = require_journal(house)
    sitting = unfinished(journal, number)
    game, start, played = read_sitting(journal, sitting)
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
        setting=journal_setting(game, start, sitting),
    )


def journal_setting(game: Game, start: Position[Any], sitting: Sitting) -> Setting:
    """Return what the journal knows of the setting; it does not know what each seat picked."""
    on = {name: True for name in sitting.agreed.split() if name in game.options}
    return Setting(len(start.scores()), start.teams, on)


def branched(house: Environment, number: int, upto: int) -> GameSetup:
    """Return a kept game after its first `upto` moves as a new game; the old record stays."""
    journal = require_journal(house)
    sitting = journal.sitting(number)
    game, start, played = read_sitting(journal, sitting)
    if has_hidden_deals(sitting, played):
        raise Misuse("library.covered", number=number)
    terms = GameSetup(
        game,
        start,
        line_up_for(sitting.players, len(start.scores())),
        house.seed(),
        house.dealer(sitting.deck),
        table_rules.rules_by_names(game, sitting.agreed.split()),
        played=played[:upto],
        setting=journal_setting(game, start, sitting),
    )
    record = record_of(house, terms)
    record.keep([Played(move) for move, _ in terms.played])
    return replace(terms, record=record)


def has_hidden_deals(sitting: Sitting, story: Story) -> bool:
    """True if the sitting may still go on, and cards in it were dealt from a secret seed."""
    dealt = any(move.seat == CHANCE for move, _ in story)
    return dealt and not sitting.ended and not is_open(sitting.seed or 0)


def restored_setup(house: Environment, terms: GameSetup, table: Table) -> GameSetup:
    """Return this sitting with the moves in the journal, else with those the table remembers."""
    journal, record = house.journal, terms.record
    if journal and record and record.sitting and not table.unsaved:
        with suppress(JournalTrouble):
            return with_saved_moves(terms, journal, record.sitting)
    played = tuple((moment.move, moment.position) for moment in table.moments if moment.move)
    passed = frozenset(n for n, moment in enumerate(table.moments) if moment.passed)
    return replace(terms, played=played, passed=passed)


def with_saved_moves(terms: GameSetup, journal: Journal, number: int) -> GameSetup:
    """Return the game with the moves that the journal has of this sitting."""
    played = tuple(replay_moves(terms.game, terms.start, journal.lines(number)))
    record = journal.reopen(number)
    return replace(terms, record=record, played=played, passed=journal.passed(number))


def unfinished(journal: Journal, number: int | None) -> Sitting:
    """Return the unfinished sitting of this number, or the last one; Misuse if there is none."""
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
    """Return the number of this game's last interrupted sitting; None if there is none."""
    return next((s.id for s in interrupted_sittings(house.journal) if s.game == game.name), None)


def read_sitting(journal: Journal, sitting: Sitting) -> tuple[Game, Position[Any], Story]:
    """Return a sitting's game, its first position, and its moves with their positions."""
    if sitting.game not in SHELF:
        raise JournalTrouble("journal.not_on_shelf", number=sitting.id, game=sitting.game)
    game, lines = SHELF[sitting.game], journal.lines(sitting.id)
    try:
        return game, *replay_game(game, journal.start(sitting.id), lines)
    except BadNotation as trouble:
        raise JournalTrouble("journal.no_move", number=sitting.id, why=trouble) from None


def replay_game(game: Game, start: bytes, lines: Iterable[str]) -> tuple[Position[Any], Story]:
    """Return a game's first position and moves; JournalTrouble if they cannot be played.

    A damaged record may raise any exception.
    """
    try:
        first = game.thaw(start)
        story = tuple(replay_moves(game, first, lines))
        try_out(game, first)
        try_out(game, story[-1][1] if story else first)
    except StardeckError:
        raise
    except Exception as trouble:
        log.info("A game of %s cannot be played", game.name, exc_info=True)
        raise JournalTrouble("journal.unplayable") from trouble
    return first, story


def try_out(game: Game, position: Position[Any]) -> None:
    """Ask of a position everything that a table will ask, so that a damaged one fails here."""
    seats = [Seat(seat) for seat in range(len(position.scores()))]
    for seen in (position, position.public(), *map(position.seen_by, seats)):
        say(seen.asks()), seen.layout(), seen.scene()
        hands = [seen.hand(seat) for seat in seats]
        assert all(isinstance(card, str) for hand in hands for card in hand)
    game.drawing(position), game.pieces(position), game.middles(position)
    for move in islice(position.moves(), TRIED):
        position.after(move).layout()


def require_journal(house: Environment) -> Journal:
    """Return the journal; Misuse if games are not kept."""
    if house.journal is None:
        raise Misuse("page.no_journal")
    return house.journal


def resumable_games(house: Environment, current: SittingRecord | None) -> tuple[KeptGame, ...]:
    """Return the games to offer for resuming, without the one on the table."""
    here = current and current.sitting
    titles = {name: game.title for name, game in SHELF.items()}
    return tuple(
        KeptGame(s.id, titles[s.game], s.opened, names_in(s), s.moves)
        for s in interrupted_sittings(house.journal)
        if s.id != here and s.game in titles
    )


def unfinished_sittings(house: Environment) -> Mapping[SittingKey, int] | None:
    """Return the numbers of all unfinished sittings by key; None if the journal cannot be read."""
    try:
        return house.journal.unfinished() if house.journal else {}
    except JournalTrouble as trouble:
        log.warning("%s", trouble)
        return None


def interrupted_sittings(journal: Journal | None) -> list[Sitting]:
    """Return the last interrupted sittings, at most OFFERED; empty if the journal is unreadable."""
    try:
        return journal.sittings(MAX_RESUMABLE, unfinished=True) if journal else []
    except JournalTrouble as trouble:
        log.warning("%s", trouble)
        return []


# ----------------------------------------------------------------------------------- who sits there


def players_by_seat(terms: GameSetup) -> dict[Seat, Player | None]:
    """Return what chooses for each seat; None for a seat that people move for."""
    luck = stream(terms.seed, "robots")
    players = {
        Seat(seat): player_named(who.kind, luck, terms.game) for seat, who in enumerate(terms.who)
    }
    if terms.dealer is Dealer.ROBOT:
        players[CHANCE] = random_player(stream(terms.seed, "cards"))
    return players


def names_in(sitting: Sitting) -> tuple[str, ...]:
    """Return the names of a sitting's players."""
    return tuple(one.name for one in line_up(sitting.players))


def partners_at_seat(game: Game, names: Sequence[str], kind: str = HUMAN) -> Who:
    """Return the people who share a seat; Misuse if this game allows fewer."""
    if len(names) > game.partners:
        most = number_in_words(game.partners)
        raise Misuse("game.many_partners", title=game.title, names="+".join(names), most=most)
    return shared_seat(names, kind)
