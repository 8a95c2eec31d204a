"""Who types only what the terminal suggests makes lawful moves, in every game on every panel."""

from __future__ import annotations

from random import Random

import pytest

from controller.app.terminal.suggestions import HandState, step_line, suggestions
from controller.game import Setting
from controller.games import SHELF
from controller.sitting.flow import Stage
from controller.sitting.keys import YES
from controller.values import CHANCE, standing
from sims.bench.rig import Rig
from tests.often import often
from tests.panels import EVERY, load_panel

MOVES = 6  # begun by a suggestion
LINES = 8  # that one move may take
BY_HAND = ("move", "lift", "put", "fetch", "press", "turn")


PANELS = [pytest.param(name, id=name) for name in EVERY]


def usual(case) -> bool:
    """The usual panel of its game."""
    return case.id in SHELF


def lines_for(rig: Rig) -> list[str]:
    position = rig.table.position
    seat = min(position.actors)
    return suggestions(rig.table, seat, hand_state(rig))


def hand_state(rig: Rig) -> HandState:
    held = frozenset(piece.name for piece in rig.hand.held)
    return HandState(held, {s: tuple(p) for s, p in rig.bench.stacks.items()})


@pytest.mark.parametrize("seed", [1, *(pytest.param(n, marks=pytest.mark.long) for n in (2, 3, 4))])
@pytest.mark.parametrize("panel", often(usual, PANELS))
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


@pytest.mark.parametrize("panel", often(usual, PANELS))
def test_whoever_types_what_is_suggested_puts_right_what_stands_wrong(panel):
    wiring, luck = load_panel(panel), Random(5)
    game = SHELF[wiring.file.game]
    rig, mended = Rig(game.start(Setting(2)), wiring, seed=5), 0
    rig.settle()
    for number in range(8):
        play_on(rig, luck)  # the last move may be taken back so, and not be led back
        if number % 4 == 3 and stands_as_recorded(rig) and displace(rig, luck):
            rig.wait(6.0)
            mended += put_right(rig)
    assert mended, "something was displaced that could be felt"


def displace(rig: Rig, luck: Random) -> bool:
    """Put a piece that stands alone on a sensor into the box; True if there is one."""
    sensed = {site for site, sense in rig.wiring.senses.items() if sense.holds}
    alone = sorted(site for site, stack in rig.bench.stacks.items() if len(stack) == 1)
    found = [site for site in alone if site in sensed]
    if found:
        rig.do(f"lift {luck.choice(found)}")
        rig.wait(0.5)
        rig.do("away")
    return bool(found)


def put_right(rig: Rig) -> bool:
    """Type each step of the way back until the board stands; True if the table asked for it."""
    asked = rig.table.stage is Stage.MENDING
    for _ in range(LINES):
        if (step := rig.table.state.recovery.step) is None:
            break
        line = step_line(step, rig.table.position.layout(), hand_state(rig))
        assert line, f"nothing to type for {step}"
        rig.do(line)
        rig.wait(4.0)
    answer(rig)
    assert stands_as_recorded(rig) or not asked
    return asked


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
