"""Scenarios: plain text files of what a hand does and what the board must answer."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from controller.errors import BadScenario, Misuse
from controller.game import Game, Move, Position
from controller.games import SHELF
from controller.lessons.page import (
    LAID,
    Head,
    PageLine,
    blaming,
    build_game,
    read_head,
    read_page,
    split_at_bar,
)
from controller.table_rules import TableRules
from controller.values import Sense, Site
from drivers.wiring import Wiring, load_wiring
from sims.bench.verbs import VERBS, check_arity, number, wanting
from sims.scenarios.checks import CHECKS, Vocabulary

SCENARIO_KEYS = ("game", "panel", "deck", "board", "only", *LAID)
CHOICES = {
    "deck": ("virtual", "reader"),
    "board": ("ready", "cold", "empty"),
    "only": ("simulated",),
}
# verbs for a simulated board only
BENCH_ONLY = frozenset({"stick", "kill", "heal", "hang", "fault"})
AT_CELLS = frozenset({"move", "slide", "stick", "kill", "heal"})
AT_ONE_CELL = frozenset({"lift", "put", "point"})  # a further word names the piece


class Scenario(Struct, frozen=True):
    """One scenario: how the table is set up, then deeds and checks."""

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
    steps: tuple[PageLine, ...]

    @property
    def deeds(self) -> set[str]:
        """The verbs it uses."""
        return {step.text.split()[0] for step in self.steps if not step.checks}

    @property
    def by_hand(self) -> bool:
        """True if a person could do all this on a real board."""
        return not self.simulated and self.deeds.isdisjoint(BENCH_ONLY)

    @property
    def cards(self) -> set[str]:
        """What must be enrolled: cards shown to a reader, and pieces if readers identify them.

        Anything else that is shown is an unknown tag.
        """
        shown = {step.text.split()[-1] for step in self.steps if step.text.startswith("tap ")}
        if Sense.TAG in self.wiring.senses.values():
            shown |= {token.name for token in self.game.drawing(self.start).tokens}
        return shown & set(self.game.pieces(self.start))


def read_scenario(path: Path) -> Scenario:
    """Return the scenario in this file; raise BadScenario with line and reason if it is invalid."""
    title, lines = read_page(path)
    above, below = split_at_bar(path, lines)
    scenario = build_scenario(path, title, above, tuple(below))
    words = Vocabulary(scenario.game, scenario.wiring.senses, board_cells(scenario))
    for step in scenario.steps:
        with blaming(path, step.number):
            check_check(step.text, words) if step.checks else check_deed(step.text, words)
    if not any(step.checks for step in scenario.steps):
        raise BadScenario("scenario.unchecked", path=path)
    return scenario


def board_cells(scenario: Scenario) -> frozenset[Site]:
    """Return the cells of the board, whether or not they have sensors."""
    start = scenario.start.on_panel(scenario.wiring.senses)
    return frozenset(cell.site for cell in scenario.game.drawing(start).cells)


# ------------------------------------------------------------------------------- what is agreed


def build_scenario(
    path: Path, title: str, lines: Sequence[PageLine], steps: tuple[PageLine, ...]
) -> Scenario:
    """Return the scenario that the head above the bar describes."""
    head = read_head(path, lines, SCENARIO_KEYS, CHOICES)
    with blaming(path, head.line("game")):
        game = shelved(head.value("game"))
    with blaming(path, head.line("panel")):
        wiring = find_panel(head, game)
    found = build_game(head, game)
    return Scenario(
        path,
        title,
        game,
        wiring,
        found.start,
        found.played,
        head.value("deck", "virtual") == "virtual",
        found.seed,
        found.rules,
        head.value("board", "ready"),
        "only" in head.terms,
        steps,
    )


def shelved(name: str) -> Game:
    """Return the game of this name; raise Misuse if there is none."""
    if name not in SHELF:
        raise Misuse("scenario.which_game", names=", ".join(sorted(SHELF)))
    return SHELF[name]


def find_panel(head: Head, game: Game) -> Wiring:
    """Return the wiring of the named panel, or of the game's usual one."""
    own = {path.stem: path for path in game.panels}
    name = head.value("panel", game.name)
    if name not in own:
        raise Misuse("scenario.no_panel", game=game.title, name=name, names=", ".join(own))
    return load_wiring(own[name])


# ------------------------------------------------------------------------------- deeds and checks


def check_deed(text: str, words: Vocabulary) -> None:
    """Raise Misuse unless the line is a verb with valid arguments."""
    verb, *rest = text.split()
    if verb not in VERBS:
        raise Misuse("scenario.no_deed", verb=verb, verbs=", ".join(sorted(VERBS)))
    check_arity(verb, rest)
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
    """Raise Misuse unless the line is a check with an allowed value."""
    name, _, wanted = text.partition(":")
    if name.strip() not in CHECKS:
        raise Misuse("scenario.no_check", name=name.strip(), names=", ".join(CHECKS))
    CHECKS[name.strip()].allow(wanted.strip(), words)
