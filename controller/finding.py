"""Where games are found: ours by their folders, other people's by their entry points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "stardeck.games"  # where other distributions name theirs: ludo = "stardeck_ludo:GAME"
OURS, FOLDER = "controller.games", Path(__file__).with_name("games")


class Found(Struct, frozen=True):
    """A game that was found, and is still in its box."""

    name: str
    package: str
    folder: Path | None  # None where its package cannot be found
    load: Callable[[], object]
    guest: bool = False


def everywhere() -> Iterator[Found]:
    """All there are, ours first; nothing has to be opened for it."""
    yield from ours()
    yield from guests()


def called(name: str) -> Found | None:
    """The first of this name; nobody else is asked for what is ours."""
    return next((one for one in everywhere() if one.name == name), None)


def first_of_each(found: Iterable[Found]) -> dict[str, Found]:
    """By name; of two that bear one name the first stays."""
    named: dict[str, Found] = {}
    for one in found:
        named.setdefault(one.name, one)
    return named


@cache
def ours() -> tuple[Found, ...]:
    """The games of this house, each in a folder of its own."""
    names = [module.name for module in iter_modules([str(FOLDER)]) if module.ispkg]
    packages = {name: f"{OURS}.{name}" for name in names}
    return tuple(Found(n, p, FOLDER / n, partial(game_in, p)) for n, p in packages.items())


def game_in(package: str) -> object:
    return import_module(package).GAME


@cache
def guests() -> tuple[Found, ...]:
    """The games that other installed distributions bring; to find them takes a while."""
    from importlib.metadata import entry_points

    return tuple(map(brought, entry_points(group=GROUP)))


def brought(point: EntryPoint) -> Found:
    bringer = point.dist.name if point.dist else point.module
    return Found(point.name, bringer, folder_of(point.module), point.load, guest=True)


def folder_of(module: str) -> Path | None:
    """Where this module lies; it is found without being run."""
    try:
        spec = find_spec(module)
    except Exception:
        return None
    return Path(spec.origin).parent if spec and spec.origin else None
