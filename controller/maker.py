"""What a maker asks for: a board checked, calibrated, its tags enrolled, its Pico flashed."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

from controller.errors import Misuse
from controller.game import Setting
from controller.games import SHELF
from controller.values import Saying
from controller.words import say


def check(asked: argparse.Namespace) -> int:
    """Find what is wrong with a board; 1 when something is."""
    from drivers import page, report
    from drivers.checkup import Checkup

    for path in (asked.json, asked.html):
        writable(path)
    with workshop(asked, tagged(bare(asked), asked)) as (shop, bar):
        results = Checkup(shop, bar, quick=asked.quick).run()
    file = shop.wiring.file
    found = report.Report(file.name, asked.board, today(), tuple(shop.cells), results)
    print(report.text(found, say))
    if asked.json:
        asked.json.write_bytes(report.json(found, say))
    if asked.html:
        asked.html.write_text(page.html(found, say))
    for path in filter(None, (asked.json, asked.html)):
        print(tell("report.written", path=str(path)))
    return 1 if found.flaws else 0


def calibrate(asked: argparse.Namespace) -> None:
    """Lead a hand from light to light, and write down what answered where."""
    from drivers.calibration import Calibration, differences, rewired, text
    from drivers.toml import save

    if asked.out.exists() and not asked.force:
        raise Misuse(f"{asked.out} is there already: name another file, or say --force.")
    writable(asked.out)
    part = asked.out.with_name(asked.out.name + ".part")
    with workshop(asked, bare(asked)) as (shop, bar):
        bar.begin("calibrate", 0, 1)
        walk = Calibration(shop, part)
        walk.run()
    if walk.stopped:
        print(tell("calibrate.stopped", count=len(walk.open), path=str(part)))
        return
    if walk.open:
        print(tell("calibrate.open", count=len(walk.open), sites=" ".join(walk.open)))
    save(asked.out, text(rewired(shop, walk.spots)))
    part.unlink(missing_ok=True)
    moved, lights = differences(shop, walk.spots)
    done = tell("calibrate.done", count=len(walk.spots), moved=moved, lights=lights)
    print(f"{done} {tell('report.written', path=str(asked.out))}")


def enrol(asked: argparse.Namespace) -> None:
    """Ask for one piece after the other, and write down the tag it carries."""
    from drivers.enrolment import Enrolment

    game = SHELF[asked.game]
    pieces = game.start(Setting(game.seats.start, box=asked.box)).pieces()
    wiring = bare(asked)
    readers = [reader.site for reader in wiring.file.readers]
    if not readers:
        raise Misuse(tell("enrol.no_reader"))
    writable(asked.out)
    with workshop(asked, wiring, pieces) as (shop, bar):
        bar.begin("enrol", 0, 1)
        tags = Enrolment(shop, readers[0], pieces, asked.out)
        tags.run()
    given = len(pieces) - len(tags.missing)
    print(tell("enrol.done", count=given, all=len(pieces), path=str(asked.out)))


def bare(asked: argparse.Namespace) -> Any:
    """The wiring of the panel on the workbench."""
    from drivers.wiring import HERE, load_wiring

    return load_wiring(asked.wiring or HERE / "astron.toml")


@contextmanager
def workshop(
    asked: argparse.Namespace, wiring: Any, pieces: Sequence[str] = ()
) -> Iterator[tuple[Any, Any]]:
    """A board on the line and somebody to help: a person at this terminal, or one at the bench."""
    from drivers.clock import WallClock
    from drivers.display import Bar
    from drivers.probe import open_probe
    from drivers.workshop import Workshop
    from sims.helper import Desk, Listener

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
    from drivers import payload
    from drivers.clock import WallClock
    from drivers.flash import flash

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
