"""Whole wars of Zylatron: what holds at every moment of every one of them.

A random war need not end: players who shoot into the dark and wander never conquer anybody. So the
random ones are cut off, and those that must end are fought by conquerors.
"""

import random
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.errors import BadNotation
from controller.game import Setting
from controller.games.zylatron import GAME
from controller.games.zylatron.board import KEYS, LINES, POINTS, SITES, STRIKE, distance
from controller.games.zylatron.box import BANK, UNUSED
from controller.games.zylatron.moves import Done, Fire, Go, Shift, parse
from controller.games.zylatron.phases import Phase
from controller.games.zylatron.sheet import Kind
from tests.often import one_in
from tests.zylatron.conqueror import conqueror
from tests.zylatron.write_playthrough import STORY

EVERYWHERE = frozenset({*SITES, *KEYS.values(), STRIKE})
OPTIONS = ({}, {"short_game": True}, {"touch_move": False}, {"show_ranges": True})
WARS = [
    pytest.param((seats, seed), id=f"{seats}-players-seed-{seed}")
    for seats in GAME.seats
    for seed in range(4)
]
LONGEST = 600  # moves of a random war that are looked at
STORIES = sorted((Path(__file__).parent / "playthroughs").glob("*.txt"))


def war(seats, seed, choose, most):
    """A war: each moment with the move that followed it."""
    position = GAME.start(Setting(seats, options=OPTIONS[seed % len(OPTIONS)]))
    for _ in range(most):
        if position.outcome:
            break
        move = choose(position, position.turn)
        yield position, move
        position = position.after(move)
    yield position, None


def wanderer(luck):
    return lambda position, seat: luck.choice(list(position.moves()))


@pytest.fixture(scope="module", params=one_in(3, WARS))
def moments(request):
    """A random war followed for a while, and one that is fought to its end."""
    luck = random.Random(str(request.param))
    random_war = list(war(*request.param, wanderer(luck), LONGEST))
    return random_war + list(war(*request.param, conqueror(luck), 10**5))


def test_a_war_of_conquerors_ends_with_one_player(moments):
    final, move = moments[-1]
    assert move is None and final.phase is Phase.OVER
    assert final.outcome.winners == frozenset(final.players) and len(final.players) == 1
    assert final.outcome.scores == final.scores()


def test_someone_can_always_act_until_then(moments):
    for position, _ in moments[::5]:
        moves = list(position.moves())
        assert bool(moves) == bool(position.actors) == (position.outcome is None)
        assert {move.seat for move in moves} == position.actors
        assert len(set(map(str, moves))) == len(moves)


def test_every_piece_is_on_the_board_or_aboard_or_in_the_bank(moments):
    start, _ = moments[0]
    played_with = {piece for piece, at in enumerate(start.at) if at != UNUSED}
    for position, _ in moments:
        lying = [
            piece.name for s, stack in position.layout().items() if s != STRIKE for piece in stack
        ]
        banked = [position.box.names[p] for p, at in enumerate(position.at) if at == BANK]
        everything = {position.box.names[piece] for piece in played_with}
        assert sorted(lying + banked) == sorted(everything)


def test_nobody_stands_where_he_cannot(moments):
    for position, _ in moments:
        for piece, (at, craft) in enumerate(zip(position.at, position.aboard, strict=True)):
            kind = position.box.kinds[piece]
            assert kind is not Kind.STAR or at < 0 or not position.on_land(at)
            assert kind is not Kind.WARRIOR or craft >= 0 or at < 0 or position.on_land(at)
            assert craft < 0 or (at == position.at[craft] and at >= 0)


def test_stacks_are_of_one_side_and_fit_their_bays(moments):
    for position, _ in moments:
        for craft, load in position.bays.items():
            spent = (position.missile, *position.leaving)  # a missile comes down on anybody
            cargo = [piece for piece in load if piece not in spent]
            assert len(cargo) <= position.box.bays[craft]
            assert {position.owners[piece] for piece in cargo} <= {position.owners[craft]}
            assert not any(position.box.kinds[piece] is Kind.STAR for piece in cargo)
        roots = [p for p, at in enumerate(position.at) if at >= 0 and position.aboard[p] < 0]
        assert len(position.stands) == len(roots)


def test_no_more_pieces_move_than_may_and_none_farther_than_it_can(moments):
    gone = {}
    for position, move in moments:
        assert len(position.moved) <= position.box.moves
        if move is None or isinstance(move, Done):
            gone = {}
        if isinstance(move, Go):
            piece = position.box.numbers[move.piece]
            steps = distance(POINTS[move.source], POINTS[move.target])
            gone[piece] = gone.get(piece, 0) + steps
            assert gone[piece] <= position.box.distances[piece]


def test_one_shot_a_piece_a_turn(moments):
    for position, move in moments:
        if isinstance(move, Fire):
            assert position.shooter not in position.fired
            assert position.shooter in position.after(move).fired


