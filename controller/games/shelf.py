"""The shelf: the games that were found, each opened when it is first wanted."""

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

NAMES = re.compile("[a-z][a-z0-9_]*")  # it names files, sentences and addresses

log = logging.getLogger(__name__)


class Shelf(Mapping[str, Game]):
    """Games by name. Each is opened when it is first wanted; one that cannot be is left out."""

    def __init__(self, *sources: Callable[[], Iterable[Found]]) -> None:
        self._sources = sources
        self._troubles: list[str] = []
        self._opened: dict[str, Game | BadGame] = {}

    def take(self, name: str) -> Game:
        """The game of this name; Misuse when there is none, BadGame when it cannot be played."""
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
        """All that was found, playable or not: nothing has to be opened for it."""
        return sorted(self._found)

    @property
    def troubles(self) -> list[str]:
        """What was found but could not be put up, in sentences: every game is opened for it."""
        list(self)
        return self._troubles

    @property
    def first(self) -> Game:
        """Which is meant as long as nobody has chosen one."""
        return next(iter(self.values()))

    @property
    def folders(self) -> dict[str, Path]:
        """Where the files of each lie, playable or not."""
        return {one.name: one.folder for one in self._found.values() if one.folder}

    @property
    def panels(self) -> dict[str, Path]:
        """The wiring of every panel by its name; of two that bear one name the first."""
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
            self._opened[found.name] = opened(found)
            if isinstance(self._opened[found.name], BadGame):
                self._tell(str(self._opened[found.name]))
        return self._opened[found.name]

    def _tell(self, sentence: str) -> None:
        log.warning("%s", sentence)
        self._troubles.append(sentence)


def opened(found: Found) -> Game | BadGame:
    """The game, or what is wrong with it: whatever a stranger's code may raise is an answer."""
    try:
        if not found.guest:
            return named(found, found.load())
        with contained():
            return tried(named(found, found.load()))
    except Exception as trouble:
        level = logging.INFO if found.guest else logging.ERROR
        log.log(level, "%s cannot be opened", found.name, exc_info=True)
        return BadGame("shelf.unplayable", name=found.name, package=found.package, why=why(trouble))


def why(trouble: Exception) -> str:
    """On one line, without a full stop."""
    if isinstance(trouble, Escape):
        return said(trouble.key, what=trouble.what)
    ours = isinstance(trouble, BadGame)
    words = str(trouble) if ours else f"{type(trouble).__name__}: {trouble}"
    return " ".join(words.split()).rstrip(".")


def named(found: Found, game: object) -> Game:
    if not isinstance(game, Game):
        raise BadGame("shelf.no_such_thing", kind=type(game).__name__)
    if game.name != found.name or not NAMES.fullmatch(game.name):
        raise BadGame("shelf.other_name", found=found.name, own=game.name)
    return game


def tried(game: Game) -> Game:
    """A guest has to show that it can be begun and drawn before it is put beside the others."""
    for seats in {game.seats[0], game.seats[-1]}:
        position = game.start(Setting(seats))
        lacks = [name for name in contract() if not hasattr(position, name)]
        if lacks:
            raise BadGame("shelf.lacking", lacks=", ".join(lacks))
        if not isinstance(game.drawing(position), Drawing):
            raise BadGame("shelf.no_drawing")
    return game


def contract() -> list[str]:
    """What every position has."""
    return [name for name in vars(Position) if not name.startswith("_")]
