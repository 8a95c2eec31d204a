"""The game file: a game as TOML that people can read, with its moves line by line."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from controller.app.setup.line_up import SEAT_KINDS, SeatEntry, person_at, place_by_word
from controller.errors import Misuse
from controller.names import check_name, is_line
from controller.web.view import Who

OLDEST, FORM = 1, 2  # forms of the file that can be read; a later version may write another
MAX_FIELD = 80  # characters of a field


class GameFile(Struct, frozen=True, forbid_unknown_fields=True):
    """One complete game: how it began, who played, and every move that was not taken back."""

    stardeck: int
    game: str
    opened: str
    players: list[str | list[str]]  # a name for each seat, or those of all who share it
    deck: str
    start: str  # the first position, as JSON
    moves: str  # one a line, in the journal's notation
    kinds: list[str] = []  # human or which robot; form 1 has this word instead of a robot's name
    agreed: list[str] = []
    ended: str = ""

    @property
    def lines(self) -> list[str]:
        """The moves in notation, without empty lines."""
        return [line.strip() for line in self.moves.splitlines() if line.strip()]

    @property
    def places(self) -> list[SeatEntry]:
        """The people and kind of each seat; Misuse if a seat has no kind."""
        if self.stardeck == OLDEST:
            return [place_by_word(str(word)) for word in self.players]
        if len(self.kinds) != len(self.players):
            raise Misuse("library.kinds", kinds=len(self.kinds), players=len(self.players))
        lists = ([one] if isinstance(one, str) else one for one in self.players)
        return [SeatEntry(tuple(n), kind) for n, kind in zip(lists, self.kinds, strict=True)]

    @property
    def who(self) -> tuple[Who, ...]:
        """The players; Misuse for a name or kind that is not valid."""
        for place in self.places:
            if place.kind not in SEAT_KINDS or not (place.names or self.stardeck == OLDEST):
                raise Misuse(
                    "library.kind", kind=place.kind[:MAX_FIELD], kinds=", ".join(SEAT_KINDS)
                )
            for name in place.names:
                check_name(name)
        return tuple(person_at(number, place) for number, place in enumerate(self.places, 1))


def game_text(file: GameFile) -> str:
    """Return the file's text; `parse_game` reads it."""
    listed = {"players": file.players, "kinds": file.kinds, "agreed": file.agreed}
    plain = {"game": file.game, "opened": file.opened, "deck": file.deck, "ended": file.ended}
    head = [
        f"stardeck = {FORM}",
        *(f"{name} = {toml_text(value)}" for name, value in plain.items()),
    ]
    lists = [f"{name} = {toml_text(value)}" for name, value in listed.items()]
    moves = "\n".join(file.lines)
    text = [*head, *lists, f"start = {toml_text(file.start)}", f'moves = """\n{moves}\n"""']
    return "\n".join(text) + "\n"


def toml_text(value: object) -> str:
    """Return a string or list in TOML: as in JSON, with DEL escaped too."""
    if isinstance(value, list):
        return f"[{', '.join(map(toml_text, value))}]"
    return msgspec.json.encode(value).decode().replace("\x7f", "\\u007f")


def parse_game(text: str | bytes) -> GameFile:
    """Return the game in a file; Misuse if it is no game file of ours."""
    try:
        file = msgspec.toml.decode(text, type=GameFile)
    except (ValueError, RecursionError) as trouble:
        raise Misuse("library.no_file", why=trouble) from None
    if not OLDEST <= file.stardeck <= FORM:
        raise Misuse("library.other_form", form=file.stardeck, newest=FORM)
    for field in ("opened", "deck", "ended"):
        if not is_line(getattr(file, field), MAX_FIELD):
            raise Misuse("library.no_line", field=field, most=MAX_FIELD)
    return file


def players_of(who: tuple[Who, ...]) -> list[str | list[str]]:
    """Return the names of each seat as a file holds them."""
    return [list(one.together) or one.name for one in who]
