"""Reads a page of play in plain text: its lines, and the game described above the bar."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from controller import table_rules, written_terms
from controller.errors import BadScenario, Misuse, StardeckError
from controller.game import Game, Move, Position, Setting, why
from controller.table_rules import TableRules, own_options
from controller.words import said

LAID = ("seats", "teams", "choose", "option", "box", "seed", "after", "set", "then")
"""The words that may begin a line above the bar of any page of play."""

BAR = "---"  # above it stands the setup, below it what is done and expected


class PageLine(Struct, frozen=True):
    """One line of a file without comments. A line with a colon is a check, any other an act."""

    number: int
    text: str
    indented: bool = False

    @property
    def checks(self) -> bool:
        return ":" in self.text


def read_page(path: Path) -> tuple[str, list[PageLine]]:
    """Return the title of the file, and its lines without comments."""
    try:
        raw = path.read_text(encoding="utf-8").splitlines()
    except OSError as trouble:
        raise BadScenario("file.unreadable", path=path, why=trouble.strerror) from None
    except UnicodeDecodeError:
        raise BadScenario("file.not_text", path=path) from None
    if not raw or not re.match(r"#\s*\w", raw[0]):
        raise BadScenario("scenario.untitled", path=path)
    return raw[0].lstrip("# ").strip(), list(number_lines(raw))


def number_lines(raw: Sequence[str], first: int = 1) -> Iterator[PageLine]:
    """Yield the lines with their numbers, without comments and blank lines."""
    parts = [re.sub(r"(^|\s)#.*", "", line) for line in raw]
    for at, part in enumerate(parts, first):
        if part.strip():
            yield PageLine(at, " ".join(part.split()), part[0].isspace())


def split_at_bar(
    path: Path, lines: Sequence[PageLine]
) -> tuple[Sequence[PageLine], Sequence[PageLine]]:
    """Return the lines above the bar and those below it; BadScenario if there is none."""
    bar = next((at for at, line in enumerate(lines) if line.text == BAR), None)
    if bar is None:
        raise BadScenario("scenario.no_bar", path=path, bar=BAR)
    return lines[:bar], lines[bar + 1 :]


@contextmanager
def blaming(path: Path, line: int) -> Iterator[None]:
    """Turn an error raised inside the block into a BadScenario that names this line."""
    try:
        yield
    except BadScenario:
        raise
    except StardeckError as trouble:
        raise BadScenario("file.trouble_at", path=path, line=line, trouble=trouble) from None


# ---------------------------------------------------------------------------- above the bar


class Head(Struct):
    """The lines above the bar, by their first word."""

    path: Path
    terms: dict[str, PageLine] = {}
    options: list[PageLine] = []
    after: list[PageLine] = []
    sets: list[PageLine] = []

    def value(self, key: str, otherwise: str = "") -> str:
        """Return the text of a term, or `otherwise` if it is not there."""
        return self.terms[key].text if key in self.terms else otherwise

    def line(self, *keys: str) -> int:
        """Return the number of the first of these terms that was written, or 1."""
        return next((self.terms[key].number for key in keys if key in self.terms), 1)


def read_head(
    path: Path,
    lines: Sequence[PageLine],
    keys: Collection[str],
    choices: Mapping[str, Sequence[str]] | None = None,
) -> Head:
    """Return the lines above the bar as terms; `choices` limits the values of some."""
    head = Head(path)
    for line in lines:
        with blaming(path, line.number):
            take(head, line, keys, choices or {})
    return head


def take(
    head: Head, line: PageLine, keys: Collection[str], choices: Mapping[str, Sequence[str]]
) -> None:
    """Add one line to the head; an indented one belongs to `after`. Misuse if it is wrong."""
    key, _, rest = line.text.partition(" ")
    told = PageLine(line.number, rest)
    if line.indented and "after" in head.terms:
        head.after.append(line)
    elif key not in keys:
        raise Misuse("scenario.no_term", name=key, names=", ".join(keys))
    elif key in head.terms:
        raise Misuse("scenario.said_twice", name=key)
    elif key in choices and rest not in choices[key]:
        offered = said("scenario.or").join(choices[key])
        raise Misuse("scenario.other_term", name=key, choices=offered, text=rest)
    elif key in ("option", "set"):
        (head.options if key == "option" else head.sets).append(told)
    else:
        head.terms[key] = told
        head.after += [told] if key == "after" and rest else []


# ---------------------------------------------------------------------------- the position


class Laid(Struct, frozen=True):
    """The game of a page: start, moves played before, seed and table rules."""

    start: Position[Any]
    played: tuple[tuple[Move, Position[Any]], ...]
    seed: int
    rules: TableRules

    @property
    def position(self) -> Position[Any]:
        return self.played[-1][1] if self.played else self.start


def build_game(head: Head, game: Game) -> Laid:
    """Return the game that the lines above the bar describe; BadScenario if it is impossible."""
    path = head.path
    options = dict(option_of(path, line) for line in head.options)
    with blaming(path, head.line("choose", "seats", "teams", "box", "game")):
        start = game.start(setting_of(head, own_options(game, options)))
    with blaming(path, head.line("seed")):
        seed = whole_number(head.value("seed", "0"))
    moves = tuple(play_lines(path, head.after, game, start))
    rules = table_rules.rules_agreed(game, options)
    if head.sets:
        start = apply_set_lines(head, game, moves[-1][1] if moves else start)
        moves = tuple(play_lines(path, then(head), game, start))
    return Laid(start, moves, seed, rules)


def then(head: Head) -> list[PageLine]:
    """Return the lines of moves to be played from the position that was set."""
    return [head.terms["then"]] if "then" in head.terms else []


def apply_set_lines(head: Head, game: Game, position: Position[Any]) -> Position[Any]:
    """Return the position with fields of its JSON replaced by the `set` lines."""
    whole = msgspec.json.decode(msgspec.json.encode(position))
    for line in head.sets:
        with blaming(head.path, line.number):
            set_field(whole, line.text)
    try:
        return game.thaw(msgspec.json.encode(whole))
    except (ValueError, TypeError, KeyError) as trouble:
        line_number = head.sets[-1].number
        why = Misuse("lesson.no_position", why=trouble)
        raise BadScenario(
            "file.trouble_at", path=head.path, line=line_number, trouble=why
        ) from None


def set_field(whole: Any, text: str) -> None:
    """Set one field of the JSON, given as path and value, such as `ships.0 "e5"`."""
    path, _, value = text.partition(" ")
    *way, last = [int(part) if part.isdigit() else part for part in path.split(".")]
    try:
        for part in way:
            whole = whole[part]
        whole[last]
        whole[last] = msgspec.json.decode(value)
    except (LookupError, TypeError, ValueError):
        raise Misuse("lesson.no_field", text=text) from None


def option_of(path: Path, line: PageLine) -> tuple[str, bool]:
    """Return the option of a line with its value."""
    with blaming(path, line.number):
        return written_terms.parse_option(line.text)


def setting_of(head: Head, options: dict[str, bool]) -> Setting:
    """Return the game setting of the head: seats, teams, options, box and picks."""
    seats = whole_number(head.value("seats", "2"))
    box = head.path.parent / "boxes" / head.value("box") if "box" in head.terms else None
    picks = dict(map(written_terms.parse_picks, head.value("choose").split()))
    return Setting(
        seats, written_terms.parse_teams(head.value("teams"), seats), options, box, picks
    )


def play_lines(
    path: Path, lines: Sequence[PageLine], game: Game, start: Position[Any]
) -> Iterator[tuple[Move, Position[Any]]]:
    """Yield each move of these lines with the position after it; BadScenario if it is illegal."""
    position = start
    for line in lines:
        for text in line.text.strip(",").split(","):
            with blaming(path, line.number):
                move = game.parse(text.strip())
                if refusal := position.refusal(move):
                    reason = why(refusal)
                    raise Misuse("scenario.forbidden", move=move, rule=refusal.rule, why=reason)
            position = position.after(move)
            yield move, position


def whole_number(text: str) -> int:
    """Return the number; Misuse unless it has one to six digits and nothing else."""
    if not re.fullmatch("[0-9]{1,6}", text):
        raise Misuse("scenario.not_whole", text=text)
    return int(text)
