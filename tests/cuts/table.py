"""A table that lives until its power goes, and one that is found afterwards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from functools import cache
from pathlib import Path
from random import Random
from zlib import crc32

from msgspec import Struct

from controller.app.setup.panels import best_panel
from controller.app.setup.start_game import read_sitting
from controller.game import Setting
from controller.games import SHELF
from controller.robots.players import Player, random_player
from controller.sitting.journal import Journal, Sitting, SittingRecord
from controller.sitting.keys import BACK
from controller.values import CHANCE, Piece, Seat, standing
from drivers.wiring import Wiring, load_wiring
from tests.hands.obeying import ObedientHand
from tests.hands.seated import Seated
from tests.played import Lost, play_out

GAMES = ("astron", "space_walk", "situation7", "zylatron", "astroplane")
STEPS = 40  # things the lights may ask for before the way back counts as missing
STRIKES = 0.15  # of the moves are taken back


class Story(Struct, frozen=True):
    """The moves that stand, so that two can be compared in a few bytes."""

    moves: int
    sum: int


NOTHING = Story(0, 0)


def story(lines: Sequence[str]) -> Story:
    return Story(len(lines), crc32("\n".join(lines).encode()))


class Watcher:
    """Told of what will be written, before; and of what is lit as made, before it is."""

    def __init__(self, tell: Callable[[str, Story], None]) -> None:
        self._tell = tell
        self._lit: tuple[int, int] = (0, 0)

    def watch(self, rig: Seated, record: SittingRecord) -> None:
        show, write = rig.board.show, record.write

        def tell_and_write() -> None:
            self._tell("will", story(record.lines))
            write()

        def tell_and_show(frame: object) -> None:
            moments = rig.table.moments
            if self._lit != (len(moments), id(moments[-1])):
                self._lit = len(moments), id(moments[-1])
                self._tell("lit", story([str(move) for move in rig.table.history]))
            show(frame)

        record.write, rig.board.show = tell_and_write, tell_and_show


@cache
def panel(game: str) -> Wiring:
    """The panel that tells most."""
    return load_wiring(best_panel(SHELF[game]))


def lived(path: Path, game: str, luck: Random, tell: Callable[[str, Story], None]) -> None:
    """Go on with the last game, or begin one, and play, until the power goes or all is played."""
    with closing(Journal(path)) as journal:
        rig, record = resumed(journal, luck) or begun(journal, game, luck)
        Watcher(tell).watch(rig, record)
        led_back(rig)
        tell("led", NOTHING)
        play(rig, luck)


def begun(journal: Journal, name: str, luck: Random) -> tuple[Seated, SittingRecord]:
    game, seed = SHELF[name], luck.randrange(10**9)
    start = game.start(Setting(game.seats.start))
    terms = {"opened": "", "seed": seed, "deck": "virtual", "players": "human,human"}
    record = journal.record(game, start, **terms)
    return Seated(start, panel(name), seed=seed, record=record), record


def resumed(journal: Journal, luck: Random) -> tuple[Seated, SittingRecord] | None:
    """The last game that was not finished, at a board on which somebody has moved meanwhile."""
    sitting = last(journal)
    if sitting is None:
        return None
    game, start, played = read_sitting(journal, sitting)
    record = journal.reopen(sitting.id)
    terms = {"seed": sitting.seed, "record": record, "passed": journal.passed(sitting.id)}
    rig = Seated(start, panel(game.name), played=played, standing=False, **terms)
    moments = [start, *(position for _, position in played)]
    rig.bench.stand(luck.choice(moments[-2:]).layout())
    rig.in_air += not_there(rig)
    for _ in range(luck.randint(0, 2)):
        displace(rig, luck)
    return rig, record


def last(journal: Journal) -> Sitting | None:
    return next(iter(journal.sittings(1, unfinished=True)), None)


def latest(journal: Journal) -> Story:
    """How the last game stands that was begun."""
    return next((story(journal.lines(one.id)) for one in journal.sittings(1)), NOTHING)


def not_there(rig: Seated) -> list[Piece]:
    """What the record has on the board and is not: somebody was about to put it there."""
    lying = [piece for stack in rig.bench.stacks.values() for piece in stack]
    layout, senses = rig.table.position.layout(), rig.wiring.senses
    cells = [site for site in layout if site in senses and senses[site].holds]
    due = [piece for site in cells for piece in standing(layout, site)]
    short, missing = rig.crowd(due) - rig.crowd(lying), list[Piece]()
    for piece in sorted(due, key=lambda one: one in lying):
        missing += [piece] if rig.crowd([piece]) <= short else []
        short -= rig.crowd([piece])
    return missing


def displace(rig: Seated, luck: Random) -> None:
    """A piece is knocked over, and put where it does not belong, or beside the board."""
    stacks = rig.bench.stacks
    cells = [site for site, sense in rig.wiring.senses.items() if sense.holds]
    free = [site for site in cells if site not in stacks]
    if taken_from := [site for site in cells if site in stacks]:
        piece = rig.bench.lift(luck.choice(taken_from))
        if free and luck.random() < 0.7:
            rig.bench.put(piece, luck.choice(free))
        else:
            rig.in_air.append(piece)


def led_back(rig: Seated) -> None:
    """Do what is said until play may go on; then the board feels as the record has it."""
    hand = ObedientHand(rig, Random(0))
    assert hand.obey(STEPS), f"no way back: {rig.told()}; did {', '.join(hand.done[-12:])}"
    assert rig.feels_right(), f"{rig.astray()} do not stand as the record has them"


def play(rig: Seated, luck: Random) -> None:
    """To the end of the game, if there is time; now and then somebody takes his move back.

    The ways back from that are the laws of hands' own: one that is missing ends this life.
    """
    seats = len(rig.table.position.scores())
    players = {Seat(seat): random_player(luck) for seat in range(CHANCE, seats)}
    while rig.table.position.outcome is None and at_peace(rig, players):
        if luck.random() < STRIKES:
            rig.hand.press(BACK)


def at_peace(rig: Seated, players: Mapping[Seat, Player]) -> bool:
    """One move on, or what was taken back put back; False when there is no way on."""
    try:
        if ObedientHand(rig, Random(0)).obey(STEPS):
            for _ in zip(range(2), play_out(rig, players, patience=30.0), strict=False):
                pass
            return True
    except (Lost, LookupError):  # where pieces look alike, a hand may have taken another
        return ObedientHand(rig, Random(0)).obey(STEPS)
    return False
