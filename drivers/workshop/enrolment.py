"""Enrolment: asks for one piece after the other and records the tag shown to a reader."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from controller.values import Saying, Site
from drivers.toml import toml
from drivers.wiring import load_tags
from drivers.workshop.shop import TAG_AWAY, Skipped, Steps, Stopped, Task, Workshop

FIND_CARD = 3600.0  # s: finding a card may take long


class Enrolment:
    """The enrolled tags in a file, and the pieces still to be enrolled."""

    def __init__(self, shop: Workshop, reader: Site, pieces: Sequence[str], path: Path) -> None:
        self._shop = shop
        self._reader = reader
        self._number = [found.site for found in shop.wiring.file.readers].index(reader)
        self._path = path
        self.pieces = pieces
        known = load_tags(path) if path.exists() else {}
        self.tags: dict[bytes, str] = known if shop.can_resume(path) else {}

    @property
    def known(self) -> Mapping[bytes, str]:
        return {**self._shop.wiring.tags, **self.tags}

    @property
    def missing(self) -> list[str]:
        given = set(self.known.values())
        return [piece for piece in self.pieces if piece not in given]

    def run(self) -> Steps[None]:
        """Ask for every piece that has no tag; Enter leaves one out, q stops."""
        if self.known:
            self._note("enrol.resumed", count=len(self.known))
        try:
            for number, piece in enumerate(self.missing):
                self._shop.display.progress(number, len(self.pieces))
                yield from self._enrol(piece)
        except Stopped:
            pass
        self._shop.dark()

    def _enrol(self, piece: str) -> Steps[None]:
        self._shop.light([self._reader])
        try:
            while (uid := (yield from self._shown(piece))) and not self._give(uid, piece):
                pass
        except Skipped:
            pass

    def _shown(self, piece: str) -> Steps[bytes | None]:
        """Return the next tag that comes to the reader."""
        shop, first = self._shop, len(self._shop.probe.tags)
        shop.ask(Task("show", self._reader, piece=piece))
        yield from shop.until(lambda: bool(self._seen(first)), FIND_CARD, each=True)
        seen = self._seen(first)
        yield from shop.wait(TAG_AWAY)
        return seen[0] if seen else None

    def _seen(self, first: int) -> list[bytes]:
        tags = self._shop.probe.tags[first:]
        return [tag.uid for tag in tags if tag.seen and tag.reader == self._number]

    def _give(self, uid: bytes, piece: str) -> bool:
        """Enrol the tag for this piece; return False if it is another's."""
        owner = self.known.get(uid, piece)
        if owner != piece:
            self._note("enrol.taken", piece=owner)
            return False
        self.tags[uid] = piece
        tags = {uid.hex(): name for uid, name in self.tags.items()}
        self._shop.save(self._path, toml({"tags": tags}))
        self._note("enrol.given", piece=piece, tag=uid.hex())
        return True

    def _note(self, key: str, /, **gaps: str | int) -> None:
        self._shop.display.note(Saying(key, gaps))
