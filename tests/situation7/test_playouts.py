"""Whole games of Situation 7: what holds at every moment of every one of them."""

from itertools import pairwise
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.errors import BadNotation
from controller.game import Setting
from controller.games.situation7 import GAME
from controller.games.situation7.box import EACH, SEATS
from controller.games.situation7.files import own_box
from controller.games.situation7.moves import Equipment, Phase, key, parse
from controller.reading.move_index import Mark, know
from controller.reading.stepwise import finish
from controller.values import Sense
from tests.often import one_in
from tests.situation7.write_playthrough import STORY, moves

KEYS = frozenset(
    key(name, seat) for seat in SEATS for name in ("ready", "stop", *(it.value for it in Equipment))
)
SITES = KEYS | frozenset(own_box().board.spaces)
SENSES = {site: Sense.KEY if site in KEYS else Sense.SIDE for site in SITES}
TAGGED = {site: Sense.KEY if site in KEYS else Sense.TAG for site in SITES}
GAMES = [
    pytest.param((seed, keen), id=f"{'keen' if keen else 'random'}-{seed}")
    for seed in range(8)
    for keen in (True, False)
]
STORIES = sorted((Path(__file__).parent / "playthroughs").glob("*.txt"))


@pytest.fixture(scope="module", params=one_in(3, GAMES))
def moments(request):
    """Every moment of a game, the last without an actor."""
    steps = list(STORY.played(GAME.name, moves(*request.param)))
    return [*(before for before, _, _ in steps), steps[-1][2]]


def test_every_game_ends_and_someone_can_always_act_until_then(moments):
    for position in moments:
        seats = {move.seat for move in position.moves()}
        assert bool(position.actors) == (position.outcome is None)
        assert seats <= position.actors and bool(seats) == bool(position.actors)
    final = moments[-1]
    assert final.outcome.scores == final.scores() and final.outcome.winners
    assert not final.empty or all(side.stopped for side in final.sides)


def test_a_keen_game_covers_the_board():
    for seed in range(8):
        *_, (_, _, final) = STORY.played(GAME.name, moves(seed, keen=True))
        assert not final.empty and any(side.gear for side in final.sides)


def test_owners_never_change_and_equipment_never_moves(moments):
    for before, after in pairwise(moments):
        for was, now in zip(before.sides, after.sides, strict=True):
            assert was.pieces & now.pieces == was.pieces
            assert now.gear[: len(was.gear)] == was.gear
        assert not after.sides[0].pieces & after.sides[1].pieces


def test_both_together_never_have_more_than_3000_points_and_lose_none(moments):
    for before, after in pairwise(moments):
        assert all(was <= now for was, now in zip(before.scores(), after.scores(), strict=True))
    assert sum(moments[-1].scores()) <= 3000


def test_until_the_board_is_full_at_least_one_side_has_a_lawful_space(moments):
    for position in moments:
        if position.phase is Phase.PLAY:
            free = [position.joined(s) & ~position.guarded(s) & position.empty for s in SEATS]
            assert any(free)


def test_what_is_known_of_a_side_follows_from_its_pieces(moments):
    board = own_box().board
    for position in moments[::9]:
        for side in position.sides:
            assert side.reach == board.around(side.pieces)
            manned = sum(board.bit[site] for site in side.astronauts)
            assert side.watched == board.around(manned)


def test_equipment_stands_on_own_pieces_one_on_each(moments):
    board = own_box().board
    for position in moments[::9]:
        for seat, side in zip(SEATS, position.sides, strict=True):
            sites = [site for _, site in side.gear]
            assert len(set(sites)) == len(sites)
            assert all(board.bit[site] & side.pieces for site in sites)
            for kind in Equipment:
                assert 0 <= side.left(kind) <= EACH
                assert side.left(kind) == EACH or side.covers(own_box().bases[seat][kind])


def test_the_layout_shows_every_piece_once(moments):
    names = set(GAME.pieces(GAME.start(Setting(2))))
    for position in moments:
        stacks = position.layout().values()
        lying = [piece.name for stack in stacks for piece in stack]
        assert len(set(lying)) == len(lying) and names.issuperset(lying)
        assert len(position.layout()) == 96 - position.empty.bit_count()
        assert all(len({piece.seat for piece in stack}) == 1 for stack in stacks)


def test_notation_and_json_come_back(moments):
    for position in moments[::5]:
        assert GAME.thaw(msgspec.json.encode(position)) == position
        for move in position.moves():
            assert GAME.parse(str(move)) == move


def test_moves_are_the_lawful_attempts(moments):
    for position in moments[::5]:
        attempts = list(position.attempts(SITES))
        assert len(set(attempts)) == len(attempts)
        lawful = {move for move in attempts if position.refusal(move) is None}
        assert lawful == set(position.moves())


def test_after_is_defined_for_every_attempt_and_changes_nothing_before(moments):
    for position in (*moments[::15], moments[-1]):
        before = msgspec.json.encode(position)
        for move in position.attempts(SITES):
            after = position.after(move)
            assert after.asks() and after.public().scene() == after.scene()
            assert SITES.issuperset(after.layout()) and len(after.scores()) == 2
        assert msgspec.json.encode(position) == before


@pytest.mark.parametrize("senses", [SENSES, TAGGED], ids=["sides", "tags"])
def test_every_move_leaves_a_trace_of_its_own(moments, senses):
    for position in moments[::5]:
        marks = finish(know(position, senses)).marks
        assert all(mark.trace and not mark.unfelt and not mark.left for mark in marks)
        assert len({signature(mark) for mark in marks}) == len(marks)


def signature(mark: Mark):
    return frozenset(mark.trace.changes.items()), mark.trace.touched


def test_there_is_nothing_to_hide(moments):
    for position in moments[::20]:
        assert position.public() == position == position.seen_by(SEATS[0])
        assert position.hand(SEATS[0]) == ()


def test_the_picture_shows_every_space_north_on_top():
    picture = GAME.start(Setting(2)).picture()
    shown = [site for row in picture for site, _ in row]
    assert sorted(shown) == sorted(own_box().board.spaces)
    assert ("F12", "O") in picture[0] and ("F0", "O") in picture[-1]
    assert [site for site, _ in picture[-1]][:6] == ["F5", "F4", "F3", "F2", "F1", "F0"]


@given(st.text() | st.from_regex(r"[1-3] (lays|mans|arms|drops rocket|stops) ?\S*"))
def test_what_is_no_move_is_bad_notation(text):
    try:
        move = parse(text)
    except BadNotation:
        return
    assert str(move) == text


@pytest.mark.parametrize(
    "line", ["", "3 lays F0", "1 lays", "1 lays f0", "1 drops astronaut F0", "1 arms laser"]
)
def test_a_bad_line_is_answered_with_a_sentence(line):
    with pytest.raises(BadNotation, match="no move of Situation 7"):
        parse(line)


@pytest.mark.parametrize("path", STORIES, ids=lambda path: path.stem)
def test_a_playthrough_still_goes_as_it_was_written(path):
    assert STORY.again(path) == path.read_text()


def test_there_are_playthroughs():
    assert len(STORIES) >= 3
