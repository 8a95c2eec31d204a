"""Kits for the workshop page, each made by a separate process so that no light is late."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp

from controller.errors import Misuse
from controller.games import SHELF
from controller.web.http.kits import USUAL_PITCH, KitOffer, Ordered
from controller.words import said
from drivers.kit.terms import PAPERS
from drivers.wiring import load_wiring

KIT_TIMEOUT = 300.0  # s; the largest takes 4 on a laptop
KEPT_KITS = 4  # kits; the largest has 6 MB


class KitShelf:
    """A cache of the latest kits, on disk until the table is closed; used by one caller at once."""

    papers = tuple(PAPERS)

    def __init__(self) -> None:
        self._made: dict[Ordered, Path] = {}

    def kinds(self) -> list[KitOffer]:
        """Return every panel that a kit can be made for."""
        files = {name: load_wiring(path).file for name, path in SHELF.panels.items()}
        return [KitOffer(name, file.name, file.experimental) for name, file in files.items()]

    def files(self, ordered: Ordered) -> Mapping[str, Path]:
        """Return a kit's files by name; make it if it is not in the cache."""
        if ordered.panel not in SHELF.panels:
            raise Misuse("kit.no_panel", name=ordered.panel, names=", ".join(SHELF.panels))
        folder = self._made.get(ordered)
        if folder is None or not folder.is_dir():  # the system may clean its temporary folder
            folder = self._made[ordered] = self._make(ordered)
            self._forget(KEPT_KITS)
        return {path.name: path for path in sorted(folder.iterdir())}

    def _make(self, ordered: Ordered) -> Path:
        try:
            out = mkdtemp(prefix="stardeck-kit-")
        except OSError as trouble:
            raise Misuse("kit.not_made", why=trouble.strerror) from None
        pitch = [] if ordered.pitch == USUAL_PITCH else [f"--pitch={ordered.pitch}"]
        words = ["kit", ordered.panel, f"--paper={ordered.paper}", *pitch, f"--out={out}"]
        call = [sys.executable, "-m", "controller", *words]
        try:
            subprocess.run(call, capture_output=True, text=True, timeout=KIT_TIMEOUT, check=True)
        except subprocess.TimeoutExpired:
            rmtree(out, ignore_errors=True)
            raise Misuse("kit.too_slow") from None
        except subprocess.CalledProcessError as told:
            rmtree(out, ignore_errors=True)
            before = said("command.trouble", trouble="")
            raise Misuse("kit.not_made", why=told.stderr.strip().removeprefix(before)) from None
        return Path(out)

    def _forget(self, most: int) -> None:
        """Delete the oldest kits beyond this number: a table's disk is small."""
        while len(self._made) > most:
            rmtree(self._made.pop(next(iter(self._made))), ignore_errors=True)

    def close(self) -> None:
        self._forget(0)
