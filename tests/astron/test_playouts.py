"""Whole games of Astron: what holds at every moment of every one of them."""

import random
from collections import Counter
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from controller.errors import BadNotation
from controller.game import Setting
from controller.games import SHELF
from controller.games.astron.board import BEHIND, CARD, CELLS, DECK, LINES, ROLLER, SATURN
from controller.games.astron.cards import hand_size
from controller.games.astron.moves import Fly, Phase, Yield, parse
from controller.games.cards import UNSEEN
from controller.values import CHANCE
from tests.astron.write_playthrough import STORY
from tests.often import one_in

GAME = SHELF["astron"]
SITES = frozenset({*CELLS, CARD, DECK, ROLLER})
OPTIONS = (
    {},
    {"no_forced_suicide": True},
    {"heat_symmetric": True},
    dict.fromkeys(GAME.options, True),
)
GAMES = [
    pytest.param((seats, seed), id=f"{seats}-ships-seed-{seed}")
    for seats in GAME.seats
    for seed in range(6)
]
STORIES = sorted((Path(__file__).parent / "playthroughs").glob("*.txt"))


def game(seats, seed):
    """A random game: each moment with the move that followed it."""
    luck = random.Random(seed)
    position = GAME.start(Setting(seats, options=OPTIONS[seed % len(OPTIONS)]))
    while position.outcome is None:
        move = luck.choice(list(position.moves()))
        yield position, move
        position = position.after(move)
    yield position, None


@pytest.fixture(scope="module", params=one_in(3, GAMES))
def moments(request):
    return list(game(*request.param))


def test_every_game_ends_and_someone_can_always_move_until_then(moments):
    for position, move in moments:
        assert bool(position.actors) == (position.outcome is None) == (move is not None)
        assert {move.seat for move in position.moves()} == position.actors
    final, _ = moments[-1]
    assert final.outcome.winners and final.outcome.scores == final.scores()
    assert final.offset == final.box.highest or not final.in_play()


def test_every_card_is_somewhere(moments):
    for position, _ in moments:
        everywhere = [*position.pile, *position.discard, *sum(position.hands, ())]
        assert sorted(everywhere) == sorted(position.box.deck)


def test_hands_are_constant_between_rounds(moments):
    for position, _ in moments:
        if position.phase is Phase.CARD and position.turn == position.in_play()[0]:
            assert all(
                len(position.hand(s)) == hand_size(len(position.ships)) for s in position.in_play()
            )
        for seat, cell in enumerate(position.ships):
            assert cell is not None or not position.hands[seat]


def test_the_base_stays_between_its_ends(moments):
    assert all(0 <= position.offset <= 55 for position, _ in moments)


def test_stations_pay_no_more_than_they_have(moments):
    paid = Counter()
    for (before, _), (after, _) in pairwise(moments):
        for at, (was, now) in enumerate(zip(before.landed, after.landed, strict=True)):
            assert now[: len(was)] == was and len(set(now)) == len(now)
            paid[at + 1] += len(now[len(was) :]) * max(0, 5 - len(was))
    assert all(points <= (18 if station == int(SATURN) else 15) for station, points in paid.items())
    assert all(points <= 40 for points in moments[-1][0].scores())


def test_after_a_turn_no_ship_is_burnt_by_what_was_placed_in_it(moments):
    placed = set()
    for position, move in moments:
        if position.phase in (Phase.CARD, Phase.BASE, Phase.OVER):
            standing = {cell for cell in placed if cell in position.ships}
            assert not any(BEHIND.get(cell) in position.crowd() for cell in standing)
            placed.clear()
        if isinstance(move, Fly | Yield):
            placed.add(move.target)


def test_ships_never_share_a_cell(moments):
    for position, _ in moments:
        assert len(position.crowd()) == sum(cell is not None for cell in position.ships)


def test_notation_and_json_come_back(moments):
    for position, _ in moments[::5]:
        assert GAME.thaw(msgspec.json.encode(position)) == position
        for move in position.moves():
            assert GAME.parse(str(move)) == move


