"""The command line's parser: its verbs and options, and the values that they are turned into."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn

from controller.app.appliance import appliance_commands
from controller.app.start_game import READER, VIRTUAL
from controller.errors import Misuse
from controller.game import Game, Setting
from controller.games import SHELF
from controller.names import check_name
from controller.robots.levels import LEVELS
from controller.robots.players import ROBOTS
from controller.sounds.sound import LOUDEST, Loudness, Sound, wanted
from controller.table_rules import TableRules, agreed, own_options
from controller.written_terms import option, option_names, picks, teams
from drivers.kit.terms import PAPERS

KINDS = ("human", *ROBOTS)
STEPS = 10  # of volume
SOUNDS = ", ".join(sound.value for sound in Sound)

EXAMPLES = """
examples:
  stardeck play astron                          you against a robot, on a simulated table in a page
  stardeck play astron --screen                 the same in this terminal
  stardeck play astron --lan                    phones hold the cards: scan the codes on the page
  stardeck play astron --seats 4 --players Ada,human,robot,random
  stardeck play space_walk --robot navigator    against a robot that thinks of your answer
  stardeck play astron --demo                   watch a whole game be played, in a page
  stardeck play astron --demo --fast --seed 7   the same as text, as fast as it will go
  stardeck play astron --board /dev/serial/by-id/usb-...   on a real board
  stardeck learn astron                         nine short lessons, on the table itself
  stardeck games                                what was played before
  stardeck show 12 --file > game.toml           a game to take along; stardeck import brings it back
  stardeck resume                               go on with the last game that was interrupted
  stardeck check --board /dev/serial/by-id/usb-... --html report.html   is the board sound?
  sudo stardeck install                         the table starts with the machine, and waits
  stardeck kit astron --out kit                 templates, parts and wiring to build its panel
  stardeck replay 000001.rec                    what the table made of a recording
  stardeck why 000001.rec                       what its last decisions were taken by
"""


class Parser(argparse.ArgumentParser):
    """An argument parser that raises Misuse with one sentence, instead of printing and exiting."""

    def __init__(self, **terms: Any) -> None:
        super().__init__(**terms)
        self._late: list[tuple[argparse.Action, Callable[[], str]]] = []

    def tell_late(self, action: argparse.Action, words: Callable[[], str]) -> None:
        """Fill in this option's help only when help is printed, because that loads every game."""
        self._late.append((action, words))

    def format_help(self) -> str:
        """Return the help; if games were loaded for it, append why others cannot be loaded."""
        for action, words in self._late:
            action.help = words()
        broken = SHELF.troubles if self._late else []
        return "\n".join([super().format_help(), *broken, *[""][: len(broken)]])

    def _check_value(self, action: argparse.Action, value: object) -> None:
        """Raise Misuse with the possible values when this is not one of them."""
        if action.choices is None or value in action.choices:
            return
        names = ", ".join(map(str, action.choices))
        if not action.option_strings:
            raise Misuse("command.no_command", name=value, names=names, program=self.prog)
        flag = action.option_strings[-1]
        raise Misuse("command.no_such_value", flag=flag, name=value, names=names, program=self.prog)

    def error(self, message: str) -> NoReturn:
        told = f"{message[0].upper()}{message[1:]}"
        raise Misuse("command.usage", message=told, program=self.prog)


