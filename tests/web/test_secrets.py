"""Every byte that leaves the table, searched for what its reader may not know: cards, seeds, keys.

Whole games by robots' hands; at every picture, each role's page is compared with what the rules say
that role may see, and everything that was written is read through.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from websockets.sync.client import connect

from controller.__main__ import main
from controller.app.computer.discreet_log import Discreet
from controller.app.hosting.host import Host
from controller.app.setup.start_game import Environment, GameSetup, who, with_record
from controller.game import Setting
from controller.games import SHELF
from controller.sitting.journal import Journal
from controller.sitting.luck import secret_seed
from controller.values import Seat, Sense
from controller.web.devices import Devices
from controller.web.doors import Address, Doors
from controller.web.gallery import Gallery
from controller.web.keys import Entrance, QrKeys
from controller.web.mailbox import Begin, Mailbox, Obey, Place, Play
from controller.web.mailbox import Record as Switch
from controller.web.pages import game_page
from controller.web.picture import Picture
from drivers.clock import StepClock
from drivers.wiring import load_wiring
from sims.bench.twin import open_twin

LUCK = secret_seed("0123456789abcdef" * 2)
PLAYED = 24  # moves of each game, dealt cards not counted
VISITORS = ("httpx", "httpcore", "websockets.client")  # who knows a key, and is not the table
WORD = re.compile(r"[\w.+-]*\w")


def secretive() -> list[tuple[str, str, str]]:
    """Every game, the option that brings secrets into it, and every deck it is played with."""
    found = []
    for name, game in SHELF.items():
        hiding = [option for option in ("", *game.options) if hides(game.start, option)]
        readers = Sense.TAP in load_wiring(game.panel).senses.values()
        decks = ("virtual", "reader") if readers else ("virtual",)
        found += [(name, hiding[0], deck) for deck in decks if hiding]
    return found


def hides(opening: Callable[[Setting], Any], option: str) -> bool:
    start = opening(Setting(2, options={option: True} if option else {}))
    return bool(start != start.public())


SECRETIVE = secretive()
DEALT = [(name, option) for name, option, deck in SECRETIVE if deck == "virtual"]


class Written(logging.Handler):
    """All that anybody logs, as our own files have it."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.setFormatter(Discreet(logging.BASIC_FORMAT))
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


@pytest.fixture
def logged(caplog):
    """Everything, but for what visitors in this very program say of themselves."""
    for visitor in VISITORS:
        caplog.set_level(logging.WARNING, visitor)
    caplog.set_level(logging.DEBUG)
    written = Written()
    logging.getLogger().addHandler(written)
    yield written.lines
    logging.getLogger().removeHandler(written)


def words(value: object) -> set[str]:
    """Every word in this, whatever it lies in."""
    text = value if isinstance(value, str) else msgspec.json.encode(value).decode()
    return set(WORD.findall(text))


def recording_house(folder: Path, journal: Journal) -> Environment:
    return Environment(
        "sim://",
        lambda game: load_wiring(game.panel),
        journal,
        lambda: LUCK,
        lambda: "1954-10-01 20:00",
        StepClock(),
        open_twin,
        folder,
        record=True,
    )


