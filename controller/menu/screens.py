"""The screens of the menu and the transitions between them, all of them in WAYS."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import ClassVar

from transitions import Machine

from controller.scene import AMBER, BLUE, GREEN, RED, RGB, WHITE


class Screen(Enum):
    """The screens of the menu."""

    CLOSED = "closed"  # a game is being played
    HOME = "home"  # go on with a game, begin one, shut down
    GAME = "game"  # which game
    SEATS = "seats"  # how many seats
    PLAYERS = "players"  # who sits at each seat
    CARDS = "cards"  # real, or dealt by the table
    RULES = "rules"  # accept the rules, or view them, teams and choices
    OPTIONS = "options"  # each house rule, on or off
    TEAMS = "teams"  # who plays with whom
    PICKS = "picks"  # what each seat picks
    START = "start"  # everything is agreed
    SOUND = "sound"  # the volume
    PAUSE = "pause"  # the menu during a game
    SURE = "sure"  # confirm what cannot be undone


class Turn(Enum):
    """The events that change the screen."""

    NEW = "new"
    DONE = "done"
    LOOK = "look"
    TEAM = "team"
    PICK = "pick"
    HEAR = "hear"
    BACK = "back"
    LEAVE = "leave"
    DOUBT = "doubt"
    OPEN = "open"
    LAID = "laid"  # the start pieces of a game are laid out
    CLOSE = "close"


ANYWHERE = {Turn.LEAVE: Screen.HOME, Turn.LAID: Screen.START, Turn.CLOSE: Screen.CLOSED}
SCREEN_CHANGES: Mapping[Screen, Mapping[Turn, Screen]] = {
    Screen.CLOSED: {Turn.OPEN: Screen.PAUSE, Turn.LAID: Screen.START, Turn.LEAVE: Screen.HOME},
    Screen.HOME: {
        Turn.NEW: Screen.GAME,
        Turn.HEAR: Screen.SOUND,
        Turn.DOUBT: Screen.SURE,
        **ANYWHERE,
    },
    Screen.GAME: {Turn.DONE: Screen.SEATS, Turn.BACK: Screen.HOME, **ANYWHERE},
    Screen.SEATS: {Turn.DONE: Screen.PLAYERS, Turn.BACK: Screen.GAME, **ANYWHERE},
    Screen.PLAYERS: {Turn.DONE: Screen.CARDS, Turn.BACK: Screen.SEATS, **ANYWHERE},
    Screen.CARDS: {Turn.DONE: Screen.RULES, Turn.BACK: Screen.PLAYERS, **ANYWHERE},
    Screen.RULES: {
        Turn.DONE: Screen.START,
        Turn.LOOK: Screen.OPTIONS,
        Turn.TEAM: Screen.TEAMS,
        Turn.PICK: Screen.PICKS,
        Turn.BACK: Screen.CARDS,
        **ANYWHERE,
    },
    Screen.OPTIONS: {Turn.DONE: Screen.START, Turn.BACK: Screen.RULES, **ANYWHERE},
    Screen.TEAMS: {Turn.DONE: Screen.RULES, Turn.BACK: Screen.RULES, **ANYWHERE},
    Screen.PICKS: {Turn.DONE: Screen.RULES, Turn.BACK: Screen.RULES, **ANYWHERE},
    Screen.START: {Turn.BACK: Screen.RULES, **ANYWHERE},
    Screen.PAUSE: {
        Turn.HEAR: Screen.SOUND,
        Turn.DOUBT: Screen.SURE,
        Turn.BACK: Screen.CLOSED,
        **ANYWHERE,
    },
    Screen.SURE: {Turn.BACK: Screen.HOME, Turn.OPEN: Screen.PAUSE, **ANYWHERE},
    Screen.SOUND: {Turn.BACK: Screen.HOME, Turn.OPEN: Screen.PAUSE, **ANYWHERE},
}
SCREEN_COLOURS: Mapping[Screen, RGB] = {
    Screen.HOME: BLUE,
    Screen.GAME: BLUE,
    Screen.SEATS: GREEN,
    Screen.PLAYERS: GREEN,
    Screen.CARDS: BLUE,
    Screen.RULES: WHITE,
    Screen.OPTIONS: WHITE,
    Screen.TEAMS: GREEN,
    Screen.PICKS: WHITE,
    Screen.START: GREEN,
    Screen.PAUSE: AMBER,
    Screen.SURE: RED,
    Screen.SOUND: AMBER,
}


class Path:
    """The state machine that holds the present screen."""

    screen: Screen
    trigger: Callable[[str], bool]
    rows: ClassVar[list[list[str | Enum]]] = [
        [turn.value, here, there]
        for here, ways in SCREEN_CHANGES.items()
        for turn, there in ways.items()
    ]

    def __init__(self, first: Screen) -> None:
        Machine(
            self,
            states=Screen,
            transitions=self.rows,
            initial=first,
            model_attribute="screen",
            auto_transitions=False,
        )

    def take(self, turn: Turn) -> None:
        """Change the screen, if it has a transition for this turn."""
        if turn in SCREEN_CHANGES[self.screen]:
            self.trigger(turn.value)
