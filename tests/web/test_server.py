"""The doors without a browser: secrets, origins, limits, and what is not there at all."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from contextlib import ExitStack, closing, suppress
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from controller.app.hosting.host import Host
from controller.app.hosting.web_table import usual_panel
from controller.app.setup.start_game import Environment, GameSetup, who
from controller.errors import Misuse
from controller.game import Setting
from controller.games import SHELF
from controller.lessons.rule_pages import RulePages
from controller.scene import Glow
from controller.web.app import Pages
from controller.web.crowd import Crowd
from controller.web.devices import Devices
from controller.web.doors import Doors
from controller.web.gallery import Gallery
from controller.web.gate import BURST, MAX_REQUEST, Gate
from controller.web.keys import Entrance, QrKeys
from controller.web.mailbox import ROOM, Back, Begin, Mailbox, Obey, Place
from controller.web.pages import table_page
from controller.web.patch import patch, patched
from controller.web.server import (
    USUAL_PORT,
    Server,
    hosts,
    open_socket,
    own_name,
    public_address,
)
from controller.web.shells import STATIC, shell
from controller.words import catalogue, say
from drivers.clock import StepClock
from sims.bench.bench import Bench
from sims.bench.protocol_sim import BENCHES, Pico, install
from tests.panels import load_panel
from tests.walls import HUNG
from tests.web.callers import UPGRADE

ROOT = Path(__file__).parents[2]
BUDGET = 300_000  # bytes of everything a page may load
SCRIPTS = [path for game in SHELF.values() for path in game.folder.glob("*.js")]
FILES = sorted([*SCRIPTS, *(path for path in STATIC.rglob("*") if path.is_file())])
TEXTS = [path for path in FILES if path.suffix != ".png"]


@pytest.fixture
def open_table(house):
    """A house with one person, and somebody outside who knows its addresses."""
    return house(players=("Ada", "Bob")).web_table


def post(web_table, path: str, request: object, key: str = "", **headers: str) -> httpx.Response:
    content = request if isinstance(request, bytes) else json.dumps(request).encode()
    named = {"X-Stardeck-Key": key, **headers}
    return httpx.post(web_table.address.base + path, content=content, headers=named, timeout=HUNG)


LIFT = {"type": "obey", "line": "lift b1"}


@pytest.mark.parametrize("path", ["/", "/lobby", "/static/style.css", "/nowhere"])
def test_every_answer_carries_the_policy(open_table, path):
    headers = httpx.get(open_table.address.base + path).headers
    assert "default-src 'none'" in headers["content-security-policy"]
    assert headers["cache-control"] == "no-cache"
    assert headers["referrer-policy"] == "no-referrer"


def test_under_a_strange_name_nobody_is_at_home(open_table):
    answer = httpx.get(open_table.address.base + "/", headers={"Host": "evil.example:80"})
    assert answer.status_code == 421


OWN = own_name().lower()
HOUSE = "local|lan|home|home[.]arpa|internal|localdomain|fritz[.]box"
OUR_NAME = re.compile(
    rf"(localhost|127[.]0[.]0[.]1|{re.escape(OWN)}(-([2-9]|1[0-9]|20))?([.]({HOUSE}))?)[.]?"
)
HEADS = ["", "evil", "localhost", "127.0.0.1", f"x{OWN}", f"{OWN}x", f"evil.{OWN}"]
HEADS += [OWN, *(f"{OWN}-{number}" for number in ("", 0, 1, 2, 9, 10, 19, 20, 21, "2x", "-2"))]
TAILS = ["local", "lan", "home", "home.arpa", "internal", "localdomain", "fritz.box"]
TAILS += [*(f"{tail}.evil.example" for tail in TAILS), *(f"evil.{tail}" for tail in TAILS)]
TAILS += ["", "box", "arpa", "com", "example", "lan.lan", ".lan", "lan..", "local."]


@pytest.mark.parametrize("head", HEADS)
def test_only_names_of_the_house_are_ours(head):
    """The owner of another name can make it point here (DNS rebinding)."""
    with open_socket(0, lan=True) as opened:
        own = opened.getsockname()[1]
        gate = Gate(hosts(opened, lan=True), float)
    for name in (head, *(f"{head}.{tail}" for tail in TAILS)):
        ours = bool(OUR_NAME.fullmatch(name))
        assert gate.knows(f"{name}:{own}") == gate.knows(f"{name.upper()}:{own}") == ours, name
        for other in ("", ":80", ":x", f":{own}0", f":{own}:{own}", f".evil.example:{own}"):
            assert not gate.knows(name + other), name + other


@pytest.mark.parametrize("name", [OWN, f"{OWN}-2.local", f"{OWN}.lan", f"{OWN}.fritz.box"])
def test_the_table_is_found_under_every_name_that_a_router_gives_it(house, name):
    open_table = house(players=("Ada", "Bob"), lan=True).web_table
    port = open_table.address.port
    headers = {"Host": f"{name}:{port}", "Origin": f"http://{name}:{port}"}
    base = f"http://127.0.0.1:{port}"
    assert httpx.get(base, headers=headers).status_code == 200
    keyed = {**headers, "X-Stardeck-Key": open_table.keys.table}
    assert httpx.post(f"{base}/hands", json=LIFT, headers=keyed).json() == {"said": ""}
    strange = {"Host": f"{name}.evil.example:{port}"}
    assert httpx.get(base, headers=strange).status_code == 421


@pytest.mark.parametrize("path", ["/hands", "/lobby", "/seat/1"])
def test_every_change_needs_its_key(open_table, path):
    assert post(open_table, path, LIFT).status_code == 403
    assert post(open_table, path, LIFT, "guessed").status_code == 403


def test_one_seats_key_opens_no_other_door(open_table):
    keys, ada = open_table.keys, open_table.seat_key(1)
    assert post(open_table, "/seat/2", {"type": "back"}, ada).status_code == 403
    assert post(open_table, "/hands", LIFT, ada).status_code == 403
    assert post(open_table, "/lobby", LIFT, keys.service).status_code == 403
    base = open_table.address.base
    assert httpx.get(f"{base}/seat/2?key={ada}").status_code == 403
    assert httpx.get(f"{base}/service?key={keys.table}").status_code == 403


def test_another_page_may_not_move_here(open_table):
    answer = post(open_table, "/hands", LIFT, open_table.keys.table, Origin="http://evil.example")
    assert answer.status_code == 403
    assert open_table.host.running.twin.eyes().pieces["b1"][-1].name == "ship1"


def test_our_own_page_may(open_table):
    own = open_table.address.base
    answer = post(open_table, "/hands", LIFT, open_table.keys.table, Origin=own)
    assert (answer.status_code, answer.json()) == (200, {"said": ""})
    assert "b1" not in open_table.host.running.twin.eyes().pieces


def live(web_table, path: str, **terms):
    return connect(web_table.address.base.replace("http", "ws") + path, **terms)


@pytest.mark.parametrize(
    ("path", "origin"),
    [
        ("/live/table", "http://evil.example"),
        ("/live/seat/1", None),
        ("/live/seat/1?key=guessed", None),
        ("/live/service", None),
        ("/live/lobby", None),
        ("/live/cellar", None),
        ("/live/seat/99?key=secret-1", None),
    ],
)
def test_a_line_that_may_not_be_followed_is_not_opened(open_table, path, origin):
    with pytest.raises(InvalidStatus) as refused, live(open_table, path, origin=origin):
        pass
    assert refused.value.response.status_code == 403


def test_the_line_tells_everything_once_and_then_only_what_changed(open_table):
    with live(open_table, "/live/table") as line:
        whole = json.loads(line.recv(5))
        assert whole["game"]["title"] == "Astron"
        post(open_table, "/hands", LIFT, open_table.keys.table)
        news = json.loads(line.recv(5))
        assert "game" not in news
        assert len(json.dumps(news)) < 2000


def test_who_talks_into_the_line_gets_an_answer(open_table):
    with live(open_table, "/live/table") as line:
        line.recv(5)
        line.send("{")
        said = ""
        while not said:
            said = json.loads(line.recv(5)).get("said", "")
        assert "only shows the game" in said


UPGRADED = dict(header.split(": ") for header in UPGRADE)
NO_KEY = {"X-Stardeck-Key": ""}
RESUME = b'{"type":"resume","number":%b}'
MALFORMED = {
    "no JSON": b"{",
    "no object": [],
    "no type": {},
    "an unknown type": {"type": "fly"},
    "a number for a line": {"type": "obey", "line": 3},
    "an empty line": {"type": "obey", "line": ""},
    "something added": {**LIFT, "sudo": True},
    "bytes": b"\xff\xfe",
    "deep": b"[" * 4000,
}


@pytest.mark.parametrize("request_", MALFORMED.values(), ids=MALFORMED)
def test_what_makes_no_sense_gets_an_answer_and_disturbs_nothing(open_table, request_):
    answer = post(open_table, "/hands", request_, open_table.keys.table)
    assert answer.status_code == 400
    assert answer.json()["said"].startswith("That was not understood")
    assert open_table.host.running.twin.eyes().pieces["b1"][-1].name == "ship1"


UNSAFE = {
    "an origin that is no address": ("POST", "/hands", {"Origin": "http://["}, b"{}"),
    "a seat nought": ("GET", "/seat/0", {}, b""),
    "a seat of five thousand digits": ("GET", "/seat/" + "9" * 5000, {}, b""),
    "a seat that is asked with them": ("POST", "/seat/" + "9" * 5000, {}, b"{}"),
    "a line to seat nought": ("GET", "/live/seat/0", UPGRADED, b""),
    "a line to five thousand digits": ("GET", "/live/seat/" + "9" * 5000, UPGRADED, b""),
    "a line from no address": ("GET", "/live/table", {**UPGRADED, "Origin": "http://["}, b""),
    "a sitting of five thousand digits": ("POST", "/lobby", {}, RESUME % (b"9" * 4000)),
    "a sitting that SQLite cannot count": ("POST", "/lobby", {}, RESUME % b"9223372036854775808"),
    "what is too deep to look through": ("POST", "/lobby", {}, b'{"x":' + b"[" * 4000),
    "half a letter": ("POST", "/hands", {}, b'{"type":"obey","line":"\xed\xa0\x80"}'),
    "a file named nothing": ("GET", "/static/%00", {}, b""),
    "a file named at length": ("GET", "/static/" + "x" * 5000, {}, b""),
    "scenery named at length": ("GET", f"/static/games/astron/{'x' * 5000}.js", {}, b""),
    "a light of five thousand digits": ("POST", f"/review/1/lights/{'9' * 5000}", {}, b""),
    "a light of no game": ("POST", "/review/999999999999999/lights/7", {}, b""),
    "a key that nobody can spell": ("GET", "/seat/1?key=%ed%a0%80%00", NO_KEY, b""),
    "no verb of ours": ("BREW", "/", {}, b""),
}


@pytest.mark.parametrize(("verb", "path", "headers", "body"), UNSAFE.values(), ids=UNSAFE)
def test_unsafe_input_is_refused_and_is_no_fault_of_ours(open_table, verb, path, headers, body):
    key = {"X-Stardeck-Key": open_table.keys.table}
    with closing(HTTPConnection(urlsplit(open_table.address.base).netloc)) as line:
        line.request(verb, path, body, {**key, **headers})
        assert 400 <= line.getresponse().status < 500


NONSENSE = ["dance", "   x", "lift z9", "put b1", "turn nan", "turn 1e9", "fault x 1", "say hello"]


@pytest.mark.parametrize("line", NONSENSE)
def test_what_a_hand_cannot_do_is_said(open_table, line):
    request = {"type": "obey", "line": line}
    answer = post(open_table, "/hands", request, open_table.keys.table)
    assert answer.status_code == 200
    assert answer.json()["said"]
    assert post(open_table, "/hands", LIFT, open_table.keys.table).json() == {"said": ""}


def test_too_much_at_once_is_refused(open_table):
    long = {"type": "obey", "line": "x" * (MAX_REQUEST + 1)}
    assert post(open_table, "/hands", long, open_table.keys.table).status_code == 413


def test_a_seat_plays_only_its_own_moves(open_table):
    bob = open_table.seat_key(2)
    card = open_table.host.table.position.hands[0][0]
    answer = post(open_table, "/seat/2", {"type": "play", "move": f"1 lays {card}"}, bob)
    assert "not your move" in answer.json()["said"]
    answer = post(open_table, "/seat/2", {"type": "play", "move": "gibberish"}, bob)
    assert "no move of Astron" in answer.json()["said"]
    back = {"type": "back"}
    assert "nothing to take back" in post(open_table, "/seat/2", back, bob).text
    ada, lays = open_table.seat_key(1), {"type": "play", "move": f"1 lays {card}"}
    assert post(open_table, "/seat/1", lays, ada).json()["said"] == ""
    assert "Too late: a card" in post(open_table, "/seat/2", back, bob).text


def test_faster_than_a_hand_is_too_fast():
    moment = [0.0]
    gate = Gate(frozenset({"here:1"}), lambda: moment[0])
    assert sum(not gate.hurries("seat 1") for _ in range(200)) == BURST
    moment[0] += 1.0
    assert not gate.hurries("seat 1")


def test_on_a_real_board_there_is_no_door_for_a_hand():
    gallery, keys = Gallery(), QrKeys(lambda: "t")
    listening = open_socket(0, lan=False)
    gate = Gate(hosts(listening, lan=False), lambda: 0.0)
    entrance = Entrance(keys, Devices(None, str, str))
    outside = public_address(listening, lan=False)
    crowd = Crowd()
    doors = Doors(gallery, entrance, outside)
    pages = Pages(gallery, Mailbox(), gate, doors, crowd, RulePages(usual_panel))
    with closing(Server(pages.app(simulated=False), listening, crowd)) as server:
        server.open()
        lifted = httpx.post(
            f"{outside.base}/hands", json=LIFT, headers={"X-Stardeck-Key": keys.table}
        )
        assert lifted.status_code == 404
        assert httpx.get(f"{outside.base}/").status_code == 200


def test_a_full_mailbox_says_so():
    box = Mailbox()
    assert all(box.post(Back()) for _ in range(ROOM))
    assert box.post(Back()) is None
    assert len(list(box.letters())) == ROOM


def test_only_this_machine_may_come_in_unless_the_house_is_open():
    with open_socket(0, lan=False) as closed:
        assert closed.getsockname()[0] == "127.0.0.1"
        assert {host.split(":")[0] for host in hosts(closed, lan=False)} == {
            "127.0.0.1",
            "localhost",
        }
    with open_socket(0, lan=True) as opened:
        assert opened.getsockname()[0] == "0.0.0.0"
        assert any(host.split(":")[0].endswith(".local") for host in hosts(opened, lan=True))


def test_where_the_usual_port_is_taken_any_free_one_will_do_and_none_of_the_systems():
    with ExitStack() as taken:
        with suppress(Misuse):
            taken.enter_context(open_socket(USUAL_PORT, lan=False))
        with open_socket(None, lan=False) as listening:
            assert listening.getsockname()[1] not in (USUAL_PORT, *range(1024))


@pytest.mark.parametrize("name", SHELF)
def test_a_game_brings_its_scripts_along(open_table, name):
    for script in ("scenery.js", "poster.js"):
        answer = httpx.get(f"{open_table.address.base}/static/games/{name}/{script}")
        assert answer.headers["content-type"].startswith("text/javascript")
        assert answer.content == (SHELF[name].folder / script).read_bytes()


@pytest.mark.parametrize(
    "path",
    [
        *("astron/rules.py", "astron/RULES.md", "astron/strip.txt", "astron/nothing.js"),
        *("ludo/scenery.js", "static/board.js", "../games/x.js", "astron", "astron/"),
        *("astron/..%2fspace_walk%2fscenery.js", "%2e%2e/web/static/board.js"),
        *("astron/panels/astron.toml", "astron/..%5cscenery.js", "..%2f..%2fgames/astron/rules.py"),
    ],
)
def test_nothing_else_of_a_game_nor_of_what_is_no_game_can_be_fetched(open_table, path):
    line = HTTPConnection(urlsplit(open_table.address.base).netloc)
    line.request("GET", f"/static/games/{path}")  # as it stands, unlike httpx
    assert line.getresponse().status == 404
    line.close()


def test_all_a_page_loads_fits_the_budget():
    assert sum(path.stat().st_size for path in FILES) < BUDGET


FOREIGN = re.compile(r"(?:https?:)?//(?!www\.w3\.org/2000/svg)[a-z0-9-]+\.[a-z]{2,}", re.I)


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_nothing_comes_from_another_host(path: Path):
    assert not FOREIGN.findall(path.read_text())


def test_every_sentence_of_the_pages_is_in_the_catalogue_and_none_is_idle():
    said = set()
    for path in TEXTS:
        said |= set(re.findall(r"\bui\.[a-z_.]*[a-z_]", path.read_text()))
    said |= {f"ui.says.{glow.name.lower()}" for glow in Glow}
    colours = (STATIC / "telling/colours.js").read_text()
    said |= {f"ui.hue.{hue}" for hue in re.findall(r'"([a-z]+)"', colours)}
    assert said - {"ui.says", "ui.hue"} == {key for key in catalogue() if key.startswith("ui.")}
    assert "{{" not in "".join(map(shell, ("table.html", "seat.html", "lobby.html")))


PLAIN = st.recursive(
    st.booleans() | st.integers() | st.text(max_size=5) | st.lists(st.integers(), max_size=3),
    lambda inner: st.dictionaries(st.text(max_size=3), inner, max_size=4),
    max_leaves=12,
)
PAGE = st.dictionaries(st.text(max_size=3), PLAIN, max_size=5)


@given(PAGE, PAGE)
def test_a_patch_brings_one_page_to_the_other(before, after):
    assert patched(before, patch(before, after)) == after
    assert patch(after, after) == {}


def test_what_passes_on_the_line_is_recorded_and_taken_away(house, tmp_path):
    web_table = house(players=("Ada", "Bob"), folder=tmp_path).web_table
    keys, base = web_table.keys, web_table.address.base
    switch = {"type": "record", "on": True}
    assert post(web_table, "/service", switch, keys.table).status_code == 403
    assert post(web_table, "/service", switch, keys.service).json()["said"] == ""
    post(web_table, "/hands", LIFT, keys.table)
    post(web_table, "/service", {**switch, "on": False}, keys.service)
    address = f"{base}/service/files/000001.rec"
    assert httpx.get(address).status_code == 403
    assert httpx.get(f"{base}/service/files/..%2Fjournal.db?key={keys.service}").status_code == 404
    taken = httpx.get(f"{address}?key={keys.service}")
    assert "attachment" in taken.headers["content-disposition"]
    lines = [line.split()[1:] for line in taken.text.splitlines()]
    assert ["!", "hand:", "lift", "b1"] in lines
    assert {"<", ">"} <= {line[0] for line in lines}


ERRANDS = [
    {"type": "start", "errand": "check"},
    {"type": "direct", "word": "stop"},
    {"type": "point", "site": "c5"},
]


@pytest.mark.parametrize("wanted", ERRANDS, ids=lambda one: one["type"])
def test_only_who_has_the_workshops_key_may_send_it_to_the_board(open_table, wanted):
    keys = open_table.keys
    for key in ("", keys.table, open_table.seat_key(1)):
        assert post(open_table, "/service", wanted, key).status_code == 403
    foreign = {"Origin": "http://elsewhere.example", "X-Stardeck-Key": keys.service}
    base = open_table.address.base
    answer = httpx.post(f"{base}/service", json=wanted, headers=foreign)
    assert answer.status_code == 403
    assert open_table.host.workshop.errand is None


@pytest.mark.parametrize("word", ["dance", "", "q"])
def test_the_workshop_knows_its_words(open_table, word):
    wanted = {"type": "direct", "word": word}
    assert post(open_table, "/service", wanted, open_table.keys.service).status_code == 400
    start = {"type": "start", "errand": word}
    assert post(open_table, "/service", start, open_table.keys.service).status_code == 400


def test_the_command_line_opens_the_page_and_says_where(tmp_path):
    words = ["play", "astron", "--quiet", "--port", "0", "--seed", "7"]
    stardeck = subprocess.Popen(
        [sys.executable, "-m", "controller", *words],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path)},
    )
    assert stardeck.stdout
    told = [stardeck.stdout.readline() for _ in range(3)]
    address = told[0].split()[-1]
    for opened in (address, told[1].split()[-1]):
        with httpx.Client(follow_redirects=True) as browser:
            assert browser.get(opened).status_code == 200
            for secret in (parse_qs(urlsplit(opened).query)["key"][0], *browser.cookies.values()):
                assert len(bytes.fromhex(secret)) * 8 >= 128
            assert len(browser.cookies) == 1, "the device has a secret, too"
    stardeck.send_signal(signal.SIGINT)
    rest = stardeck.communicate(timeout=HUNG)[0]
    assert (stardeck.returncode, rest.count("points")) == (0, 2)


# ---------------------------------------------------------------------------------- on a real board


@pytest.fixture
def board_house():
    """The host of a board that is not simulated, as far as it can tell."""
    senses = load_panel("astron")
    position = SHELF["astron"].start(Setting(2))
    bench = Bench(senses, StepClock())
    bench.stand(position.layout())
    install()
    BENCHES["real"] = Pico(bench, bench._clock)
    house = Environment("sim://real", lambda game: senses, None, lambda: 7, str, bench._clock)
    host = Host(house, Gallery(), Mailbox())
    host.sit(GameSetup(SHELF["astron"], position, who(["Ada", "first"]), 7))
    yield host
    host.close()


def test_on_a_real_board_what_stands_is_what_is_felt(board_house):
    for _ in range(60):
        board_house.turn()
    page = table_page(board_house.gallery.view)
    assert page["pieces"] == {"b1": ["ship1"], "c1": ["ship2"]}
    assert page["game"]["simulated"] is False
    assert page["rows"]["roller"]["at"] == 0
    assert board_house.running.twin is None


def test_on_a_real_board_another_game_is_begun_without_another_board(board_house):
    for _ in range(60):
        board_house.turn()
    first = board_house.running.board
    wanted = Begin("astron", (Place("Ada"), Place("Bob"), Place("Cleo")))
    answer = board_house.mailbox.post(wanted)
    for _ in range(60):
        board_house.turn()
    assert answer.result(0) == ""
    assert board_house.running.board is first
    assert "d1" in say(board_house.gallery.view.asks), "the third ship is asked for"


def test_hands_are_told_that_there_is_no_bench(board_house):
    answer = board_house.mailbox.post(Obey("lift b1"))
    board_house.turn()
    assert answer.result(0)
