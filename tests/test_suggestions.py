"""Who types only what the terminal suggests makes lawful moves, in every game on every panel."""

from __future__ import annotations

from random import Random

import pytest

from controller.app.terminal.suggestions import HandState, suggestions
from controller.game import Setting
from controller.games import SHELF
from controller.sitting.flow import Stage
from controller.sitting.keys import YES
from controller.values import CHANCE, standing
from sims.bench.rig import Rig
from tests.panels import EVERY, load_panel

MOVES = 6  # begun by a suggestion
LINES = 8  # that one move may take
BY_HAND = ("move", "lift", "put", "fetch", "press", "turn")


def lines_for(rig: Rig) -> list[str]:
    position = rig.table.position
    seat = min(position.actors)
    held = frozenset(piece.name for piece in rig.hand.held)
    return suggestions(
        rig.table, seat, HandState(held, {s: tuple(p) for s, p in rig.bench.stacks.items()})
    )


@pytest.mark.parametrize("seed", [1, *(pytest.param(n, marks=pytest.mark.long) for n in (2, 3, 4))])
@pytest.mark.parametrize("panel", EVERY)
def test_whoever_types_what_is_suggested_makes_moves_and_breaks_no_rule(panel, seed):
    wiring, luck = load_panel(panel), Random(seed)
    game = SHELF[wiring.file.game]
    rig = Rig(game.start(Setting(2)), wiring, seed=seed)
    rig.settle()
    made = 0
    for _ in range(MOVES):
        for _ in range(luck.randrange(12)):
            play_on(rig, luck)
        if rig.table.stage is Stage.OVER:
            break
        if rig.table.notice is None and stands_as_recorded(rig):
            made += follow(rig, luck)
    assert made, "something can be done by hand"


def stands_as_recorded(rig: Rig) -> bool:
    """True if the very pieces stand there that the record names; of equal ones it may err."""
    layout, stacks = rig.table.position.layout(), rig.bench.stacks
    lasting = [site for site, sense in rig.wiring.senses.items() if sense.holds]
    return all(
        sorted(piece.name for piece in standing(layout, site))
        == sorted(piece.name for piece in stacks.get(site, ()))
        for site in lasting
    )


def play_on(rig: Rig, luck: Random) -> None:
    """Any move, so that suggestions are read in the middle of games too."""
    if rig.table.stage is not Stage.OVER:
        rig.play(luck.choice(sorted(rig.table.position.moves(), key=str)))
        rig.wait(4.0)
        answer(rig)


def follow(rig: Rig, luck: Random) -> bool:
    """Type what is suggested until a move is made; False if a word or a card is suggested."""
    before, typed = len(rig.table.history), list[str]()
    while len(rig.table.history) == before:
        assert rig.table.position.actors != {CHANCE}
        lines = [line for line in lines_for(rig) if line != "..."]
        assert lines, "there is always something to do"
        line = luck.choice(lines)
        if line.split()[0] not in BY_HAND:
            assert not typed, f"{typed} did not lead on: {line}"
            return False
        typed.append(line)
        assert len(typed) <= LINES, typed
        rig.do(line)
        rig.wait(4.0)
        answer(rig)
        assert rig.table.notice is None, f"{typed}: {rig.table.notice}"
        assert rig.table.stage is not Stage.MENDING, f"{typed}: {rig.table.asks()}"
    while rig.hand.held:
        rig.do("away")
    rig.wait(4.0)
    return True


def answer(rig: Rig) -> None:
    """Say YES to whatever the table asks."""
    for _ in range(4):
        if rig.table.stage is Stage.ASKING:
            rig.hand.press(YES)
            rig.wait(2.0)
