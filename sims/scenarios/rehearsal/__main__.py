"""`python -m sims.scenarios.rehearsal URL`: play all scenarios on your own board, step by step.

Results are kept in a folder: after Ctrl-C, the next run goes on where this one ended.
"""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path

from controller.app.computer.keyboard import Typing
from controller.errors import StardeckError, WrongPanel
from controller.games import SHELF
from controller.values import Saying
from controller.words import say
from drivers.board import open_board
from drivers.clock import WallClock
from drivers.greeting import Hello, hello_at
from drivers.wiring import Wiring, load_wiring
from drivers.workshop.probe import panel_of
from sims.scenarios.guided_board import GuidedBoard
from sims.scenarios.rehearsal.programme import programme
from sims.scenarios.rehearsal.rehearsal import REPORT, RESULTS, Rehearsal
from sims.scenarios.rehearsal.results import load_results
from sims.scenarios.scenario import Scenario, read_scenario


def main(words: list[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    asked = arguments().parse_args(words)
    try:
        return rehearse(asked)
    except StardeckError as trouble:
        tell(str(trouble))
        return 1


def arguments() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(prog="rehearsal", description=__doc__)
    parser.add_argument("board", metavar="URL")
    parser.add_argument("--wiring", type=Path, metavar="FILE")
    parser.add_argument("--out", type=Path, default=Path("rehearsal"), metavar="DIR")
    parser.add_argument(
        "--only", default="", metavar="NAME", help="those whose name has this in it"
    )
    parser.add_argument("--list", action="store_true", help="play none, only write the report")
    return parser


def rehearse(asked: argparse.Namespace) -> int:
    """Rehearse as asked; return 1 if scenarios are left."""
    clock = WallClock()
    hello = hello_at(asked.board, clock)
    wiring = wired_as(asked, hello)
    found = load_results(asked.out / RESULTS, wiring.file.panel, described(wiring, hello))
    paths = (path for game in SHELF.values() for path in game.scenarios)
    every = (read_scenario(path) for path in paths if asked.only in path.stem)
    rehearsal = Rehearsal(programme(every, wiring), found, asked.out, clock, tell)
    rehearsal.write()
    try:
        if not asked.list:
            by_hand(rehearsal, asked.board, wiring, clock)
    except KeyboardInterrupt:
        tell(say(Saying("rehearsal.broken_off", {"left": len(rehearsal.left)})))
    tell(say(Saying("rehearsal.written", {"path": asked.out / REPORT})))
    return 1 if rehearsal.left else 0


def by_hand(rehearsal: Rehearsal, url: str, wiring: Wiring, clock: WallClock) -> None:
    """Play the scenarios that are left, with the person at the keyboard."""
    typing = Typing(sys.stdin)
    try:
        rehearsal.run(partial(at_the_board, url, wiring, clock, typing))
    finally:
        typing.close()


def at_the_board(
    url: str, wiring: Wiring, clock: WallClock, typing: Typing, scenario: Scenario
) -> GuidedBoard:
    """Return the world of a scenario: the board at this URL, with a person."""
    board = open_board(url, wiring, clock)
    entered = partial(pressed, typing)
    return GuidedBoard(scenario, wiring, board, clock, tell=tell, entered=entered)


def pressed(typing: Typing) -> bool:
    """True if Enter was pressed."""
    return typing.next_line() is not None


def wired_as(asked: argparse.Namespace, hello: Hello) -> Wiring:
    """Return the wiring that was given, or that of the panel in the board's greeting."""
    if asked.wiring:
        return load_wiring(asked.wiring)
    path = panel_of(hello, asked.board, SHELF.panels.values())
    if path is None:
        raise WrongPanel("rehearsal.untold", url=asked.board)
    return load_wiring(path)


def described(wiring: Wiring, hello: Hello) -> str:
    """Return panel, firmware and serial number as text."""
    terms = {"panel": wiring.file.name, "version": hello.version, "board": hello.board.hex()}
    return say(Saying("rehearsal.board", terms))


def tell(sentence: str) -> None:
    """Print a sentence."""
    sys.stdout.write(f"{sentence}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
