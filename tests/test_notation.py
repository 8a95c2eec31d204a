"""Moves as lines: written by their class's line, and read back by the same."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import pytest

from controller.errors import BadNotation
from controller.game import Move
from controller.notation import Form, Notation
from controller.values import CHANCE, Seat, Site

Berth = Annotated[Site, Form("[a-c][1-9]")]


class Load(Enum):
    """What is carried."""

    GRAIN = "grain"
    COAL = "coal"


class Sail(Move, frozen=True):
    """From berth to berth."""

    LINE = "{seat} sails {source}+{target}"

    source: Berth
    target: Berth


class Tow(Sail, frozen=True):
    """Only the first berth can be towed from."""

    LINE = "{seat} tows {source}-{target} for {other} with {load}"

    source: Annotated[Site, Form("a1")]
    other: Seat
    load: Load


class Rise(Move, frozen=True):
    """A move of the tide, without a seat."""

    LINE = "tide {feet:+}"

    feet: Annotated[int, Form("[+-][1-9]")]


NOTATION = Notation("Harbour", 3, "1 sails a1+b2", (Sail, Tow, Rise))


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("1 sails a1+b2", Sail(Seat(0), Site("a1"), Site("b2"))),
        ("2 tows a1-c3 for 3 with coal", Tow(Seat(1), Site("a1"), Site("c3"), Seat(2), Load.COAL)),
        ("tide -4", Rise(CHANCE, -4)),
        ("tide +4", Rise(CHANCE, 4)),
    ],
)
def test_a_move_is_written_by_its_line(text: str, move: Move):
    assert str(move) == text


@pytest.mark.parametrize(
    "move",
    [
        Sail(Seat(2), Site("c9"), Site("a1")),
        Tow(Seat(0), Site("a1"), Site("b1"), Seat(1), Load.GRAIN),
        Rise(CHANCE, 1),
    ],
)
def test_a_line_comes_back_as_the_move_it_was(move: Move):
    assert NOTATION.parse(str(move)) == move


@pytest.mark.parametrize(
    "text",
    [
        "4 sails a1+b2",
        "0 sails a1+b2",
        "1 sails a1b2",
        "1 sails a1+d2",
        "2 tows b1-c3 for 3 with coal",
        "2 tows a1-c3 for 4 with coal",
        "2 tows a1-c3 for 3 with salt",
        "1 sails a1+b2\n",
        " 1 sails a1+b2",
        "tide 4",
        "",
    ],
)
def test_what_is_no_line_is_told_with_an_example(text: str):
    with pytest.raises(BadNotation) as trouble:
        NOTATION.parse(text)
    assert str(trouble.value) == (
        f"{text!r} is no move of Harbour; one reads like '1 sails a1+b2'."
    )


def test_a_field_without_a_form_is_our_own_mistake():
    class Drift(Move, frozen=True):
        LINE = "{seat} drifts {where}"

        where: str

    with pytest.raises(AssertionError, match="where"):
        str(Drift(Seat(0), "off"))
