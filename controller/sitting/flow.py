"""The stages of a sitting and the transitions between them.

ARROWS is the complete transition table. Its events are the decisions about a hand and the events
of the sitting itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from controller.reading.choose import Ask, Count, Decision, LeadBack, NotYet, Refuse


class Stage(Enum):
    """The stages of a sitting."""

    SHELF = "shelf"  # choosing a game
    SETUP = "setup"  # the board is being laid out
    WAITING = "waiting"  # the board is right; a player is to act
    MOVING = "moving"  # a hand is in the board
    ASKING = "asking"  # several interpretations of one gesture; a key decides
    MENDING = "mending"  # something is in the wrong place; the lights lead back
    PAUSED = "paused"  # no contact with the board
    OVER = "over"


class Event(Enum):
    """The events that can change the stage."""

    QUIET = "quiet"
    UNDERWAY = "underway"
    MADE = "made"
    UNCLEAR = "unclear"
    FORBIDDEN = "forbidden"
    STRAY = "stray"
    TAKE_GAME = "take_game"
    TAKE_BACK = "take_back"
    LOSE_BOARD = "lose_board"
    FIND_BOARD = "find_board"
    END = "end"
    CLEAR_TABLE = "clear_table"


DECIDED: Mapping[type[Decision] | type[None], Event] = {
    type(None): Event.QUIET,
    NotYet: Event.UNDERWAY,
    Count: Event.MADE,
    Ask: Event.UNCLEAR,
    Refuse: Event.FORBIDDEN,
    LeadBack: Event.STRAY,
}
LEAVING = {
    Event.TAKE_BACK: Stage.SETUP,
    Event.LOSE_BOARD: Stage.PAUSED,
    Event.END: Stage.OVER,
}
READING = {
    Event.QUIET: Stage.WAITING,
    Event.UNDERWAY: Stage.MOVING,
    Event.MADE: Stage.WAITING,
    Event.UNCLEAR: Stage.ASKING,
    Event.FORBIDDEN: Stage.MENDING,
    Event.STRAY: Stage.MENDING,
}
WAYS: Mapping[Stage, Mapping[Event, Stage]] = {
    Stage.SHELF: {Event.TAKE_GAME: Stage.SETUP},
    Stage.SETUP: {Event.QUIET: Stage.WAITING, **LEAVING},
    Stage.WAITING: READING | LEAVING,
    Stage.MOVING: READING | LEAVING,
    Stage.ASKING: READING | LEAVING,
    Stage.MENDING: READING | LEAVING,
    Stage.PAUSED: {Event.FIND_BOARD: Stage.SETUP, Event.END: Stage.OVER},
    Stage.OVER: {Event.TAKE_BACK: Stage.SETUP, Event.CLEAR_TABLE: Stage.SHELF},
}
ARROWS: Mapping[Stage, Mapping[Event, Stage]] = {
    here: {event: ways.get(event, here) for event in Event} for here, ways in WAYS.items()
}
"""The complete table: every event in every stage; without a transition the stage stays the same."""
