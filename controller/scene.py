"""Lights as values: colours, glows and scenes. A scene is a mapping, so layers join with `|`."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import TypeAlias

from msgspec import Struct

from controller.values import Site

RGB: TypeAlias = tuple[int, int, int]

WHITE: RGB = (150, 150, 150)
RED: RGB = (255, 0, 0)
AMBER: RGB = (255, 110, 0)
GREEN: RGB = (0, 200, 40)
BLUE: RGB = (0, 60, 255)


class Glow(IntEnum):
    """The rhythm of a light, which carries its meaning, so that colours need not be told apart.

    The number is sent to the Pico, which keeps the rhythm even without a host.
    """

    STEADY = 0  # information
    PULSE = 1  # you may
    DOUBLE = 2  # you are asked
    FAST = 3  # this is wrong
    RUN = 4  # turn this way: forward
    RUN_BACK = 5  # turn this way: back


class Light(Struct, frozen=True):
    """A colour and its rhythm."""

    colour: RGB
    glow: Glow = Glow.STEADY


Scene: TypeAlias = Mapping[Site, Light]
Chain: TypeAlias = Mapping[Site, range]
"""The pixels under each site."""

Pixel: TypeAlias = tuple[int, int, int, int]
"""Red, green, blue, and the glow, plus 16 times the pixel's place in a running row."""

Frame: TypeAlias = list[Pixel]

DARK: Pixel = (0, 0, 0, 0)


def render(scene: Scene, chain: Chain, length: int) -> Frame:
    """Return the scene as a frame, in the order of the pixels."""
    frame = [DARK] * length
    for site, light in scene.items():
        for step, pixel in enumerate(chain.get(site, ())):
            frame[pixel] = (*light.colour, light.glow + 16 * (step % 16))
    return frame


def dimmed(colour: RGB, share: float) -> RGB:
    """Return this share of the colour's light."""
    red, green, blue = (int(part * share) for part in colour)
    return red, green, blue
