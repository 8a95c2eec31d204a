"""The shelf: the games that were found, each imported when it is first used."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import chain
from pathlib import Path

from controller.drawing import Drawing
from controller.errors import BadGame, Misuse
from controller.game import Game, Position, Setting
from controller.game_discovery import Escape, Found, contained, first_of_each
from controller.words import said

GAME_NAME = re.compile("[a-z][a-z0-9_]*")  # used in file names, message keys and URLs

log = logging.getLogger(__name__)


class Shelf(Mapping[str, Game]):
    """Mapping of game names to games, each imported on first use; unplayable games are left out."""

    def __init__(self, *sources: Callable[[], Iterable[Found]]) -> None:
        self._sources = sources
        self._troubles: list[str] = []
        self._opened: dict[str, Game | BadGame] = {}

    def take(self, name: str) -> Game:
        """Return the game of this name; Misuse if there is none, BadGame if it cannot be played."""
        every = chain.from_iterable(source() for source in self._sources)
        found = next((one for one in every if one.name == name), None)
        if found is None:
            raise Misuse("shelf.no_game", name=name, names=", ".join(self.names))
        game = self._open(found)
        if isinstance(game, BadGame):
            raise game
        return game

    @property
    def names(self) -> list[str]:
        """The sorted names of all games found, playable or not; imports no game."""
        return sorted(self._found)

    @property
    def troubles(self) -> list[str]:
        """Sentences about games found that cannot be offered; imports every game."""
        list(self)
        return self._troubles

    @property
    def first(self) -> Game:
        """The first playable game: the default while no game has been chosen."""
        return next(iter(self.values()))

    @property
    def folders(self) -> dict[str, Path]:
        """The folder of each game's files by its name, for playable and unplayable games."""
        return {one.name: one.folder for one in self._found.values() if one.folder}

    @property
    def panels(self) -> dict[str, Path]:
        """The wiring file of every panel by the panel's name; of equal names the first one."""
        found: dict[str, Path] = {}
        for folder in self.folders.values():
            for path in sorted(folder.glob("panels/*.toml")):
                found.setdefault(path.stem, path)
        return found

    def __getitem__(self, name: str) -> Game:
        try:
            return self.take(name)
        except (Misuse, BadGame):
            raise KeyError(name) from None

    def __iter__(self) -> Iterator[str]:
        opened = [self._open(found) for found in self._found.values()]
        games = [game for game in opened if isinstance(game, Game)]
        return (game.name for game in sorted(games, key=lambda game: (game.place, game.title)))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    @cached_property
    def _found(self) -> dict[str, Found]:
        everything = list(chain.from_iterable(source() for source in self._sources))
        found = first_of_each(everything)
        for one in everything:
            if found[one.name] is not one:
                self._tell(said("shelf.second", package=one.package, name=one.name))
        return found

    def _open(self, found: Found) -> Game | BadGame:
        if found.name not in self._opened:
            self._opened[found.name] = load_game(found)
            if isinstance(self._opened[found.name], BadGame):
                self._tell(str(self._opened[found.name]))
        return self._opened[found.name]

    def _tell(self, sentence: str) -> None:
        log.warning("%s", sentence)
        self._troubles.append(sentence)


def load_game(found: Found) -> Game | BadGame:
    """Return the imported game, or a BadGame saying why not, for any exception its code raises."""
    try:
        if not found.guest:
            return require_name(found, found.load())
        with contained():
            return try_game(require_name(found, found.load()))
    except Exception as trouble:
        level = logging.INFO if found.guest else logging.ERROR
        log.log(level, "%s cannot be opened", found.name, exc_info=True)
        return BadGame(
            "shelf.unplayable", name=found.name, package=found.package, why=trouble_text(trouble)
        )


def trouble_text(trouble: Exception) -> str:
    """Return the exception as text on one line, without a full stop."""
    if isinstance(trouble, Escape):
        return said(trouble.key, what=trouble.what)
    ours = isinstance(trouble, BadGame)
    words = str(trouble) if ours else f"{type(trouble).__name__}: {trouble}"
    return " ".join(words.split()).rstrip(".")


def require_name(found: Found, game: object) -> Game:
    """Return `game`, or raise BadGame if it is not a Game or its name differs from `found.name`."""
    if not isinstance(game, Game):
        raise BadGame("shelf.no_such_thing", kind=type(game).__name__)
    if game.name != found.name or not GAME_NAME.fullmatch(game.name):
        raise BadGame("shelf.other_name", found=found.name, own=game.name)
    return game


def try_game(game: Game) -> Game:
    """Return another distribution's game after starting and drawing it; BadGame if that fails."""
    for seats in {game.seats[0], game.seats[-1]}:
        position = game.start(Setting(seats))
        lacks = [name for name in position_members() if not hasattr(position, name)]
        if lacks:
            raise BadGame("shelf.lacking", lacks=", ".join(lacks))
        if not any(True for _ in position.moves()):
            raise BadGame("shelf.no_moves")
        if not isinstance(game.drawing(position), Drawing):
            raise BadGame("shelf.no_drawing")
    return game


def position_members() -> list[str]:
    """Return the public names that every position must have."""
    return [name for name in vars(Position) if not name.startswith("_")]