def parser() -> Parser:
    """Return the parser for the whole command line."""
    top = Parser(
        prog="stardeck",
        description="A table that knows the rules: play on an instrumented board, or simulate it.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    verbs = top.add_subparsers(dest="verb", metavar="WHAT", required=True, parser_class=Parser)
    _play(verbs.add_parser("play", help="begin a game", formatter_class=Wide))
    _learn(verbs.add_parser("learn", help="take lessons in a game", formatter_class=Wide))
    _kept_games(verbs)
    _check(verbs.add_parser("check", help="find what is wrong with a board", formatter_class=Wide))
    _calibrate(
        verbs.add_parser("calibrate", help="find out how a panel is wired", formatter_class=Wide)
    )
    _flash(verbs.add_parser("flash", help="put the firmware on a Pico", formatter_class=Wide))
    _enrol(verbs.add_parser("enrol", help="give tags to ships and cards", formatter_class=Wide))
    appliance_commands.add(verbs)
    _kit(verbs.add_parser("kit", help="what one needs to build a panel", formatter_class=Wide))
    _new_game(verbs.add_parser("new-game", help="write a game of your own to begin with"))
    _record(verbs.add_parser("record", help="keep a board's own bytes", formatter_class=Wide))
    _recordings(verbs)
    return top


def _kept_games(verbs: argparse._SubParsersAction[Parser]) -> None:
    """Add the commands about games in the journal."""
    games = verbs.add_parser("games", help="list the games that were kept")
    games.add_argument("--all", action="store_true", help="not only the latest hundred")
    show = verbs.add_parser("show", help="print the record of a kept game")
    show.add_argument(
        "number", type=int, nargs="?", help="its number in the list of games; else the latest"
    )
    form = show.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="for a program, with the points")
    form.add_argument("--svg", action="store_true", help="the last position, as a picture")
    form.add_argument("--file", action="store_true", help="as a file that import reads")
    bring = verbs.add_parser("import", help="keep a game that comes in a file")
    bring.add_argument("file", type=Path, help="as stardeck show --file or a page has written it")
    resume = verbs.add_parser("resume", help="go on with a game", formatter_class=Wide)
    resume.add_argument(
        "number", type=int, nargs="?", help="its number; else the last that was not finished"
    )
    _page(resume)
    _board(resume)
    _tags(resume)
    discard = verbs.add_parser("discard", help="give an interrupted game up; its record stays")
    discard.add_argument("number", type=int, help="its number in the list of games")
    for verb in (games, show, bring, resume, discard):
        _journal(verb)


def _recordings(verbs: argparse._SubParsersAction[Parser]) -> None:
    """Add the commands that explain a recording."""
    replay = verbs.add_parser("replay", help="play a recording again, without a board")
    replay.add_argument("file", type=Path, help="a recording, as the workshop's page gives it out")
    why = verbs.add_parser("why", help="why the table decided as it did")
    why.add_argument("file", type=Path, help="a recording, or the evidence of one decision")
    why.add_argument(
        "--out", type=Path, metavar="FILE", help="write the evidence of the last decision there"
    )


