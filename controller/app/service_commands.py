"""What a maker asks for: a board checked, calibrated, enrolled, flashed; a recording replayed."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

from controller.errors import BadRecording, Misuse
from controller.game import Setting
from controller.games import SHELF
from controller.values import Saying
from controller.words import say


def check(asked: argparse.Namespace) -> int:
    """Find what is wrong with a board; 1 when something is."""
    from controller.app import workshop_jobs
    from drivers.workshop import report, report_html

    for path in (asked.json, asked.html):
        writable(path)
    with workshop(asked, tagged(bare(asked), asked)) as (shop, bar):
        found = workshop_jobs.check(shop, bar, today(), quick=asked.quick)
    print(report.text(found, say))
    if asked.json:
        asked.json.write_bytes(report.json(found, say))
    if asked.html:
        asked.html.write_text(report_html.html(found, say))
    for path in filter(None, (asked.json, asked.html)):
        print(tell("report.written", path=str(path)))
    return 1 if found.flaws else 0


def calibrate(asked: argparse.Namespace) -> None:
    """Lead a hand from light to light, and write down what answered where."""
    from controller.app import workshop_jobs

    if asked.out.exists() and not asked.force:
        raise Misuse(f"{asked.out} is there already: name another file, or say --force.")
    writable(asked.out)
    part = asked.out.with_name(asked.out.name + ".part")
    with workshop(asked, bare(asked)) as (shop, bar):
        bar.begin("calibrate", 0, 1)
        told = list(workshop_jobs.calibrate(shop, asked.out, part))
    for saying in told:
        print(say(saying))


def enrol(asked: argparse.Namespace) -> None:
    """Ask for one piece after the other, and write down the tag it carries."""
    from controller.app import workshop_jobs

    game = SHELF[asked.game]
    pieces = game.start(Setting(game.seats.start, box=asked.box)).pieces()
    writable(asked.out)
    with workshop(asked, bare(asked), pieces) as (shop, bar):
        bar.begin("enrol", 0, 1)
        told = list(workshop_jobs.enrol(shop, pieces, asked.out))
    for saying in told:
        print(say(saying))


def replay(asked: argparse.Namespace) -> None:
    """Play a recording again, and tell what the table made of it."""
    from controller.app.replay import Replay
    from controller.app.tape import load

    recorded = load(asked.file)
    played = Replay(recorded)
    print(say(played.title))
    for at, saying in played:
        print(f"{at:10.3f}  {say(saying)}")
    print(tell("replay.done", count=len(played.table.history)))
    if not recorded.whole:
        seconds = f"{played.tape.now:.1f}"
        raise BadRecording(tell("replay.breaks_off", path=str(asked.file), seconds=seconds))


def bare(asked: argparse.Namespace) -> Any:
    """The wiring of the panel on the workbench."""
    from drivers.wiring import HERE, load_wiring

    return load_wiring(asked.wiring or plugged_in(asked) or HERE / "astron.toml")


def plugged_in(asked: argparse.Namespace) -> Path | None:
    """The wiring of the panel that a real board says it is; None for a simulated one."""
    if asked.board.startswith("sim://"):
        return None
    from drivers.clock import WallClock
    from drivers.workshop.probe import panel_at

    return panel_at(asked.board, WallClock())


@contextmanager
def workshop(
    asked: argparse.Namespace, wiring: Any, pieces: Sequence[str] = ()
) -> Iterator[tuple[Any, Any]]:
    """A board on the line and somebody to help: a person at this terminal, or one at the bench."""
    from drivers.clock import WallClock
    from drivers.workshop.display import Bar
    from drivers.workshop.probe import open_probe
    from drivers.workshop.shop import Workshop
    from sims.bench.helper import Desk, Listener

    simulated = asked.board.startswith("sim://")
    bar = Bar(sys.stdout, say, led=not simulated)
    if simulated:
        desk = Desk(wiring, pieces=pieces)
        yield Workshop(desk.probe, desk.helper, bar), bar
        return
    probe = open_probe(asked.board, wiring, WallClock())
    person = Listener(sys.stdin)
    print(tell("task.keys"))
    try:
        yield Workshop(probe, person, bar), bar
    finally:
        person.close()
        probe.close()


def tell(key: str, **gaps: str | int) -> str:
    """A sentence of the catalogue."""
    return say(Saying(key, gaps))


def writable(path: Path | None) -> None:
    """Better said before the work than after it."""
    if path and (path.is_dir() or not os.access(path.absolute().parent, os.W_OK)):
        raise Misuse(f"{path} cannot be written: is its folder there?")


def flash(asked: argparse.Namespace) -> None:
    """Put the firmware on a Pico, and ask it afterwards who it is."""
    from drivers.clock import WallClock
    from drivers.workshop import payload
    from drivers.workshop.flash import flash

    if asked.board.startswith("sim://"):
        raise Misuse("A simulated board has no Pico to flash: name its port with --board.")
    hello = flash(asked.board, payload.files(), WallClock(), new=asked.new, tell=print)
    print(
        f"Firmware {hello.major}.{hello.minor} runs on board {hello.board.hex()}, "
        f"panel {hello.panel}. Next: stardeck check --board {asked.board}"
    )


def tagged(wiring: Any, asked: argparse.Namespace) -> Any:
    """The wiring with the tags that were enrolled in a file of their own."""
    from drivers.wiring import load_tags

    return wiring.tagged(load_tags(asked.tags)) if asked.tags else wiring


def today() -> str:
    return datetime.now().isoformat(" ", "minutes")
