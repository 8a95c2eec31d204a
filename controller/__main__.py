"""Joins the parts: the command line, a board, a table, a journal, a screen."""

from __future__ import annotations

import argparse
import logging
import os
import secrets
import sys
import webbrowser
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from controller.app import arguments, service_commands
from controller.errors import JournalTrouble, Misuse, StardeckError
from controller.game import Game, Move, Position
from controller.games import SHELF
from controller.journal import Journal, Record, Sitting, replay
from controller.values import CHANCE, Outcome, Saying, Seat
from controller.words import say, unit


def main(words: Sequence[str] | None = None) -> int:
    """Do what was asked; a sentence and 2 when it cannot be done."""
    logging.basicConfig(filename=os.environ.get("STARDECK_LOG", os.devnull), level=logging.INFO)
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


def play(asked: argparse.Namespace) -> None:
    if asked.record and (asked.demo or asked.screen):
        raise Misuse(say(Saying("page.record_page")))
    if not (asked.wiring or asked.demo):
        asked.wiring = service_commands.plugged_in(asked)
    if asked.game is None and asked.wiring:
        asked.game = panel_game(asked.wiring)
    if asked.game is None:
        if asked.demo or asked.screen:
            raise Misuse("Say which game: stardeck play astron.")
        serve(asked)
        return
    game = SHELF[asked.game]
    setting = arguments.setting(asked, game)
    start = game.start(setting)
    seed = secrets.randbelow(10**6) if asked.seed is None else asked.seed
    simulated = asked.board.startswith("sim://")
    named = arguments.names(asked.players, setting.seats, simulated, asked.demo)
    if asked.demo:
        demo(game, start, named, seed, asked)
        return
    journal, record = begun(asked, game, start, seed, named)
    try:
        terms = {"virtual": asked.deck == "virtual", "free": arguments.free_takeback(asked)}
        sit(game, start, named, seed, asked, record=record, played=[], **terms)
    finally:
        if journal:
            journal.close()


def begun(
    asked: argparse.Namespace, game: Game, start: Position[Any], seed: int, named: list[str]
) -> tuple[Journal | None, Record | None]:
    """A page for this game; where none can be had, play goes on without."""
    try:
        journal = Journal.open(asked.journal or kept_at())
        record = journal.begin(
            game,
            start,
            opened=service_commands.today(),
            seed=seed,
            deck=asked.deck,
            players=",".join(named),
            free=arguments.free_takeback(asked),
        )
    except JournalTrouble as trouble:
        print(f"Not saving this game: {trouble}", file=sys.stderr)
        return None, None
    return journal, record


def demo(
    game: Game, start: Position[Any], named: list[str], seed: int, asked: argparse.Namespace
) -> None:
    """A whole game by simulated hands, told move by move."""
    from controller.robots.players import player
    from sims.bench.demo import play_out
    from sims.bench.rig import Rig

    if not asked.board.startswith("sim://"):
        raise Misuse("A demo is played on a simulated board: leave --board out.")
    rig = Rig(start, panel(game, asked), seed=seed, virtual=asked.deck == "virtual")
    luck = Random(seed)
    players = {Seat(seat): player(name, luck) for seat, name in enumerate([*named, "random"])}
    players[CHANCE] = players.pop(Seat(len(named)))
    if not all(players.values()):
        raise Misuse("In a demo every seat plays by itself: robot, random or first, not human.")
    print(f"{game.title}, {len(named)} seats, seed {seed}, on sim://")
    for moves in play_out(rig, {seat: who for seat, who in players.items() if who}):
        told(moves)
    final(game, rig.table.position)


def told(moves: Sequence[Move]) -> None:
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


def sit(
    game: Game,
    start: Position[Any],
    named: list[str],
    seed: int,
    asked: argparse.Namespace,
    **terms: Any,
) -> None:
    """A person at the table: in a page, or on the screen; simulated, or real."""
    if not asked.screen:
        serve(asked, game, start, named, seed, **terms)
        return
    from controller.app.console import Console
    from controller.robots.players import ROBOTS

    named = [word if word in ROBOTS else "human" for word in named]
    wiring = panel(game, asked)
    console = Console.open(game, start, wiring, url=asked.board, named=named, seed=seed, **terms)
    try:
        console.run()
    finally:
        console.close()
    final(game, console.table.position)


def serve(
    asked: argparse.Namespace,
    game: Game | None = None,
    start: Position[Any] | None = None,
    named: Sequence[str] = (),
    seed: int = 0,
    **terms: Any,
) -> None:
    """A table in a page, until somebody presses Ctrl-C; without a game, the lobby asks for one."""
    from controller.app.start_game import Terms, who
    from controller.app.web_table import Parlour

    parlour = Parlour(
        house(asked), lambda: secrets.token_urlsafe(12), port=asked.port, lan=asked.lan
    )
    try:
        if game and start:
            played = tuple(terms.pop("played"))
            parlour.host.sit(Terms(game, start, who(named), seed, played=played, **terms))
        parlour.open()
        announce(parlour, parlour.table if game else parlour.lobby, asked)
        while True:
            parlour.host.turn()
    except KeyboardInterrupt:
        print()
    finally:
        parlour.close()
    if parlour.host.table and parlour.host.sitting:
        final(parlour.host.sitting.game, parlour.host.table.position)


