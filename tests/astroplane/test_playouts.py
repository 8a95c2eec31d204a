"""Whole games of Astroplane: what holds at every moment of every one of them."""

import random
from collections import Counter
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.errors import BadNotation
from controller.game import Setting
from controller.games.astroplane import GAME
from controller.games.astroplane.board import CENTRE, DIAMONDS, DONE, GROUND, PLACES, space_of
from controller.games.astroplane.moves import Cross, Fly, Jump, Phase, SetUp, Withdraw, parse
from tests.astroplane.write_playthrough import STORY
from tests.often import one_in

BOX = GAME.start(Setting(2)).box
SITES = frozenset({*BOX.chart.sites, DONE})
GAMES = [
    pytest.param((seats, seed), id=f"{seats}-seats-seed-{seed}")
    for seats in GAME.seats
    for seed in range(6)
]
STORIES = sorted((Path(__file__).parent / "playthroughs").glob("*.txt"))
LONGEST = 1500  # moves; the longest of 800 random games of four had 590


def game(seats, seed):
    """A random game, every third one a match: each moment with the move that followed it."""
    luck = random.Random(seed)
    position = GAME.start(Setting(seats, options={"match": seed % 3 == 2}))
    while position.outcome is None:
        move = chosen(position.moves(), luck)
        yield position, move
        position = position.after(move)
    yield position, None


def chosen(moves, luck):
    """Any move, but now and then rather one that is rare."""
    rare = [move for move in moves if not isinstance(move, Fly)]
    return luck.choice(rare if rare and luck.random() < 0.3 else moves)


@pytest.fixture(scope="module", params=one_in(3, GAMES))
def moments(request):
    return list(game(*request.param))


def test_every_game_ends_and_someone_can_always_move_until_then(moments):
    for position, move in moments:
        assert bool(position.actors) == (position.outcome is None) == (move is not None)
        assert {move.seat for move in position.moves()} == position.actors
    final, _ = moments[-1]
    assert final.outcome.winners and final.outcome.scores == final.scores()


@pytest.mark.parametrize("seats", GAME.seats)
def test_random_games_are_over_before_long(seats):
    luck = random.Random(seats)
    for _ in range(25):
        position, moves = GAME.start(Setting(seats)), 0
        while position.outcome is None:
            position = position.after(luck.choice(position.moves()))
            moves += 1
        assert moves < LONGEST


