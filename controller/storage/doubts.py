"""The distrusted cells of each panel, stored beside the journal."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from pathlib import Path
from typing import TypeAlias

import msgspec

from controller.own_files import owner_only, write_private
from controller.values import Site

log = logging.getLogger(__name__)

DOUBTS_FILE = "doubts.json"
SAID, CHECKED = "said", "checked"  # why: a player has looked, or the workshop has checked

Reasons: TypeAlias = Mapping[Site, str]


class Doubts:
    """The file of distrusted cells; without a folder, nothing is stored."""

    def __init__(self, folder: Path | None, *, simulated: bool) -> None:
        self._path = folder / DOUBTS_FILE if folder else None
        self._kind = "simulated " if simulated else ""

    def of(self, panel: int) -> Reasons:
        """Return the distrusted cells of this panel, with the reasons."""
        return self._read().get(f"{self._kind}{panel}", {})

    def keep(self, panel: int, reasons: Reasons) -> None:
        """Store these cells of the panel, and no others, as distrusted."""
        every = {**self._read(), f"{self._kind}{panel}": dict(reasons)}
        try:
            if self._path:
                write_private(
                    self._path, msgspec.json.encode({n: why for n, why in every.items() if why})
                )
        except OSError as trouble:
            log.warning("%s: %s", self._path, trouble)

    def checked(self, panel: int, sound: Mapping[Site, bool]) -> None:
        """Store the results of a check; cells that were not checked stay as they are."""
        before = {site: why for site, why in self.of(panel).items() if site not in sound}
        self.keep(panel, {**before, **{site: CHECKED for site, well in sound.items() if not well}})

    def _read(self) -> dict[str, dict[Site, str]]:
        """Return the stored cells; {} if the file cannot be read."""
        if self._path is None or not self._path.exists():
            return {}
        try:
            owner_only(self._path)
            return msgspec.json.decode(self._path.read_bytes(), type=dict[str, dict[Site, str]])
        except (OSError, ValueError, RecursionError) as trouble:
            log.warning("%s: %s", self._path, trouble)
            return {}
