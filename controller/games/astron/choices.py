"""What a player of Astron chooses before the first card: a ship and its take-off cell."""

from __future__ import annotations

from controller.choices import Choice, Offer
from controller.game import Setting
from controller.games.astron.box import Ship
from controller.games.astron.files import load_box
from controller.values import Saying
from controller.words import say


def choices(setting: Setting) -> tuple[Choice, Choice]:
    """Return the choice of ship and that of take-off cell, by default the ship's own (A1)."""
    fleet = load_box(setting.box).ships
    ships = ship_choice(fleet)
    own = tuple(str(fleet[int(number) - 1].takeoff) for number in setting.picked(ships))
    cells = {str(ship.takeoff): Offer(ship.takeoff) for ship in fleet}
    return ships, Choice("cell", "A1", "astron.choice.cell", cells, own)


def ship_choice(fleet: tuple[Ship, ...]) -> Choice:
    """Return the choice among all ships of the box, by number."""
    offers = {
        str(number): Offer(say(Saying("astron.ship", {"ship": number})), ship.colour)
        for number, ship in enumerate(fleet, 1)
    }
    return Choice("ship", "A1", "astron.choice.ship", offers, tuple(offers))