class Wide(argparse.HelpFormatter):
    """A help formatter with wide columns, so that an option and its help fit on a line."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=30, width=100)


def _play(play: Parser) -> None:
    _game(play, "the lobby asks")
    _people(play)
    _terms(play)
    play.add_argument(
        "--go-on", action="store_true", help="first with the game that was interrupted, if any"
    )
    play.add_argument("--demo", action="store_true", help="watch robots play it, move by move")
    play.add_argument(
        "--fast", action="store_true", help="with --demo: no page, only its moves as text, at once"
    )
    _table(play)


def _learn(learn: Parser) -> None:
    _game(learn, "they are listed")
    learn.add_argument("lesson", nargs="?", default="", help="by its name or number; else the next")
    _table(learn)


def _game(verb: Parser, otherwise: str) -> None:
    names = ", ".join(SHELF.names)
    verb.add_argument(
        "game", type=SHELF.take, nargs="?", help=f"which game: {names}; else {otherwise}"
    )


def _people(play: Parser) -> None:
    """Add the options that say who plays: seats, players, robots, teams and their choices."""
    play.add_argument("--seats", type=int, metavar="N", help="how many play (2, unless said)")
    play.add_argument(
        "--players",
        metavar="A,B,…",
        help="who sits where: human, a robot by its name, or a person, with a capital; "
        "Ada+Grace share a side (unless said: you, and on a simulated table robots)",
    )
    play.add_argument(
        "--robot",
        choices=ROBOTS,
        help="how well those play whom --players does not name: cadet is the weakest, and who a "
        "person plays against unless this is said; admiral is the best",
    )
    play.add_argument("--teams", metavar="1+2,3+4", help="who plays together")
    choose = play.add_argument("--choose", action="append", default=[], metavar="WHAT=A,B,…")
    play.tell_late(choose, lambda: f"what each seat picks, one after the other: {choosable()}")


def _terms(play: Parser) -> None:
    """Add the options for cards, seed, house rules and a folder with replacement files."""
    play.add_argument(
        "--deck",
        choices=(VIRTUAL, READER),
        default=VIRTUAL,
        help="virtual: the controller deals; reader: real cards, shown to readers and waited for",
    )
    play.add_argument("--seed", type=int, metavar="N", help="the same seed deals the same cards")
    option = play.add_argument("--option", action="append", default=[], metavar="NAME=on|off")
    play.tell_late(option, lambda: f"a house rule: {', '.join(option_names())}")
    play.add_argument(
        "--box", type=Path, metavar="DIR", help="a folder whose files replace the game's own"
    )


def _table(verb: Parser) -> None:
    _page(verb)
    _board(verb)
    _tags(verb)
    _journal(verb)


def _page(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("--screen", action="store_true", help="play in this terminal, not in a page")
    verb.add_argument("--port", type=int, metavar="N", help="of the page (8765, or any free one)")
    verb.add_argument("--lan", action="store_true", help="let phones in the house open the page")
    verb.add_argument("--quiet", action="store_true", help="open no browser, only say where")
    verb.add_argument("--record", action="store_true", help="keep all that passes on the line")
    verb.add_argument(
        "--sounds",
        default="all",
        metavar="A,B,…",
        help=f"what a board with a buzzer lets you hear: all, none, or some of {SOUNDS}",
    )
    verb.add_argument(
        "--volume",
        type=int,
        default=6,
        metavar="N",
        help=f"of the buzzer: 0 is silent, {STEPS} loudest",
    )
    aloud = "sounds and speech through this computer's loudspeaker, too"
    verb.add_argument("--speak", action="store_true", help=aloud)
    off = "who switches the table off in its menu switches this computer off"
    verb.add_argument("--poweroff", action="store_true", help=off)
    verb.set_defaults(awaited=False)  # True once a missing board is waited for


def _board(verb: argparse.ArgumentParser) -> None:
    verb.add_argument(
        "--board", default="sim://", metavar="URL", help="a serial port; else it is simulated"
    )
    verb.add_argument(
        "--wiring",
        type=panel_file,
        metavar="FILE",
        help="the panel's wiring; else the one that a board says it has, and where it is simulated "
        f"the one that tells most; or one of {', '.join(SHELF.panels)}",
    )


def loudness(asked: argparse.Namespace) -> Loudness:
    """Return the volume and the kinds of sound that the flags ask for."""
    if "volume" not in asked:
        return Loudness()
    if not 0 <= asked.volume <= STEPS:
        raise Misuse("command.volume", most=STEPS)
    try:
        off = wanted(SOUNDS.split(", ") if asked.sounds == "all" else split_names(asked.sounds))
    except ValueError:
        raise Misuse("command.sounds", words=asked.sounds, names=SOUNDS) from None
    return Loudness(asked.volume * LOUDEST // STEPS, off)


def split_names(words: str) -> list[str]:
    """Return the names in a list separated by commas; an empty list for "none"."""
    return [] if words == "none" else [word.strip() for word in words.split(",")]


def panel_file(text: str) -> Path:
    """Return a wiring file by its path, or by the name of a panel that a known game brings."""
    path = Path(text)
    if os.path.exists(path) or path.suffix or len(path.parts) > 1:
        return path
    if text not in SHELF.panels:
        raise Misuse("command.no_panel", name=text, names=", ".join(SHELF.panels))
    return SHELF.panels[text]


def _tags(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("--tags", type=Path, metavar="FILE", help="tags as stardeck enrol wrote them")


def _check(check: argparse.ArgumentParser) -> None:
    check.add_argument("--quick", action="store_true", help="only what needs no hands")
    check.add_argument(
        "--tier", type=int, choices=(1, 2, 3), help="only what is built by then, see hardware.md"
    )
    check.add_argument("--json", type=Path, metavar="FILE", help="write the report there too")
    check.add_argument(
        "--html", type=Path, metavar="FILE", help="write it as a page, with pictures"
    )
    _board(check)
    _tags(check)


def _flash(flash: argparse.ArgumentParser) -> None:
    flash.add_argument(
        "--panel", metavar="NAME", help="the panel it sits under, if it cannot say so itself"
    )
    flash.add_argument(
        "--new", action="store_true", help="take a Pico that does not run our firmware yet"
    )
    _board(flash)


def _calibrate(calibrate: argparse.ArgumentParser) -> None:
    calibrate.add_argument(
        "--out", type=Path, metavar="FILE", required=True, help="the wiring file to write"
    )
    calibrate.add_argument("--force", action="store_true", help="write over a file that is there")
    _board(calibrate)


def _record(record: argparse.ArgumentParser) -> None:
    record.add_argument(
        "--capture",
        type=Path,
        metavar="DIR",
        required=True,
        help="where to; you are told what to do, and anybody can replay it",
    )
    record.add_argument(
        "--seconds", type=float, default=15.0, metavar="N", help="for each thing that is asked"
    )
    _board(record)
    _tags(record)


def _enrol(enrol: argparse.ArgumentParser) -> None:
    enrol.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        required=True,
        help="the file of tags to write or go on with",
    )
    enrol.add_argument(
        "--game",
        type=SHELF.take,
        metavar="NAME",
        help=f"whose pieces: {', '.join(SHELF.names)}; else those of the panel's own",
    )
    enrol.add_argument(
        "--box", type=Path, metavar="DIR", help="a folder whose files replace the game's own"
    )
    _board(enrol)


def _kit(kit: argparse.ArgumentParser) -> None:
    kit.add_argument(
        "panel", metavar="PANEL", nargs="?", help="its name or wiring file; else they are listed"
    )
    kit.add_argument(
        "--pitch", type=float, metavar="MM", help="from one contact to the next, unless usual"
    )
    kit.add_argument(
        "--wire",
        type=float,
        metavar="MM2",
        help="of the lights' supply, unless usual (0.75, thicker for large boards)",
    )
    kit.add_argument("--paper", choices=tuple(PAPERS), default="A4", help="that its pages go on")
    kit.add_argument("--out", type=Path, metavar="DIR", help="the folder to write it into")


def _new_game(new_game: argparse.ArgumentParser) -> None:
    new_game.add_argument(
        "name", metavar="NAME", help="the game's name: small letters, digits and _"
    )
    new_game.add_argument(
        "--out", type=Path, metavar="DIR", help="the folder to write (stardeck-NAME, unless said)"
    )


def _journal(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("--journal", type=Path, metavar="FILE", help="where games are kept")


def setting(asked: argparse.Namespace, game: Game) -> Setting:
    """Return the game's setting from the flags: seats, teams, options, box and choices."""
    named = asked.players.split(",") if asked.players else []
    seats = asked.seats or len(named) or game.seats.start
    options = own_options(game, dict(map(option, asked.option)))
    picked = dict(map(picks, asked.choose))
    return Setting(seats, teams(asked.teams, seats), options, asked.box, picked)


