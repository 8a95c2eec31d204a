"""Cargo of Zylatron in thousands of moments: nothing is lost, nothing is there twice.

Fleets crowd together on a shore, and stevedores play: they load, leave, beam and stow anew.
"""

import random
from collections import Counter
from itertools import islice

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.game import Setting
from controller.games.zylatron import GAME
from controller.games.zylatron.board import KEYS, POINTS, SITES, STRIKE, distance
from controller.games.zylatron.box import BANK, UNUSED
from controller.games.zylatron.cargo import ASHORE
from controller.games.zylatron.moves import Beam, Board, Go, Leave
from controller.games.zylatron.phases import Phase
from controller.games.zylatron.sheet import Kind
from controller.games.zylatron.standing import NOBODY
from tests.zylatron import at, play, where
from tests.zylatron.stevedore import harbour, stevedore

EVERYWHERE = frozenset({*SITES, *KEYS.values(), STRIKE})
SHIFTS = range(30)  # wars of stevedores ...
LONG = 200  # ... and the moves of each
OPTIONS = ((), ("touch_move=off",))


def worked(seed):
    """A day in the harbour: every moment, the move that followed, and the moment after it."""
    luck = random.Random(seed)
    position = harbour(luck, options=OPTIONS[seed % 2])
    choose = stevedore(luck)
    for _ in range(LONG):
        if position.outcome:
            return
        move = choose(position, position.turn)
        after = position.after(move)
        yield position, move, after
        position = after


SOME = [
    pytest.param(SHIFTS[:12], id="some shifts"),
    pytest.param(SHIFTS[12:], id="the others", marks=pytest.mark.long),
]


@pytest.fixture(scope="module", params=SOME)
def days(request):
    return [list(worked(seed)) for seed in request.param]


def inventory(position):
    """Every piece on the board and in the Bank, as often as it is there."""
    lying = Counter(
        piece.name for s, stack in position.layout().items() if s != STRIKE for piece in stack
    )
    return lying + Counter(position.box.names[p] for p, at in enumerate(position.at) if at == BANK)


def everything(position):
    return Counter(position.box.names[p] for p, at in enumerate(position.at) if at != UNUSED)


def test_every_piece_is_in_the_layout_exactly_once_after_every_move(days):
    for day in days:
        for position, move, after in day:
            assert inventory(after) == everything(position), move
    assert sum(map(len, days)) > len(days) * LONG / 2


