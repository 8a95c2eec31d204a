"""What a player of Zylatron chooses before the lot is drawn: the planet in his corner."""

from __future__ import annotations

from controller.choices import Choice, Offer
from controller.game import Setting
from controller.games.zylatron.files import BOXES
from controller.games.zylatron.sheet import Planet
from controller.words import said

USUAL = {2: (0, 2), 3: (0, 1, 2), 4: (0, 1, 2, 3)}
"""Which planets are taken by how many, unless somebody says otherwise: two sit opposite."""


def planet_choice(setting: Setting) -> tuple[Choice]:
    """A planet for each seat (Z1)."""
    planets = BOXES.load(setting.box).galaxy.planets
    offers = {planet.name: Offer(titled(planet), planet.colour) for planet in planets}
    usual = tuple(planets[number].name for number in USUAL.get(setting.seats, ()))
    return (Choice("planet", "Z1", "zylatron.choice.planet", offers, usual),)


def titled(planet: Planet) -> str:
    return said("zylatron.choice.planet-of", planet=planet.name, site=planet.headquarters)


def homes(setting: Setting) -> tuple[int, ...]:
    """The number of each seat's planet."""
    (planets,) = planet_choice(setting)
    names = list(planets.offers)
    return tuple(names.index(name) for name in setting.picked(planets))
