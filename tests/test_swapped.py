"""A table that is found again with one piece on another's cell is put right by doing as it says."""

from __future__ import annotations

from random import Random

import pytest

from controller.game import Setting
from controller.games import SHELF
from tests.cuts.table import STEPS
from tests.hands.obeying import ObedientHand
from tests.hands.seated import Seated
from tests.often import seeds
from tests.panels import PANELS, load_panel

MOVES = 40  # of the game, at most, before the table was left


def found_again(panel: str, luck: Random) -> Seated:
    """A game resumed at its board, where one piece stands on the cell of another."""
    wiring = load_panel(panel)
    game = SHELF[wiring.file.game]
    start = game.start(Setting(game.seats.start))
    position, played = start.on_panel(wiring.senses), []
    while position.outcome is None and len(played) < MOVES:
        move = luck.choice(list(position.moves()))
        position = position.after(move)
        played.append((move, position))
    kept = played[: luck.randint(4, len(played))]
    rig = Seated(start, wiring, seed=1, played=tuple(kept), standing=False)
    rig.bench.stand(rig.table.position.layout())
    swap(rig, luck)
    return rig


def swap(rig: Seated, luck: Random) -> None:
    """One piece is taken off, and another is put on its cell."""
    cells = [site for site, sense in rig.wiring.senses.items() if sense.holds]
    taken = [site for site in cells if site in rig.bench.stacks]
    if len(taken) > 1:
        target, source = luck.sample(taken, 2)
        rig.in_air.append(rig.bench.lift(target))
        rig.bench.put(rig.bench.lift(source), target)


@pytest.mark.parametrize("seed", [0, 1, *seeds(20)[2:]])
@pytest.mark.parametrize("panel", PANELS)
def test_who_does_as_the_table_says_goes_on_playing(panel, seed):
    rig = found_again(panel, Random(f"{panel} {seed}"))
    hand = ObedientHand(rig, Random(0))
    assert hand.obey(STEPS), f"{rig.told()}; did {', '.join(hand.done[-8:])}"
    assert rig.feels_right()
