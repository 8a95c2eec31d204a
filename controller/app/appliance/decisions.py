"""What was decided in the menu, carried out at the table."""

from __future__ import annotations

import logging
from typing import Protocol, assert_never

from controller.app.appliance.table_menu import TableMenu, agreement_of, begin
from controller.app.running_table import RunningTable
from controller.app.start_game import Environment, GameSetup, agreed, once_more, resumed
from controller.errors import StardeckError
from controller.menu.acts import (
    Act,
    Begin,
    End,
    GiveUp,
    GoOn,
    Leave,
    Loud,
    Restart,
    Resume,
    ShutDown,
    TakeBack,
)
from controller.menu.agreement import Agreement
from controller.words import said

log = logging.getLogger(__name__)


class Keeper(Protocol):
    """Whoever keeps the table."""

    house: Environment
    running: RunningTable | None
    menu: TableMenu | None
    down: bool

    def sit(self, terms: GameSetup) -> None: ...
    def leave(self) -> None: ...
    def discard(self, number: int) -> None: ...


def decide(keeper: Keeper) -> None:
    """Carry out what was decided, if something was; why that cannot be is said in the menu."""
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


def carry_out(act: Act, keeper: Keeper) -> None:
    """Do what was decided; a StardeckError says why that cannot be."""
    match act:
        case Begin(agreement):
            keeper.sit(new_game(agreement, keeper))
        case Resume(number):
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


def go_dark(keeper: Keeper) -> None:
    """The battery lasts for a minute: all is put away, and next time it is told why."""
    log.warning("%s", said("trouble.failing"))
    if keeper.house.ending:
        keeper.house.ending.fail()
    keeper.leave()
    keeper.down = True


def new_game(agreement: Agreement, keeper: Keeper) -> GameSetup:
    """What was just played begins as it did, with each seat's ship or planet."""
    running = keeper.running
    if running and agreement == agreement_of(running.terms):
        return once_more(keeper.house, running.terms, swap=False)
    return agreed(keeper.house, begin(agreement))


def turn_volume(keeper: Keeper, volume: int) -> None:
    """From now on; the menu stays where it was opened."""
    keeper.house.loudness.turn(volume)
    if keeper.menu and keeper.running:
        keeper.menu.menu.pause()
    elif keeper.menu:
        keeper.menu.show_home()


def play_on(keeper: Keeper, *, back: bool) -> None:
    """The game has not heard the keys that the menu has."""
    running, menu = keeper.running, keeper.menu
    if menu is None or running is None:
        return
    menu.menu.close()
    running.stir()
    running.table.state.keys.ignore(keeper.house.clock.now())
    if back:
        running.table.take_back(misread=bool(running.table.state.progress.rules.firm))


def restart_game(keeper: Keeper) -> None:
    """What was played is given up, and the same begins anew."""
    running = keeper.running
    if running:
        give_up(running)
        keeper.sit(once_more(keeper.house, running.terms, swap=False))


def end(keeper: Keeper) -> None:
    if keeper.running:
        give_up(keeper.running)
    keeper.leave()


def give_up(running: RunningTable) -> None:
    if running.terms.record and not running.table.position.outcome:
        running.terms.record.end("discarded")
