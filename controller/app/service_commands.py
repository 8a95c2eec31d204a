"""The makers' commands: check, calibrate, enrol, record, flash and kit."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TextIO

from controller.app.computer.keyboard import Typing
from controller.app.computer.laptop import games_folder, today, unfiltered
from controller.app.setup.panels import best_panel
from controller.app.setup.twin import OpenTwin, opener
from controller.app.workshop import jobs
from controller.errors import BoardAbsent, Misuse
from controller.game import Game, Setting
from controller.games import SHELF
from controller.names import visible_line
from controller.storage.doubts import Doubts
from controller.storage.seen_firmware import FirmwareNote
from controller.values import Saying
from controller.words import said, say
from drivers.board import open_board
from drivers.clock import StepClock, WallClock
from drivers.greeting import Hello
from drivers.tiers import built_to
from drivers.wiring import Wiring, load_tags, load_wiring
from drivers.workshop import report, report_html
from drivers.workshop.display import Bar
from drivers.workshop.probe import open_probe, panel_at, wirings_by_number
from drivers.workshop.shop import Task, Workshop, run_to_end

FIRST_BOARD = ("kayles", "first_board")  # has a page in the documentation, but no panel


def check(asked: argparse.Namespace) -> int:
    """Test a board and report what is wrong with it; return 1 if something is, else 0."""
    for path in (asked.json, asked.html):
        check_writable(path)
    wiring = tagged(untagged_wiring(asked), asked)
    if asked.tier:
        wiring = built_to(wiring, asked.tier)
    with workshop(asked, wiring) as (shop, bar):
        work = jobs.check_stepwise(shop, bar, today(), quick=asked.quick)
        found = run_to_end(work, shop.probe)
        if not opener(asked.board):
            jobs.note(Doubts(own_folder(), simulated=False), shop, found)
            note_firmware(shop.probe.hello, asked.board)
    print(report.report_text(found, say))
    if asked.json:
        asked.json.write_bytes(report.json(found, say))
    if asked.html:
        asked.html.write_text(report_html.checkup_page(found, say), encoding="utf-8")
    for path in filter(None, (asked.json, asked.html)):
        print(said("report.written", path=path))
    return 1 if found.flaws else 0


def calibrate(asked: argparse.Namespace) -> None:
    """Find out a panel's wiring by asking for one site after another, and write it to a file."""
    if asked.out.exists() and not asked.force:
        raise Misuse("command.exists", path=asked.out)
    check_writable(asked.out)
    part = asked.out.with_name(asked.out.name + ".part")
    with workshop(asked, untagged_wiring(asked)) as (shop, bar):
        bar.begin("calibrate", 0, 1)
        ended = run_to_end(jobs.calibrate_stepwise(shop, asked.out, part), shop.probe)
    for saying in ended:
        print_saying(saying)


def enrol(asked: argparse.Namespace) -> None:
    """Ask for one piece after another, and write the tag of each to a file."""
    wiring = untagged_wiring(asked)
    game = asked.game or SHELF.take(wiring.file.game)
    pieces = game.pieces(game.start(Setting(game.seats.start, box=asked.box)))
    check_writable(asked.out)
    with workshop(asked, wiring, pieces) as (shop, bar):
        bar.begin("enrol", 0, 1)
        ended = run_to_end(jobs.enrol_stepwise(shop, pieces, asked.out), shop.probe)
    for saying in ended:
        print_saying(saying)


def record(asked: argparse.Namespace) -> None:
    """Record a real board's bytes while a person does what is asked; print what they contain."""
    from controller.app.recordings import capture

    if opener(asked.board):
        raise Misuse("capture.simulated")
    wiring, clock = tagged(untagged_wiring(asked), asked), WallClock()
    board = open_board(asked.board, wiring, clock)
    laid = capture.capture_head(board, SHELF.take(wiring.file.game), today())
    with closing(board):
        path = capture.capture(
            board, laid, asked.capture, clock, tell=print_saying, seconds=asked.seconds
        )
    for part in capture.figures_by_part(path):
        print_saying(capture.part_line(part))
    print_saying(Saying("capture.written", {"path": str(path)}))


def flash_command(asked: argparse.Namespace) -> None:
    """Put the firmware on a Pico, tell it its panel, and print its version and the next step."""
    from drivers.workshop import payload
    from drivers.workshop.flash import flash, greeted, tell_panel

    if opener(asked.board):
        raise Misuse("command.nothing_to_flash")
    wiring, clock = panel_named(asked), WallClock()
    before = greeted(asked.board, clock)
    hello = flash(asked.board, payload.firmware_files, clock, new=asked.new, tell=print_saying)
    if wiring is None and before and not hello.knows_panel:
        wiring = panel_numbered(before.panel)
    if wiring:
        hello = tell_panel(asked.board, wiring, clock)
    note_firmware(hello, asked.board)
    print(said("command.flashed", version=hello.version, board=hello.board.hex()))
    print(after_flashing(hello, asked.board))


def kit(asked: argparse.Namespace) -> None:
    """Write what is needed to build a panel into a folder; without a panel, list the panels."""
    from controller.app.making.panel_kit import kit_lines, make, summary
    from drivers.kit.terms import Wishes

    if not asked.panel:
        for saying in kit_lines():
            print_saying(saying)
        return
    if asked.panel in FIRST_BOARD and asked.panel not in SHELF.panels:
        print_saying(Saying("kit.first_board"))
        return
    wishes = Wishes(asked.pitch, asked.wire, asked.paper)
    out = asked.out or Path(f"kit-{Path(asked.panel).stem}")
    made, count = make(asked.panel, wishes, out)
    for saying in summary(made, count, out):
        print_saying(saying)


