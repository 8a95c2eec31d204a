"""What a Pico remembers while it is off: a few numbers in a file, rewritten when they change."""

import json
import os

from firmware import wire

FILE = "stardeck.json"
NAMES = {
    "debounce": wire.DEBOUNCE,
    "counts_per_row": wire.COUNTS_PER_ROW,
    "panel": wire.PANEL,
    "turned": wire.TURNED,
}


class Keeper:
    """The kept numbers by their CONFIGURE key; what cannot be read was never kept."""

    def __init__(self, path=FILE):
        self.kept = remembered(path)
        self._path = path

    def keep(self, key, value):
        """Remember this. A torn file is never left: the new one takes the old one's name whole."""
        if key not in NAMES.values() or self.kept.get(key) == value:
            return
        self.kept[key] = value
        with open(self._path + ".new", "w") as file:
            json.dump({name: self.kept[at] for name, at in NAMES.items() if at in self.kept}, file)
        os.rename(self._path + ".new", self._path)


def remembered(path):
    try:
        with open(path) as file:
            found = json.load(file)
        return {NAMES[name]: int(found[name]) for name in found if name in NAMES}
    except (OSError, ValueError, TypeError):
        return {}
