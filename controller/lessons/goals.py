"""The goals of a lesson's tasks: a fixed list, so that writing a lesson needs no code."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from controller.errors import Misuse
from controller.game import Game, Move
from controller.lessons.rulebook import rule_numbers
from controller.sitting.table import Table
from controller.values import CHANCE, Seat, Site, standing


class Sight(Struct, frozen=True):
    """What a goal is checked against: the table, and moves and scores since the task began."""

    table: Table
    moves: Sequence[Move]  # made since the task began, without those of CHANCE
    scores: tuple[int, ...]


class GoalKind(Struct, frozen=True):
    """One kind of goal: its test, and a check of its arguments that raises Misuse."""

    met: Callable[[Sight, str], bool]
    allow: Callable[[str, Game], object]


class Goal(Struct, frozen=True):
    """A goal of a task; it is reached if any of its alternatives is."""

    ways: tuple[tuple[str, str, bool], ...]  # kind, arguments, False after `not`

    def met(self, sight: Sight) -> bool:
        return any(GOAL_KINDS[kind].met(sight, words) is so for kind, words, so in self.ways)

    @property
    def made(self) -> str:
        """The moves it asks for, or '' if it allows anything else."""
        return self.ways[0][1] if len(self.ways) == 1 and self.ways[0][0] == "made" else ""


def goal_of(text: str, game: Game) -> Goal:
    """Return the goal of a text such as `not over` or `at ship1 e5 or refused A6`."""
    return Goal(tuple(way_of(part.strip(), game) for part in re.split(r"\bor\b", text)))


def way_of(text: str, game: Game) -> tuple[str, str, bool]:
    """Return one alternative as kind, arguments and False after `not`; Misuse if it is wrong."""
    so = not text.startswith("not ")
    kind, _, words = text.removeprefix("not ").partition(" ")
    if kind not in GOAL_KINDS:
        raise Misuse("lesson.no_goal", name=kind, names=", ".join(GOAL_KINDS))
    GOAL_KINDS[kind].allow(words, game)
    return kind, words, so


# ---------------------------------------------------------------------------- tests of each kind


def moves_were(sight: Sight, words: str) -> bool:
    """True if these were the last moves."""
    wanted = [" ".join(move.split()) for move in words.split(",")]
    return [str(move) for move in sight.moves][-len(wanted) :] == wanted


def rule_refused(sight: Sight, rule: str) -> bool:
    """True if the table's notice names this rule."""
    notice = sight.table.notice
    return notice is not None and notice.rule == rule


def piece_on(sight: Sight, words: str) -> bool:
    """True if the piece stands on the cell."""
    piece, cell = words.split()
    layout = sight.table.position.layout()
    return piece in {one.name for one in standing(layout, Site(cell))}


def gone(sight: Sight, piece: str) -> bool:
    """True if the piece stands nowhere."""
    layout = sight.table.position.layout()
    return not any(piece == one.name for site in layout for one in standing(layout, site))


def has_gained(sight: Sight, words: str) -> bool:
    """True if the seat has gained exactly so many points since the task began."""
    seat, points = map(int, words.split())
    return sight.table.position.scores()[seat - 1] - sight.scores[seat - 1] == points


def scores_are(sight: Sight, words: str) -> bool:
    """True if the scores are these."""
    return list(sight.table.position.scores()) == [int(part) for part in words.split()]


def is_turn_of(sight: Sight, seat: str) -> bool:
    """True if the game waits for this seat alone."""
    return sight.table.position.due == {Seat(int(seat) - 1)}


def enough_moves(sight: Sight, words: str) -> bool:
    """True if at least so many moves were made."""
    return len(sight.moves) >= int(words)


def game_is_over(sight: Sight, words: str) -> bool:
    """True if the game is over."""
    return sight.table.position.outcome is not None


# ---------------------------------------------------------------------------- argument checks


def lines(text: str, game: Game) -> tuple[Move, ...]:
    """Return the moves of a text, which are separated by commas."""
    return tuple(game.parse(" ".join(move.split())) for move in text.split(","))


def require_rule_of(text: str, game: Game) -> None:
    """Raise Misuse unless this is the number of a rule of the game."""
    if text not in rule_numbers(game):
        raise Misuse("scenario.no_rule", game=game.title, rule=text)


def require_pattern(pattern: str) -> Callable[[str, Game], None]:
    """Return a check that raises Misuse unless the arguments match this pattern."""

    def allow(text: str, game: Game) -> None:
        if not re.fullmatch(pattern, text):
            raise Misuse("lesson.no_words", text=text)

    return allow


GOAL_KINDS: Mapping[str, GoalKind] = {
    "made": GoalKind(moves_were, lines),
    "refused": GoalKind(rule_refused, require_rule_of),
    "at": GoalKind(piece_on, require_pattern(r"\S+ \S+")),
    "gone": GoalKind(gone, require_pattern(r"\S+")),
    "scored": GoalKind(has_gained, require_pattern(r"[1-9] -?\d+")),
    "score": GoalKind(scores_are, require_pattern(r"-?\d+( -?\d+)*")),
    "turn": GoalKind(is_turn_of, require_pattern(r"[1-9]")),
    "moves": GoalKind(enough_moves, require_pattern(r"\d+")),
    "over": GoalKind(game_is_over, require_pattern("")),
}


def own(history: Sequence[Move]) -> tuple[Move, ...]:
    """Return the moves without those of CHANCE."""
    return tuple(move for move in history if move.seat != CHANCE)
