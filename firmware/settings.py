"""What a Pico stores: its panel, a few numbers, and its last crash."""

import io
import json
import os
import sys

from firmware import fit, wire

# In its own folder: every import searches all that was ever written beside the program, 45 ms
# per start for each setting stored, until the disk is compacted.
SETTINGS_FOLDER = "kept"
SETTINGS_FILE = SETTINGS_FOLDER + "/stardeck.json"
CRASH_FILE = "/crash.txt"
CRASH_ROOM = 160  # bytes of a crash report, which fit into one frame
PANEL = "fit"
STORED_NUMBERS = {
    "debounce": wire.DEBOUNCE,
    "counts_per_row": wire.COUNTS_PER_ROW,
    "turned": wire.TURNED,
}


class Keeper:
    """The kept numbers by CONFIGURE key, and the fit of the panel.

    A damaged file, or one with an invalid panel, counts as missing.
    """

    def __init__(self, path=SETTINGS_FILE):
        self.kept, self.fit = load_settings(path)
        self._told = None if self.fit is fit.EMPTY_FIT else self.fit.packed()
        self._path = path
        self._note = path.rsplit("/", 1)[0] + CRASH_FILE
        self.crash = read_bytes(self._note)

    def keep(self, key, value):
        """Store this number; OSError if that fails."""
        if key in STORED_NUMBERS.values() and self.kept.get(key) != value:
            kept = dict(self.kept)
            kept[key] = value
            self._write(kept, self._told)
            self.kept = kept

    def keep_fit(self, told):
        """Store this panel for the next start; OSError if that fails."""
        self._write(self.kept, told)
        self._told = told

    def note_crash(self, error):
        """Store this for the next start; ignore a full disk."""
        text = traced(error)
        try:
            if text != read_bytes(self._note):  # repeated crashes must not wear the flash
                replace_file(self._note, text)
        except OSError:
            pass

    def forget_crash(self):
        """Delete the stored crash."""
        remove_file(self._note)

    def _write(self, kept, told):
        found = {name: kept[key] for name, key in STORED_NUMBERS.items() if key in kept}
        if told:
            found[PANEL] = told.hex()
        replace_file(self._path, json.dumps(found).encode())


def replace_file(path, content):
    """Write a file, by renaming a new one: never a torn file."""
    create_parent(path)
    try:
        with open(path + ".new", "wb") as file:
            file.write(content)
        os.rename(path + ".new", path)
    except OSError:
        remove_file(path + ".new")
        raise


def remove_file(path):
    try:
        os.remove(path)
    except OSError:
        pass


def read_bytes(path):
    """Return the bytes of this file, or none."""
    try:
        with open(path, "rb") as file:
            return file.read(CRASH_ROOM)
    except OSError:
        return b""


def traced(error):
    """Return the end of the traceback, as bytes."""
    text = io.StringIO()
    if hasattr(sys, "print_exception"):
        sys.print_exception(error, text)
    else:  # CPython
        import traceback

        traceback.print_exception(error, file=text)
    return text.getvalue().encode()[-CRASH_ROOM:]


def create_parent(path):
    """Make the folder of this file."""
    folder = "/".join(path.split("/")[:-1])
    try:
        os.stat(folder or ".")
    except OSError:
        os.mkdir(folder)


def load_settings(path):
    """Return the numbers and the fit in this file; none if anything is invalid."""
    try:
        with open(path) as file:
            found = json.load(file)
        numbers = {
            STORED_NUMBERS[name]: int(found[name]) for name in found if name in STORED_NUMBERS
        }
        told = found.get(PANEL)
        return numbers, fit.unpack_fit(bytes.fromhex(told)) if told else fit.EMPTY_FIT
    except (OSError, ValueError, TypeError, AttributeError, OverflowError, RuntimeError):
        return {}, fit.EMPTY_FIT