def new_game(asked: argparse.Namespace) -> None:
    """Write a small complete game under a new name, for somebody to change into their own."""
    from controller.app.making.new_game import make_game

    folder = make_game(asked.name, asked.out)
    print_saying(Saying("command.new_game", {"folder": str(folder), "game": asked.name}))


def own_folder() -> Path:
    """Return the folder in which this user's games are kept."""
    return games_folder(sys.platform, os.environ, Path.home())


def note_firmware(hello: Hello | None, url: str) -> None:
    """Store which firmware this board has, for `stardeck doctor`."""
    if hello:
        FirmwareNote(own_folder()).write(hello.firmware, url)


def after_flashing(hello: Hello, url: str) -> str:
    """Return the sentence that says what to do after flashing."""
    if hello.knows_panel:
        return said("command.check_next", panel=hello.panel, url=url)
    return said("command.panel_next", url=url, panels=", ".join(SHELF.panels))


# ------------------------------------------------------------------------------- boards and panels


def untagged_wiring(asked: argparse.Namespace) -> Wiring:
    """Return the panel's wiring without tags: as asked for, as the board says, or the first one."""
    path = asked.wiring or plugged_in(asked)
    if path is None and not opener(asked.board):
        raise Misuse("command.which_wiring", url=asked.board)
    return load_wiring(path or SHELF.first.panel)


def panel(game: Game, asked: argparse.Namespace) -> Wiring:
    """Return the wiring, with tags, on which this game is played; Misuse if it is for another."""
    wiring = load_wiring(asked.wiring or (best_panel(game) if opener(asked.board) else game.panel))
    if wiring.file.game != game.name:
        raise Misuse(
            "command.other_game", path=asked.wiring, wired=wiring.file.game, game=game.name
        )
    return tagged(wiring, asked)


def panel_named(asked: argparse.Namespace) -> Wiring | None:
    """Return the wiring asked for by file or name; None if the Pico itself is to name its panel."""
    if asked.wiring or not asked.panel:
        return load_wiring(asked.wiring) if asked.wiring else None
    if asked.panel not in SHELF.panels:
        raise Misuse("command.no_panel", name=asked.panel, names=", ".join(SHELF.panels))
    return load_wiring(SHELF.panels[asked.panel])


def panel_numbered(number: int) -> Wiring | None:
    """Return the wiring of the panel that older firmware knew by this number; None if unknown."""
    path = wirings_by_number(SHELF.panels.values()).get(number)
    return load_wiring(path) if path else None


def tagged(wiring: Wiring, asked: argparse.Namespace) -> Wiring:
    """Return the wiring with the tags of the --tags file, if there is one."""
    return wiring.tagged(load_tags(asked.tags)) if asked.tags else wiring


def plugged_in(asked: argparse.Namespace) -> Path | None:
    """Return the wiring file of the panel that a real board names; None if simulated or unknown."""
    if opener(asked.board):
        return None
    return panel_at(asked.board, WallClock(), SHELF.panels.values())


def panel_game(wiring: Path) -> Game:
    """Return the game that this wiring is for."""
    return SHELF.take(load_wiring(wiring).file.game)


def may_wait(asked: argparse.Namespace) -> bool:
    """True if a missing board may be waited for: it is real, and a page can show it is missing."""
    return not (asked.screen or opener(asked.board))


def connected_panel_or_wait(asked: argparse.Namespace) -> Path | None:
    """Return the connected panel's wiring file; None if the board is missing and is waited for."""
    try:
        return plugged_in(asked)
    except BoardAbsent as trouble:
        if not may_wait(asked):
            raise
        print(said("board.awaited", why=trouble), file=sys.stderr)
        asked.awaited = True
        return None


@contextmanager
def workshop(
    asked: argparse.Namespace, wiring: Wiring, pieces: Sequence[str] = ()
) -> Iterator[tuple[Workshop, Bar]]:
    """Open a board with a helper: a person at this terminal, or the simulated hand."""
    opens = opener(asked.board)
    bar = Bar(unfiltered(sys.stdout), lambda saying: visible_line(say(saying)), led=opens is None)
    if opens:
        yield simulated(opens, wiring, pieces, bar), bar
        return
    probe = open_probe(asked.board, wiring, WallClock())
    person = Listener(sys.stdin)
    print(said("task.keys"))
    try:
        yield Workshop(probe, person, bar), bar
    finally:
        person.close()
        probe.close()


def simulated(opens: OpenTwin, wiring: Wiring, pieces: Sequence[str], bar: Bar) -> Workshop:
    """Return a workshop at a simulated board, whose hand does what is asked."""
    clock = StepClock()
    twin = opens(wiring, pieces, clock, 0)
    probe, remark = open_probe(twin.plug_in(), wiring, clock), said("workshop.simulated")
    print(remark)
    return Workshop(probe, twin.helper, bar, remark)


class Listener:
    """A person at the terminal, who reads tasks on the screen and may type an answer."""

    def __init__(self, source: TextIO) -> None:
        self._typing = Typing(source)

    def ask(self, task: Task) -> None:
        """Do nothing: the screen has already shown the task."""

    def answer(self) -> str | None:
        return self._typing.next_line()

    def close(self) -> None:
        self._typing.close()


def print_saying(saying: Saying) -> None:
    """Print a saying as a sentence."""
    print(say(saying))


def check_writable(path: Path | None) -> None:
    """Raise Misuse if this file cannot be written, before the work rather than after it."""
    if path and (path.is_dir() or not os.access(path.absolute().parent, os.W_OK)):
        raise Misuse("command.no_folder", path=path)
