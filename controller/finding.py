"""Where games are found: ours by their folders, other people's by their entry points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules

from msgspec import Struct

GROUP = "stardeck.games"  # where other distributions name theirs: ludo = "stardeck_ludo:GAME"
OURS, FOLDER = "controller.games", Path(__file__).with_name("games")


class Found(Struct, frozen=True):
    """A game that was found, and is still in its box."""

    name: str
    package: str
    folder: Path | None  # None where its package cannot be found
    load: Callable[[], object]
    guest: bool = False


@cache
def everywhere() -> tuple[Found, ...]:
    """All there are, ours first; nothing has to be opened for it."""
    return (*ours(), *guests())


def first_of_each(found: Iterable[Found]) -> dict[str, Found]:
    """By name; of two that bear one name the first stays."""
    named: dict[str, Found] = {}
    for one in found:
        named.setdefault(one.name, one)
    return named


def ours() -> Iterator[Found]:
    """The games of this house, each in a folder of its own."""
    for module in iter_modules([str(FOLDER)]):
        if module.ispkg:
            package = f"{OURS}.{module.name}"
            yield Found(module.name, package, FOLDER / module.name, partial(game_in, package))


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
