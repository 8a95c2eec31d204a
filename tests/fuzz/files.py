"""Every kind of file, spoilt: nothing but sentences comes of it."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from functools import cache, partial
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from zlib import crc32

import msgspec

from controller.app.computer.ending import FILE as RUNNING
from controller.app.computer.ending import Ending, ourselves
from controller.app.library.game_file import GameFile, game_text
from controller.app.library.library import lawful_game
from controller.app.recordings.recording import TITLE, seal_of
from controller.app.recordings.replay import Replay
from controller.app.recordings.tape import load
from controller.app.setup.start_game import read_sitting, try_out
from controller.errors import JournalTrouble
from controller.game import Game, Move, Position, Setting
from controller.games import SHELF
from controller.lessons.learnt import LESSONS_FILE as LEARNT
from controller.lessons.learnt import Learnt
from controller.sitting.journal import Journal, Played
from controller.storage.doubts import DOUBTS_FILE as DOUBTS
from controller.storage.doubts import Doubts
from controller.values import Site
from controller.web.devices import Devices
from drivers.fit import fit_of
from drivers.toml import toml
from drivers.wiring import load_tags, load_wiring
from drivers.workshop.calibration import earlier_findings
from firmware.settings import Keeper
from sims.scenarios.rehearsal.results import Results, ScenarioResult, load_results
from sims.scenarios.scenario import read_scenario
from tests.fuzz.case import Case, counted, refused
from tests.fuzz.spoiling import spoilt

STEPS = 20  # of a recording that was spoilt and can be played all the same
MOVES = 25  # of a game in a journal
NAMES = ("game", "opened", "seed", "deck", "players", "agreed", "ended", "moves")


def fuzz_files(count: int, seed: int) -> Counter[str]:
    """So many spoilt files of every kind in turn; how many of each were refused in a sentence."""
    with TemporaryDirectory() as folder:
        return counted(
            {name: partial(kind, Path(folder)) for name, kind in KINDS.items()}, count, seed
        )


@contextmanager
def any_file() -> Iterator[Case]:
    """A file of any kind at a time, in a folder of its own."""
    with TemporaryDirectory() as folder:
        yield lambda luck: refused(partial(KINDS[luck.choice([*KINDS])], Path(folder), luck))


# ------------------------------------------------------------------------------- panels and boxes


def a_wiring(folder: Path, luck: Random) -> None:
    source = luck.choice(list(SHELF.panels.values()))
    fit_of(load_wiring(put(folder / "panel.toml", spoilt(source.read_bytes(), luck))))


def some_tags(folder: Path, luck: Random) -> None:
    tags = {luck.randbytes(luck.choice((4, 7))).hex(): f"F2.{number}" for number in range(6)}
    load_tags(put(folder / "tags.toml", spoilt(toml({"tags": tags}).encode(), luck)))


def a_calibration(folder: Path, luck: Random) -> None:
    spots = {f"e{number}": {"channel": number, "pixel": number} for number in range(6)}
    earlier_findings(put(folder / "wiring.part", spoilt(toml({"spots": spots}).encode(), luck)))


def a_box(folder: Path, luck: Random) -> None:
    """One file of a game's box, or two."""
    game = luck.choice(list(SHELF.values()))
    home, box = game.rules.parent, folder / "box"
    box.mkdir(exist_ok=True)
    for old in box.iterdir():
        old.unlink()
    files = [path for path in home.iterdir() if path.suffix in (".toml", ".txt")]
    for path in luck.sample([path for path in files if path.name != "words.en.toml"], 1):
        put(box / path.name, spoilt(path.read_bytes(), luck))
    position = game.start(Setting(luck.choice(game.seats), box=box))
    try_out(game, position)


def a_scenario(folder: Path, luck: Random) -> None:
    read_scenario(put(folder / "a.txt", spoilt(luck.choice(scenarios()).read_bytes(), luck)))


@cache
def scenarios() -> list[Path]:
    return [path for game in SHELF.values() for path in game.rules.parent.glob("scenarios/*.txt")]


