"""Carry out what was decided in the menu on a board."""

from __future__ import annotations

import logging
from typing import Protocol, assert_never

from controller.app.appliance.table_menu import TableMenu, agreement_of, begin
from controller.app.running.running_table import RunningTable
from controller.app.setup.start_game import Environment, GameSetup, agreed_game, rematch, resumed
from controller.errors import StardeckError
from controller.menu.acts import (
    Act,
    BeginGame,
    End,
    GiveUp,
    GoOn,
    Leave,
    Loud,
    Restart,
    ResumeGame,
    ShutDown,
    TakeBack,
)
from controller.menu.agreement import Agreement
from controller.words import said

log = logging.getLogger(__name__)


class MenuHost(Protocol):
    """The part of the host that decisions of the menu act on."""

    house: Environment
    running: RunningTable | None
    menu: TableMenu | None
    down: bool

    def sit(self, terms: GameSetup) -> None: ...
    def leave(self) -> None: ...
    def discard(self, number: int) -> None: ...


def act_on_decision(keeper: MenuHost) -> None:
    """Act on a power failure, then on the menu's decision; the menu shows if it fails."""
    menu = keeper.menu
    if menu and menu.power and menu.power.failed:
        go_dark(keeper)
    if menu is None or menu.decided is None:
        return
    act, menu.decided = menu.decided, None
    try:
        carry_out(act, keeper)
    except StardeckError as trouble:
        menu.why_not = str(trouble)


def carry_out(act: Act, keeper: MenuHost) -> None:
    """Carry out a decision; StardeckError if it cannot be done."""
    match act:
        case BeginGame(agreement):
            keeper.sit(game_agreed_on(agreement, keeper))
        case ResumeGame(number):
            keeper.sit(resumed(keeper.house, number))
        case GiveUp(number):
            keeper.discard(number)
            keeper.leave()
        case GoOn() | TakeBack():
            play_on(keeper, back=isinstance(act, TakeBack))
        case Restart():
            restart_game(keeper)
        case Leave():
            keeper.leave()
        case End():
            end(keeper)
        case Loud(volume):
            turn_volume(keeper, volume)
        case ShutDown():
            keeper.leave()
            keeper.down = True
        case _:
            assert_never(act)


def go_dark(keeper: MenuHost) -> None:
    """Switch the table off, since the battery lasts for a minute; the next run says why."""
    log.warning("%s", said("trouble.failing"))
    if keeper.house.ending:
        keeper.house.ending.fail()
    keeper.leave()
    keeper.down = True


def game_agreed_on(agreement: Agreement, keeper: MenuHost) -> GameSetup:
    """Return the game agreed on; if it is the last one again, with the same players and choices."""
    running = keeper.running
    if running and agreement == agreement_of(running.terms):
        return rematch(keeper.house, running.terms, swap=False)
    return agreed_game(keeper.house, begin(agreement))


def turn_volume(keeper: MenuHost, volume: int) -> None:
    """Set the volume and keep the menu at the screen where it was opened."""
    keeper.house.loudness.turn(volume)
    if keeper.menu and keeper.running:
        keeper.menu.menu.pause()
    elif keeper.menu:
        keeper.menu.show_home()


def play_on(keeper: MenuHost, *, back: bool) -> None:
    """Close the menu and go on with the game; `back` takes a move back first.

    Keys pressed in the menu do not count in the game.
    """
    running, menu = keeper.running, keeper.menu
    if menu is None or running is None:
        return
    menu.menu.close()
    running.stir()
    running.table.ignore_keys(keeper.house.clock.now())
    if back:
        running.table.take_back(misread=bool(running.table.state.progress.rules.firm))


def restart_game(keeper: MenuHost) -> None:
    """Give up the game that is played, and start it again."""
    running = keeper.running
    if running:
        give_up(running)
        keeper.sit(rematch(keeper.house, running.terms, swap=False))


def end(keeper: MenuHost) -> None:
    """Give up the game that is played, and leave it."""
    if keeper.running:
        give_up(keeper.running)
    keeper.leave()


def give_up(running: RunningTable) -> None:
    """Mark the game as discarded in the journal, unless it is over."""
    if running.terms.record and not running.table.position.outcome:
        running.terms.record.end("discarded")
