"""Small galaxies to try the rules of Zylatron on."""

from __future__ import annotations

from msgspec.structs import replace

from controller.app.arguments import parse_option
from controller.game import Setting
from controller.games.zylatron import GAME
from controller.games.zylatron.board import POINTS, SITES
from controller.games.zylatron.box import BANK, UNUSED
from controller.games.zylatron.phases import Phase
from controller.games.zylatron.rules import Zylatron
from controller.values import Seat
from tests.story import Pen
from tests.zylatron.conqueror import conqueror


def at(
    *places: str, seats: int = 2, bank: str = "", options: tuple[str, ...] = (), **changes: object
) -> Zylatron:
    """Pieces as told (`red-star1 h29`, `red-fighter1 on red-star1`), red to play, no others."""
    start = GAME.start(Setting(seats, options=dict(map(parse_option, options))))
    numbers = start.box.numbers
    where = [UNUSED] * len(start.at)
    aboard = [-1] * len(start.at)
    for place in places:
        name, *craft, site = place.split()
        piece = numbers[name]
        if craft:
            aboard[piece] = numbers[site]
            where[piece] = where[numbers[site]]
        else:
            where[piece] = POINTS[site]
    for name in bank.split():
        where[numbers[name]] = BANK
    return replace(
        start, at=tuple(where), aboard=tuple(aboard), phase=Phase.PLAY, turn=Seat(0), **changes
    )


def numbers(position: Zylatron, names: str) -> frozenset[int]:
    """These pieces as the position knows them."""
    return frozenset(position.box.numbers[name] for name in names.split())


PLAYER = conqueror
"""A war by dice alone takes a hundred thousand moves."""

PEN = Pen(GAME)
play, rule = PEN.play, PEN.rule


def lines(position: Zylatron, verb: str = "") -> set[str]:
    """Every lawful move, or those with this verb, written down."""
    return {str(move) for move in position.moves() if f" {verb}" in str(move)}


def goals(position: Zylatron, piece: str) -> set[str]:
    """The points a piece may move to."""
    return {line.rpartition("-")[2] for line in lines(position, f"moves {piece} ")}


def where(position: Zylatron) -> dict[str, str]:
    """How the board stands: the names on each point, bottom to top."""
    return {
        site: " ".join(piece.name for piece in stack)
        for site, stack in position.layout().items()
        if site != "strike"
    }


def shoot(position: Zylatron, shooter: str, target: str, card: str = "") -> Zylatron:
    """A shot from one piece at another, and the card it draws."""
    from_site, at_site = place(position, shooter), place(position, target)
    shot = play(
        position,
        f"{position.turn + 1} chooses fire",
        f"{position.turn + 1} aims {shooter} {from_site}",
        f"{position.turn + 1} fires-at {target} {at_site}",
    )
    return play(shot, f"strike {card}") if card else shot


def place(position: Zylatron, name: str) -> str:
    """Where a piece or a factory stands."""
    return SITES[position.point(name)]
