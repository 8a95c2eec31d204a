"""Guests cannot stop play: however many come, seats and the table's screen get in."""

from __future__ import annotations

import asyncio
import json
import socket
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from itertools import count
from random import Random
from select import select

import httpx
import pytest
from websockets.exceptions import ConnectionClosedError
from websockets.sync.client import connect

from controller.app.hosting.web_table import usual_panel
from controller.lessons.rule_pages import RulePages
from controller.values import Saying
from controller.web.app import WAITING, Pages
from controller.web.crowd import LINGER, STAY, USUAL_LIMITS, Crowd, CrowdLimits, Standing
from controller.web.devices import Devices
from controller.web.doors import Doors
from controller.web.gallery import Gallery
from controller.web.gate import Gate
from controller.web.keys import Entrance, QrKeys
from controller.web.mailbox import Letter, Mailbox
from controller.web.patch import patched
from controller.web.picture import BARE, Picture
from controller.web.server import Server, hosts, open_socket, public_address
from controller.words import say
from tests.walls import HUNG
from tests.web.callers import CALLERS, called, crowd, head

FEW = CrowdLimits(room=40, guests=20, lines=3)
MANY = 100  # more than there is room for, of every kind


def asked(web_table, path: str, request: object, key: str) -> httpx.Response:
    headers = {"X-Stardeck-Key": key}
    return httpx.post(web_table.address.base + path, json=request, headers=headers, timeout=HUNG)


def live(web_table, path: str):
    return connect(web_table.address.base.replace("http", "ws") + path, open_timeout=HUNG)


def told(line, wanted: str) -> dict:
    """What the line tells next of this."""
    while True:
        news = json.loads(line.recv(10))
        if wanted in news:
            return news


def plays(web_table) -> None:
    """A seat opens its page and its line and is heard; the table's own hand is obeyed."""
    keys, phone = web_table.keys, httpx.get(web_table.seat(1), timeout=HUNG)
    assert phone.status_code == 303, "let in"
    seat = web_table.seat_key(1)
    path = f"/live/seat/1?key={seat}"
    with live(web_table, path) as own, live(web_table, f"/live/table?key={keys.table}") as table:
        assert told(own, "hand")["hand"]
        assert told(table, "doors")["host"]
        assert asked(web_table, "/seat/1", {"type": "back"}, seat).status_code == 200
        for line in ("lift b1", "put b1"):
            said = asked(web_table, "/hands", {"type": "obey", "line": line}, keys.table)
            assert (said.status_code, said.json()) == (200, {"said": ""})
        assert told(table, "held")


@pytest.mark.parametrize("kind", [*CALLERS, "a mixture"])
def test_however_many_come_seats_and_table_get_in(house, kind):
    web_table = house(players=("Ada", "Bob"), limits=FEW).web_table
    kinds = Random(7).choices(list(CALLERS), k=MANY) if kind == "a mixture" else [kind] * MANY
    with live(web_table, f"/live/seat/2?key={web_table.seat_key(2)}") as before:
        told(before, "hand")
        with crowd(web_table.address.base, kinds):
            plays(web_table)
            web_table.gallery.publish(web_table.gallery.view)
            assert still_there(before), "who was in has stayed in"


def still_there(line) -> bool:
    line.ping().wait(5)
    return line.close_code is None


@pytest.mark.parametrize(("kind", "count"), [("slow", 230), ("idle", 500)])
def test_hundreds_who_ask_for_nothing_keep_nobody_out(house, kind, count):
    web_table = house(players=("Ada", "Bob")).web_table
    with crowd(web_table.address.base, [kind] * count) as lines:
        assert len(lines) == count
        plays(web_table)


def test_five_hundred_watch_and_each_is_told(house):
    web_table = house(players=("Ada", "Bob")).web_table
    with crowd(web_table.address.base, ["watching"] * 500) as lines:
        for line in lines:
            heard(line, b'"game"')
        plays(web_table)
        for line in lines:
            heard(line, b'"held":["ship1"]')


def heard(line, wanted: bytes) -> None:
    """Reads on until this is told."""
    last = b""
    while wanted not in last:
        news = line.recv(1 << 16)
        assert news, "cut off"
        last = last[-len(wanted) :] + news


# -------------------------------------------------------------------------- one picture for a role


