"""The shelf: games that are found, ours by their folders, other people's by their entry points."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property, partial
from importlib import import_module
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from pkgutil import iter_modules

from msgspec import Struct

from controller.drawing import Drawing
from controller.errors import BadGame, Misuse
from controller.game import Game, Position, Setting

GROUP = "stardeck.games"  # where other distributions name theirs: ludo = "stardeck_ludo:GAME"
NAMES = re.compile("[a-z][a-z0-9_]*")  # it names files, sentences and addresses

log = logging.getLogger(__name__)


class Found(Struct, frozen=True):
    """A game that was found, and is still in its box."""

    name: str
    package: str
    folder: Path | None  # None where its package cannot be found
    load: Callable[[], object]
    guest: bool = False


class Shelf(Mapping[str, Game]):
    """Games by name. Each is opened when it is first wanted; one that cannot be is left out."""

    def __init__(self, *sources: Callable[[], Iterable[Found]]) -> None:
        self._sources = sources
        self._troubles: list[str] = []
        self._opened: dict[str, Game | BadGame] = {}

    def take(self, name: str) -> Game:
        """The game of this name; Misuse when there is none, BadGame when it cannot be played."""
        if name not in self._found:
            raise Misuse(f"There is no game {name!r} on the shelf: {', '.join(self.names)}.")
        game = self._open(self._found[name])
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
        """Of two that bear one name the first stays."""
        found: dict[str, Found] = {}
        for one in chain.from_iterable(source() for source in self._sources):
            if found.setdefault(one.name, one) is not one:
                self._tell(f"{one.package} brings a second game called {one.name}: it is left out.")
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


def folders(package: str, paths: Iterable[str]) -> Iterator[Found]:
    """The games of this package, each in a folder of its own."""
    for folder in paths:
        for module in iter_modules([folder]):
            if module.ispkg:
                at, name = Path(folder, module.name), f"{package}.{module.name}"
                yield Found(module.name, name, at, partial(game_in, name))


def game_in(package: str) -> object:
    return import_module(package).GAME


def guests() -> Iterator[Found]:
    """The games that other installed distributions bring."""
    from importlib.metadata import entry_points

    for point in entry_points(group=GROUP):
        bringer = point.dist.name if point.dist else point.module
        yield Found(point.name, bringer, folder_of(point.module), point.load, guest=True)


def folder_of(module: str) -> Path | None:
    """Where this module lies; it is found without being run."""
    try:
        spec = find_spec(module)
    except Exception:
        return None
    return Path(spec.origin).parent if spec and spec.origin else None


def opened(found: Found) -> Game | BadGame:
    """The game, or what is wrong with it: whatever a stranger's code may raise is an answer."""
    try:
        game = named(found, found.load())
        return tried(game) if found.guest else game
    except Exception as trouble:
        level = logging.INFO if found.guest else logging.ERROR
        log.log(level, "%s cannot be opened", found.name, exc_info=True)
        why = (
            str(trouble) if isinstance(trouble, BadGame) else f"{type(trouble).__name__}: {trouble}"
        )
        return BadGame(
            f"The game {found.name} of {found.package} cannot be played: {sentence(why)}"
        )


def sentence(why: str) -> str:
    """On one line, with a full stop."""
    return " ".join(why.split()).rstrip(".") + "."


def named(found: Found, game: object) -> Game:
    if not isinstance(game, Game):
        raise BadGame(f"its GAME is no Game but a {type(game).__name__}")
    if game.name != found.name or not NAMES.fullmatch(game.name):
        raise BadGame(f"it is found as {found.name!r}, but calls itself {game.name!r}")
    return game


def tried(game: Game) -> Game:
    """A guest has to show that it can be begun and drawn before it is put beside the others."""
    for seats in {game.seats[0], game.seats[-1]}:
        position = game.start(Setting(seats))
        lacks = [name for name in contract() if not hasattr(position, name)]
        if lacks:
            raise BadGame(f"its positions lack {', '.join(lacks)}")
        if not isinstance(game.drawing(position), Drawing):
            raise BadGame("its drawing is no Drawing")
    return game


def contract() -> list[str]:
    """What every position has."""
    return [name for name in vars(Position) if not name.startswith("_")]
