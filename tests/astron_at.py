"""Astron positions for tests of the table, written as one would set them up."""

from __future__ import annotations

from msgspec.structs import replace

from controller.game import Setting
from controller.games.astron import GAME
from controller.games.astron.moves import Phase
from controller.games.astron.rules import Astron
from controller.values import Seat, Site


def astron(
    *ships: str, hands: tuple[str, ...] = ("F2.1 S2.1", "B1.1 F1.1"), offset: int = 0, turn: int = 1
) -> Astron:
    """Ships on these cells, each with a hand, at the start of a turn."""
    start = GAME.start(Setting(len(ships)))
    held = tuple(tuple(hand.split()) for hand in hands) + ((),) * (len(ships) - len(hands))
    taken = {card for hand in held for card in hand}
    assert isinstance(start, Astron)
    return replace(
        start,
        ships=tuple(Site(cell) for cell in ships),
        hands=held,
        pile=tuple(card for card in start.pile if card not in taken),
        offset=offset,
        turn=Seat(turn - 1),
        phase=Phase.CARD,
        closing=False,
    )
