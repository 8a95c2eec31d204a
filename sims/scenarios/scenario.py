"""Scenarios: what a hand does and what the board must answer, as plain text a maker can write."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from msgspec import Struct

from controller import table_rules
from controller.app import arguments
from controller.errors import BadScenario, Misuse, StardeckError
from controller.game import Game, Move, Position, Setting
from controller.games import SHELF
from controller.table_rules import TableRules, own_options
from controller.values import Saying, Sense, Site
from controller.words import said
from drivers.wiring import Wiring, load_wiring
from sims.bench.verbs import VERBS, fitting, number, wanting
from sims.scenarios.checks import CHECKS, Vocabulary

KEYS = (
    *("game", "panel", "seats", "teams", "choose", "option", "box"),
    *("deck", "seed", "board", "only", "after"),
)
CHOICES = {
    "deck": ("virtual", "reader"),
    "board": ("ready", "cold", "empty"),
    "only": ("simulated",),
}
UNPLAYED = "---"  # what is agreed before stands above it, what is done and seen below
BENCH_ONLY = frozenset({"stick", "kill", "heal", "hang", "fault"})  # nothing a person could do
AT_CELLS = frozenset({"move", "slide", "stick", "kill", "heal"})
AT_ONE_CELL = frozenset({"lift", "put", "point"})  # what may follow says which piece


class Line(Struct, frozen=True):
    """One line of the file that says something. One with a colon is a check, others are deeds."""

    number: int
    text: str
    indented: bool = False

    @property
    def checks(self) -> bool:
        return ":" in self.text


class Scenario(Struct, frozen=True):
    """One page of play: how the table is laid, then deeds and checks."""

    path: Path
    title: str
    game: Game
    wiring: Wiring
    start: Position[Any]
    played: tuple[tuple[Move, Position[Any]], ...]
    virtual: bool
    seed: int
    rules: TableRules
    board: str
    simulated: bool
    steps: tuple[Line, ...]

    @property
    def deeds(self) -> set[str]:
        """The verbs it needs."""
        return {step.text.split()[0] for step in self.steps if not step.checks}

    @property
    def by_hand(self) -> bool:
        """A person could do all this to a real board."""
        return not self.simulated and self.deeds.isdisjoint(BENCH_ONLY)

    @property
    def cards(self) -> set[str]:
        """What must be enrolled: cards shown to a reader, and pieces where readers tell them.

        Whatever else is shown is a stranger.
        """
        shown = {step.text.split()[-1] for step in self.steps if step.text.startswith("tap ")}
        if Sense.TAG in self.wiring.senses.values():
            shown |= {token.name for token in self.game.drawing(self.start).tokens}
        return shown & set(self.game.pieces(self.start))


def read(path: Path) -> Scenario:
    """The scenario in this file; BadScenario says which line cannot be played, and why."""
    title, lines = text_of(path)
    bar = next((at for at, line in enumerate(lines) if line.text == UNPLAYED), None)
    if bar is None:
        raise BadScenario("scenario.no_bar", path=path, bar=UNPLAYED)
    scenario = agreed(path, title, lines[:bar], tuple(lines[bar + 1 :]))
    words = Vocabulary(scenario.game, scenario.wiring.senses, cells(scenario))
    for step in scenario.steps:
        with blaming(path, step.number):
            check_check(step.text, words) if step.checks else check_deed(step.text, words)
    if not any(step.checks for step in scenario.steps):
        raise BadScenario("scenario.unchecked", path=path)
    return scenario


def cells(scenario: Scenario) -> frozenset[Site]:
    """The cells of the board, whether or not anything feels them."""
    start = scenario.start.on_panel(scenario.wiring.senses)
    return frozenset(cell.site for cell in scenario.game.drawing(start).cells)


# -------------------------------------------------------------------------------- the file as text


def text_of(path: Path) -> tuple[str, list[Line]]:
    """The sentence the file opens with, and its lines without comments."""
    try:
        raw = path.read_text(encoding="utf-8").splitlines()
    except OSError as trouble:
        raise BadScenario("file.unreadable", path=path, why=trouble.strerror) from None
    except UnicodeDecodeError:
        raise BadScenario("file.not_text", path=path) from None
    if not raw or not re.match(r"#\s*\w", raw[0]):
        raise BadScenario("scenario.untitled", path=path)
    parts = [re.sub(r"(^|\s)#.*", "", line) for line in raw]
    lines = [
        Line(at, " ".join(part.split()), part[0].isspace())
        for at, part in enumerate(parts, 1)
        if part.strip()
    ]
    return raw[0].lstrip("# ").strip(), lines


@contextmanager
def blaming(path: Path, line: int) -> Iterator[None]:
    """What goes wrong in here is the fault of this line."""
    try:
        yield
    except BadScenario:
        raise
    except StardeckError as trouble:
        raise BadScenario("file.trouble_at", path=path, line=line, trouble=trouble) from None


# ------------------------------------------------------------------------------- what is agreed


class Head(Struct):
    """The lines above the bar, by their first word."""

    path: Path
    terms: dict[str, Line] = {}
    options: list[Line] = []
    after: list[Line] = []

    def value(self, key: str, otherwise: str = "") -> str:
        return self.terms[key].text if key in self.terms else otherwise

    def line(self, *keys: str) -> int:
        """The line to blame: the first of these that was written."""
        return next((self.terms[key].number for key in keys if key in self.terms), 1)


def head_of(path: Path, lines: Sequence[Line]) -> Head:
    head = Head(path)
    for line in lines:
        with blaming(path, line.number):
            take(head, line)
    return head


def take(head: Head, line: Line) -> None:
    """One line above the bar; an indented one belongs to `after`."""
    key, _, rest = line.text.partition(" ")
    told = Line(line.number, rest)
    if line.indented and "after" in head.terms:
        head.after.append(line)
    elif key not in KEYS:
        raise Misuse("scenario.no_term", name=key, names=", ".join(KEYS))
    elif key in head.terms:
        raise Misuse("scenario.said_twice", name=key)
    elif key in CHOICES and rest not in CHOICES[key]:
        choices = said("scenario.or").join(CHOICES[key])
        raise Misuse("scenario.other_term", name=key, choices=choices, text=rest)
    elif key == "option":
        head.options.append(told)
    else:
        head.terms[key] = told
        head.after += [told] if key == "after" and rest else []


def agreed(path: Path, title: str, lines: Sequence[Line], steps: tuple[Line, ...]) -> Scenario:
    """What stands above the bar as a game, a position and the terms it is played on."""
    head = head_of(path, lines)
    with blaming(path, head.line("game")):
        game = shelved(head.value("game"))
    with blaming(path, head.line("panel")):
        wiring = panel_of(head, game)
    options = dict(option_of(path, line) for line in head.options)
    with blaming(path, head.line("choose", "seats", "teams", "box", "game")):
        start = game.start(setting_of(head, own_options(game, options)))
    with blaming(path, head.line("seed")):
        seed = whole_number(head.value("seed", "0"))
    return Scenario(
        path,
        title,
        game,
        wiring,
        start,
        tuple(played(path, head.after, game, start)),
        head.value("deck", "virtual") == "virtual",
        seed,
        table_rules.agreed(game, options),
        head.value("board", "ready"),
        "only" in head.terms,
        steps,
    )


def shelved(name: str) -> Game:
    if name not in SHELF:
        raise Misuse("scenario.which_game", names=", ".join(sorted(SHELF)))
    return SHELF[name]


def panel_of(head: Head, game: Game) -> Wiring:
    """The panel that is named, or the one this game is usually played on."""
    own = {path.stem: path for path in game.panels}
    name = head.value("panel", game.name)
    if name not in own:
        raise Misuse("scenario.no_panel", game=game.title, name=name, names=", ".join(own))
    return load_wiring(own[name])


def option_of(path: Path, line: Line) -> tuple[str, bool]:
    with blaming(path, line.number):
        return arguments.option(line.text)


def setting_of(head: Head, options: dict[str, bool]) -> Setting:
    seats = whole_number(head.value("seats", "2"))
    box = head.path.parent / "boxes" / head.value("box") if "box" in head.terms else None
    picks = dict(map(arguments.picks, head.value("choose").split()))
    return Setting(seats, arguments.teams(head.value("teams"), seats), options, box, picks)


def played(
    path: Path, lines: Sequence[Line], game: Game, start: Position[Any]
) -> Iterator[tuple[Move, Position[Any]]]:
    """The moves that were made before, several to a line, all of them lawful."""
    position = start
    for line in lines:
        for text in line.text.strip(",").split(","):
            with blaming(path, line.number):
                move = game.parse(text.strip())
                if refusal := position.refusal(move):
                    why = Saying(refusal.words)
                    raise Misuse("scenario.forbidden", move=move, rule=refusal.rule, why=why)
            position = position.after(move)
            yield move, position


# ------------------------------------------------------------------------------- deeds and checks


def check_deed(text: str, words: Vocabulary) -> None:
    """A verb of the hand with what it wants, at sites there are."""
    verb, *rest = text.split()
    if verb not in VERBS:
        raise Misuse("scenario.no_deed", verb=verb, verbs=", ".join(sorted(VERBS)))
    fitting(verb, rest)
    if verb in AT_CELLS | AT_ONE_CELL:
        words.sites(" ".join(rest if verb in AT_CELLS else rest[:1]), "cell")
    match verb, rest:
        case "tap", [reader, _]:
            words.sites(reader, "reader")
        case "press", [key]:
            words.sites(f"key.{key}", "key")
        case (("turn" | "wait"), [amount]):
            number(amount, 3600)
        case (("lift" | "put"), [_, which]) if words.knows(which):
            raise wanting(verb)
        case "say", _:
            words.game.parse(" ".join(rest))


def check_check(text: str, words: Vocabulary) -> None:
    """A check there is, with a value it can have."""
    name, _, wanted = text.partition(":")
    if name.strip() not in CHECKS:
        raise Misuse("scenario.no_check", name=name.strip(), names=", ".join(CHECKS))
    CHECKS[name.strip()].allow(wanted.strip(), words)


def whole_number(text: str) -> int:
    if not re.fullmatch("[0-9]{1,6}", text):
        raise Misuse("scenario.not_whole", text=text)
    return int(text)
