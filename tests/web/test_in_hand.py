"""What a simulated hand holds: where it may go is shown, also where no light can say it."""

from __future__ import annotations

from controller.games import SHELF
from controller.reading.moment import Moment
from controller.sitting.flow import Stage
from controller.values import Site
from controller.web.pages import table_page
from controller.web.parts.lifting import loads
from controller.web.view import Eyes
from tests.panels import load_panel
from tests.web.test_apart import lying
from tests.web.test_names import view, where
from tests.zylatron import at, play

CRAFT, TARGET = "red-fighter1 r16", "green-star1 v9"
LAUNCHING = play(at(CRAFT, "red-missile4 on red-fighter1", TARGET), "1 chooses launch")


def held(name: str, source: str) -> Eyes:
    """Taken up from there, and all else as it was."""
    stands = lying(LAUNCHING)
    left = tuple(piece for piece in stands[Site(source)] if piece.name != name)
    return Eyes(pieces={**stands, Site(source): left}, held=(name,), rows={}, lights={})


def test_where_a_missile_out_of_a_stack_may_fly_is_shown():
    moves = [move for move in LAUNCHING.moves() if "launches" in str(move)]
    goals = {str(move).rpartition("-")[2] for move in moves} - {"r16"}
    now = view(SHELF["zylatron"], [(None, LAUNCHING)], -1, eyes=held("red-missile4", "r16"))
    assert {*table_page(now)["reach"]} == goals
    assert table_page(where(now, stage=Stage.MOVING))["reach"] == []


def test_what_cannot_go_alone_has_no_reach():
    """A craft takes its load along: neither goes anywhere without the other."""
    start = at(CRAFT, "red-missile4 on red-fighter1", "red-warrior1 c25", TARGET)
    moment = Moment(start, load_panel("zylatron").senses)
    assert loads(moment) == {"r16": {"red-fighter1": ["red-fighter1", "red-missile4"]}}
    stands = lying(start)
    left = {**stands, Site("r16"): stands[Site("r16")][:1]}
    eyes = Eyes(pieces=left, held=("red-missile4",), rows={}, lights={})
    assert table_page(view(SHELF["zylatron"], [(None, start)], -1, eyes=eyes))["reach"] == []


def test_what_stood_alone_was_felt_and_is_lit():
    now = view(SHELF["zylatron"], [(None, LAUNCHING)], -1, eyes=held("green-star1", "v9"))
    assert table_page(now)["reach"] == []
