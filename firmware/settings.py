"""What a Pico remembers while it is off: its panel, a few numbers, how its program broke off."""

import io
import json
import os
import sys

from firmware import fit, wire

# In a folder of its own: every import looks through what was ever written beside the program, 45 ms
# a start for each setting told, until the disk tidies up.
FOLDER = "kept"
FILE = FOLDER + "/stardeck.json"
NOTE = "/crash.txt"
ROOM = 160  # bytes of what is told of a crash, which go into one frame
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
        self._note = path.rsplit("/", 1)[0] + NOTE
        self.crash = read(self._note)

    def keep(self, key, value):
        """Remember this number; OSError when it cannot be written."""
        if key in NUMBERS.values() and self.kept.get(key) != value:
            kept = dict(self.kept)
            kept[key] = value
            self._write(kept, self._told)
            self.kept = kept

    def keep_fit(self, told):
        """Remember this panel, which counts from the next start on; OSError as above."""
        self._write(self.kept, told)
        self._told = told

    def note_crash(self, error):
        """Leave word of this for the next life; a disk that takes no more must not stop it."""
        text = traced(error)
        try:
            if text != read(
                self._note
            ):  # a Pico that breaks off at every start does not wear its flash
                written(self._note, text)
        except OSError:
            pass

    def forget_crash(self):
        """Somebody was told."""
        removed(self._note)

    def _write(self, kept, told):
        found = {name: kept[key] for name, key in NUMBERS.items() if key in kept}
        if told:
            found[PANEL] = told.hex()
        written(self._path, json.dumps(found).encode())


def written(path, content):
    """A torn file is never left: the new one takes the old one's name whole, or is gone."""
    folded(path)
    try:
        with open(path + ".new", "wb") as file:
            file.write(content)
        os.rename(path + ".new", path)
    except OSError:
        removed(path + ".new")
        raise


def removed(path):
    try:
        os.remove(path)
    except OSError:
        pass


def read(path):
    """The bytes of this file; none when there is no such file."""
    try:
        with open(path, "rb") as file:
            return file.read(ROOM)
    except OSError:
        return b""


def traced(error):
    """The end of a traceback, which says what broke off and where, as bytes."""
    text = io.StringIO()
    if hasattr(sys, "print_exception"):
        sys.print_exception(error, text)
    else:  # CPython
        import traceback

        traceback.print_exception(error, file=text)
    return text.getvalue().encode()[-ROOM:]


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