class Watched:
    """A table whose every picture is looked at by every role at once."""

    def __init__(self, folder: Path, name: str, option: str = "", deck: str = "virtual", seats=3):
        tokens = count(1)
        game = SHELF[name]
        self.journal = Journal(folder / "journal.db")
        house = recording_house(folder, self.journal)
        self.gallery = Gallery()
        self.gallery.pictures["service", -1] = Picture(lambda view: {}, lambda: None)
        self.host = Host(house, self.gallery, Mailbox())
        self.keys = QrKeys(lambda: f"key-{next(tokens)}-of-a-hundred-and-twenty-eight-bits")
        devices = Devices(None, self.keys._token, str)
        entrance = Entrance(self.keys, devices)
        self.doors = Doors(self.gallery, entrance, Address(lambda: "table.test", 1))
        logging.getLogger().addHandler(self.host.log)
        start = game.start(Setting(seats, options={option: True} if option else {}))
        terms = GameSetup(game, start, who(["random"] * seats), LUCK, house.dealer(deck))
        self.seats = seats
        self.host.sit(with_record(house, terms))
        self.told = 0
        self._seen: object = None

    @property
    def view(self):
        return self.gallery.view

    def close(self) -> None:
        logging.getLogger().removeHandler(self.host.log)
        self.host.close()
        self.journal.close()

    def turns(self):
        """The game goes on; whenever something new can be seen, that is looked at."""
        while self.made < PLAYED and self.host.table.position.outcome is None:
            self.host.turn()
            shown = self.view.table
            now = (len(shown.moments), self.view.asks, shown.notice, shown.readings)
            if now != self._seen:
                self._seen = now
                yield self.view

    @property
    def made(self) -> int:
        return sum(move.seat >= 0 for move in self.host.table.history)

    def pages(self):
        """From where one looks, what is sent there, and what may be known there."""
        position = self.view.position
        public = position.public()
        for place in ("table", "lobby", "service", "watch"):
            yield place, self.doors.page((place, -1), self.view), public
        for seat in range(self.seats):
            own = position.seen_by(Seat(seat))
            yield f"seat {seat}", self.doors.page(("seat", seat), self.view), own
            yield f"watch {seat}", self.doors.page(("watch", seat), self.view), public


@pytest.mark.parametrize(
    ("name", "option", "deck"),
    [
        pytest.param(*one, marks=[pytest.mark.long] * (one[2] == "reader"), id="-".join(one))
        for one in SECRETIVE
    ],
)
def test_no_picture_shows_a_role_what_the_rules_hide_from_it(tmp_path, logged, name, option, deck):
    with closing(Watched(tmp_path, name, option, deck)) as table:
        printed = words(game_page(table.host.sitting))
        hidden_once = set[str]()
        for view in table.turns():
            everything = words(view.position)
            for place, page, known in table.pages():
                secret = everything - words(known) - printed
                hidden_once |= secret
                found = secret & words(page)
                assert not found, f"{place} is told of {sorted(found)}: {say_where(page, found)}"
                table.told += 1
        assert hidden_once, "there was something to hide"
        assert table.told > 10 * PLAYED
    written = words("\n".join(logged))
    assert not hidden_once & written


def say_where(page: dict, found: set[str]) -> list[str]:
    return [key for key, value in page.items() if words(value) & found]


def test_the_search_finds_a_card_that_is_shown(tmp_path):
    """What the law above would say of a page that told too much."""
    with closing(Watched(tmp_path, "astron")) as table:
        view = next(view for view in table.turns() if any(view.position.hands))
        hidden = words(view.position) - words(view.position.public())
        held = view.position.hands[0][0]
        assert held in hidden
        assert held in words(table.doors.page(("seat", 0), view))


def test_a_recording_knows_its_journal_wherever_that_is(tmp_path, capsys):
    with closing(Watched(tmp_path, "astron")) as table:
        for _ in table.turns():
            pass
    recording = tmp_path / "recordings/000001.rec"
    (tmp_path / "journal.db").rename(tmp_path / "elsewhere.db")
    recording.with_suffix(".journal").write_text(str(tmp_path / "elsewhere.db"))
    for command in ("replay", "why"):
        assert main([command, str(recording)]) == 2
        assert "sealed until that game is over" in capsys.readouterr().err