def run(acts):
    """In a loop of its own: a browser's may be running in this thread."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, acts).result(30)


async def shown(viewers: int, turns: int, seed: int) -> tuple[int, set[str]]:
    """How often a page was made, and what everybody holds who looks now and then."""
    luck, made, world = Random(seed), [0], {"cells": {}}

    def page(_):
        made[0] += 1
        return json.loads(json.dumps(world))

    async def look(luck: Random) -> str:
        turn, held, own = 0, BARE, {}
        while own.get("over") is None:
            turn = await picture.renewed(turn)
            news, held = picture.news(held), picture.newest
            own = patched(own, json.loads(news)) if news else own
            await asyncio.sleep(luck.choice([0.0, 0.01, 0.07]))
        return json.dumps(own, sort_keys=True)

    picture = Picture(page, lambda: None)
    looking = [asyncio.ensure_future(look(Random(f"{seed} {n}"))) for n in range(viewers)]
    picture.enter()
    for turn in range(turns):
        world["cells"] = {str(luck.randrange(4)): luck.randrange(3) for _ in range(3)}
        world |= {"over": True} if turn == turns - 1 else {}
        picture.stir()
        await asyncio.sleep(0.02)
    held = set(await asyncio.gather(*looking))
    picture.leave()
    return made[0], held


@pytest.mark.parametrize("seed", range(3))
def test_a_picture_is_made_once_however_many_look_and_all_come_to_hold_the_same(seed):
    made, held = run(asyncio.wait_for(shown(viewers=60, turns=12, seed=seed), 20))
    assert made <= 12
    assert len(held) == 1


def test_many_are_shown_fewer_pictures_and_the_newest_of_them():
    async def shown_to(viewers: int) -> tuple[int, str]:
        pages = count()
        picture = Picture(lambda _: {"turn": next(pages)}, lambda: None)
        for _ in range(viewers):
            picture.enter()
        for _ in range(60):
            picture.stir()
            await asyncio.sleep(0.002)
        for _ in range(viewers):
            picture.leave()
        return picture.turn, picture.news(BARE)

    few, _ = run(shown_to(1))
    many, last = run(shown_to(500))
    assert 0 < many < few < 60, "to one viewer not more than a screen shows"
    assert last == json.dumps({"turn": many - 1}, separators=(",", ":"))


def test_a_page_that_cannot_be_made_is_our_fault_and_the_next_one_is_shown(caplog):
    async def follow() -> str:
        pages = iter([{}, {"stage": "waiting"}])
        picture = Picture(lambda _: next(pages) or 1 / 0, lambda: None)
        picture.enter()
        for _ in range(2):
            picture.stir()
            await asyncio.sleep(0.04)
        await picture.renewed(0)
        picture.leave()
        return picture.news(BARE)

    assert run(follow()) == '{"stage":"waiting"}'
    assert "could not be made" in caplog.text
    caplog.clear()


# ------------------------------------------------------------------------------- who makes room


class Caller:
    """A connection that a test may look at."""

    def __init__(self) -> None:
        self.open, self.backlog = True, 0

    def is_closing(self) -> bool:
        return not self.open

    def abort(self) -> None:
        self.open = False

    def get_write_buffer_size(self) -> int:
        return self.backlog


class Hall:
    """A crowd, its clock, and everybody who ever came."""

    def __init__(self, limits: CrowdLimits) -> None:
        self.now, self.limits = 0.0, limits
        self.crowd = Crowd(limits, lambda: self.now)
        self.lines: dict[tuple[str, int], Caller] = {}
        self.known: dict[tuple[str, int], str] = {}
        self.guests: set[tuple[str, int]] = set()
        self.asking: set[tuple[str, int]] = set()
        self._requests = ExitStack()

    def come(self, address: str) -> tuple[str, int]:
        """Somebody at the door: who asks for nothing makes room before who is being answered."""
        client, answered = (address, len(self.lines)), self.here(self.asking)
        waiting = set(self.here(self.lines)) - self.asking - self.guests - set(self.known)
        self.lines[client] = Caller()
        self.crowd.enter(client, self.lines[client])
        assert not waiting or self.here(self.asking) == answered
        return client

    def ask(self, client: tuple[str, int]) -> None:
        """A request that is being answered as long as anybody looks."""
        self._requests.enter_context(self.crowd.asking(client))
        self.asking.add(client)

    def here(self, clients) -> list:
        return [client for client in clients if self.lines[client].open]


def crowded(seed: int, acts: int = 400) -> Hall:
    """Chance comes and goes; after every act the laws of the hall are looked at."""
    luck, hall = Random(seed), Hall(CrowdLimits(room=30, guests=12, lines=3))
    for _ in range(acts):
        hall.now += luck.choice([0.0, 0.1, 1.0])
        client = hall.come(f"10.0.0.{luck.randrange(4)}")
        assert hall.lines[client].open, "whoever comes may say what for"
        match luck.randrange(6):
            case 0:
                follow(hall, client, f"seat {luck.randint(1, 3)}")
            case 1 | 2 | 3:
                watch(hall, client)
            case 4:
                hall.ask(client)
                luck.choice(list(hall.lines.values())).open = False
        if luck.random() < 0.1:
            hall.crowd.sweep()
        assert len(hall.crowd) == len(hall.here(hall.lines)) <= hall.limits.room
        assert len(hall.here(hall.guests)) <= hall.limits.guests
    return hall


def follow(hall: Hall, client, role: str) -> None:
    """A role with a key always gets in; at most its own oldest connection is closed."""
    same = [one for one in hall.here(hall.known) if hall.known[one] == role]
    others = set(hall.here(hall.known)) - set(same[:1])
    assert hall.crowd.follows(client, role, known=True)
    hall.known[client] = role
    assert others <= set(hall.here(hall.known))
    assert bool(same) is False or hall.lines[same[0]].open is (len(same) < hall.limits.lines)


def watch(hall: Hall, client) -> None:
    """Without: while there is a place, or while somebody else holds more than his share."""
    held = Counter(address for address, _ in hall.here(hall.guests))
    full = held.total() >= hall.limits.guests
    most = max(held.values(), default=0)
    admitted = hall.crowd.follows(client, "guest", known=False)
    if not full or most > held[client[0]] + 1:
        assert admitted
    if admitted:
        hall.guests.add(client)
        after = Counter(address for address, _ in hall.here(hall.guests))
        assert not full or max(after.values()) <= most
    else:
        hall.lines[client].open = False


@pytest.mark.parametrize("seed", range(8))
def test_the_laws_of_the_hall_hold_whoever_comes(seed):
    crowded(seed)


def test_who_has_watched_long_makes_room_when_every_place_is_taken():
    hall = Hall(CrowdLimits(room=10, guests=2, lines=1))
    first, second, third = (hall.come(f"10.0.0.{n}") for n in range(3))
    assert hall.crowd.follows(first, "guest", known=False)
    hall.now += 1.0
    assert hall.crowd.follows(second, "guest", known=False)
    assert not hall.crowd.follows(third, "guest", known=False)
    hall.now = STAY
    assert hall.crowd.follows(third, "guest", known=False)
    assert hall.here([first, second, third]) == [second, third]


def test_who_asks_with_a_key_is_answered_however_many_come():
    hall = Hall(CrowdLimits(room=5, guests=2, lines=1))
    seat = hall.come("10.0.0.1")
    with hall.crowd.asking(seat):
        hall.crowd.trust(seat)
        others = [hall.come("10.0.0.1") for _ in range(20)]
        assert hall.lines[seat].open
    assert len(hall.here(others)) == 4
    hall.now += 0.1
    for _ in range(5):
        hall.come("10.0.0.1")
    assert not hall.lines[seat].open, "answered, and asking for nothing"


def test_who_asks_for_nothing_and_who_takes_nothing_is_let_go():
    hall = Hall(USUAL_LIMITS)
    silent, deaf, slow, good = (hall.come("10.0.0.1") for _ in range(4))
    for client in (deaf, slow, good):
        assert hall.crowd.follows(client, "guest", known=False)
    for second in range(int(LINGER[Standing.WAITING] + USUAL_LIMITS.slow)):
        hall.now += 1.0
        hall.lines[deaf].backlog = 70_000 + second
        hall.lines[slow].backlog = 70_000 - second
        hall.crowd.sweep()
    assert hall.here([silent, deaf, slow, good]) == [slow, good]


def test_one_addresss_hurry_is_nobody_elses():
    hall = Hall(USUAL_LIMITS)
    pauses = [hall.crowd.pause(("10.0.0.1", port)) for port in range(10_000)]
    assert pauses.count(0.0) == USUAL_LIMITS.burst
    assert max(filter(None, pauses)) <= USUAL_LIMITS.queue
    assert pauses[-1] is None, "so many in a queue is too many"
    assert hall.crowd.pause(("10.0.0.2", 1)) == 0.0
    hall.now += 1.0
    again = [hall.crowd.pause(("10.0.0.1", 1)) for _ in range(int(USUAL_LIMITS.rate) + 1)]
    assert again.count(None) == 1


def test_a_guest_who_finds_no_place_is_told_so(house):
    web_table = house(
        players=("Ada", "Bob"), limits=CrowdLimits(room=9, guests=1, lines=1)
    ).web_table
    with live(web_table, "/live/table") as first, live(web_table, "/live/table") as second:
        told(first, "game")
        with pytest.raises(ConnectionClosedError) as cut:
            second.recv(5)
        assert (cut.value.rcvd.code, cut.value.rcvd.reason) == (1013, say(Saying("page.full")))


HURRIED = CrowdLimits(rate=0.01, burst=3, queue=0)


def test_who_asks_too_often_is_refused_whatever_address_is_claimed_and_who_has_a_key_is_not(house):
    web_table = house(players=("Ada", "Bob"), limits=HURRIED).web_table
    claimed = [{"X-Forwarded-For": f"10.0.0.{n}"} for n in range(5)]
    answers = [httpx.get(web_table.address.base, headers=headers) for headers in claimed]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429, 429]
    assert answers[-1].json() == {"said": say(Saying("page.too_fast"))}
    with live(web_table, "/live/table") as guest, pytest.raises(ConnectionClosedError):
        guest.recv(5)
    with live(web_table, f"/live/seat/1?key={web_table.seat_key(1)}") as seat:
        assert told(seat, "hand")
    assert asked(web_table, "/seat/1", {"type": "back"}, web_table.seat_key(1)).status_code == 200


def test_who_shouts_is_cut_off_and_who_says_a_word_in_any_spelling_is_answered(house):
    web_table = house(players=("Ada", "Bob")).web_table
    with live(web_table, "/live/table") as loud, live(web_table, "/live/table") as quiet:
        quiet.send(b"\xff\xfe", text=True)
        assert told(quiet, "said")["said"] == say(Saying("page.only_tells"))
        with pytest.raises(ConnectionClosedError) as cut:
            for _ in range(100):
                loud.send("play!")
                told(loud, "said")
        assert cut.value.rcvd.code == 1008
        assert still_there(quiet)


def test_what_never_comes_to_an_end_is_not_waited_for(house):
    web_table = house(players=("Ada", "Bob"), limits=CrowdLimits(slow=0.2)).web_table
    base, key = web_table.address.base, f"X-Stardeck-Key: {web_table.keys.table}"
    with called(base) as line:
        line.sendall(head(base, "/hands", key, "Content-Length: 4000", verb="POST") + b"{")
        assert line.recv(12) == b"HTTP/1.1 408"


def test_what_one_role_asks_leaves_room_for_what_others_ask():
    """While the table does not answer, one role's requests leave room for others."""
    gallery, box, crowd, tokens = Gallery(), Mailbox(), Crowd(), map(str, count())
    keys, listening = QrKeys(lambda: next(tokens)), open_socket(0, lan=False)
    outside, gate = public_address(listening, lan=False), Gate(hosts(listening, lan=False), float)
    doors = Doors(gallery, Entrance(keys, Devices(None, str, str)), outside)
    pages = Pages(gallery, box, gate, doors, crowd, RulePages(usual_panel))
    with (
        closing(Server(pages.app(simulated=True), listening, crowd)) as server,
        ExitStack() as hall,
    ):
        server.open()
        hurried = [
            hall.enter_context(asking(outside.base, "/seat/1", keys.table)) for _ in range(30)
        ]
        refused = set[socket.socket]()
        while len(refused) < len(hurried) - WAITING:
            refused |= set(select(list(set(hurried) - refused), [], [], 10)[0])
        assert all(line.recv(12) == b"HTTP/1.1 503" for line in refused)
        hall.enter_context(asking(outside.base, "/seat/2", keys.table))
        letters: list[Letter] = []
        while not any(letter.seat == 1 for letter in letters):
            letters += box.letters()
        assert Counter(letter.seat for letter in letters) == {0: WAITING, 1: 1}
        for letter in letters:
            letter.answer.set_result("")


def asking(base: str, path: str, key: str) -> socket.socket:
    """Asks, and waits for no answer."""
    line, body = called(base), b'{"type":"back"}'
    terms = (f"X-Stardeck-Key: {key}", f"Content-Length: {len(body)}")
    line.sendall(head(base, path, *terms, verb="POST") + body)
    return line
