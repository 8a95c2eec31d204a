"""The command line's parser: its verbs and options, and the values that they are turned into."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn

from controller.app import board_arguments
from controller.app.appliance import appliance_commands
from controller.app.setup.start_game import READER, VIRTUAL
from controller.errors import Misuse
from controller.game import Game, Setting
from controller.games import SHELF
from controller.names import check_name
from controller.robots.levels import LEVELS
from controller.robots.players import ROBOTS
from controller.sounds.sound import LOUDEST, Loudness, Sound, sounds_to_silence
from controller.table_rules import TableRules, own_options, rules_agreed
from controller.written_terms import option_names, parse_option, parse_picks, parse_teams

KIND_WORDS = ("human", *ROBOTS)
VOLUME_STEPS = 10  # of volume
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

    def verb(name: str, purpose: str) -> Parser:
        return verbs.add_parser(name, help=purpose, formatter_class=WideHelp)

    _play(verb("play", "start a game"))
    _learn(verb("learn", "learn a game in short lessons"))
    _kept_games(verbs)
    board_arguments.add_check(verb("check", "test a board and report its faults"))
    board_arguments.add_calibrate(verb("calibrate", "write a wiring file by touching each cell"))
    board_arguments.add_flash(verb("flash", "install the firmware on a Pico"))
    board_arguments.add_enrol(verb("enrol", "assign NFC tags to pieces and cards"))
    appliance_commands.add(verbs)
    board_arguments.add_kit(verb("kit", "write templates and a parts list for a panel"))
    board_arguments.add_new_game(verb("new-game", "write a package for a game of your own"))
    board_arguments.add_record(verb("record", "record what a board sends, step by step"))
    _recordings(verbs)
    return top


def _kept_games(verbs: argparse._SubParsersAction[Parser]) -> None:
    """Add the commands about games in the journal."""
    games = verbs.add_parser("games", help="list the saved games")
    games.add_argument(
        "--all", action="store_true", help="list every game (default: the latest hundred)"
    )
    show = verbs.add_parser("show", help="print the moves of a saved game")
    show.add_argument(
        "number", type=int, nargs="?", help="its number in the list of games (default: the latest)"
    )
    form = show.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print JSON, with the scores")
    form.add_argument("--svg", action="store_true", help="print the last position as a picture")
    form.add_argument("--file", action="store_true", help="print a game file, which import reads")
    bring = verbs.add_parser("import", help="save a game from a file")
    bring.add_argument(
        "file", type=Path, help="a game file, written by stardeck show --file or by a page"
    )
    resume = verbs.add_parser("resume", help="continue a saved game", formatter_class=WideHelp)
    resume.add_argument(
        "number", type=int, nargs="?", help="its number (default: the last unfinished game)"
    )
    _page(resume)
    board_arguments.add_board(resume)
    board_arguments.add_tags(resume)
    discard = verbs.add_parser(
        "discard", help="stop offering an unfinished game; it stays in the list"
    )
    discard.add_argument("number", type=int, help="its number in the list of games")
    for verb in (games, show, bring, resume, discard):
        _journal(verb)


def _recordings(verbs: argparse._SubParsersAction[Parser]) -> None:
    """Add the commands that explain a recording."""
    replay = verbs.add_parser("replay", help="play a recording again, without a board")
    replay.add_argument("file", type=Path, help="a recording, downloaded from the workshop page")
    why = verbs.add_parser("why", help="explain the last decisions of a recording")
    why.add_argument("file", type=Path, help="a recording, or the evidence of one decision")
    why.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="write the evidence of the last decision to this file",
    )


class WideHelp(argparse.HelpFormatter):
    """A help formatter with wide columns, so that an option and its help fit on a line."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=30, width=100)


def _play(play: Parser) -> None:
    _game(play, "choose it in the lobby")
    _people(play)
    _terms(play)
    play.add_argument(
        "--go-on", action="store_true", help="continue the last unfinished game, if there is one"
    )
    play.add_argument("--demo", action="store_true", help="watch robots play")
    play.add_argument(
        "--fast", action="store_true", help="with --demo: print the moves as text, without a page"
    )
    _table(play)


def _learn(learn: Parser) -> None:
    _game(learn, "list them")
    learn.add_argument(
        "lesson", nargs="?", default="", help="its name or number (default: the next lesson)"
    )
    _table(learn)


def _game(verb: Parser, otherwise: str) -> None:
    names = ", ".join(SHELF.names)
    verb.add_argument(
        "game", type=SHELF.take, nargs="?", help=f"the game: {names} (default: {otherwise})"
    )


