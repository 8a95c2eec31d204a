"""What can be asked for on the command line: play, resume, and what was kept."""

from __future__ import annotations

import argparse
import logging
import os
import secrets
import sys
import webbrowser
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from controller.app import arguments, service_commands
from controller.app.laptop import games_folder, ready
from controller.app.service_commands import panel, plugged_in, today
from controller.app.start_game import (
    House,
    Terms,
    resumed,
    taken,
    unfinished,
    who,
    written_down,
)
from controller.app.twin import opener
from controller.errors import JournalTrouble, Misuse, StardeckError
from controller.game import Game, Move, Position
from controller.games import SHELF
from controller.robots.players import ROBOTS
from controller.sitting.journal import Journal, replay
from controller.values import CHANCE, Outcome, Saying, Seat
from controller.words import say, unit
from drivers.clock import PacedClock, StepClock, WallClock
from drivers.wiring import load_wiring

SEEDS = 10**6


def main(words: Sequence[str] | None = None) -> int:
    """Do what was asked; a sentence and 2 when it cannot be done."""
    written = os.environ.get("STARDECK_LOG", os.devnull)
    logging.basicConfig(filename=written, level=logging.INFO, encoding="utf-8")
    for out in (sys.stdout, sys.stderr):
        ready(out)
    try:
        asked = arguments.parse(sys.argv[1:] if words is None else words)
        return VERBS[asked.verb](asked) or 0
    except StardeckError as trouble:
        print(f"stardeck: {trouble}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print()
        return 130
    except BrokenPipeError:
        sys.stderr.close()
    return 0


# ------------------------------------------------------------------------------------------ playing


def play(asked: argparse.Namespace) -> None:
    if asked.record and (asked.demo or asked.screen):
        raise Misuse(say(Saying("page.record_page")))
    if not (asked.wiring or asked.demo):
        asked.wiring = plugged_in(asked)
    if asked.game is None and asked.wiring:
        asked.game = SHELF.take(load_wiring(asked.wiring).file.game)
    if asked.game is None and (asked.demo or asked.screen):
        raise Misuse(f"Say which game: {', '.join(SHELF.names)}.")
    if asked.game is None:
        for trouble in SHELF.troubles:
            print(trouble, file=sys.stderr)
        serve(asked, None)
    elif asked.demo:
        demo(asked)
    else:
        sit(asked, lambda house: begun(house, asked))


def resume(asked: argparse.Namespace) -> None:
    sit(asked, lambda house: resumed(house, asked.number))


def sit(asked: argparse.Namespace, terms: Callable[[House], Terms]) -> None:
    """A person at the table: in a page, or on the screen."""
    if asked.screen:
        at_the_screen(asked, terms)
    else:
        serve(asked, terms)


def begun(house: House, asked: argparse.Namespace) -> Terms:
    """A new game as the flags say, on a page of its own; where none can be had, without."""
    terms = written_down(house, wanted(house, asked))
    if terms.unkept:
        print(f"Not saving this game: {terms.unkept}", file=sys.stderr)
    return terms


def wanted(house: House, asked: argparse.Namespace) -> Terms:
    game: Game = asked.game
    setting = arguments.setting(asked, game)
    named = arguments.names(asked.players, setting.seats, house.simulated, asked.demo)
    return Terms(
        game,
        game.start(setting),
        who(named),
        house.seed(),
        asked.deck == "virtual",
        arguments.free_takeback(asked),
    )


def demo(asked: argparse.Namespace) -> None:
    """A whole game by simulated hands, told move by move."""
    from controller.app.demo import played_out

    house = house_of(asked, StepClock())
    if not house.simulated:
        raise Misuse("A demo is played on a simulated board: leave --board out.")
    terms = wanted(house, asked)
    if not all(one.kind in ROBOTS for one in terms.who):
        raise Misuse("In a demo every seat plays by itself: robot, random or first, not human.")
    print(f"{terms.game.title}, {len(terms.who)} seats, seed {terms.seed}, on {house.url}")
    position = terms.start
    for running, moves in played_out(house, terms):
        position = running.table.position
        tell(moves)
    final(terms.game, position)


def tell(moves: Sequence[Move]) -> None:
    """The moves everybody may hear of."""
    heard = [str(move) for move in moves if move.seat != CHANCE]
    if heard:
        print("  " + ", ".join(heard))


def final(game: Game, position: Position[Any]) -> None:
    outcome: Outcome | None = position.outcome
    scores = outcome.scores if outcome else position.scores()
    for seat, score in enumerate(scores):
        won = "   wins" if outcome and Seat(seat) in outcome.winners else ""
        print(f"{seat + 1}: {score:>4} {unit(game.name)}{won}")


def at_the_screen(asked: argparse.Namespace, sat: Callable[[House], Terms]) -> None:
    from controller.app.terminal.console import Console

    with closing(house_of(asked, WallClock(), keeps=True)) as house:
        terms = sat(house)
        with closing(Console(house, terms)) as console:
            console.run()
        final(terms.game, console.table.position)


def serve(asked: argparse.Namespace, sat: Callable[[House], Terms] | None) -> None:
    """A table in a page, until somebody presses Ctrl-C; without a game, the lobby asks for one."""
    from controller.app.web_table import WebTable

    with closing(house_of(asked, PacedClock(WallClock()), keeps=True)) as house:
        shown = WebTable(house, lambda: secrets.token_urlsafe(12), port=asked.port, lan=asked.lan)
        with closing(shown), suppress(KeyboardInterrupt):
            if sat:
                shown.host.sit(sat(house))
            shown.open()
            announce(shown.table if sat else shown.lobby, shown.service, shown.nickname, asked)
            while True:
                shown.host.turn()
    print()
    if shown.host.running:
        final(shown.host.running.terms.game, shown.host.running.table.position)


def announce(address: str, workshop: str, nickname: str, asked: argparse.Namespace) -> None:
    """Where the pages are; and the browser, where there is one."""
    print(f"The table:    {address}")
    print(f"The workshop: {workshop}")
    if asked.lan:
        print(f"By name:      {nickname} (where mDNS works; the keys stay the same)")
    print("Ctrl-C leaves; the game is kept, go on with: stardeck resume", flush=True)
    if not asked.quiet and has_desktop():
        webbrowser.open(address)


def has_desktop() -> bool:
    """A browser would open in a window of its own, not in this terminal."""
    drawn = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return bool(drawn) or sys.platform in ("darwin", "win32")


def house_of(
    asked: argparse.Namespace, clock: StepClock | WallClock | PacedClock, *, keeps: bool = False
) -> House:
    """What a running table needs of the world, as the flags have it."""
    seed = getattr(asked, "seed", None)
    journal, unkept = opened(asked) if keeps else (None, "")
    return House(
        url=asked.board,
        panel=lambda game: panel(game, asked),
        journal=journal,
        seed=lambda: secrets.randbelow(SEEDS) if seed is None else seed,
        today=today,
        clock=clock,
        open_twin=opener(asked.board),
        folder=kept_at().parent,
        record=getattr(asked, "record", False),
        unkept=unkept,
    )


# ------------------------------------------------------------------------------------- what is kept


def opened(asked: argparse.Namespace) -> tuple[Journal | None, str]:
    """The journal; or none, and the reason."""
    try:
        return Journal.open(asked.journal or kept_at()), ""
    except JournalTrouble as trouble:
        return None, str(trouble)


def games(asked: argparse.Namespace) -> None:
    with journal_of(asked) as journal:
        sittings = journal.sittings()
        if not sittings:
            print("No game has been kept yet. Begin one: stardeck play")
        for sitting in sittings:
            state = sitting.ended or "can be resumed"
            moves = len(journal.lines(sitting.id))
            print(
                f"{sitting.id:>4}  {sitting.opened}  {sitting.game}  {sitting.players}"
                f"  {moves} moves  {state}"
            )


def show(asked: argparse.Namespace) -> None:
    with journal_of(asked) as journal:
        sitting = journal.sitting(asked.number)
        game, start = taken(sitting)
        print(f"{game.title}, game {sitting.id}, {sitting.opened}, seed {sitting.seed}")
        for kind, line in journal.entries(sitting.id):
            print(f"  {line}" if kind == "move" else f"  taken back: {line}")
        steps = list(replay(game, start, journal.lines(sitting.id)))
    final(game, steps[-1][1] if steps else start)


def discard(asked: argparse.Namespace) -> None:
    """An interrupted game that nobody wants to go on with; its record stays."""
    with journal_of(asked) as journal:
        unfinished(journal, asked.number)
        journal.reopen(asked.number).end("discarded")
    print(
        f"Game {asked.number} will not be offered again. See it with: stardeck show {asked.number}"
    )


def journal_of(asked: argparse.Namespace) -> closing[Journal]:
    """The journal, open for as long as somebody reads in it."""
    return closing(Journal.open(asked.journal or kept_at()))


def kept_at() -> Path:
    """Where games are kept unless somebody says otherwise."""
    return games_folder(sys.platform, os.environ, Path.home()) / "journal.db"


VERBS: Mapping[str, Callable[[argparse.Namespace], int | None]] = {
    "play": play,
    "games": games,
    "show": show,
    "resume": resume,
    "discard": discard,
    "check": service_commands.check,
    "calibrate": service_commands.calibrate,
    "enrol": service_commands.enrol,
    "flash": service_commands.flash,
    "replay": service_commands.replay,
}