def house(asked: argparse.Namespace) -> Any:
    """What the host needs of the world."""
    from controller.app.start_game import House
    from drivers.clock import PacedClock, WallClock

    return House(
        url=asked.board,
        simulated=asked.board.startswith("sim://"),
        panel=lambda game: panel(game, asked),
        journal=kept(asked),
        seed=lambda: secrets.randbelow(10**6),
        today=service_commands.today,
        clock=PacedClock(WallClock()),
        folder=kept_at().parent,
        record=asked.record,
    )


def announce(parlour: Any, address: str, asked: argparse.Namespace) -> None:
    """Where the pages are; and the browser, where there is one."""
    print(f"The table:    {address}")
    print(f"The workshop: {parlour.service}")
    if asked.lan:
        print(f"By name:      {parlour.nickname} (where mDNS works; the keys stay the same)")
    print("Ctrl-C leaves; the game is kept, go on with: stardeck resume", flush=True)
    if not asked.quiet and has_desktop():
        webbrowser.open(address)


def has_desktop() -> bool:
    """A browser would open in a window of its own, not in this terminal."""
    drawn = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return bool(drawn) or sys.platform in ("darwin", "win32")


def kept(asked: argparse.Namespace) -> Journal | None:
    """The journal, or None where there is none to be had."""
    try:
        return Journal.open(asked.journal or kept_at())
    except JournalTrouble:
        return None


def games(asked: argparse.Namespace) -> None:
    journal = Journal.open(asked.journal or kept_at())
    sittings = journal.sittings()
    if not sittings:
        print("No game has been kept yet. Begin one: stardeck play astron")
    for sitting in sittings:
        state = sitting.ended or "can be resumed"
        moves = len(journal.lines(sitting.id))
        print(
            f"{sitting.id:>4}  {sitting.opened}  {sitting.game}  {sitting.players}"
            f"  {moves} moves  {state}"
        )


def show(asked: argparse.Namespace) -> None:
    journal = Journal.open(asked.journal or kept_at())
    sitting = journal.sitting(asked.number)
    game, start = taken(sitting)
    print(f"{game.title}, game {sitting.id}, {sitting.opened}, seed {sitting.seed}")
    for kind, line in journal.entries(sitting.id):
        print(f"  {line}" if kind == "move" else f"  taken back: {line}")
    steps = list(replay(game, start, journal.lines(sitting.id)))
    final(game, steps[-1][1] if steps else start)


def resume(asked: argparse.Namespace) -> None:
    journal = Journal.open(asked.journal or kept_at())
    sitting = chosen(journal, asked.number)
    game, start = taken(sitting)
    played = list(replay(game, start, journal.lines(sitting.id)))
    named = sitting.players.split(",")
    record = journal.reopen(sitting.id)
    terms = {"virtual": sitting.deck == "virtual", "free": bool(sitting.free)}
    try:
        sit(game, start, named, sitting.seed or 0, asked, record=record, played=played, **terms)
    finally:
        journal.close()


def discard(asked: argparse.Namespace) -> None:
    """An interrupted game that nobody wants to go on with; its record stays."""
    journal = Journal.open(asked.journal or kept_at())
    chosen(journal, asked.number)
    journal.reopen(asked.number).end("discarded")
    print(
        f"Game {asked.number} will not be offered again. See it with: stardeck show {asked.number}"
    )


def chosen(journal: Journal, number: int | None) -> Sitting:
    """The game of this number, or the last that was not finished."""
    if number is None:
        unfinished = [sitting for sitting in journal.sittings() if not sitting.ended]
        if not unfinished:
            raise Misuse("There is no game to go on with. Begin one: stardeck play astron.")
        return unfinished[-1]
    sitting = journal.sitting(number)
    if sitting.ended:
        raise Misuse(f"Game {number} is over. See it with: stardeck show {number}.")
    return sitting


def taken(sitting: Sitting) -> tuple[Game, Position[Any]]:
    """The game of a sitting and how it began."""
    if sitting.game not in SHELF:
        raise JournalTrouble(f"Game {sitting.id} is {sitting.game}, which is not on the shelf.")
    game = SHELF[sitting.game]
    return game, game.thaw(sitting.start)


def panel_game(path: Path) -> str:
    """The game that this panel is for."""
    from drivers.wiring import load_wiring

    return str(load_wiring(path).file.game)


def panel(game: Game, asked: argparse.Namespace) -> Any:
    """The wiring of the panel this game is played on."""
    from drivers.wiring import HERE, load_wiring

    wiring = load_wiring(asked.wiring or HERE / f"{game.name}.toml")
    if wiring.file.game != game.name:
        raise Misuse(f"{asked.wiring} wires a panel for {wiring.file.game}, not for {game.name}.")
    return service_commands.tagged(wiring, asked)


def kept_at() -> Path:
    """Where games are kept unless somebody says otherwise."""
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "stardeck" / "journal.db"


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

if __name__ == "__main__":
    sys.exit(main())