def choosable() -> str:
    """Return every game's choices and their values as text for the help."""
    usual = [(game, game.choices(Setting(game.seats.start))) for game in SHELF.values()]
    return "; ".join(
        f"{choice.name}={','.join(choice.offers)} ({game.title})"
        for game, choices in usual
        for choice in choices
    )


def rules(asked: argparse.Namespace, game: Game) -> TableRules:
    """Return the table's rules from the flags."""
    return agreed(game, dict(map(option, asked.option)))


def names(
    asked: str | None, seats: int, simulated: bool, demo: bool, robot: str | None = None
) -> list[str]:
    """Return one word for each seat: human, a robot, or names; by default people play LEVELS[0]."""
    if not asked:
        robot = robot or ("robot" if demo else LEVELS[0])
        others = robot if simulated else "human"
        return [robot if demo else "human", *[others] * (seats - 1)]
    named = [word.strip() for word in asked.split(",")]
    if len(named) != seats:
        raise Misuse("command.wrong_players", count=len(named), seats=seats)
    for word in named:
        if word not in KINDS and not all(map(is_person_name, map(check_name, word.split("+")))):
            raise Misuse("player.unknown", name=word, names=", ".join(ROBOTS))
    return named


def is_person_name(word: str) -> bool:
    """True if the word can be a person's name: it begins with a letter that is not lower case."""
    return word[:1].isalpha() and not word[0].islower()


def parse(words: Sequence[str]) -> argparse.Namespace:
    """Return the parsed command line; raise Misuse when it cannot be understood."""
    return parser().parse_args(words)
