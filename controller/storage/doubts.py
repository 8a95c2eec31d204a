"""Cells that are not believed, panel by panel: kept beside the journal, over sittings."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from pathlib import Path
from typing import TypeAlias

import msgspec

from controller.own_files import owner_only, save
from controller.values import Site

log = logging.getLogger(__name__)

FILE = "doubts.json"
SAID, CHECKED = "said", "checked"  # somebody has looked, or the workshop has

Reasons: TypeAlias = Mapping[Site, str]


class Doubts:
    """Where there is no folder, nothing is doubted for longer than a sitting."""

    def __init__(self, folder: Path | None, *, simulated: bool) -> None:
        self._path = folder / FILE if folder else None
        self._kind = "simulated " if simulated else ""

    def of(self, panel: int) -> Reasons:
        """The cells of this panel that are not believed, and why."""
        return self._read().get(f"{self._kind}{panel}", {})

    def keep(self, panel: int, reasons: Reasons) -> None:
        """These and no others of this panel are not believed from now on."""
        every = {**self._read(), f"{self._kind}{panel}": dict(reasons)}
        try:
            if self._path:
                save(self._path, msgspec.json.encode({n: why for n, why in every.items() if why}))
        except OSError as trouble:
            log.warning("%s: %s", self._path, trouble)

    def checked(self, panel: int, sound: Mapping[Site, bool]) -> None:
        """What the workshop has tried is believed as it found it; the rest as before."""
        before = {site: why for site, why in self.of(panel).items() if site not in sound}
        self.keep(panel, {**before, **{site: CHECKED for site, well in sound.items() if not well}})

    def _read(self) -> dict[str, dict[Site, str]]:
        """What cannot be read is found out again."""
        if self._path is None or not self._path.exists():
            return {}
        try:
            owner_only(self._path)
            return msgspec.json.decode(self._path.read_bytes(), type=dict[str, dict[Site, str]])
        except (OSError, ValueError, RecursionError) as trouble:
            log.warning("%s: %s", self._path, trouble)
            return {}