def some_settings(folder: Path, luck: Random) -> None:
    """What a Pico remembers: whatever it is, it starts."""
    kept = b'{"debounce": 2, "counts_per_row": 1200, "turned": 0, "fit": "%s"}' % fit_line(luck)
    Keeper(str(put(folder / "stardeck.json", spoilt(kept, luck))))


def fit_line(luck: Random) -> bytes:
    return fit_of(load_wiring(luck.choice(list(SHELF.panels.values())))).packed().hex().encode()


# ------------------------------------------------------------------------- what a table remembers


def some_devices(folder: Path, luck: Random) -> None:
    """Read a spoilt file of devices, and admit a device by it."""
    known = Devices(None, lambda: "x" * 22, str)
    known.admit("", "player Ada", "iPhone")
    path = put(folder / "devices.json", spoilt(msgspec.json.encode(known.all), luck))
    Devices(path, str, str).grants("x" * 22)


def some_lessons(folder: Path, luck: Random) -> None:
    learnt = {"astron": ("first", "second"), "zylatron": ("first",)}
    put(folder / LEARNT, spoilt(msgspec.json.encode(learnt), luck))
    Learnt(folder).finish("astron", "third")


def some_doubts(folder: Path, luck: Random) -> None:
    put(folder / DOUBTS, spoilt(b'{"1": {"b1": "said", "b2": "checked"}}', luck))
    Doubts(folder, simulated=False).checked(1, {Site("b1"): True})


def an_ending(folder: Path, luck: Random) -> None:
    """What a table that was not put away has left."""
    put(folder / RUNNING, spoilt(msgspec.json.encode(ourselves()), luck))
    Ending(folder, ourselves()).befell(3)


def some_results(folder: Path, luck: Random) -> None:
    """A rehearsal of a real board that was broken off."""
    known = Results(
        1, "/dev/ttyACM0", {"a": ScenarioResult("passed"), "b": ScenarioResult("failed", "why")}
    )
    load_results(
        put(folder / "results.json", spoilt(msgspec.json.encode(known), luck)), 1, "/dev/ttyACM0"
    )


def a_game_file(folder: Path, luck: Random) -> None:
    """A game that somebody brings."""
    lawful_game(spoilt(luck.choice(game_files()), luck))


@cache
def game_files() -> list[bytes]:
    return [game_file(game) for game in SHELF.values()]


def game_file(game: Game) -> bytes:
    """Its first moves, as somebody takes them away."""
    start = game.start(Setting(game.seats.start))
    told = {"game": game.name, "opened": "today", "deck": "virtual", "ended": ""}
    story = "\n".join(map(str, moves(start)))
    people, begun = ["human"] * game.seats.start, msgspec.json.encode(start).decode()
    return game_text(GameFile(1, players=people, start=begun, moves=story, **told)).encode()


# ------------------------------------------------------------------------- recordings and journals


def a_recording(folder: Path, luck: Random) -> None:
    """Spoilt on the disk; or spoilt before it was summed up, so that no sum tells."""
    data = luck.choice(recordings())
    wrong = spoilt(data, luck)
    if luck.random() < 0.6:
        _, first, *rest = data.split(b"\n")
        first = spoilt(first, luck).replace(b"\n", b" ") if luck.random() < 0.7 else first
        body = spoilt(b"\n".join(rest), luck) if luck.random() < 0.5 else b"\n".join(rest)
        wrong = b"%s %08x\n%s\n%s" % (TITLE.encode(), crc32(first), first, body)
    path = put(folder / "a.rec", wrong)
    seal_of(path)
    played = Replay(load(path))
    for _ in islice(played, STEPS):
        pass


def a_journal(folder: Path, luck: Random) -> None:
    """The file itself, and its log."""
    for old in folder.glob("journal*"):
        old.unlink()
    data, log = journals()
    place = put(folder / "journal.db", spoilt(data, luck) if luck.random() < 0.8 else data)
    if luck.random() < 0.5:
        put(folder / "journal.db-wal", spoilt(log, luck))
    read_through(place)