def test_moves_are_the_lawful_attempts(moments):
    for position, _ in moments[:: len(moments) // 12]:
        attempts = list(position.attempts(SITES))
        lawful = {move for move in attempts if position.refusal(move) is None}
        assert lawful == set(position.moves())


def test_after_is_defined_for_every_attempt_and_changes_nothing_before(moments):
    for position, _ in moments[:: len(moments) // 6] + moments[-1:]:
        before = msgspec.json.encode(position)
        for move in position.attempts(SITES):
            after = position.after(move)
            assert after.layout() and after.asks() and after.public().scene() == after.scene()
            assert after != position
        assert msgspec.json.encode(position) == before


def test_a_secret_shows_nowhere(moments):
    luck = random.Random(1)
    for position, _ in moments[::7]:
        other = shuffled(position, luck)
        assert other.public() == position.public() == position.public().public()
        assert position.public().scene() == position.scene()
        assert position.public().asks() == position.asks()
        assert position.public().layout().keys() == position.layout().keys()
        list(position.public().moves())


def shuffled(position, luck):
    """Return the position with other hidden cards, which a spectator sees alike."""
    secret = [*position.pile, *sum(position.hands, ())]
    luck.shuffle(secret)
    hands = tuple(tuple(secret.pop() for _ in hand) for hand in position.hands)
    dealt = hands[0][-1] if position.dealt and hands[0] else position.dealt
    return replace(position, hands=hands, pile=tuple(sorted(secret)), dealt=dealt)


def test_a_seat_sees_its_own_hand_only(moments):
    for position, _ in moments[::11]:
        for seat in range(len(position.ships)):
            seen = position.seen_by(seat)
            assert seen.hand(seat) == position.hand(seat)
            others = [hand for other, hand in enumerate(seen.hands) if other != seat]
            assert all(set(hand) <= {UNSEEN} for hand in others) and set(seen.pile) <= {UNSEEN}
            assert seen.dealt in ("", UNSEEN, *position.hand(seat))


def test_a_hand_at_one_ship_could_take_it_anywhere():
    position = GAME.start(Setting(2))
    assert len(list(position.attempts(frozenset({"b1"})))) == len(CELLS) - 2
    assert [str(m) for m in position.attempts(frozenset({"b1", "b5"}))] == ["1 flies b1-b5"]
    assert not list(position.attempts(frozenset({"e5"})))


def test_everything_that_can_carry_a_tag_is_in_the_box():
    position = GAME.start(Setting(2))
    assert len(set(GAME.pieces(position))) == 66


def test_the_picture_is_the_window_far_row_first():
    picture = GAME.start(Setting(2)).picture()
    assert [cell for row in picture for cell, _ in row] == [cell for line in LINES for cell in line]
    assert picture[-1][0] == ("a1", "E") and dict(picture[2])["h10"] == "1"


def test_cards_are_dealt_by_chance():
    position = GAME.start(Setting(2))
    assert position.actors == {CHANCE} and len(list(position.moves())) == 60


@given(st.text() | st.from_regex(r"[1-7] (lays|flies|turns|leaves) \S+"))
def test_what_is_no_move_is_bad_notation(text):
    try:
        move = parse(text)
    except BadNotation:
        return
    assert str(move) == text


@pytest.mark.parametrize("line", ["", "1 flies b1-k3", "7 lays F1.1", "1 turns 0", "deal 1 X2.1"])
def test_a_bad_line_is_answered_with_a_sentence(line):
    with pytest.raises(BadNotation, match="no move of Astron"):
        parse(line)


@pytest.mark.parametrize("path", STORIES, ids=lambda path: path.stem)
def test_a_playthrough_still_goes_as_it_was_written(path):
    assert STORY.again(path) == path.read_text()


def test_there_are_playthroughs():
    assert len(STORIES) >= 3
