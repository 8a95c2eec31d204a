"""Power cuts that lose what was not synced: one life of a table, cut at many instants."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from controller.sitting.journal import Journal
from tests.cuts.disk import Act, Disk, Image
from tests.cuts.table import NOTHING, Story, latest, led_back, lived, resumed

MARKS = 60  # things told of in one life, before its power goes
CUTS = 25  # instants at which it may have gone
LED = 5  # of so many cuts, one is led back from by the lights, and played on

Files = Mapping[str, bytes]


class PowerCut(Exception):
    """Here the table's life ends."""


def cut(game: str, seed: int, cuts: int) -> Counter[str]:
    """So many power cuts in games of one kind; each life begins with what the last one left."""
    luck, seen = Random(f"{game} {seed}"), Counter[str]()
    files, stood = dict[str, bytes](), NOTHING
    with TemporaryDirectory() as folder:
        path = Path(folder) / "journal.db"
        while seen["cuts"] < cuts:
            acts, wanted = one_life(path, files, game, luck), min(CUTS, cuts - seen["cuts"])
            seen["lit"] += sum(act.kind == "mark" and act.mark[0] == "lit" for act in acts)
            for found, lit, will in list(instants(acts, files, stood, wanted, luck)):
                lay(path, found)
                files, stood = found, judged(path, lit, will, stood)
                seen["led"] += seen["cuts"] % LED == 0 and led(path, luck)
                seen["cuts"] += 1
    return seen


def one_life(path: Path, files: Files, game: str, luck: Random) -> list[Act]:
    """All that SQLite asked of the disk, and in between what was told."""
    lay(path, files)
    disk = Disk()

    def tell(kind: str, what: Story) -> None:
        disk.mark((kind, what))
        if sum(act.kind == "mark" for act in disk.acts) >= MARKS:
            raise PowerCut

    with disk.under():
        try:
            lived(path, game, luck, tell)
        except PowerCut:
            disk.mark(("cut", NOTHING))
    ends = [at for at, act in enumerate(disk.acts) if act.mark == ("cut", NOTHING)]
    return disk.acts[: ends[0]] if ends else disk.acts


def lay(path: Path, files: Files) -> None:
    """These files in the folder, and no others."""
    for old in path.parent.iterdir():
        old.unlink()
    for name, data in files.items():
        Path(name).write_bytes(data)


def instants(
    acts: Sequence[Act], files: Files, stood: Story, cuts: int, luck: Random
) -> Iterator[tuple[Files, Story, Story]]:
    """What a cut would leave at some instants, with what was lit then, and was being written."""
    image, lit, will = Image(files), stood, stood
    chosen = Counter(luck.randrange(len(acts) + 1) for _ in range(cuts))
    for at, act in enumerate([*acts, Act("mark", mark=("end", NOTHING))]):
        for _ in range(chosen[at]):
            yield image.found(luck), lit, will
        image.take(act)
        if act.kind == "mark":
            kind, what = act.mark
            lit = what if kind == "lit" else lit
            will = what if kind in ("lit", "will") else will


def judged(path: Path, lit: Story, will: Story, stood: Story) -> Story:
    """What is found after the cut is what was lit, or what was just being written, and whole.

    As long as nothing was lit of a new game, the last one may be all there is.
    """
    with closing(Journal(path)) as journal:
        found = latest(journal)
        known = (lit, will, stood) if lit == NOTHING else (lit, will)
        assert found in known, f"{found} was found, {lit} was lit, {will} was being written"
        journal.storage.look_over()
        assert not (journal.storage.ruined or journal.storage.notices), "it opens as it is"
        return found


def led(path: Path, luck: Random) -> bool:
    """The lights lead back to where the record has it, if there is a game to go on with."""
    with closing(Journal(path)) as journal:
        back = resumed(journal, luck)
        if back:
            led_back(back[0])
        return bool(back)
