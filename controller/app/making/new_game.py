"""Write a new game: a copy of the starter, a small complete game with tests, under another name."""

from __future__ import annotations

import re
from itertools import chain
from pathlib import Path
from zlib import crc32

import stardeck
from controller.errors import Misuse
from controller.games import SHELF
from controller.games.shelf import NAMES
from drivers.workshop.probe import numbered

STARTER = Path(stardeck.__file__).parent / "starter"
FREE = range(10_000, 65_000)  # panel numbers that nobody registers, see panel_numbers.toml


def make_game(name: str, folder: Path | None = None) -> Path:
    """Write a game of this name into a folder that is not there yet, and return the folder."""
    if not NAMES.fullmatch(name):
        raise Misuse("command.bad_game_name", word=name)
    if name in SHELF.names:
        raise Misuse("command.game_is_there", game=name)
    out = folder or Path(f"stardeck-{name}")
    if out.exists():
        raise Misuse("command.game_folder_exists", path=out)
    number = str(free_number(name))
    for path in sorted(STARTER.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            target = out / renamed(str(path.relative_to(STARTER)), name)
            target.parent.mkdir(parents=True, exist_ok=True)
            text = renamed(path.read_text(encoding="utf-8"), name)
            target.write_text(re.sub(r"(?m)^panel = \d+", f"panel = {number}", text), "utf-8")
    return out


def renamed(text: str, name: str) -> str:
    """Return a text of the starter with the new game's name, class and title in it."""
    words = [word.capitalize() for word in name.split("_")]
    text = text.replace('title="Starter"', f'title="{" ".join(words)}"')
    text = re.sub(r"^(# |name = \"|\"\"\")Starter\b", rf"\g<1>{' '.join(words)}", text, flags=re.M)
    text = text.replace("stardeck-starter", f"stardeck-{name.replace('_', '-')}")
    return text.replace("Starter", "".join(words)).replace("starter", name)


def free_number(name: str) -> int:
    """Return a panel number that no known panel has; the same one for the same name, if it can."""
    taken = numbered(SHELF.panels.values())
    first = crc32(name.encode()) % len(FREE)
    after, before = FREE[first:], FREE[:first]
    return next(number for number in chain(after, before) if number not in taken)
