"""A game as a file that people can read and programs can parse: TOML, its moves line by line."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from controller.errors import Misuse

FORM = 1  # of the file; a later table may write another


class GameFile(Struct, frozen=True, forbid_unknown_fields=True):
    """All of one game: how it began, who played, every move that stands."""

    stardeck: int
    game: str
    opened: str
    players: list[str]
    deck: str
    start: str  # the first position, as JSON
    moves: str  # a line each, as the record has them
    agreed: list[str] = []
    ended: str = ""

    @property
    def lines(self) -> list[str]:
        return [line.strip() for line in self.moves.splitlines() if line.strip()]


def written(file: GameFile) -> str:
    """The file's text; `read` reads it back."""
    listed = {"players": file.players, "agreed": file.agreed}
    plain = {"game": file.game, "opened": file.opened, "deck": file.deck, "ended": file.ended}
    head = [f"stardeck = {FORM}", *(f"{name} = {quoted(value)}" for name, value in plain.items())]
    lists = [f"{name} = [{', '.join(map(quoted, value))}]" for name, value in listed.items()]
    moves = "\n".join(file.lines)
    text = [*head, *lists, f"start = {quoted(file.start)}", f'moves = """\n{moves}\n"""']
    return "\n".join(text) + "\n"


def quoted(text: str) -> str:
    """A string as TOML has it: as JSON has it, but for what only JSON lets stand."""
    return msgspec.json.encode(text).decode().replace("\x7f", "\\u007f")


def read(text: str | bytes) -> GameFile:
    """What a file tells; Misuse when it is none of ours."""
    try:
        file = msgspec.toml.decode(text, type=GameFile)
    except (ValueError, RecursionError) as trouble:
        raise Misuse("library.no_file", why=trouble) from None
    if file.stardeck != FORM:
        raise Misuse("library.other_form", form=file.stardeck)
    return file


def names(players: str) -> list[str]:
    return players.split(",")


def joined(players: Sequence[str]) -> str:
    return ",".join(players)
