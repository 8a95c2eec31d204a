"""What a task of a lesson may ask for: a closed list, so that nobody who writes one needs code."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from controller.errors import Misuse
from controller.game import Game, Move
from controller.lessons.rulebook import numbers
from controller.sitting.table import Table
from controller.values import CHANCE, Seat, Site, standing


class Sight(Struct, frozen=True):
    """The table, since so many moments and at such a score."""

    table: Table
    moves: Sequence[Move]  # made since the task began, dealt cards not counted
    scores: tuple[int, ...]


class Kind(Struct, frozen=True):
    """One kind of goal: whether it is reached, and the words it allows (Misuse for others)."""

    met: Callable[[Sight, str], bool]
    allow: Callable[[str, Game], object]


class Goal(Struct, frozen=True):
    """Something that can be so; `any` of the ways to say it will do."""

    ways: tuple[tuple[str, str, bool], ...]  # the kind, its words, and whether it must be so

    def met(self, sight: Sight) -> bool:
        return any(KINDS[kind].met(sight, words) is so for kind, words, so in self.ways)

    @property
    def made(self) -> str:
        """The moves it asks for, if it asks for moves and nothing else."""
        return self.ways[0][1] if len(self.ways) == 1 and self.ways[0][0] == "made" else ""


def goal_of(text: str, game: Game) -> Goal:
    """at ship1 e5, not over, made 1 lays F2.1 or refused A6."""
    return Goal(tuple(way_of(part.strip(), game) for part in re.split(r"\bor\b", text)))


def way_of(text: str, game: Game) -> tuple[str, str, bool]:
    so = not text.startswith("not ")
    kind, _, words = text.removeprefix("not ").partition(" ")
    if kind not in KINDS:
        raise Misuse("lesson.no_goal", name=kind, names=", ".join(KINDS))
    KINDS[kind].allow(words, game)
    return kind, words, so


# ----------------------------------------------------------------------------------- each of them


def made(sight: Sight, words: str) -> bool:
    wanted = [" ".join(move.split()) for move in words.split(",")]
    return [str(move) for move in sight.moves][-len(wanted) :] == wanted


def refused(sight: Sight, rule: str) -> bool:
    notice = sight.table.notice
    return notice is not None and notice.rule == rule


def at(sight: Sight, words: str) -> bool:
    piece, cell = words.split()
    layout = sight.table.position.layout()
    return piece in {one.name for one in standing(layout, Site(cell))}


def gone(sight: Sight, piece: str) -> bool:
    layout = sight.table.position.layout()
    return not any(piece == one.name for site in layout for one in standing(layout, site))


def scored(sight: Sight, words: str) -> bool:
    seat, points = map(int, words.split())
    return sight.table.position.scores()[seat - 1] - sight.scores[seat - 1] == points


def score(sight: Sight, words: str) -> bool:
    return list(sight.table.position.scores()) == [int(part) for part in words.split()]


def turn(sight: Sight, seat: str) -> bool:
    return sight.table.position.due == {Seat(int(seat) - 1)}


def moves(sight: Sight, words: str) -> bool:
    return len(sight.moves) >= int(words)


def over(sight: Sight, words: str) -> bool:
    return sight.table.position.outcome is not None


# ------------------------------------------------------------------------------- what they allow


def lines(text: str, game: Game) -> tuple[Move, ...]:
    """Moves, parted by commas."""
    return tuple(game.parse(" ".join(move.split())) for move in text.split(","))


def rule(text: str, game: Game) -> None:
    if text not in numbers(game):
        raise Misuse("scenario.no_rule", game=game.title, rule=text)


def shaped(pattern: str) -> Callable[[str, Game], None]:
    def allow(text: str, game: Game) -> None:
        if not re.fullmatch(pattern, text):
            raise Misuse("lesson.no_words", text=text)

    return allow


KINDS: Mapping[str, Kind] = {
    "made": Kind(made, lines),
    "refused": Kind(refused, rule),
    "at": Kind(at, shaped(r"\S+ \S+")),
    "gone": Kind(gone, shaped(r"\S+")),
    "scored": Kind(scored, shaped(r"[1-9] -?\d+")),
    "score": Kind(score, shaped(r"-?\d+( -?\d+)*")),
    "turn": Kind(turn, shaped(r"[1-9]")),
    "moves": Kind(moves, shaped(r"\d+")),
    "over": Kind(over, shaped("")),
}


def own(history: Sequence[Move]) -> tuple[Move, ...]:
    """What was anybody's choice."""
    return tuple(move for move in history if move.seat != CHANCE)
