"""A Pico's disk without the Pico: the true littlefs, and a raw REPL whose programs run here.

Every act on the flash is noted, so the power can be cut after each of them, and within each.
"""

from __future__ import annotations

import binascii
import builtins
from io import StringIO
from types import SimpleNamespace

from littlefs import LittleFS
from littlefs.context import UserContext
from littlefs.errors import LittleFSError

from drivers.workshop.raw_repl import failure

BLOCK, BLOCKS = 4096, 128  # a Pico has 352, a Pico W 212: what is cut short is copied often
FOLDER, FILE = 0x4000, 0x8000  # st_mode, as MicroPython tells it

# As up to 0.2.0: modules in a folder at the top, a main.py that names none, and no hash.
OLD_MAIN = b"""
import micropython
micropython.kbd_intr(-1)
from firmware.pico import serve
serve.begin(0x0100)
"""


class Flash(UserContext):
    """The chip under the file system; `acts` is what was done to it: (offset, bytes) each."""

    def __init__(self, content):
        super().__init__(buffer=bytearray(content))
        self.acts = []

    def prog(self, cfg, block, off, data):
        self.acts.append((block * cfg.block_size + off, bytes(data)))
        return super().prog(cfg, block, off, data)

    def erase(self, cfg, block):
        self.acts.append((block * cfg.block_size, b"\xff" * cfg.block_size))
        return super().erase(cfg, block)


class Disk:
    """A disk as MicroPython mounts it (extmod/vfs_lfs.c), out of these bytes of flash."""

    def __init__(self, content=None, blocks=BLOCKS):
        self.flash = Flash(b"\xff" * BLOCK * blocks if content is None else content)
        self._fs = LittleFS(
            context=self.flash,
            mount=False,
            block_size=BLOCK,
            block_count=len(self.flash.buffer) // BLOCK,
            prog_size=256,
            read_size=32,
            cache_size=1024,
            lookahead_size=32,
            block_cycles=100,
        )
        if content is None:
            self._fs.format()
        self._fs.mount()

    def put(self, files):
        """Let these files be there."""
        for name, content in files.items():
            self._fs.makedirs("/".join(name.split("/")[:-1]) or "/", exist_ok=True)
            with self._fs.open(name, "wb") as file:
                file.write(content)
        return self

    def files(self, under=""):
        """Every file below this folder, by its path there; none when there is no such folder."""
        found = {}
        for folder, _, names in self._fs.walk(f"/{under}"):
            for name in names:
                path = f"{folder.rstrip('/')}/{name}"
                with self._fs.open(path, "rb") as file:
                    found[path.removeprefix(f"/{under}").lstrip("/")] = file.read()
        return found

    @property
    def folders(self):
        return {path.strip("/") for path, _, _ in self._fs.walk("/")} - {""}

    @property
    def free(self):
        return self._fs.block_count - self._fs.used_block_count

    # -------------------------------------------------------------- as MicroPython's `os` has them

    def listdir(self, path="/"):
        return self._fs.listdir(path)

    def stat(self, path):
        return (FOLDER if self._fs.stat(path).type == 2 else FILE,)

    def statvfs(self, path):
        return BLOCK, BLOCK, self._fs.block_count, self.free

    def open(self, path, mode="r"):
        try:
            return self._fs.open(path, mode, buffering=0)
        except FileNotFoundError:
            raise OSError(2, "ENOENT") from None

    def __getattr__(self, name):
        """mkdir, remove, rmdir, rename: littlefs's own."""
        return getattr(self._fs, name)


class LocalRepl:
    """Runs what is meant for the raw REPL of a Pico with this disk."""

    def __init__(self, disk):
        self._names = {"__builtins__": {**vars(builtins), "open": disk.open}}
        self._names["__builtins__"]["__import__"] = importing({"os": disk, "binascii": binascii})

    def run(self, program):
        printed = StringIO()
        self._names["__builtins__"]["print"] = lambda *words: print(*words, file=printed)
        try:
            exec(program, self._names)
        except LittleFSError as trouble:
            raise failure(f"OSError: [Errno {-trouble.code}]".encode()) from None
        return printed.getvalue().strip()


def importing(known):
    """An `__import__` that knows these modules alone."""
    return lambda name, *_: known[name]


def started(disk):
    """The modules that a Pico with this disk starts with, by name; KeyError when it cannot."""
    path, found = [""], {}

    def begin(*_):
        places = [f"{place}/firmware".strip("/") for place in path]
        found.update(next(filter(None, map(disk.files, places))))

    known = {
        "micropython": SimpleNamespace(kbd_intr=lambda _: None),
        "sys": SimpleNamespace(path=path),
        "firmware.pico": SimpleNamespace(serve=SimpleNamespace(begin=begin)),
    }
    exec(disk.files()["main.py"], {"__builtins__": {"__import__": importing(known)}})
    return found
