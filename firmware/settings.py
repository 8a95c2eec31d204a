"""What a Pico remembers while it is off: its panel and a few numbers, in a file of their own."""

import json
import os

from firmware import fit, wire

# In a folder of its own: every import looks through what was ever written beside the program, 45 ms
# a start for each setting told, until the disk tidies up.
FOLDER = "kept"
FILE = FOLDER + "/stardeck.json"
PANEL = "fit"
NUMBERS = {
    "debounce": wire.DEBOUNCE,
    "counts_per_row": wire.COUNTS_PER_ROW,
    "turned": wire.TURNED,
}


class Keeper:
    """The kept numbers by their CONFIGURE key, and the fit of the panel.

    A file that is torn, or tells of a panel that cannot be, was never kept: the Pico is bare.
    """

    def __init__(self, path=FILE):
        self.kept, self.fit = remembered(path)
        self._told = None if self.fit is fit.BARE else self.fit.packed()
        self._path = path

    def keep(self, key, value):
        """Remember this number; OSError when it cannot be written."""
        if key in NUMBERS.values() and self.kept.get(key) != value:
            self.kept[key] = value
            self._write()

    def keep_fit(self, told):
        """Remember this panel, which counts from the next start on; OSError as above."""
        self._told = told
        self._write()

    def _write(self):
        """A torn file is never left: the new one takes the old one's name whole."""
        found = {name: self.kept[key] for name, key in NUMBERS.items() if key in self.kept}
        if self._told:
            found[PANEL] = self._told.hex()
        folded(self._path)
        with open(self._path + ".new", "w") as file:
            json.dump(found, file)
        os.rename(self._path + ".new", self._path)


def folded(path):
    """Its folder is there from now on."""
    folder = "/".join(path.split("/")[:-1])
    try:
        os.stat(folder or ".")
    except OSError:
        os.mkdir(folder)


def remembered(path):
    """Numbers and fit of this file; none of either when something in it is wrong."""
    try:
        with open(path) as file:
            found = json.load(file)
        numbers = {NUMBERS[name]: int(found[name]) for name in found if name in NUMBERS}
        told = found.get(PANEL)
        return numbers, fit.unpacked(bytes.fromhex(told)) if told else fit.BARE
    except (OSError, ValueError, TypeError, AttributeError, OverflowError, RuntimeError):
        return {}, fit.BARE