def test_every_craft_is_somewhere_once(moments):
    """Board, start areas and reserve and what was eliminated or has left: ten to a fleet."""
    killed = Counter()
    for (before, move), (after, _) in pairwise(moments):
        if isinstance(move, SetUp):
            killed.clear()
        gone = set(sum(before.board.values(), ())) - set(sum(after.board.values(), ()))
        killed.update(craft // 10 for craft in gone)
        standing = [craft for stack in after.board.values() for craft in stack]
        assert len(standing) == len(set(standing))
        counted = Counter(craft // 10 for craft in standing) + killed
        assert counted == dict.fromkeys(range(after.seats), 10)


def test_a_diamond_never_has_overlapping_halves(moments):
    for position, _ in moments:
        for space in DIAMONDS:
            taken = position.standing_in(space)
            assert len(taken) <= 2
            if len(taken) == 2:
                assert BOX.chart.opposite[taken[0]] == taken[1]
                whole = position.phase is Phase.RETURN and space_of(position.at) == space
                assert whole or (space in BOX.chart.ordinary and space in position.squares())


def test_a_square_is_two_single_craft_of_one_owner(moments):
    for position, _ in moments:
        for space, seat in position.squares().items():
            stacks = [position.board[site] for site in position.standing_in(space)]
            assert [len(stack) for stack in stacks] == [1, 1]
            assert {stack[0] // 10 for stack in stacks} == {seat}


def test_a_single_craft_changes_universe_only_through_hyperspace_or_a_wormhole(moments):
    def universe(site):
        return PLACES[space_of(site)][0] % 2

    for _, move in moments:
        if isinstance(move, Fly):
            assert universe(move.source) == universe(move.target)
        if isinstance(move, Jump):
            assert universe(move.source) != universe(move.target)
        if isinstance(move, Cross):
            assert {move.source, move.target} <= BOX.chart.hyperspace


def test_what_is_in_the_singularity_stays(moments):
    for (before, move), (after, _) in pairwise(moments):
        if not isinstance(move, SetUp):
            for site in CENTRE:
                stack = before.board.get(site, ())
                assert after.board.get(site, ())[: len(stack)] == stack


def test_nobody_begins_a_turn_with_squares_side_by_side(moments):
    for position, _ in moments:
        if position.phase is Phase.MOVE and not position.fresh:
            assert not position.crowding(position.squares())


def test_nobody_stays_where_he_entered_hyperspace(moments):
    for (before, _), (after, move) in pairwise(moments):
        if before.phase is not Phase.CROSS and after.phase is Phase.CROSS:
            assert isinstance(move, Cross)


def test_points_only_grow_within_a_round_but_for_a_top_that_is_covered(moments):
    for (before, move), (after, _) in pairwise(moments):
        if isinstance(move, SetUp | Withdraw):
            assert after.scores() == before.scores()
        assert after.totals >= before.totals


def test_notation_and_json_come_back(moments):
    for position, _ in moments[::9]:
        assert GAME.thaw(msgspec.json.encode(position)) == position
        for move in position.moves():
            assert GAME.parse(str(move)) == move


def test_moves_are_the_lawful_attempts(moments):
    for position, _ in moments[:: len(moments) // 8]:
        lawful = {str(m) for m in position.attempts(SITES) if position.refusal(m) is None}
        assert lawful == {str(move) for move in position.moves()}


def test_after_is_defined_for_every_attempt_and_changes_nothing_before(moments):
    for position, _ in moments[:: len(moments) // 3] + moments[-1:]:
        before = msgspec.json.encode(position)
        for move in list(position.attempts(SITES))[::7]:
            after = position.after(move)
            assert after.layout() and after.asks() and after.scene()
        assert msgspec.json.encode(position) == before


def test_there_are_no_secrets(moments):
    for position, _ in moments[::20]:
        assert position.public() == position == position.seen_by(0)
        assert position.hand(0) == ()


def test_a_hand_at_one_craft_could_take_it_anywhere():
    position = GAME.start(Setting(2))
    assert len(list(position.attempts(frozenset({"d1n"})))) == 359
    assert [str(m) for m in position.attempts(frozenset({"d1n", "d3e"}))] == ["1 flies d1n-d3e"]
    assert [str(m) for m in position.attempts(frozenset({DONE}))] == ["1 done"]
    assert not list(position.attempts(frozenset({"g6n"})))


def test_everything_that_can_carry_a_tag_is_in_the_box():
    position = GAME.start(Setting(2))
    pieces = GAME.pieces(position)
    assert len(set(pieces)) == 40
    standing = {piece.name for stack in position.layout().values() for piece in stack}
    assert standing == {name for name in pieces if name.startswith(("south", "north"))}


def test_the_picture_has_every_site_once():
    sites = [site for row in GAME.start(Setting(2)).picture() for site, _ in row]
    assert len(sites) == 360 and set(sites) == set(BOX.chart.sites)
    assert len(GROUND) == 84


@given(st.text() | st.from_regex(r"[1-5] (flies|slides|kills|fires|done|sets) ?\S*"))
def test_what_is_no_move_is_bad_notation(text):
    try:
        move = parse(text)
    except BadNotation:
        return
    assert str(move) == text


@given(
    st.from_regex(
        r"[12] ((flies|crosses|jumps|returns|calls) [d-i][1-9][nesw]?-[a-o][1-9][nesw]?"
        r"|slides [d-i][1-9]-[d-i][1-9]|(kills|leaves) [d-o][1-9][nesw]?"
        r"|fires [no][12][nw]\+[no][12][nw]|done|sets up)",
        fullmatch=True,
    )
)
def test_whatever_is_said_is_judged(text):
    position, move = GAME.start(Setting(2)), parse(text)
    assert (position.refusal(move) is None) == (move in position.moves())


@pytest.mark.parametrize(
    "line", ["", "1 flies d1n-p3", "5 done", "1 slides d3n-e4n", "1 fires n1n"]
)
def test_a_bad_line_is_answered_with_a_sentence(line):
    with pytest.raises(BadNotation, match="no move of Astroplane"):
        parse(line)


@pytest.mark.parametrize("path", STORIES, ids=lambda path: path.stem)
def test_a_playthrough_still_goes_as_it_was_written(path):
    assert STORY.again(path) == path.read_text()


def test_there_are_playthroughs():
    assert len(STORIES) >= 3
