"""Whole games of Space Walk: what holds at every moment of every one of them."""

import random
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.errors import BadNotation
from controller.game import Setting
from controller.games.space_walk import GAME
from controller.games.space_walk.board import FIELDS, HOLES, KEYS, READER
from controller.games.space_walk.moves import Advance, Empty, Land, Phase, Place, Spend, parse
from controller.games.space_walk.refusals import LOWEST_FIRST
from controller.games.space_walk.ships import NOWHERE
from tests.often import one_in
from tests.space_walk import plain
from tests.space_walk.write_playthrough import STORY

SITES = frozenset({*FIELDS, *KEYS, READER})
OPTIONS = (
    {},
    {"token_reset_own_turn": True},
    {"second_player_opens": True, "token_reset_own_turn": False},
    {"action_cards": True},
    {"action_cards": True, "second_player_opens": True},
)
GAMES = [
    pytest.param((seats, seed), id=f"{seats}-seats-seed-{seed}")
    for seats in GAME.seats
    for seed in range(len(OPTIONS))
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


def in_orbit(position):
    """Every ship that is not lost, those in the hand too."""
    return sum(place is not None for fleet in position.fleets for place in fleet)


def test_every_game_ends_and_someone_can_always_move_until_then(moments):
    for position, move in moments:
        assert bool(position.actors) == (position.outcome is None) == (move is not None)
        assert {move.seat for move in position.moves()} == position.actors
    final, _ = moments[-1]
    assert final.outcome.winners and final.outcome.scores == final.scores()
    out = [seat for seat, fleet in enumerate(final.fleets) if fleet == NOWHERE]
    assert out and all(final.outcome.scores[seat] == 0 for seat in out)


def test_ships_in_orbit_and_tokens_only_ever_decrease(moments):
    for (before, _), (after, _) in pairwise(moments):
        if before.phase is not Phase.PLACE:
            assert in_orbit(after) <= in_orbit(before)
        assert all(now <= was for was, now in zip(before.tokens, after.tokens, strict=True))


def test_no_ship_lies_in_a_hole_or_off_the_orbit(moments):
    for position, _ in moments:
        trays = {ship.tray for ship in position.terms.chart.ships.values()}
        fields = set(position.layout()) - {READER} - trays
        assert fields <= set(position.terms.orbit) - set(HOLES)


def test_every_ship_is_in_one_place_at_most(moments):
    for position, _ in moments:
        names = [
            p.name for site, stack in position.layout().items() if site != READER for p in stack
        ]
        assert len({*names, *position.group}) == len(names) + len(position.group)
        assert len(names) + len(position.group) == in_orbit(position)


def test_bigger_ships_lie_at_the_bottom(moments):
    for position, _ in moments[::7]:
        for site, stack in position.layout().items():
            ranks = [position.terms.chart.ships[p.name].rank for p in stack if site != READER]
            assert ranks == sorted(ranks)


def test_nobody_spends_two_tokens_in_a_round(moments):
    if moments[0][0].terms.token_reset_own_turn:
        return
    spent = set()
    for position, move in moments:
        if isinstance(move, Empty) and move.seat == position.coming == position.terms.opener:
            spent = set()
        if isinstance(move, Spend):
            assert move.seat not in spent
            spent.add(move.seat)


def test_every_card_is_held_or_lies_on_its_own_pile(moments):
    for position, _ in moments:
        if cards := position.cards:
            for seat in range(position.terms.seats):
                own = {c for c, owner in position.terms.chart.owners.items() if owner == seat}
                assert {*cards.hands[seat], *cards.piles[seat]} == own
                assert len(cards.hands[seat]) + len(cards.piles[seat]) == 8


def test_attempts_hold_all_lawful_moves_and_a_reason_for_the_rest(moments):
    for position, _ in moments[::13]:
        lawful = {str(m) for m in position.attempts(SITES) if position.refusal(m) is None}
        assert lawful == {str(move) for move in position.moves()}


def test_w4_no_hand_is_told_which_of_those_that_look_alike_it_should_have_taken(moments):
    for position, _ in moments[::13]:
        tried = position.attempts(SITES)
        assert LOWEST_FIRST not in [position.refusal(move) for move in tried]


def test_every_attempt_has_something_that_follows(moments):
    for position, _ in moments[::29]:
        for move in position.attempts(SITES):
            position.after(move).layout()


def test_a_moment_comes_back_from_json_and_goes_on_the_same(moments):
    for position, move in moments[::11]:
        thawed = GAME.thaw(msgspec.json.encode(position))
        assert thawed == position
        assert list(thawed.moves()) == list(position.moves())
        if move:
            assert thawed.after(move) == position.after(move)


def test_a_hand_at_one_field_could_take_its_ships_anywhere():
    position = GAME.start(Setting(2))
    for line in ("1 places green.large.1 o3", "2 places red.large.1 o4"):
        position = position.after(parse(line))
    near = [str(move) for move in position.attempts(frozenset({"o3"}))]
    assert "1 empties o3" in near
    assert sum(line.startswith("1 advances green.large.1 o3-") for line in near) == len(FIELDS) - 1


def test_everything_that_can_carry_a_tag_is_in_the_box():
    assert len(set(GAME.pieces(GAME.start(Setting(5))))) == 45 + 40


@pytest.mark.parametrize("seats, fields", [(2, 14), (3, 21)])
def test_the_picture_shows_the_orbit(seats, fields):
    cells = [site for row in GAME.start(Setting(seats)).picture() for site, _ in row]
    assert len(cells) == len(set(cells)) == fields


def test_the_drawing_shows_the_whole_board_and_the_fleets_in_play():
    drawing = GAME.drawing(GAME.start(Setting(3)))
    assert {cell.site for cell in drawing.cells} == FIELDS and len(drawing.tokens) == 27
    assert {print.kind for print in drawing.prints} == {"orbit", "planet", "hole"}
    width, height = drawing.size
    for one, other in ((a, b) for a in drawing.cells for b in drawing.cells if a is not b):
        (x, y), (to_x, to_y) = one.centre, other.centre
        assert (x - to_x) ** 2 + (y - to_y) ** 2 >= (one.radius + other.radius) ** 2
        assert one.radius <= x <= width - one.radius and one.radius <= y <= height - one.radius


# ------------------------------------------------------------------------------ a second opinion


def number(position, name):
    """A ship as the plain engine counts it."""
    ship = position.terms.chart.ships[name]
    return 9 * ship.seat + ship.slot


def plainly(position, move):
    """A move as the plain engine writes it."""
    at = position.terms.orbit.index
    match move:
        case Place():
            return "place", move.seat, number(position, move.ship), at(move.field)
        case Land():
            return "land", move.seat, number(position, move.ship), at(move.field)
        case Empty():
            return "empty", move.seat, at(move.field)
        case Spend():
            return "spend", move.seat
        case Advance():
            ship, way = number(position, move.ship), (at(move.source), at(move.target))
            return "advance", move.seat, ship, *way
    raise AssertionError(move)


@pytest.mark.parametrize("seats", GAME.seats)
@pytest.mark.parametrize("own_turn", [False, True])
@pytest.mark.parametrize("second", [False, True])
def test_the_plain_engine_plays_the_same_game(seats, own_turn, second):
    options = {"token_reset_own_turn": own_turn, "second_player_opens": second}
    for seed in range(4):
        luck = random.Random(seed)
        position, state = (
            GAME.start(Setting(seats, options=options)),
            plain.start(seats, own_turn, second),
        )
        while position.outcome is None:
            moves = list(position.moves())
            assert sorted(plainly(position, m) for m in moves) == sorted(plain.moves(state))
            assert position.scores() == plain.scores(state)
            move = luck.choice(moves)
            state = plain.after(state, plainly(position, move))
            position = position.after(move)
        assert plain.over(state) and plain.scores(state) == position.outcome.scores


# -------------------------------------------------------------------------------------- notation


@given(st.text() | st.from_regex(r"[1-6] (places|lands|empties|spends|plays|advances)( \S+){0,2}"))
def test_what_is_no_move_is_bad_notation(text):
    try:
        move = parse(text)
    except BadNotation:
        return
    assert str(move) == text


@pytest.mark.parametrize(
    "line",
    ["", "6 spends", "1 empties o7", "1 empties o21", "1 lands green.huge.1 o3", "1 plays king"],
)
def test_a_bad_line_is_answered_with_a_sentence(line):
    with pytest.raises(BadNotation, match="no move of Space Walk"):
        parse(line)


@pytest.mark.parametrize("path", STORIES, ids=lambda path: path.stem)
def test_a_playthrough_still_goes_as_it_was_written(path):
    assert STORY.again(path) == path.read_text()


def test_there_are_playthroughs():
    assert len(STORIES) >= 5
