"""Write a new game: a copy of the starter, a small complete game with tests, under another name."""

from __future__ import annotations

import re
from itertools import chain
from pathlib import Path
from zlib import crc32

import stardeck
from controller.errors import Misuse
from controller.games import SHELF
from controller.games.shelf import GAME_NAME
from controller.words import catalogue, table_files
from drivers.workshop.probe import wirings_by_number

STARTER = Path(stardeck.__file__).parent / "starter"
EXAMPLE = 65000  # the starter's panel number
FREE = range(10_000, EXAMPLE)  # panel numbers that nobody registers, see panel_numbers.toml


def make_game(name: str, folder: Path | None = None) -> Path:
    """Write a game of this name into a folder that is not there yet, and return the folder.

    A name with which sentences begin already is taken: the game's own would be mixed with them.
    """
    if not GAME_NAME.fullmatch(name):
        raise Misuse("command.bad_game_name", word=name)
    if name in {*SHELF.names, *table_files("en"), *(key.partition(".")[0] for key in catalogue())}:
        raise Misuse("command.game_name_taken", game=name)
    out = folder or Path(f"stardeck-{name}")
    try:
        if out.exists():
            raise Misuse("command.game_folder_exists", path=out)
        write_game(name, out)
    except OSError as trouble:
        raise Misuse("page.unwritable", path=out, why=trouble.strerror or trouble) from None
    return out


def write_game(name: str, out: Path) -> None:
    """Write every file of the starter under the new name."""
    number = free_number(name)
    for path in sorted(STARTER.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            target = out / renamed(str(path.relative_to(STARTER)), name, number)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(renamed(path.read_text("utf-8"), name, number), "utf-8")


def renamed(text: str, name: str, number: int) -> str:
    """Return a text of the starter with the new game's name, title and panel number in it."""
    words = [word for word in name.split("_") if word]
    new = {
        "stardeck-starter": f"stardeck-{'-'.join(words)}",
        "Starter": " ".join(word.capitalize() for word in words),
        "starter": name,
        str(EXAMPLE): str(number),
    }
    return re.sub("|".join(new), lambda found: new[found[0]], text)


def free_number(name: str) -> int:
    """Return a panel number that no known panel has; the same one for the same name, if it can."""
    taken = wirings_by_number(SHELF.panels.values())
    first = crc32(name.encode()) % len(FREE)
    after, before = FREE[first:], FREE[:first]
    return next(number for number in chain(after, before) if number not in taken)
