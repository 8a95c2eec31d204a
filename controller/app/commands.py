"""The commands play, learn, resume, replay and why, and VERBS, the table of all commands."""

from __future__ import annotations

import argparse
import logging
import os
import secrets
import signal
import subprocess
import sys
import webbrowser
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path

from controller.app import arguments, service_commands
from controller.app.appliance import appliance_commands
from controller.app.appliance.arrival import Arrival
from controller.app.appliance.systemd import SWITCHED_OFF, Supervisor, handed_over
from controller.app.appliance.table_menu import TableMenu
from controller.app.backups.restoring import finish_restore
from controller.app.computer.discreet_log import log_into
from controller.app.computer.ending import Ending, ourselves
from controller.app.computer.laptop import plain_output, today
from controller.app.computer.pi_health import PiHealth
from controller.app.hosting.host import Host
from controller.app.library import kept_commands
from controller.app.library.kept_commands import final, kept_at, tell_notices
from controller.app.service_commands import (
    connected_panel_or_wait,
    may_wait,
    panel,
    panel_game,
    plugged_in,
)
from controller.app.setup.line_up import SEAT_KINDS, person_called
from controller.app.setup.start_game import (
    Environment,
    GameSetup,
    interrupted,
    lesson_of,
    partners_at_seat,
    require_journal,
    resumed,
    with_record,
)
from controller.app.setup.thinker import AtOnce, Thinker
from controller.app.setup.twin import opener
from controller.errors import JournalTrouble, Misuse, StardeckError
from controller.game import Game, Move
from controller.games import SHELF
from controller.lessons import lesson
from controller.lessons.learnt import Learnt
from controller.robots.players import ROBOTS
from controller.sitting.journal import Journal
from controller.sitting.luck import secret_seed
from controller.sounds.knob import Knob
from controller.telling import Teller, teller
from controller.web.view import Who
from controller.words import said, say
from drivers.clock import PacedClock, StepClock, WallClock
from drivers.speaker.speaker import Speaker
from drivers.workshop.probe import panel_of

log = logging.getLogger(__name__)

KEEPING = {"play", "learn", "resume", "games", "show", "import", "discard"}  # use the journal
SEEDS = 10**6  # of short seeds: a demo has no secrets, and its seed is typed to see it again
SECRET = 16  # bytes: the 128 bits that SECURITY.md promises


def main(words: Sequence[str] | None = None) -> int:
    """Run the command line; return the exit status: 0, or 2 after printing what went wrong."""
    with plain_output():
        return obey(sys.argv[1:] if words is None else words)


