"""Find games: our own in their folders, others by the entry points of installed packages."""

from __future__ import annotations

import io
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules
from threading import current_thread, main_thread
from types import FrameType
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "stardeck.games"  # the group of other packages' entry points: ludo = "stardeck_ludo:GAME"
OURS, FOLDER = "controller.games", Path(__file__).with_name("games")


class Found(Struct, frozen=True):
    """A game that was found but not imported yet."""

    name: str
    package: str
    folder: Path | None  # None if its package cannot be found
    load: Callable[[], object]
    guest: bool = False


def everywhere() -> Iterator[Found]:
    """Yield all games, our own first, without importing them."""
    yield from own_games()
    yield from guests()


def find_game(name: str) -> Found | None:
    """Return the first game of this name; other packages are only searched if it is not ours."""
    return next((one for one in everywhere() if one.name == name), None)


def first_of_each(found: Iterable[Found]) -> dict[str, Found]:
    """Return the games by name; the first of a name wins."""
    named: dict[str, Found] = {}
    for one in found:
        named.setdefault(one.name, one)
    return named


@cache
def own_games() -> tuple[Found, ...]:
    """Return our own games, one for each folder."""
    names = [module.name for module in iter_modules([str(FOLDER)]) if module.ispkg]
    packages = {name: f"{OURS}.{name}" for name in names}
    return tuple(Found(n, p, FOLDER / n, partial(game_in, p)) for n, p in packages.items())


def game_in(package: str) -> object:
    """Return the GAME that this package defines."""
    return import_module(package).GAME


@cache
def guests() -> tuple[Found, ...]:
    """Return the games of other installed packages; searching them takes time."""
    from importlib.metadata import entry_points

    return tuple(map(found_by_entry_point, entry_points(group=GROUP)))


def found_by_entry_point(point: EntryPoint) -> Found:
    """Return the game that this entry point names."""
    bringer = point.dist.name if point.dist else point.module
    return Found(point.name, bringer, folder_of(point.module), point.load, guest=True)


def folder_of(module: str) -> Path | None:
    """Return the folder of this module, without running it; only its parent packages run."""
    try:
        with contained():
            spec = find_spec(module)
    except Exception:
        return None
    return Path(spec.origin).parent if spec and spec.origin else None


# ------------------------------------------------------------------------------ a stranger's code


class Escape(Exception):
    """Raised if foreign code tried to end the program: a key, and what the code did."""

    def __init__(self, key: str, what: str = "") -> None:
        super().__init__(key)
        self.key, self.what = key, what


@contextmanager
def contained() -> Iterator[None]:
    """Run foreign code; Escape if it would end the program or close its output.

    A Ctrl-C that the user presses still ends the program.
    """
    with streams_kept(), presses_counted() as presses:
        try:
            yield
        except Exception:
            raise
        except BaseException as ended:
            if not presses:
                what = f"{type(ended).__name__}: {ended}".rstrip(": ")
                raise Escape("shelf.ends_program", what) from None
        finally:
            if presses:
                raise KeyboardInterrupt


@contextmanager
def presses_counted() -> Iterator[list[int]]:
    """Yield a list with one entry for each Ctrl-C so far; other threads than the main get none."""
    presses: list[int] = []
    before = signal.getsignal(signal.SIGINT)

    def press(number: int, frame: FrameType | None) -> None:
        presses.append(number)
        raise KeyboardInterrupt

    if current_thread() is not main_thread() or before is not signal.default_int_handler:
        yield presses
        return
    signal.signal(signal.SIGINT, press)
    try:
        yield presses
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def streams_kept() -> Iterator[None]:
    """Drop what is printed meanwhile; Escape if the program's streams were closed."""
    own, sink = (sys.__stdout__, sys.__stderr__), io.StringIO()
    saved = [(fd, copy) for fd in range(3) if (copy := duplicate(fd)) is not None]
    sys.__stdout__ = sys.__stderr__ = sink  # type: ignore[misc, assignment]
    try:
        with redirect_stdout(sink), redirect_stderr(sink):
            yield
    finally:
        sys.__stdout__, sys.__stderr__ = own  # type: ignore[misc]
        closed = [fd for fd, copy in saved if restore_descriptor(fd, copy)]
        ended = sys.exc_info()[1]
        if (closed or sink.closed) and not isinstance(ended, KeyboardInterrupt):
            raise Escape("shelf.closes_output") from None


def duplicate(fd: int) -> int | None:
    """Return another descriptor for the same file; None if none is open."""
    try:
        return os.dup(fd)
    except OSError:
        return None


def restore_descriptor(fd: int, copy: int) -> bool:
    """Restore the descriptor from its copy; return True if it had been closed or changed."""
    try:
        lost = True
        with suppress(OSError):
            lost = not os.path.sameopenfile(fd, copy)
        if lost:
            os.dup2(copy, fd)
        return lost
    finally:
        os.close(copy)