@pytest.mark.parametrize(("name", "option"), DEALT, ids=map("-".join, DEALT))
def test_what_is_written_down_tells_neither_seed_nor_hands(tmp_path, capsys, name, option):
    with closing(Watched(tmp_path, name, option)) as table:
        for _ in table.turns():
            pass
        recording = tmp_path / "recordings" / "000001.rec"
        assert LUCK not in recording.read_text(), "what will be dealt"
        assert recording.with_suffix(".journal").read_text() == str(tmp_path / "journal.db")
        assert table.host.gallery.taken(recording.name) is None, "sealed"
        reels = table.host.recording.reels()
        assert [reel.sealed for reel in reels] == [True]
        seeds = [path for path in tmp_path.rglob("*") if path.is_file() and tells(path, LUCK)]
        assert {path.name.partition("-")[0] for path in seeds} == {"journal.db"}
        held = table.host.table.position.hand(Seat(0))
        laid = words(table.host.table.position.public())
    assert main(["replay", str(recording)]) == 2
    assert "sealed until that game is over" in capsys.readouterr().err
    assert main(["show", "1", "--journal", str(tmp_path / "journal.db")]) == 0
    shown = capsys.readouterr().out
    assert LUCK not in shown
    assert not (words(shown) & set(held)) - laid
    assert len(shown.splitlines()) > PLAYED


def tells(path: Path, secret: str) -> bool:
    return secret.encode() in path.read_bytes()


def test_what_hid_something_is_given_out_when_it_hides_no_more(tmp_path):
    with closing(Watched(tmp_path, "astron")) as table:
        for _ in table.turns():
            pass
        host = table.host
        host.mailbox.post(Switch(False))
        begin = host.mailbox.post(Begin("astroplane", (Place("Ada"), Place("Bob"))))
        host.turn()
        assert begin.result(0) == ""
        assert host.gallery.taken("000001.rec") is None, "it may be gone on with"
        table.journal.reopen(1).end("discarded")
        host.discard(1)
        assert LUCK.encode() not in host.gallery.taken("000001.rec")
    assert main(["replay", str(tmp_path / "recordings" / "000001.rec")]) == 0


@contextmanager
def well_kept(path: Path) -> Iterator[None]:
    yield


@contextmanager
def without_a_number(path: Path) -> Iterator[None]:
    """It cannot be written from the beginning on."""
    path.mkdir()
    yield
    path.rmdir()


@contextmanager
def under_another_number(path: Path) -> Iterator[None]:
    """In its place lies another journal, in which this number is of a game that is over."""
    yield
    with closing(Journal.open(path.with_name("other.db"))) as other:
        game = SHELF["astron"]
        terms = {"opened": "before", "seed": 1, "deck": "virtual", "players": ""}
        other.begin(game, game.start(Setting(2)), **terms).end("over")
    path.with_name("other.db").replace(path)


@contextmanager
def deleted(path: Path) -> Iterator[None]:
    yield
    path.unlink()


def reels_after_a_restart(folder: Path) -> list[bool]:
    """Which of the recordings are sealed."""
    with closing(Journal(folder / "journal.db")) as journal:
        host = Host(recording_house(folder, journal), Gallery(), Mailbox())
        return [reel.sealed for reel in host.recording.reels()]


@pytest.mark.parametrize("befallen", [well_kept, without_a_number, under_another_number, deleted])
def test_whatever_befalls_the_journal_what_tells_of_a_game_that_goes_on_is_sealed(
    befallen, tmp_path, capsys
):
    path, recording = tmp_path / "journal.db", str(tmp_path / "recordings" / "000001.rec")
    with befallen(path):
        table = Watched(tmp_path, "astron")
        while not any(table.host.table.position.hands):
            table.host.turn()
    with closing(table):
        until = table.host.house.clock.now() + 3.0
        while table.host.house.clock.now() < until:
            table.host.turn()
        assert not table.host.table.unsaved
        assert [reel.sealed for reel in table.host.recording.reels()] == [True]
    assert reels_after_a_restart(tmp_path) == [True]
    assert main(["replay", recording]) == 2
    assert "sealed until that game is over" in capsys.readouterr().err
    away = path.rename(tmp_path / "away.db")
    path.mkdir()
    assert reels_after_a_restart(tmp_path) == [True], "where nobody can tell whether it goes on"
    path.rmdir()
    away.rename(path)
    with closing(Journal(path)) as journal:
        for number in set(journal.unfinished().values()):
            journal.reopen(number).end("discarded")
    assert reels_after_a_restart(tmp_path) == [False]
    assert main(["replay", recording]) == 0