def test_money_is_never_negative_and_comes_from_factories(moments):
    for (before, move), (after, _) in pairwise(moments):
        if move is not None:
            assert min(after.money) >= 0
            gained = sum(after.money) - sum(before.money)
            assert gained <= (2 * len(before.box.factories) if isinstance(move, Done) else 0)


def test_twelve_factories_and_forty_cards(moments):
    for position, _ in moments:
        assert len(position.works) == 12 and len(position.box.factories) == 12
        assert set(position.pile) <= set(position.box.deck)
        assert len(set(position.pile)) == len(position.pile)


def test_whoever_is_out_has_nothing(moments):
    for position, _ in moments:
        for seat in set(range(len(position.box.home))) - set(position.players):
            assert seat not in position.commands and seat not in position.holders
            assert position.money[seat] == 0 and position.turn != seat and position.card != seat


def test_near_is_what_moves_says_of_these_sites(moments):
    luck = random.Random(4)
    for position, _ in moments[::17]:
        before = position.layout()
        reached = {str(move): sites(position, before, move) for move in position.moves()}
        everything = sorted(set().union(*reached.values()))
        for size in (1, 1, 2, 5):
            near = frozenset(luck.sample(everything, min(size, len(everything))))
            expected = sorted(line for line, over in reached.items() if over & near)
            assert sorted(map(str, position.near(near))) == expected


def test_a_hand_may_start_where_some_move_begins_and_nowhere_else(moments):
    for position, _ in moments[::7]:
        begun = set().union(*(move.begins for move in position.moves()), frozenset())
        keys = {site for site in begun if site.startswith("key.")}
        assert position.starts() | keys == begun


def sites(position, before, move):
    """Every site where the layout changes or the hand touches something; a stack's, stowed anew."""
    after = position.after(move).layout()
    changed = {s for s in before.keys() | after.keys() if before.get(s) != after.get(s)}
    return changed | move.touches | (move.sites if isinstance(move, Shift) else set())


def test_moves_are_the_lawful_attempts(moments):
    for position, _ in moments[:: len(moments) // 8]:
        lawful = {m for m in position.attempts(EVERYWHERE) if position.refusal(m) is None}
        assert lawful == set(position.moves())


def test_after_is_defined_for_every_attempt_and_changes_nothing_before(moments):
    luck = random.Random(9)
    for position, _ in moments[:: len(moments) // 6]:
        before = msgspec.json.encode(position)
        attempts = list(position.attempts(EVERYWHERE))
        for move in luck.sample(attempts, min(400, len(attempts))):
            after = position.after(move)
            assert after.layout() and after.asks().key and after.scene() is not None
        assert msgspec.json.encode(position) == before


def test_notation_and_json_come_back(moments):
    for position, _ in moments[::7]:
        thawed = GAME.thaw(msgspec.json.encode(position))
        assert thawed == position and thawed.layout() == position.layout()
    for position, _ in moments[::29]:
        for move in position.moves():
            assert GAME.parse(str(move)) == move


def test_a_hand_at_one_piece_could_take_it_anywhere():
    position = GAME.start(Setting(2)).after(parse("lot red d25"))
    lifted = [m for m in position.attempts(frozenset({"h25"})) if isinstance(m, Go)]
    assert len(lifted) == len(SITES) - 1 and {m.piece for m in lifted} == {"red-star1"}
    carried = position.attempts(frozenset({"h25", "k25"}))
    assert [str(m) for m in carried if isinstance(m, Go)] == ["1 moves red-star1 h25-k25"]
    assert not list(position.attempts(frozenset({"k25"})))


def test_everything_that_can_carry_a_tag_is_in_the_box():
    assert len(set(GAME.pieces(GAME.start(Setting(2))))) == 60 + 40


def test_the_picture_is_the_board_far_row_first():
    picture = GAME.start(Setting(2)).picture()
    assert [site for row in picture for site, _ in row] == [s for line in LINES for s in line]
    signs = {site: sign for row in picture for site, sign in row}
    assert (signs["d25"], signs["b26"], signs["h25"], signs["n16"], signs["a29"]) == tuple("HFs#.")


@given(st.text() | st.from_regex(r"[1-5] (moves|ends|aims|leaves|beams) \S+( \S+)?"))
def test_what_is_no_move_is_bad_notation(text):
    try:
        move = parse(text)
    except BadNotation:
        return
    assert str(move) == text


@pytest.mark.parametrize(
    "line",
    ["", "1 moves red-star1 aa28-a1", "5 ends", "1 chooses tea", "strike MISS", "lot red d30"],
)
def test_a_bad_line_is_answered_with_a_sentence(line):
    with pytest.raises(BadNotation, match="no move of Zylatron"):
        parse(line)


@pytest.mark.parametrize("path", STORIES, ids=lambda path: path.stem)
def test_a_playthrough_still_goes_as_it_was_written(path):
    assert STORY.again(path) == path.read_text()


def test_there_are_playthroughs():
    assert len(STORIES) >= 4
