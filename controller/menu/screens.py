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


class MenuEvent(Enum):
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


ANYWHERE = {
    MenuEvent.LEAVE: Screen.HOME,
    MenuEvent.LAID: Screen.START,
    MenuEvent.CLOSE: Screen.CLOSED,
}
SCREEN_CHANGES: Mapping[Screen, Mapping[MenuEvent, Screen]] = {
    Screen.CLOSED: {
        MenuEvent.OPEN: Screen.PAUSE,
        MenuEvent.LAID: Screen.START,
        MenuEvent.LEAVE: Screen.HOME,
    },
    Screen.HOME: {
        MenuEvent.NEW: Screen.GAME,
        MenuEvent.HEAR: Screen.SOUND,
        MenuEvent.DOUBT: Screen.SURE,
        **ANYWHERE,
    },
    Screen.GAME: {MenuEvent.DONE: Screen.SEATS, MenuEvent.BACK: Screen.HOME, **ANYWHERE},
    Screen.SEATS: {MenuEvent.DONE: Screen.PLAYERS, MenuEvent.BACK: Screen.GAME, **ANYWHERE},
    Screen.PLAYERS: {MenuEvent.DONE: Screen.CARDS, MenuEvent.BACK: Screen.SEATS, **ANYWHERE},
    Screen.CARDS: {MenuEvent.DONE: Screen.RULES, MenuEvent.BACK: Screen.PLAYERS, **ANYWHERE},
    Screen.RULES: {
        MenuEvent.DONE: Screen.START,
        MenuEvent.LOOK: Screen.OPTIONS,
        MenuEvent.TEAM: Screen.TEAMS,
        MenuEvent.PICK: Screen.PICKS,
        MenuEvent.BACK: Screen.CARDS,
        **ANYWHERE,
    },
    Screen.OPTIONS: {MenuEvent.DONE: Screen.START, MenuEvent.BACK: Screen.RULES, **ANYWHERE},
    Screen.TEAMS: {MenuEvent.DONE: Screen.RULES, MenuEvent.BACK: Screen.RULES, **ANYWHERE},
    Screen.PICKS: {MenuEvent.DONE: Screen.RULES, MenuEvent.BACK: Screen.RULES, **ANYWHERE},
    Screen.START: {MenuEvent.BACK: Screen.RULES, **ANYWHERE},
    Screen.PAUSE: {
        MenuEvent.HEAR: Screen.SOUND,
        MenuEvent.DOUBT: Screen.SURE,
        MenuEvent.BACK: Screen.CLOSED,
        **ANYWHERE,
    },
    Screen.SURE: {MenuEvent.BACK: Screen.HOME, MenuEvent.OPEN: Screen.PAUSE, **ANYWHERE},
    Screen.SOUND: {MenuEvent.BACK: Screen.HOME, MenuEvent.OPEN: Screen.PAUSE, **ANYWHERE},
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

    def take(self, turn: MenuEvent) -> None:
        """Change the screen, if it has a transition for this turn."""
        if turn in SCREEN_CHANGES[self.screen]:
            self.trigger(turn.value)