# ------------------------------------------------------------------------- through the real server


class Visitor:
    """A browser that came by this address, all that it was sent, and what it alone may know."""

    def __init__(self, table, address: str, place: str, doors: ExitStack) -> None:
        self.place, self.own = place, {address.partition("key=")[2]} - {""}
        base = table.address.base
        with httpx.Client(follow_redirects=True) as browser:
            answer = browser.get(address)
            cookies = dict(browser.cookies)
        self.own |= set(cookies.values())
        self.heard = [answer.text, str(answer.url)]
        sent = {"Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())}
        line = f"{base.replace('http', 'ws')}/live/{place}"
        self.line = doors.enter_context(connect(line, origin=base, additional_headers=sent))

    def listen(self) -> None:
        self.heard.append(self.line.recv(5))
        with suppress(TimeoutError):
            while True:
                self.heard.append(self.line.recv(0.2))

    def hides(self, position: Any) -> set[str]:
        """Return the words that the rules hide from this page's role."""
        number = self.place.partition("/")[2]
        known = position.seen_by(Seat(int(number) - 1)) if number else position.public()
        return words(position) - words(known)


def act(table) -> None:
    """Something is said wrongly, a key pressed, a piece lifted and put back."""
    host = table.host
    host.mailbox.post(Play("gibberish"), Seat(0)).result(5)
    standing = host.running.twin.eyes().pieces
    lifted = [site for site in host.sitting.senses if standing.get(site)][:1]
    for line in ("press yes", *(f"{verb} {site}" for site in lifted for verb in ("lift", "put"))):
        host.mailbox.post(Obey(line)).result(5)


WITH_OPTION = {name: option for name, option in DEALT if option}


@pytest.mark.parametrize("name", SHELF)
def test_no_byte_of_any_page_line_file_or_log_carries_a_key(house, tmp_path, logged, name):
    options = {WITH_OPTION[name]: True} if name in WITH_OPTION else {}
    terms = {"game": SHELF[name], "options": options, "seed": LUCK, "folder": tmp_path}
    table = house(players=("Ada", "Bob"), **terms).web_table
    printed, position = words(game_page(table.host.sitting)), table.host.table.position
    with ExitStack() as doors:
        visitors = [
            Visitor(table, address, place, doors)
            for place, address in (
                ("table", table.table),
                ("lobby", table.lobby),
                ("service", table.service),
                ("seat/1", table.seat(1)),
                ("seat/2", table.seat(2)),
                ("table", table.address.base + "/"),
            )
        ]
        line = f"{table.address.base.replace('http', 'ws')}/live/service"
        doors.enter_context(connect(f"{line}?key={table.keys.service}"))  # as a program may
        act(table)
        for visitor in visitors:
            visitor.listen()
    secrets = {LUCK, table.seat_key(1), table.seat_key(2)}.union(*(one.own for one in visitors))
    assert len(secrets) >= 12, "keys that were used, keys that lie there now, devices, and the seed"
    kept = [path.read_bytes().decode(errors="replace") for path in files(tmp_path)]
    assert not [secret for secret in secrets if tells_of(secret, [*kept, *logged])]
    for visitor in visitors:
        assert not [secret for secret in secrets if tells_of(secret, visitor.heard)], visitor.place
        assert not (visitor.hides(position) - printed) & words(visitor.heard), visitor.place


def files(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def tells_of(secret: str, said: list[str]) -> bool:
    whole = re.compile(re.escape(secret) + r"(?!\d)")
    return any(whole.search(text) for text in said)