def obey(words: Sequence[str]) -> int:
    """Run one command; print any error as a sentence and return the exit status."""
    try:
        log_into(Path(os.environ.get("STARDECK_LOG", os.devnull)))
        asked = arguments.parse(words)
        if asked.verb in KEEPING:
            finish_restore(kept_at().parent)
        return COMMANDS[asked.verb](asked) or 0
    except StardeckError as trouble:
        print(said("command.trouble", trouble=trouble), file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print()
        return 130
    except BrokenPipeError:
        sys.stderr.close()
    except OSError as trouble:
        print(said("command.trouble", trouble=trouble), file=sys.stderr)
        return 2
    except Exception:
        log.exception("%s", words)
        print(said("command.trouble", trouble=said("command.our_fault")), file=sys.stderr)
        return 2
    return 0


def new_secret() -> str:
    """Return 128 random bits in hexadecimal digits, for a key, a device or a seed."""
    return secrets.token_hex(SECRET)


# ------------------------------------------------------------------------------------------ playing


def play(asked: argparse.Namespace) -> int:
    """Start a game, a demo, or a table whose lobby or menu asks what to play."""
    if asked.record and (asked.fast or asked.screen):
        raise Misuse("page.record_page")
    if asked.fast and not asked.demo:
        raise Misuse("command.fast_what")
    if not (asked.wiring or asked.demo):
        asked.wiring = connected_panel_or_wait(asked)
    if asked.game is None and asked.wiring and not by_menu(asked):
        asked.game = panel_game(asked.wiring)
    if asked.game is None and (asked.demo or asked.screen):
        raise Misuse("command.which_game", names=", ".join(SHELF.names))
    if asked.game is None:
        for trouble in SHELF.troubles:
            print(trouble, file=sys.stderr)
    if asked.game is None or asked.awaited:
        return serve(asked, None)
    if asked.demo and asked.fast:
        demo(asked)
        return 0
    if asked.demo:
        return serve(asked, lambda house: demo_game(house, asked))
    return sit(asked, lambda house: new_or_resumed_setup(house, asked))


def by_menu(asked: argparse.Namespace) -> bool:
    """True if the menu of a real board asks what to play, because no flag says it."""
    said = asked.demo or asked.screen or asked.seats or asked.players
    return not said and opener(asked.board) is None


def attach_menu(host: Host, house: Environment, asked: argparse.Namespace) -> None:
    """Give the host a menu for this panel; with --go-on, resume an interrupted game first."""
    game = panel_game(asked.wiring)
    lineups = {game: [one.kind for one in who] for game, who in host.past.lineups.items()}
    host.menu = TableMenu(house, house.panel(game), [game], lambda: host.kept, lineups)
    goes_on = asked.verb == "play" and asked.game is None and asked.go_on and by_menu(asked)
    if goes_on and interrupted(house, game) is not None:
        host.sit(new_or_resumed_setup(house, argparse.Namespace(**{**vars(asked), "game": game})))


def arrival(host: Host, house: Environment, asked: argparse.Namespace) -> Arrival:
    """Return what waits for the first board, and starts the game asked for or the panel's own."""
    if asked.game:
        setup_from_flags(house, asked)  # report a mistake in the flags before the board comes

    def sit(wiring: Path) -> None:
        asked.wiring = wiring
        attach_menu(host, house, asked)
        game = asked.game or (None if by_menu(asked) else panel_game(wiring))
        if game:
            host.sit(
                new_or_resumed_setup(house, argparse.Namespace(**{**vars(asked), "game": game}))
            )

    panels = partial(panel_of, url=asked.board, paths=SHELF.panels.values())
    return Arrival(asked.board, house.clock, panels, sit)


def resume(asked: argparse.Namespace) -> int:
    """Resume an interrupted game, by its number or the last one."""
    return sit(asked, lambda house: resumed(house, asked.number))


def learn(asked: argparse.Namespace) -> None:
    """Start the lesson that is named, else the next one; without a game, list the lessons."""
    learnt = Learnt(kept_at().parent)
    if asked.game is None:
        print("\n".join(offered_lessons(learnt)))
        return
    game: Game = asked.game
    numbered = {str(n): name for n, name in enumerate(lesson.lesson_names(game), 1)}
    name = numbered.get(asked.lesson, asked.lesson)
    terms = lesson_of(game, name, learnt.of(game.name))
    asked.wiring = asked.wiring or plugged_in(asked)
    sit(asked, lambda house: terms)


def offered_lessons(learnt: Learnt) -> Iterator[str]:
    """Yield a line for every lesson of every game; finished ones are ticked."""
    for game in SHELF.values():
        for number, (name, title) in enumerate(lesson.lesson_titles(game.name).items(), 1):
            mark = "✓" if name in learnt.of(game.name) else " "
            yield said("command.lesson", mark=mark, game=game.name, number=number, title=title)


def sit(asked: argparse.Namespace, terms: Callable[[Environment], GameSetup]) -> int:
    """Run a game for people, in web pages or in this terminal."""
    if not asked.screen:
        return serve(asked, terms)
    at_the_screen(asked, terms)
    return 0


def new_or_resumed_setup(house: Environment, asked: argparse.Namespace) -> GameSetup:
    """Return a new game as the flags say, or the interrupted one if they ask for it."""
    number = interrupted(house, asked.game) if asked.go_on else None
    if number is not None:
        with suppress(JournalTrouble):
            return resumed(house, number)
    return with_record(house, setup_from_flags(house, asked))


def setup_from_flags(house: Environment, asked: argparse.Namespace) -> GameSetup:
    """Return the game that the flags ask for, without a journal record."""
    game: Game = asked.game
    setting = arguments.setting(asked, game)
    start = game.start(setting)
    words = arguments.seat_words(
        asked.players, setting.seats, house.simulated, asked.demo, asked.robot
    )
    return GameSetup(
        game,
        start,
        tuple(sitter(game, number, word) for number, word in enumerate(words, 1)),
        house.seed(),
        house.dealing(game, asked.deck),
        arguments.rules(asked, game),
        setting=setting,
    )


def sitter(game: Game, number: int, word: str) -> Who:
    """Return the players at this seat: a kind of player, or the names of people who share it."""
    if word in SEAT_KINDS:
        return person_called(number, word)
    return partners_at_seat(game, word.split("+"))


def demo(asked: argparse.Namespace) -> None:
    """Play a whole game by simulated hands, and print it move by move."""
    from controller.app.running.demo import played_out

    if asked.seed is None:
        asked.seed = secrets.randbelow(SEEDS)
    house = environment_of(asked, StepClock())
    if not house.simulated:
        raise Misuse("command.demo_board")
    terms = check_only_robots(setup_from_flags(house, asked))
    print(head_of(terms, house.url))
    position = terms.start
    names = (one.name for one in terms.who)
    tells = teller(terms.game, terms.game.drawing(terms.start), names)
    for running, moves in played_out(house, terms):
        position = running.table.position
        print_moves(moves, tells)
    final(terms.game, position)


def demo_game(house: Environment, asked: argparse.Namespace) -> GameSetup:
    """Return a game between robots to watch in a page; it is not written to the journal."""
    if not house.simulated:
        raise Misuse("command.demo_board")
    return check_only_robots(setup_from_flags(house, asked))


def check_only_robots(terms: GameSetup) -> GameSetup:
    """Return this game; raise Misuse if a person plays in it."""
    if not all(one.kind in ROBOTS for one in terms.who):
        raise Misuse("command.demo_people", names=", ".join(ROBOTS))
    return terms


def head_of(terms: GameSetup, url: str) -> str:
    """Return the demo's first line: the game, its seats, its seed and the board's address."""
    seats, seed = len(terms.who), terms.seed
    return said("command.demo", game=terms.game.title, seats=seats, seed=seed, url=url)


def print_moves(moves: Sequence[Move], tells: Teller) -> None:
    """Print these moves as everybody may see them, joined for each player."""
    if told := tells.whole(moves):
        print(f"  {told}")


def at_the_screen(asked: argparse.Namespace, sat: Callable[[Environment], GameSetup]) -> None:
    """Run a game in this terminal until it ends."""
    from controller.app.terminal.console import Console

    with closing(environment_of(asked, WallClock(), keeps=True)) as house:
        terms = sat(house)
        tell_journal(house)
        with closing(Console(house, terms)) as console:
            console.run()
        final(terms.game, console.table.position)


def serve(asked: argparse.Namespace, sat: Callable[[Environment], GameSetup] | None) -> int:
    """Run a table with web pages until Ctrl-C or switched off; `sat` returns its first game."""
    from controller.app.hosting.web_table import WebTable

    supervisor, handed = Supervisor(os.environ, WallClock().now), handed_over(os.environ)
    with (
        closing(environment_of(asked, PacedClock(WallClock()), keeps=True)) as house,
        ended_by_systemd(),
    ):
        shown = WebTable(house, new_secret, port=asked.port, lan=asked.lan, handed=handed)
        with closing(shown), suppress(KeyboardInterrupt):
            if asked.wiring and not house.simulated:
                attach_menu(shown.host, house, asked)
            if sat:
                shown.host.sit(sat(house))
            elif asked.awaited:
                shown.host.arrival = arrival(shown.host, house, asked)
            tell_journal(house)
            shown.open()
            first = shown.table if shown.host.running else shown.lobby
            announce(first, shown.service, shown.nickname, asked)
            supervisor.ready()
            while not shown.host.down:
                shown.turn()
                supervisor.alive(shown.status, shown.server.answers)
        supervisor.stopping()
    if shown.host.down:
        switch_off(asked)
    print()
    if shown.host.running:
        final(shown.host.running.terms.game, shown.host.running.table.position)
    return SWITCHED_OFF if shown.host.down and supervisor.watches else 0


def switch_off(asked: argparse.Namespace) -> None:
    """Say that the table is off, and power the computer off if --poweroff was given."""
    print(said("menu.off"))
    if asked.poweroff:
        subprocess.run(["systemctl", "poweroff"], check=False)


@contextmanager
def ended_by_systemd() -> Iterator[None]:
    """Make SIGTERM raise KeyboardInterrupt, so that everything is closed as after Ctrl-C."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def announce(address: str, workshop: str, nickname: str, asked: argparse.Namespace) -> None:
    """Print the addresses of the pages, and open a browser where there is a desktop."""
    print(said("command.table", address=address))
    print(said("command.workshop", address=workshop))
    if asked.lan:
        print(said("command.by_name", name=nickname))
    print(said("command.leave"), flush=True)
    if not asked.quiet and has_desktop():
        webbrowser.open(address)


def has_desktop() -> bool:
    """True if a browser would open in a window of its own, not in this terminal."""
    drawn = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return bool(drawn) or sys.platform in ("darwin", "win32")


def open_speaker(asked: argparse.Namespace) -> Speaker | None:
    """Return this computer's loudspeaker if asked for, after printing what is missing for it."""
    if not getattr(asked, "speak", False):
        return None
    found = Speaker(kept_at().parent / "voices")
    for lack in found.missing:
        print(say(lack), file=sys.stderr)
    return found


def environment_of(
    asked: argparse.Namespace, clock: StepClock | WallClock | PacedClock, *, keeps: bool = False
) -> Environment:
    """Return the environment of a table, from the flags; `keeps` says whether to keep games."""
    seed = getattr(asked, "seed", None)
    return Environment(
        url=asked.board,
        panel=lambda game: panel(game, asked),
        journal=Journal(asked.journal or kept_at()) if keeps else None,
        seed=lambda: secret_seed(new_secret()) if seed is None else seed,
        today=today,
        clock=clock,
        open_twin=opener(asked.board),
        folder=kept_at().parent,
        record=getattr(asked, "record", False),
        waits=may_wait(asked),
        ending=Ending(kept_at().parent, ourselves()) if keeps else None,
        health=PiHealth(clock.now, kept_at().parent) if keeps else None,
        loudness=Knob(arguments.loudness(asked), kept_at().parent if keeps else None),
        speaker=open_speaker(asked),
        think=Thinker if keeps else AtOnce,
    )


# ------------------------------------------------------------------------------------- what is kept


def tell_journal(house: Environment) -> None:
    """Print why games cannot be kept, if they cannot, and other notices of the journal."""
    journal = require_journal(house)
    try:
        journal.sittings(1)
    except JournalTrouble as trouble:
        print(said("command.unkept", why=trouble), file=sys.stderr)
    tell_notices(journal)


def replay_command(asked: argparse.Namespace) -> None:
    """Print what the table makes of a recording."""
    from controller.app.recordings import replay_commands

    replay_commands.replay(asked)


def why_command(asked: argparse.Namespace) -> None:
    """Print why the table decided as it did in a recording."""
    from controller.app.recordings import replay_commands

    replay_commands.explain_recording(asked)


COMMANDS: Mapping[str, Callable[[argparse.Namespace], int | None]] = {
    "play": play,
    "learn": learn,
    "games": kept_commands.list_games,
    "show": kept_commands.show,
    "import": kept_commands.import_command,
    "resume": resume,
    "discard": kept_commands.discard,
    "check": service_commands.check,
    "calibrate": service_commands.calibrate,
    "enrol": service_commands.enrol,
    "flash": service_commands.flash_command,
    "kit": service_commands.kit,
    "new-game": service_commands.new_game,
    "record": service_commands.record,
    "replay": replay_command,
    "why": why_command,
    **appliance_commands.APPLIANCE_VERBS,
}
