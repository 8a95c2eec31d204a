"""Laws every game on the shelf keeps, on every panel we have a wiring for."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from itertools import islice, pairwise
from random import Random

import msgspec
import pytest

from controller.errors import BadNotation
from controller.game import Setting
from controller.games import SHELF
from controller.reading.choose import Ask, Count, NotYet, Refuse
from controller.reading.moment import Moment
from controller.reading.move_index import know, marks
from controller.reading.stepwise import finish
from controller.robots.players import random_player
from controller.sitting.keys import OWN_KEYS
from controller.values import CHANCE, Seat, Sense
from controller.words import catalogue
from sims.bench.rig import Rig
from tests.evidence import decision_about, evidence_of
from tests.often import often
from tests.panels import PANELS, load_panel
from tests.played import play_out

WIRINGS = {name: load_panel(name) for name in PANELS}
TABLES = [
    pytest.param(SHELF[wiring.file.game], wiring, seats, id=f"{name}-{seats}")
    for name, wiring in WIRINGS.items()
    for seats in SHELF[wiring.file.game].seats
]
every_table = pytest.mark.parametrize(("game", "wiring", "seats"), TABLES)


def every_day(table):
    """The fewest seats on every panel; the most where games are short, on the usual one."""
    game, wiring, seats = table.values
    usual = wiring == WIRINGS[game.panel.stem] and game.name not in ("zylatron", "space_walk")
    return seats == min(game.seats) or (seats == max(game.seats) and usual)


every_table_at_length = pytest.mark.parametrize(
    ("game", "wiring", "seats"), often(every_day, TABLES)
)


def player_of(game):
    """Who plays it to its end: anybody who does anything, unless its own tests name a PLAYER."""
    own = find_spec(f"tests.{game.name}") and import_module(f"tests.{game.name}")
    return getattr(own, "PLAYER", random_player)


def wander(game, seats, wiring=None, seed=1, stride=7, options=None):
    """Positions met by playing at random, one in `stride`."""
    luck = Random(seed)
    position = game.start(Setting(seats, options=options or {}))
    position = position.on_panel(wiring.senses if wiring else ())
    met = 0
    while position.outcome is None:
        if met % stride == 0:
            yield position
        met += 1
        position = position.after(luck.choice(list(position.moves())))
    yield position


def met(game, seats, wiring=None, most=60, **terms):
    return list(islice(wander(game, seats, wiring, **terms), most))


def some(moves, most=60):
    """These moves, or a sample of them where there are very many."""
    every = list(moves)
    return every if len(every) <= 4 * most else Random(3).sample(every, most)


def everywhere(wiring):
    return frozenset(wiring.senses) - OWN_KEYS


@every_table
def test_every_lawful_move_is_read_back_from_its_own_trace(game, wiring, seats):
    for position in met(game, seats, wiring):
        here = Moment(position, wiring.senses)
        known = finish(know(position, wiring.senses))
        for mark in marks(position, some(position.moves()), wiring.senses):
            if not mark.trace:
                assert mark in known.unseen, "YES asks for it"
                continue
            found = decision_about(evidence_of(mark.trace, here))
            if isinstance(found, Ask):
                assert mark.move in [twin.move for twin in found.marks]
            else:
                assert isinstance(found, Count)
                assert position.after(*found.moves) == position.after(mark.move)


@every_table_at_length
def test_no_unlawful_attempt_is_read_as_made(game, wiring, seats):
    named = felt = 0
    for position in met(game, seats, wiring, most=8, stride=23):
        here = Moment(position, wiring.senses)
        every = list(marks(position, position.moves(), wiring.senses))
        tried = sorted(position.attempts(everywhere(wiring)), key=str)
        wrong = [move for move in tried if position.refusal(move)]
        for mark in marks(position, Random(2).sample(wrong, min(60, len(wrong))), wiring.senses):
            lawful = {str(twin.move) for twin in every if twin.trace == mark.trace}
            felt += bool(mark.trace.changes) and not lawful
            found = decision_about(evidence_of(mark.trace, here))
            if isinstance(found, Count):
                read = str(found.moves[-1])
                assert read in lawful or len(found.moves) > 1, f"{mark.move} was read as {read}"
            elif not lawful and not isinstance(found, NotYet):
                named += isinstance(found, Refuse)
    assert named or not felt, "a wrong move is told by its rule"


@every_table
def test_a_refusal_can_be_said(game, wiring, seats):
    for position in met(game, seats, wiring, most=8, stride=31):
        for move in position.attempts(everywhere(wiring)):
            refusal = position.refusal(move)
            assert refusal is None or refusal.words in catalogue()
        assert position.asks().key in catalogue()


@every_table
def test_a_move_has_a_word_for_a_button(game, wiring, seats):
    verbs = {
        str(move).split()[1]
        for position in met(game, seats, wiring)
        for move in some(position.moves())
        if move.seat != CHANCE
    }
    assert {f"{game.name}.verb.{verb}" for verb in verbs} <= catalogue().keys()


@every_table
def test_what_follows_leaves_the_moment_before_as_it_was(game, wiring, seats):
    for position in met(game, seats, wiring):
        before = msgspec.json.encode(position)
        for move in some(position.moves()):
            position.after(move)
        assert msgspec.json.encode(position) == before


@every_table
def test_someone_can_always_act_until_there_is_an_outcome(game, wiring, seats):
    for position in met(game, seats, wiring):
        moves = list(position.moves())
        assert bool(moves) == bool(position.actors) == (position.outcome is None)
        assert {move.seat for move in moves} <= position.actors
        assert all(position.refusal(move) is None for move in moves)


@every_table
def test_lawful_attempts_are_the_moves(game, wiring, seats):
    for position in met(game, seats, wiring, most=15, stride=19):
        attempts = position.attempts(everywhere(wiring))
        lawful = {str(move) for move in attempts if position.refusal(move) is None}
        assert lawful == {str(move) for move in position.moves()}


@every_table
def test_lights_never_tell_a_secret(game, wiring, seats):
    for position in met(game, seats, wiring):
        public = position.public()
        assert public.scene() == position.scene()
        assert public.public() == public
        assert public.asks() == position.asks()
        for seat in range(seats):
            seen = position.seen_by(Seat(seat))
            assert seen.hand(Seat(seat)) == position.hand(Seat(seat))
            assert seen.public() == public
            others = {card for s in range(seats) if s != seat for card in position.hand(Seat(s))}
            assert not others & {card for s in range(seats) for card in seen.hand(Seat(s))} - {"?"}


@every_table
def test_notation_and_json_come_back(game, wiring, seats):
    for position in met(game, seats, wiring):
        assert game.thaw(msgspec.json.encode(position)) == position
        for move in some(position.moves()):
            assert game.parse(str(move)) == move


@pytest.mark.parametrize("line", ["", "1", "1 flies", "nobody lays F2.1", "deal deal deal", "\x00"])
@pytest.mark.parametrize("game", SHELF.values(), ids=SHELF)
def test_a_line_that_is_no_move_is_told_so(game, line):
    with pytest.raises(BadNotation):
        game.parse(line)


@every_table
def test_every_site_of_the_game_is_wired(game, wiring, seats):
    for position in met(game, seats, wiring):
        sites = set(position.layout()) | set(position.scene())
        sites |= {site for move in position.moves() for site in move.touches}
        sites |= {site for row in position.picture() for site, _ in row}
        assert sites <= wiring.senses.keys()
        assert set(position.scene()) <= wiring.chain.keys()


@pytest.mark.parametrize("dealt", ["virtual", "reader"])
@every_table_at_length
def test_a_game_by_hand_through_the_wire_is_the_game_played_in_values(game, wiring, seats, dealt):
    if dealt == "reader" and Sense.TAP not in wiring.senses.values():
        pytest.skip("there are no cards to be shown")
    if dealt == "reader" and seats != max(game.seats):
        pytest.skip("cards are shown alike by fewer")
    if dealt == "virtual" and seats == max(game.seats) and Sense.TAP in wiring.senses.values():
        pytest.skip("so many play with cards that are shown")
    start = game.start(Setting(seats))
    rig = Rig(start, wiring, seed=seats, virtual=dealt == "virtual")
    luck = Random(seats)
    players = {Seat(seat): player_of(game)(luck) for seat in range(seats)}
    for _ in play_out(rig, {CHANCE: random_player(luck), **players}):
        pass
    position = start.on_panel(wiring.senses)
    for move in rig.table.history:
        assert position.refusal(move) is None
        position = position.after(move)
    assert position == rig.table.position
    assert position.outcome is not None


@pytest.mark.parametrize("game", SHELF.values(), ids=SHELF)
def test_every_change_of_a_score_is_by_a_rule(game):
    numbered = game.rules.read_text()
    for before, after in pairwise(met(game, game.seats[-1], most=400, stride=1)):
        for seat, (was, now) in enumerate(zip(before.scores(), after.scores(), strict=True)):
            rules = after.credits(before, Seat(seat))
            assert bool(rules) or was == now
            assert all(f"**{rule}." in numbered for rule in rules)


@pytest.mark.parametrize("game", SHELF.values(), ids=SHELF)
def test_playouts_end(game):
    for seats in game.seats:
        for seed in range(3):
            luck = Random(seed)
            choose = player_of(game)(luck)
            position = game.start(Setting(seats))
            while position.outcome is None:
                seat = min(position.actors)
                move = None if seat == CHANCE else choose(position, seat)
                position = position.after(move or luck.choice(list(position.moves())))
            assert not position.actors