def a_page(folder: Path, luck: Random) -> None:
    """Read a journal whose structure is sound and whose content is not."""
    for old in folder.glob("journal*"):
        old.unlink()
    place = put(folder / "journal.db", journals()[0])
    with closing(sqlite3.connect(place)) as base, base, suppress(sqlite3.IntegrityError):
        number = luck.randint(1, len(SHELF))
        what = luck.choice(("start", "start", "line", "kind", "column"))
        match what:
            case "start":
                ((old,),) = base.execute("select start from starts where sitting = ?", (number,))
                change = "update starts set start = ? where sitting = ?"
                base.execute(change, (luck.choice((spoilt(old, luck), None, 7, "x")), number))
            case "column":
                name = luck.choice(NAMES)
                change = f"update sittings set {name} = ? where id = ?"
                base.execute(change, (any_value(luck), number))
            case _:
                change = f"update entries set {what} = ? where sitting = ? and number = ?"
                base.execute(change, (any_value(luck), number, luck.randrange(MOVES)))
    read_through(place)


def any_value(luck: Random) -> object:
    text = spoilt(b"1 lays F2.1", luck).decode(errors="replace")
    return luck.choice((None, 7, 2**62, -1.5, b"\xff\x00", "back", "9" * 5000, text))


def read_through(path: Path) -> None:
    """What the list, the lobby, `show` and `resume` ask; every game may be refused by itself."""
    refused: list[JournalTrouble] = []
    with closing(Journal(path)) as journal:
        for sitting in journal.sittings():
            try:
                read_sitting(journal, sitting), journal.reopen(sitting.id)
            except JournalTrouble as trouble:
                refused.append(trouble)
        game = SHELF["astron"]
        terms = {"opened": "", "seed": 1, "deck": "virtual", "players": ""}
        record = journal.begin(game, game.start(Setting(2)), **terms)
        assert journal.lines(record.sitting) == [], "a new game can always be begun"
    if refused:
        raise refused[0]


@cache
def journals() -> tuple[bytes, bytes]:
    """One with a game of each kind in it, and the log of some writes to it."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "journal.db"
        with closing(Journal(path)) as journal:
            for game in SHELF.values():
                start = game.start(Setting(game.seats.start))
                terms = {"opened": "today", "seed": 7, "deck": "virtual", "players": "Ada,robot"}
                record = journal.begin(game, start, **terms)
                record.keep([Played(move) for move in moves(start)])
        whole = path.read_bytes()
        with closing(Journal(path)) as journal:
            journal.reopen(1).keep([Played(SHELF["astron"].parse("1 lays F2.1"))])
            return whole, path.with_name("journal.db-wal").read_bytes()


def moves(position: Position[object]) -> Iterator[Move]:
    luck = Random(3)
    for _ in range(MOVES):
        if position.outcome is None:
            move = luck.choice(list(position.moves()))
            position = position.after(move)
            yield move


@cache
def recordings() -> list[bytes]:
    """A few seconds of some games at a simulated table."""
    from tests.test_recording import hosted

    found = []
    for game in SHELF.values():
        with TemporaryDirectory() as folder:
            host = hosted(Path(folder), *["random"] * game.seats.start, game=game, record=True)
            for _ in range(400):
                host.turn()
            host.close()
            found += [path.read_bytes() for path in Path(folder).rglob("*.rec")]
    return found


def put(path: Path, data: bytes) -> Path:
    path.write_bytes(data)
    return path


FORGIVEN = {"settings", "devices", "lessons", "doubts", "ending"}  # known again, or learnt again
KINDS: Mapping[str, Callable[[Path, Random], None]] = {
    "wiring": a_wiring,
    "tags": some_tags,
    "calibration": a_calibration,
    "box": a_box,
    "scenario": a_scenario,
    "settings": some_settings,
    "devices": some_devices,
    "lessons": some_lessons,
    "doubts": some_doubts,
    "ending": an_ending,
    "results": some_results,
    "game file": a_game_file,
    "recording": a_recording,
    "journal": a_journal,
    "page": a_page,
}