def test_and_after_every_mistake_that_a_hand_could_make(days):
    luck = random.Random(6)
    for day in days:
        for position, _, _ in day[:: LONG // 4]:
            attempts = list(position.attempts(EVERYWHERE))
            for move in luck.sample(attempts, min(60, len(attempts))):
                assert inventory(position.after(move)) == everything(position), move


def test_the_harbour_is_busy(days):
    kinds = Counter(type(move) for day in days for _, move, _ in day)
    assert min(kinds[Leave], kinds[Board], kinds[Beam]) > len(days)
    assert sum(bool(after.ashore) for day in days for *_, after in day) > len(days)
    assert sum(bool(after.resting) for day in days for *_, after in day) > len(days) / 2


def test_a_layout_that_was_carried_over_is_the_one_that_would_be_made_anew(days):
    for day in days:
        for _, move, after in day[::3]:
            assert GAME.thaw(msgspec.json.encode(after)).layout() == after.layout(), move


def test_carriers_and_cargo_are_together_and_each_on_its_ground(days):
    for day in days:
        for *_, after in day:
            for piece, (point, craft) in enumerate(zip(after.at, after.aboard, strict=True)):
                assert craft == ASHORE or after.at[craft] == point >= 0
                ground = point < 0 or after.box.grounds[piece] >> point & 1
                assert ground or craft != ASHORE
                assert after.box.kinds[piece] is not Kind.STAR or craft == ASHORE


def test_one_is_put_off_beside_its_carrier_at_a_time_where_it_can_stand(days):
    for day in days:
        for *_, after in day:
            roots = [after.root(piece) for piece in after.ashore]
            assert len(set(roots)) == len(roots) and not set(roots) & after.ashore
            assert all(after.box.grounds[p] >> after.at[p] & 1 for p in after.ashore)


def test_nobody_goes_farther_than_his_distance_in_a_turn_however_often_he_stops(days):
    for day in days:
        gone = Counter()
        for position, move, after in day:
            if isinstance(move, Go | Board):
                gone[move.piece] += distance(POINTS[move.source], POINTS[move.target])
                number = position.box.numbers[move.piece]
                assert gone[move.piece] <= position.box.distances[number]
            if after.turn != position.turn:
                gone.clear()


def test_at_most_three_pieces_move_and_who_waits_is_one_of_them(days):
    for day in days:
        for *_, after in day:
            assert len(after.moved) <= 3
            assert {craft for craft, _ in after.resting} <= after.moved - {after.moving}


def test_a_piece_that_is_taken_off_is_forgotten_and_nobody_else_loses_a_step(days):
    for day in days:
        for position, *_ in (moment for moment in day if moment[0].resting):
            for piece in position.stands.values():
                check_taken_off(position, position.box.names[piece])


def check_taken_off(position, name):
    """Every piece still on the board is as it was; one that has moved and is gone cannot move."""
    site = position.site(position.box.numbers[name])
    after = position.after(GAME.parse(f"{position.turn + 1} removes {name} {site}"))
    standing = {piece for piece, point in enumerate(after.at) if point >= 0}
    for piece in range(len(after.at)):
        spent = piece in position.moved and piece not in standing
        assert after.allowance(piece) == (0 if spent else position.allowance(piece)), name
    assert after.damaged == position.damaged & standing
    assert after.fresh == position.fresh & standing
    assert after.leave == (position.leave if position.leave in standing else NOBODY)
    assert after.ashore <= position.ashore & standing


def test_moves_are_the_lawful_attempts_in_the_harbour(days):
    for day in days[::3]:
        for position, *_ in day[7 :: LONG // 3]:
            lawful = {m for m in position.attempts(EVERYWHERE) if position.refusal(m) is None}
            assert lawful == set(position.moves())


@given(st.integers(0, 2**32))
def test_nothing_is_lost_in_any_harbour(seed):
    for position, move, after in islice(worked(seed), 60):
        assert inventory(after) == everything(position), move


CHAIN = ("red-star1 n29", "red-fighter1 on red-star1", "red-missile1 on red-fighter1")
FAR = "green-warrior1 x5"


@pytest.mark.parametrize("leaves", ["red-missile1", "red-fighter1"])
def test_what_is_to_be_left_goes_with_the_craft_beneath_it_that_flies_off_instead(leaves):
    position = play(at(*CHAIN, FAR), "1 moves red-star1 n29-o29", f"1 leaves {leaves}")
    position = play(position, "1 moves red-fighter1 o29-q29")
    assert where(position)["o29"] == "red-star1"
    assert where(position)["q29"] == "red-fighter1 red-missile1"


def test_the_game_begins_with_all_on_their_marks():
    position = GAME.start(Setting(4))
    assert inventory(position) == everything(position) and position.phase is Phase.LOT


@pytest.mark.parametrize(
    "mistake",
    ["1 shifts red-fighter1 to red-fighter2 n29", "1 shifts red-warrior1 to red-fighter1 n29"],
    ids=["on to its own cargo", "beneath its own carrier"],
)
def test_cargo_stowed_where_it_cannot_be_is_still_there(mistake):
    crew = ("red-fighter1 on red-star1", "red-fighter2 on red-fighter1")
    position = at("red-star1 n29", *crew, "red-warrior1 on red-fighter2", FAR)
    move = GAME.parse(mistake)
    assert position.refusal(move) and inventory(position.after(move)) == everything(position)


def test_a_fighter_beamed_by_mistake_takes_its_cargo_along():
    position = at("red-star1 n29", "red-fighter1 p29", "red-warrior1 on red-fighter1", FAR)
    beamed = position.after(GAME.parse("1 beams red-fighter1 p29-n29 by red-star1"))
    assert where(beamed)["n29"] == "red-star1 red-fighter1 red-warrior1"
