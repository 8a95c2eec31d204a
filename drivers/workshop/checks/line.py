"""Checks the line: who answers, how many errors it has, whether it reconnects."""

from __future__ import annotations

from controller.values import Saying
from drivers.greeting import CAUSES, advice_on_firmware, trouble_with
from drivers.workshop.result import Flaw, Result
from drivers.workshop.shop import Steps, Task, Workshop
from firmware import wire

HEARTBEATS = 5
GREETINGS = 2  # beats that include the greeting itself, when many messages are sent
HEARTBEAT = 1.0  # s
SLOW = 25_000  # us; a pass this long delays a light noticeably
AWAY, BACK = 60.0, 60.0  # s a person may take to unplug it, and to plug it in
PROMPT = 10.0  # s within which it must be found again: twice the longest back-off


def greeting(shop: Workshop) -> Steps[Result]:
    """Check versions, and the line's errors over a few heartbeats."""
    probe = shop.probe
    hello = probe.hello or probe.await_hello()
    if trouble := trouble_with(hello, shop.wiring):
        return Result(flaws=(Flaw("F45", "stranger", more=str(trouble)),))
    for beat in range(HEARTBEATS):
        shop.display.progress(beat, HEARTBEATS)
        yield from shop.wait(HEARTBEAT)
    worst = max((beat.loop_us for beat in probe.beats[GREETINGS:]), default=0)
    figures: dict[str, float | str] = {
        "protocol": hello.protocol,
        "firmware": hello.version,
        "panel": hello.panel,
        "board": hello.board.hex(),
        "parts": " ".join(board_parts(hello.can)),
        "cause": CAUSES.get(hello.cause, str(hello.cause)),
        "worst_ms": round(worst / 1000, 1),
        "broken": probe.link.broken,
    }
    told = Saying("link.told", {name: str(value) for name, value in figures.items()})
    advice = advice_on_firmware(hello.firmware, probe.link.url)
    return Result((told, *advice), tuple(line_flaws(shop, worst)), figures=figures)


def board_parts(can: int) -> list[str]:
    """Return the names of the parts that this board says it has."""
    named = (
        (wire.CAN_FEEL, "cells"),
        (wire.CAN_LIGHT, "lights"),
        (wire.CAN_ROLL, "encoder"),
        (wire.CAN_MARK, "marks"),
        (wire.CAN_TAG, "readers"),
    )
    return [name for bit, name in named if can & bit]


def line_flaws(shop: Workshop, worst: int) -> list[Flaw]:
    """Return the flaws of the line: lost events, damaged bytes, a slow loop."""
    beats = shop.probe.beats
    flaws = []
    if beats and beats[-1].lost > beats[0].lost:
        flaws.append(Flaw("F14", "overflow", more=str(beats[-1].lost - beats[0].lost)))
    damaged = shop.probe.link.broken + (beats[-1].broken - beats[0].broken if beats else 0)
    if damaged:
        flaws.append(Flaw("F42", "broken_bytes", more=str(damaged)))
    if worst > SLOW:
        flaws.append(Flaw("F41", "slow", more=str(round(worst / 1000))))
    return flaws


def reconnection(shop: Workshop) -> Steps[Result]:
    """Have the board unplugged and plugged in; it must be found again and be the same."""
    probe = shop.probe
    before, greeted = probe.hello, probe.greeted
    shop.ask(Task("unplug"))
    if not (yield from shop.until(lambda: not probe.link.up, AWAY)):
        return Result((Saying("reconnection.never_left"),), skipped=True)
    shop.ask(Task("plug"))
    opened = probe.link.reopened
    asked = shop.clock.now()
    yield from shop.until(lambda: probe.link.reopened > opened, BACK)
    if not (yield from shop.until(lambda: probe.greeted > greeted, PROMPT)):
        return Result(flaws=(Flaw("F39", "not_found"),))
    took = round(shop.clock.now() - asked, 1)
    flaws = () if before and probe.hello and before.board == probe.hello.board else (CHANGED,)
    return Result(
        (Saying("reconnection.told", {"seconds": f"{took:g}"}),), flaws, False, {"s": took}
    )


CHANGED = Flaw("F39", "another_board")
