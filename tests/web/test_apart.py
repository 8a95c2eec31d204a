"""A piece that eyes see elsewhere than the record has it is told of by its name, with the way."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random

import pytest
from msgspec.structs import replace

from controller.game import Setting
from controller.games import SHELF
from controller.reading.moment import Moment
from controller.reading.move_index import marks
from controller.sitting.flow import Stage
from controller.telling import capitalise, definite, piece_titles
from controller.values import Piece, Saying, Seat, Site, standing
from controller.web.pages import table_page
from controller.web.parts.lifting import brought
from controller.web.view import Eyes
from controller.words import said
from tests.panels import load_panel
from tests.space_walk import at
from tests.web.test_names import played, view, where
from tests.zylatron import at as galaxy

ASKED_FOR = {said("table.seen_done"), said("table.seen_among_others")}


def lying(position) -> dict:
    """The pieces that are drawn, as they should stand."""
    layout = position.layout()
    return {site: stack for site in layout if (stack := standing(layout, site))}


@pytest.mark.parametrize("name", SHELF)
def test_what_nothing_feels_is_told_while_nobody_moves(name):
    game, luck = SHELF[name], Random(name)
    story = [*played(game, 3, 60)][:60]
    position = story[-1][1]
    called = piece_titles(game.drawing(position))
    stacks = {s: stack for s, stack in lying(position).items() if stack[-1].name in called}
    eyes = Eyes(pieces=lying(position), held=(), rows={}, lights={})
    right = view(game, story, -1, eyes=eyes)
    assert "message" not in table_page(right)
    home, other = luck.sample(sorted(stacks), 2)
    piece = stacks[home][-1]
    moved = {**stacks, home: stacks[home][:-1], other: (*stacks[other], piece)}
    apart = replace(right, eyes=replace(eyes, pieces=moved))
    assert f"{called[piece.name]} should stand on {home}" in table_page(apart)["message"]
    firm = table_page(where(apart, firm=True))["message"]
    assert "BACK" not in table_page(apart)["message"], "where it leads nowhere"
    assert "press BACK" in table_page(where(apart, back=0))["message"]
    assert "press NO" in firm and "BACK" not in firm, "there BACK takes nothing back"
    for busy in (replace(apart.eyes, busy=True), replace(apart.eyes, held=("x",))):
        assert "message" not in table_page(replace(apart, eyes=busy))
    put = Saying("table.put", {"piece": piece.name, "target": home})
    mending = where(apart, stage=Stage.MENDING, asks=put)
    first = capitalise(definite(called[piece.name]))
    told = f"{first} stands on {other}: carry it from there."
    assert table_page(mending)["message"] == told
    gone = replace(mending, eyes=replace(eyes, pieces={**moved, other: stacks[other]}))
    lost = table_page(gone)
    assert lost["message"] == f"{first} lies in the box beside the board."
    assert lost["boxed"] == [piece.name]
    held = table_page(replace(gone, eyes=replace(gone.eyes, held=(piece.name,))))
    assert "message" not in held and not held["boxed"]


def test_who_has_done_what_nothing_feels_is_told_to_press_yes():
    """And not to undo it: whatever lawful move leaves no trace, all stands as after it."""
    game, done = SHELF["zylatron"], Counter()
    story = [*played(game, 5, 400)]
    for end in range(1, len(story) + 1, 2):
        now = view(game, story[:end], -1)
        position, senses = now.position, now.sitting.senses
        every = marks(position, islice(position.moves(), 600), senses)
        for move in [mark.move for mark in every if not mark.trace][:3]:
            after = lying(position.after(move))
            if after != lying(position):
                eyes = Eyes(pieces=after, held=(), rows={}, lights={})
                hint = Saying("hint.move", {"move": str(move)})
                page = table_page(where(replace(now, eyes=eyes), message=hint))
                assert page["message"] in ASKED_FOR, str(move)
                done[str(move).split()[1]] += 1
    assert done["launches"] and len(done) > 2


@pytest.mark.parametrize("name", SHELF)
def test_who_is_told_to_fetch_sees_what_marked_in_the_box(name):
    """A pile is marked if a lawful move brings a piece of it, and some pile always is."""
    game = SHELF[name]
    story = [*played(game, 3, 60)] if name != "zylatron" else bought()
    for end in range(1, len(story) + 1, 5 if name != "zylatron" else 1):
        position = story[end - 1][1]
        eyes = Eyes(pieces=lying(position), held=(), rows={}, lights={})
        page = table_page(view(game, story[:end], -1, eyes=eyes))
        assert bool(page["boxed"]) == page["fetch"]
        brought = set().union(*(on_board(position.after(move)) for move in position.moves()))
        assert {*page["boxed"]} <= brought - on_board(position)


def bought():
    """Somebody in Zylatron has lost a missile and buys it again."""
    losses = galaxy("red-warrior1 c25", "green-star1 z7", bank="red-missile4")
    buys = SHELF["zylatron"].parse("1 chooses buy")
    return [(None, losses), (buys, losses.after(buys))]


def test_a_piece_is_looked_for_in_the_box_by_its_looks():
    """Equal ships are taken for each other: the one that lies there is marked."""
    game = SHELF["space_walk"]
    story = [(None, at("o2 green.large.1 green.large.2", "o5 red.small.1"))]
    for line in ("1 empties o2", "1 lands green.large.1 o3"):
        story.append((game.parse(line), story[-1][1].after(game.parse(line))))
    swapped = {Site("o3"): (Piece("green.large.2"),), Site("o5"): (Piece("red.small.1"),)}
    eyes = Eyes(pieces=swapped, held=(), rows={}, lights={})
    page = table_page(view(game, story, -1, eyes=eyes))
    assert page["boxed"] == ["green.large.1"]


def on_board(position) -> set[str]:
    return {piece.name for stack in lying(position).values() for piece in stack}


def test_of_the_box_only_what_people_bring_is_asked_for():
    position = SHELF["situation7"].start(Setting(2))
    while len(position.due) < 2 or not any("lays" in str(move) for move in position.moves()):
        position = position.after(next(iter(position.moves())))
    here = Moment(position, load_panel("situation7").senses)
    pieces = {token.name: token.seat for token in SHELF["situation7"].drawing(position).tokens}
    assert {pieces[name] for name in brought(here, frozenset({Seat(0)}))} == {0}
    assert {pieces[name] for name in brought(here, frozenset({Seat(0), Seat(1)}))} == {0, 1}
