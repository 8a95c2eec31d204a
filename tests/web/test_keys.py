"""Keys and devices without a browser: let in once and for good, until somebody says otherwise."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import count
from random import Random

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from controller.app.setup.start_game import who
from controller.values import Seat
from controller.web.devices import MAX_DEVICES, Devices, hashed
from controller.web.doors import Address, Doors
from controller.web.gallery import Gallery
from controller.web.keys import PLAYER, SERVICE, TABLE, Entrance, Guest, QrKeys
from controller.web.mailbox import Back, Begin, Place
from controller.web.view import Who
from controller.words import say
from tests.walls import HUNG

PHONE = "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36"
BACK = {"type": "back"}


class Browser:
    """A device, at one table; its cookies go to every port of the machine, as cookies do."""

    def __init__(self, web_table, cookies: Mapping[str, str] | None = None) -> None:
        self.base, self.cookies = web_table.address.base, dict(cookies or {})

    @property
    def secret(self) -> str:
        [secret] = self.cookies.values()
        return secret

    @property
    def cookie(self) -> dict[str, str]:
        sent = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return {"Cookie": sent} if sent else {}

    def get(self, address: str) -> httpx.Response:
        full = self.base + address.removeprefix(self.base)
        answer = httpx.get(full, headers={"User-Agent": PHONE, **self.cookie})
        self.cookies |= answer.cookies
        return answer

    def post(self, path: str, request: object, **headers: str) -> httpx.Response:
        sent = {"Origin": self.base, **self.cookie, **headers}
        return httpx.post(self.base + path, json=request, headers=sent, timeout=HUNG)

    def follow(self, role: str):
        address = f"{self.base.replace('http', 'ws')}/live/{role}"
        return connect(address, origin=self.base, additional_headers=self.cookie)

    def may_follow(self, role: str) -> bool:
        try:
            with self.follow(role):
                return True
        except InvalidStatus:
            return False


@pytest.fixture
def table(house, tmp_path):
    return house(players=("Ada", "Bob"), folder=tmp_path).web_table


def let_in(web_table, address: str) -> Browser:
    browser = Browser(web_table)
    assert browser.get(address).status_code == 303
    return browser


def test_a_key_lets_in_and_leaves_the_address_at_once(table):
    phone = Browser(table)
    answer = phone.get(table.seat(1))
    assert (answer.status_code, answer.headers["location"]) == (303, "/seat/1")
    cookie = answer.headers["set-cookie"]
    assert {"HttpOnly", "SameSite=lax", "Path=/"} <= set(cookie.split("; "))
    assert phone.get("/seat/1").status_code == 200
    assert phone.post("/seat/1", BACK).status_code == 200
    assert phone.may_follow("seat/1")


def test_a_device_opens_nothing_but_what_it_was_let_in_for(table):
    phone = let_in(table, table.seat(1))
    for path in ("/lobby", "/service"):
        assert phone.get(path).status_code == 403
    assert phone.get("/seat/2").headers["location"] == "/seat/1", "shown to its own"
    for path in ("/seat/2", "/hands", "/lobby", "/service", "/service/devices"):
        assert phone.post(path, BACK).status_code == 403
    assert not any(map(phone.may_follow, ("seat/2", "service", "lobby")))


def test_the_tables_own_screen_shows_every_hand(table):
    screen = let_in(table, table.table)
    assert screen.get("/seat/2").status_code == 200
    assert screen.may_follow("seat/1") and screen.may_follow("lobby")
    assert not screen.may_follow("service")


def test_a_seats_key_opens_once(table):
    scanned = table.seat(1)
    let_in(table, scanned)
    assert Browser(table).get(scanned).status_code == 403
    assert table.seat(1) != scanned
    let_in(table, table.seat(1))
    printed = table.table
    let_in(table, printed)
    assert table.table == printed, "what is printed opens as long as the table is open"


def test_another_page_in_the_same_browser_gets_nowhere(table):
    phone = let_in(table, table.seat(1))
    neighbour = f"http://127.0.0.1:{int(table.address.port) + 1}"
    for origin in ("http://evil.example", neighbour, "null"):
        assert phone.post("/seat/1", BACK, Origin=origin).status_code == 403
    answer = httpx.post(phone.base + "/seat/1", json=BACK, headers=phone.cookie)
    assert answer.status_code == 403, "a cookie without its page is nobody's word"


def test_who_was_let_in_comes_again_after_a_restart(house, tmp_path):
    terms = {"players": ("Ada", "Bob"), "folder": tmp_path, "token": tokens()}
    before = house(**terms).web_table
    phone, screen = let_in(before, before.seat(1)), let_in(before, before.table)
    old = [before.table, before.seat(2)]
    after = house(**terms).web_table
    again = Browser(after, phone.cookies)
    assert again.get("/seat/1").status_code == 200
    assert again.may_follow("seat/1") and not again.may_follow("seat/2")
    assert Browser(after, screen.cookies).get("/lobby").status_code == 200
    for address in old:
        path = address.replace(before.address.base, "")
        assert Browser(after).get(path).status_code == 403, "keys are of one evening"


def test_at_whatever_port_a_table_is_found_it_knows_its_own_and_no_other_does(house, tmp_path):
    """Two tables on one machine, restarted in turn, each at another port, and one browser."""
    terms = [{"folder": tmp_path / name, "token": tokens(name)} for name in ("one", "two")]
    tables = [house(players=("Ada", "Bob"), **own).web_table for own in terms]
    phone = Browser(tables[0])
    for number, wanted in enumerate(("/seat/1", "/seat/2")):
        phone.base = tables[number].address.base
        assert phone.get(wanted).status_code == 403, "another table's secret opens nothing"
        assert phone.get(tables[number].seat(number + 1)).status_code == 303
    for number in (1, 0, 0):
        tables[number] = house(players=("Ada", "Bob"), **terms[number]).web_table
        for table, (own, other) in zip(tables, SEATS, strict=True):
            phone.base = table.address.base
            assert phone.get(own).status_code == 200
            assert phone.get(other).headers["location"] == own
            assert phone.may_follow(own.removeprefix("/"))
    assert len(phone.cookies) == len(tables), "one of each, however often it comes"


SEATS = (("/seat/1", "/seat/2"), ("/seat/2", "/seat/1"))


def test_who_was_let_in_when_cookies_were_named_after_ports_is_known(house, tmp_path):
    terms = {"players": ("Ada", "Bob"), "folder": tmp_path, "token": tokens()}
    table = house(**terms).web_table
    phone = let_in(table, table.seat(1))
    older = Browser(house(**terms).web_table, {"stardeck-8000": phone.secret})
    assert (
        older.get("/seat/1").status_code == 200 and phone.cookies.items() <= older.cookies.items()
    )


def tokens(name: str = "secret"):
    """Every key is new."""
    numbers = count(1000)
    return lambda: f"{name}-{next(numbers)}"


def test_on_the_disk_lies_no_secret(table, tmp_path):
    phone = let_in(table, table.seat(1))
    written = (tmp_path / "devices.json").read_text()
    assert phone.secret not in written
    assert hashed(phone.secret) in written


def sit(web_table, *names: str) -> None:
    """A new game; when the next letter is answered, it can be seen."""
    places, mailbox = tuple(Place(name) for name in names), web_table.host.mailbox
    assert mailbox.post(Begin("astron", places)).result(10) == ""
    assert mailbox.post(Back(), Seat(0)).result(10)


def test_a_new_sitting_gives_new_keys_to_new_people_only(table):
    ada, bob = table.seat(1), table.seat(2)
    sit(table, "Cleo", "Ada", "Dan")
    key = {address.partition("key=")[2] for address in map(table.seat, (1, 2, 3))}
    assert key & {address.partition("key=")[2] for address in (ada, bob)} == {
        ada.partition("key=")[2]
    }


def test_cards_follow_the_person_and_not_the_seat(table):
    ada, bob = let_in(table, table.seat(1)), let_in(table, table.seat(2))
    with ada.follow("seat/1") as hers, bob.follow("seat/2") as his:
        hers.recv(5), his.recv(5)
        sit(table, "Cleo", "Ada")
        for line in (hers, his):
            with pytest.raises(ConnectionClosed):
                told_of = ""
                while "Cleo" not in told_of:
                    told_of = line.recv(5)
                pytest.fail("somebody else's hand was shown")
    assert ada.get("/seat/1").headers["location"] == "/seat/2"
    assert ada.get("/seat/2").status_code == 200
    assert bob.get("/seat/1").status_code == bob.get("/seat/2").status_code == 403


def test_whoever_has_no_key_is_told_that_he_watches(table):
    with Browser(table).follow("table") as line:
        page = json.loads(line.recv(5))
    assert page["watching"] and page["own"] == -1
    assert not {"doors", "host"} & page.keys()
    with let_in(table, table.seat(2)).follow("table") as line:
        assert json.loads(line.recv(5))["own"] == 1


# ------------------------------------------------------------------------------------ put out again


def test_the_workshop_puts_a_device_out_at_once_and_for_good(house, tmp_path):
    terms = {"players": ("Ada", "Bob"), "folder": tmp_path, "token": tokens()}
    table = house(**terms).web_table
    phone, workshop = let_in(table, table.seat(1)), let_in(table, table.service)
    with workshop.follow("service") as line:
        listed = json.loads(line.recv(5))["devices"]
    assert [one["for"] for one in listed] == [["the workshop"], ["the cards of Ada"]]
    assert listed[1]["name"].startswith("Android")
    revoke = {"type": "revoke", "device": listed[1]["number"]}
    assert phone.post("/service/devices", revoke).status_code == 403
    with phone.follow("seat/1") as line:
        line.recv(5)
        assert workshop.post("/service/devices", revoke).json() == {"said": ""}
        with pytest.raises(ConnectionClosed):
            while True:
                line.recv(5)
    assert phone.get("/seat/1").status_code == 403
    assert workshop.post("/service/devices", revoke).status_code == 404
    assert Browser(house(**terms).web_table, phone.cookies).get("/seat/1").status_code == 403


def test_the_tables_screen_that_is_put_out_watches_on(table):
    screen, workshop = let_in(table, table.table), let_in(table, table.service)
    with screen.follow("table") as line:
        assert json.loads(line.recv(5))["host"]
        workshop.post("/service/devices", {"type": "revoke", "device": 1})
        news = {}
        while "watching" not in news:
            news = json.loads(line.recv(5))
    assert news["host"] is None and news["doors"] is None


# ------------------------------------------------------------------------------- spoilt and hostile


@pytest.mark.parametrize("spoilt", [b"", b"{", b"[" * 5000, b"[1]", b"\xff\xfe", b'[{"number":1}]'])
def test_what_cannot_be_read_is_set_aside_and_said(tmp_path, spoilt):
    path = tmp_path / "devices.json"
    path.write_bytes(spoilt)
    devices = Devices(path, lambda: "x" * 22, str)
    assert devices.all == ()
    assert devices.trouble and "devices.json.damaged" in say(devices.trouble)
    assert (tmp_path / "devices.json.damaged").read_bytes() == spoilt
    secret = devices.admit("", TABLE, PHONE)
    assert Devices(path, str, str).grants(secret) == {TABLE}


def test_where_nothing_can_be_written_devices_come_in_until_the_table_is_closed(tmp_path):
    (tmp_path / "file").touch()
    devices = Devices(tmp_path / "file" / "devices.json", lambda: "x" * 22, str)
    assert devices.grants(devices.admit("", TABLE, PHONE)) == {TABLE}
    assert devices.trouble


def test_of_very_many_devices_the_first_must_come_again():
    numbers = count(1)
    devices = Devices(None, lambda: f"secret {next(numbers)}", str)
    secrets = [devices.admit("", TABLE, "") for _ in range(MAX_DEVICES + 1)]
    assert not devices.grants(secrets[0])
    assert all(map(devices.grants, secrets[1:]))


@pytest.mark.parametrize(
    "brought", ["", "x", "\x00", "ü", "\ud800", "player Ada", "table", "9" * 5000]
)
def test_nothing_that_is_no_secret_of_ours_opens_anything(brought):
    entrance = Entrance(QrKeys(tokens()), Devices(None, tokens(), str))
    people = who(("Ada", "robot"))
    assert entrance.keys.table and entrance.key_of(0, people)
    guest = entrance.guest(brought, [brought])
    seats = ("seat 1", "seat 2", "seat 0", "seat x", "seat -1", f"seat {brought}")
    roles = ("table", "lobby", "service", *seats, brought)
    assert not [role for role in roles if entrance.opens(role, guest, people)]


NAMES = ("Ada", "Bob", "Cleo", "Ada and Grace", "table", "service")


class Evening:
    """People, seats and devices, and beside them a plain account of who was let in as whom."""

    def __init__(self, luck: Random) -> None:
        self.luck, self.token = luck, tokens()
        self.seats: tuple[Who, ...] = ()
        self.account: dict[str, set[str]] = {}  # device -> whose cards
        self.entrance = self.opened(Devices(None, self.token, str))

    def opened(self, devices: Devices) -> Entrance:
        return Entrance(QrKeys(self.token), devices)

    def new_sitting(self) -> None:
        count = self.luck.randint(2, 5)
        names = [self.luck.choice(NAMES) for _ in range(count)]
        kinds = [self.luck.choice(["human", "human", "robot"]) for _ in names]
        self.seats = tuple(Who(name, kind) for name, kind in zip(names, kinds, strict=True))

    def scan(self) -> None:
        people = [seat for seat, one in enumerate(self.seats) if one.kind == "human"]
        if not people:
            return
        seat = self.luck.choice(people)
        device = self.luck.choice(["", *self.account])
        guest = self.entrance.guest(self.entrance.key_of(seat, self.seats), [device])
        self.entrance.keys.used(guest.by_key)
        secret = self.entrance.devices.admit(guest.secret, guest.by_key, PHONE)
        self.account.setdefault(secret, set()).add(self.identity(seat))

    def identity(self, seat: int) -> str:
        """Namesakes are told apart by who comes first."""
        name = self.seats[seat].name
        return f"{name}/{sum(other.name == name for other in self.seats[:seat])}"

    def put_out(self) -> None:
        if self.account:
            secret = self.luck.choice(list(self.account))
            del self.account[secret]
            device = next(d for d in self.entrance.devices.all if d.hashed == hashed(secret))
            assert self.entrance.devices.revoke(device.number)

    def restart(self) -> None:
        self.entrance = self.opened(self.entrance.devices)

    def step(self) -> None:
        self.luck.choice([self.new_sitting, self.scan, self.scan, self.put_out, self.restart])()

    def check(self) -> None:
        for secret, identities in self.account.items():
            guest = Guest(secret=secret)
            for seat, one in enumerate(self.seats):
                own = one.kind == "human" and self.identity(seat) in identities
                assert self.entrance.opens(f"seat {seat + 1}", guest, self.seats) == own
            assert not self.entrance.opens("table", guest, self.seats)
            assert not self.entrance.opens("service", guest, self.seats)


@pytest.mark.parametrize("seed", range(40))
def test_however_an_evening_goes_a_device_sees_the_cards_of_those_it_was_let_in_as(seed):
    evening = Evening(Random(seed))
    for _ in range(60):
        evening.step()
        evening.check()
    assert TABLE != SERVICE != PLAYER


def test_one_picture_serves_all_who_look_from_the_same_place():
    entrance = Entrance(QrKeys(tokens()), Devices(None, tokens(), str))
    doors = Doors(Gallery(), entrance, Address(lambda: "table.test", 1))
    strangers = [entrance.guest("", [f"x{n}"]) for n in range(500)]
    assert {doors.place("table", guest, None) for guest in strangers} == {("watch", -1)}