def _people(play: Parser) -> None:
    """Add the options that say who plays: seats, players, robots, teams and their choices."""
    play.add_argument("--seats", type=int, metavar="N", help="number of players (default: 2)")
    play.add_argument(
        "--players",
        metavar="A,B,…",
        help="who plays at each seat: human, robot, a robot's level, or a name with a capital "
        "letter; Ada+Grace share a seat (default: human first; the others are robots on a "
        "simulated board, else human)",
    )
    play.add_argument(
        "--robot",
        choices=ROBOTS,
        help="level of every robot that --players does not name; of those that plan, cadet is "
        "the weakest (the default) and admiral the strongest",
    )
    play.add_argument("--teams", metavar="1+2,3+4", help="seats that play together")
    choose = play.add_argument("--choose", action="append", default=[], metavar="WHAT=A,B,…")
    play.tell_late(choose, lambda: f"what each seat starts with, in order: {choosable()}")


def _terms(play: Parser) -> None:
    """Add the options for cards, seed, house rules and a folder with replacement files."""
    play.add_argument(
        "--deck",
        choices=(VIRTUAL, READER),
        default=VIRTUAL,
        help="virtual: the controller deals the cards; reader: you show real cards to the readers",
    )
    play.add_argument(
        "--seed",
        type=int,
        metavar="N",
        help="number that decides the cards; the same seed deals the same cards",
    )
    option = play.add_argument("--option", action="append", default=[], metavar="NAME=on|off")
    play.tell_late(option, lambda: f"switch a house rule on or off: {', '.join(option_names())}")
    play.add_argument(
        "--box", type=Path, metavar="DIR", help="folder of files that replace the game's own"
    )


def _table(verb: Parser) -> None:
    _page(verb)
    board_arguments.add_board(verb)
    board_arguments.add_tags(verb)
    _journal(verb)


def _page(verb: argparse.ArgumentParser) -> None:
    verb.add_argument(
        "--screen", action="store_true", help="play in this terminal instead of a web page"
    )
    verb.add_argument(
        "--port",
        type=int,
        metavar="N",
        help="port of the web page (default: 8765, or the next free one)",
    )
    verb.add_argument(
        "--lan", action="store_true", help="let other devices in your network open the page"
    )
    verb.add_argument(
        "--quiet", action="store_true", help="do not open a browser, only print the address"
    )
    verb.add_argument(
        "--record", action="store_true", help="save everything that the board sends and receives"
    )
    verb.add_argument(
        "--sounds",
        default="all",
        metavar="A,B,…",
        help=f"which sounds to play: all, none, or some of {SOUNDS} (default: all)",
    )
    verb.add_argument(
        "--volume",
        type=int,
        default=6,
        metavar="N",
        help=f"volume from 0 (silent) to {VOLUME_STEPS} (default: 6)",
    )
    aloud = "also play sounds and speech on this computer's loudspeaker"
    verb.add_argument("--speak", action="store_true", help=aloud)
    off = "let the menu's Switch off shut this computer down"
    verb.add_argument("--poweroff", action="store_true", help=off)
    verb.set_defaults(awaited=False)  # True once a missing board is waited for


def loudness(asked: argparse.Namespace) -> Loudness:
    """Return the volume and the kinds of sound that the flags ask for."""
    if "volume" not in asked:
        return Loudness()
    if not 0 <= asked.volume <= VOLUME_STEPS:
        raise Misuse("command.volume", most=VOLUME_STEPS)
    try:
        off = sounds_to_silence(
            SOUNDS.split(", ") if asked.sounds == "all" else split_names(asked.sounds)
        )
    except ValueError:
        raise Misuse("command.sounds", words=asked.sounds, names=SOUNDS) from None
    return Loudness(asked.volume * LOUDEST // VOLUME_STEPS, off)


def split_names(words: str) -> list[str]:
    """Return the names in a list separated by commas; an empty list for "none"."""
    return [] if words == "none" else [word.strip() for word in words.split(",")]


def _journal(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("--journal", type=Path, metavar="FILE", help="file of saved games")


def setting(asked: argparse.Namespace, game: Game) -> Setting:
    """Return the game's setting from the flags: seats, teams, options, box and choices."""
    named = asked.players.split(",") if asked.players else []
    seats = asked.seats or len(named) or game.seats.start
    options = own_options(game, dict(map(parse_option, asked.option)))
    picked = dict(map(parse_picks, asked.choose))
    return Setting(seats, parse_teams(asked.teams, seats), options, asked.box, picked)


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
    return rules_agreed(game, dict(map(parse_option, asked.option)))


def seat_words(
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
        if word not in KIND_WORDS and not all(
            map(is_person_name, map(check_name, word.split("+")))
        ):
            raise Misuse("player.unknown", name=word, names=", ".join(ROBOTS))
    return named


def is_person_name(word: str) -> bool:
    """True if the word can be a person's name: it begins with a letter that is not lower case."""
    return word[:1].isalpha() and not word[0].islower()


def parse(words: Sequence[str]) -> argparse.Namespace:
    """Return the parsed command line; raise Misuse when it cannot be understood."""
    return parser().parse_args(words)
