"""Errands from the workshop's page: the board is lent, looked over, and given back."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.__main__ import main
from controller.app.hosting.host import Host
from controller.app.recordings.tape import load
from controller.app.setup.start_game import Environment, GameSetup, who
from controller.game import Setting
from controller.games import SHELF
from controller.sitting.flow import Stage
from controller.values import Site
from controller.web.doors import errand_page
from controller.web.gallery import Gallery
from controller.web.mailbox import Begin, Direct, Mailbox, Obey, Place, Play, Point, Start
from controller.web.mailbox import Record as Switch
from controller.web.view import View
from controller.words import said
from drivers.clock import StepClock
from drivers.wiring import load_wiring
from drivers.workshop.shop import Task
from sims.bench.bench import Bench
from sims.bench.helper import Helper
from sims.bench.protocol_sim import BENCHES, Pico, install
from tests.panels import PANELS, load_panel
from tests.test_recording import asked, history, hosted, played
from tests.walls import HUNG
from tests.web.person import Person

# ------------------------------------------------------------------ by a clock that is stepped


class Post(Mailbox):
    """Letters that come in so many frames after an errand has begun."""

    def __init__(self) -> None:
        super().__init__()
        self.answers: list[str] = []
        self._coming: list[tuple[int, object]] = []
        self._frames = 0

    def says(self, request: object, after: int = 3) -> None:
        self._coming.append((after, request))

    def says_now(self, request: object) -> None:
        self.post(request).add_done_callback(lambda done: self.answers.append(done.result()))

    def begin(self) -> None:
        self._frames = 0

    def forget(self, request: object) -> None:
        self._coming = [(at, r) for at, r in self._coming if r != request]

    def letters(self):
        self._frames += 1
        for request in [r for at, r in self._coming if at == self._frames]:
            self.says_now(request)
        return super().letters()


class Album(Gallery):
    """A gallery that keeps every view, for the tests."""

    def __init__(self) -> None:
        super().__init__()
        self.views: list[View] = []
        self.look = self.views.append

    def publish(self, view: View) -> None:
        super().publish(view)
        self.look(view)


def goes(host: Host, errand: str) -> dict:
    """The errand to its end, as the page shows it then."""
    host.mailbox.begin()
    assert asked(host, Start(errand)) == ""
    while host.workshop.busy:
        host.turn()
    return errand_page(host.workshop.errand)


def settled(host: Host, seconds: float = 3.0) -> None:
    until = host.house.clock.now() + seconds
    while host.house.clock.now() < until:
        host.turn()


@pytest.fixture
def host(tmp_path):
    """A host of Ada and Bob, at rest."""
    host = hosted(tmp_path, "Ada", "Bob", gallery=Album(), mailbox=Post())
    settled(host)
    yield host
    host.close()


def test_a_dead_reed_is_found_and_the_game_goes_on_as_it_stood(host):
    asked(host, Obey("kill c5"))
    before = host.running.twin.eyes().pieces
    host.mailbox.says(Direct("help"))
    page = goes(host, "check")
    assert page["ended"] == ["One thing is wrong:", "c5 never closes.", said("workshop.simulated")]
    assert [step["state"] for step in page["found"]].count("sound") == 8
    assert page["share"] == 1
    assert b"c5 never closes" in host.gallery.taken("report.html")
    settled(host)
    assert host.table.stage is Stage.WAITING
    assert host.running.twin.eyes().pieces == before
    assert not host.running.board.ailments(), "how it was put back is no fault"


def test_the_game_waits_and_says_why(host):
    move = next(str(move) for move in host.table.position.moves())
    host.mailbox.says(Play(move), after=2)
    host.mailbox.says(Begin("astron", (Place("A"), Place("B"))), after=2)
    host.mailbox.says(Start("enrol"), after=3)
    host.mailbox.says(Obey("tidy"), after=3)
    host.mailbox.says(Direct("stop"), after=5)
    goes(host, "check")
    lent = "The workshop is using the board. The game goes on when the workshop has finished."
    already = "The workshop is already using the board. Wait until it has finished, or stop it."
    assert host.mailbox.answers[:4] == [lent, lent, already, lent]
    lent_out = [view for view in host.gallery.views if view.errand and view.errand.running]
    assert {view.table.stage for view in lent_out} == {Stage.PAUSED}
    assert host.table.history == [m for m in host.table.history if "deal" in str(m)]


def test_stopped_in_the_middle_it_tells_what_it_knows(host):
    host.mailbox.says(Direct("help"))
    host.mailbox.says(Direct("stop"), after=600)
    page = goes(host, "check")
    assert page["ended"][0] == "Nothing wrong was found, but not all was tried."
    assert page["files"] == ["report.html"]
    settled(host, 6.0)
    assert host.table.stage is Stage.WAITING


@pytest.mark.long
@pytest.mark.parametrize("after", [100, 5600, 7000, 8300, 9300])
def test_wherever_it_is_stopped_the_board_is_given_back(host, after):
    host.mailbox.says(Direct("help"))
    host.mailbox.says(Direct("stop"), after=after)
    goes(host, "check")
    settled(host, 8.0)
    assert host.table.stage is Stage.WAITING
    assert host.running.twin.bench.plugged
    assert host.running.twin.bench.row(Site("roller")) == 0


def test_hands_in_a_page_can_do_what_is_asked(host):
    """Off with the ships, one of them to a cell: it is felt, and the next is asked for."""
    host.gallery.look = page = Dragging(host.mailbox)
    goes(host, "check")
    assert page.done[:4] == ["a1", "b1", "c1", "d1"]
    assert not any(host.mailbox.answers)
    settled(host)
    assert host.table.stage in (Stage.SETUP, Stage.MENDING), "the lights lead the ships back"


class Dragging:
    """Somebody at the table's page: drags as the page says, for five cells."""

    def __init__(self, mailbox: Post) -> None:
        self.done: list[str] = []
        self._mailbox = mailbox
        self._last: object = None

    def __call__(self, view: View) -> None:
        task = view.errand and view.errand.task
        if task and (task, view.errand.done) != self._last:
            self._last = task, view.errand.done
            for line in self._lines(task.key, task.fields["site"]):
                self._mailbox.says_now(line)

    def _lines(self, key: str, site: str) -> list[object]:
        if key == "task.put" and len(self.done) == 5:
            return [Direct("stop")]
        if key == "task.put":
            self.done.append(site)
        verbs = {"task.clear": ["lift b1", "lift c1"], "task.put": [f"put {site}"]}
        return [Obey(line) for line in verbs.get(key, [f"lift {site}"])]


@pytest.mark.long
def test_a_calibration_is_written_beside_what_is_there_and_keeps_the_tags(host, tmp_path):
    host.mailbox.says(Direct("help"))
    shipped = PANELS["astron"].read_bytes()
    for name in ("astron.toml", "astron-2.toml"):
        page = goes(host, "calibrate")
        path = tmp_path / "wirings" / name
        assert page["files"] == ["wiring.toml"]
        assert f"Written to {path}." in page["ended"]
        assert load_wiring(path).channels == load_panel("astron").channels
        assert host.gallery.taken("wiring.toml") == path.read_bytes()
    assert PANELS["astron"].read_bytes() == shipped


def test_a_calibration_goes_on_where_it_was_stopped(host, tmp_path):
    host.mailbox.says(Direct("help"))
    host.mailbox.says(Direct("stop"), after=900)
    page = goes(host, "calibrate")
    assert "cells are open. Run it again to go on" in page["ended"][0]
    host.mailbox.forget(Direct("stop"))
    page = goes(host, "calibrate")
    assert "Going on where it was left" in page["notes"][0]
    assert page["files"] == ["wiring.toml"]


def test_tags_are_enrolled_into_a_file(host, tmp_path):
    host.mailbox.says(Direct("help"))
    page = goes(host, "enrol")
    assert page["ended"][0].startswith("66 of 66 pieces have a tag.")
    assert page["ended"][-1] == said("workshop.simulated")
    assert host.gallery.taken("tags.toml") == (tmp_path / "wirings/astron-tags.toml").read_bytes()


@pytest.mark.long
def test_before_a_game_is_chosen_a_bare_panel_is_checked(tmp_path):
    host = hosted(tmp_path, "Ada", "Bob")
    fresh = Host(host.house, Gallery(), Post())
    fresh.mailbox.says(Direct("help"))
    sound = [said("report.sound"), said("workshop.simulated")]
    assert goes(fresh, "check")["ended"] == sound
    assert fresh.gallery.view.table.stage is Stage.SHELF


def test_a_board_that_is_not_there_is_said(host):
    asked(host, Obey("unplug"))
    page = goes(host, "check")
    assert "It could not be done" in page["ended"][0]
    asked(host, Obey("plug"))
    settled(host, 8.0)
    assert host.table.stage is Stage.WAITING


def test_nothing_can_be_directed_when_nothing_is_going_on(host):
    for request in (Direct("stop"), Direct("help"), Point("a1")):
        assert asked(host, request) == "The workshop is not using the board."


def test_a_recording_knows_that_the_board_was_away(host, tmp_path):
    asked(host, Switch(True))
    host.mailbox.says(Direct("help"))
    goes(host, "enrol")
    settled(host)
    asked(host, Switch(False))
    path = tmp_path / "recordings" / "000001.rec"
    assert [line.sign for line in load(path).lines if line.sign in "+-"] == ["-", "+"]
    assert played(path) == history(host)


def test_a_resumed_table_knows_where_its_strip_was_left(tmp_path):
    """Nothing was touched and no power was cut, so nothing is asked."""
    first = hosted(tmp_path, "random", "random")
    while not any("turns" in str(move) for move in first.table.history[-1:]):
        first.turn()
    later = Host(first.house, Gallery(), Mailbox())
    steps = tuple((moment.move, moment.position) for moment in first.table.moments[1:])
    start = first.table.moments[0].position
    later.sit(GameSetup(SHELF["astron"], start, who(["Ada", "Bob"]), 7, played=steps))
    assert later.running.twin.bench.row(Site("roller")) != 0
    settled(later, 1.0)
    assert later.table.stage is Stage.WAITING


# -------------------------------------------------------------------------------- on a real board


def test_on_a_real_board_a_person_does_it(tmp_path):
    wiring = load_panel("astron")
    start = SHELF["astron"].start(Setting(2))
    bench = Bench(wiring, StepClock())
    bench.stand(start.layout())
    install()
    BENCHES["lent"] = pico = Pico(bench, bench._clock)
    house = Environment(
        "sim://lent", lambda game: wiring, None, lambda: 7, str, bench._clock, folder=tmp_path
    )
    host = Host(house, Album(), Post())
    host.sit(GameSetup(SHELF["astron"], start, who(["Ada", "Bob"]), 7))
    settled(host)
    host.mailbox.says(Direct("help"))
    host.gallery.look = Reader(Helper(bench, pico))
    page = goes(host, "enrol")
    assert host.mailbox.answers == ["This is a real board: no simulated hand can reach it."]
    assert page["hand"] == ""
    assert page["ended"][0].startswith("66 of 66")
    assert said("workshop.simulated") not in page["ended"]
    settled(host)
    assert host.table.stage is Stage.WAITING


class Reader:
    """Somebody who reads the page, and does what it says at the board."""

    def __init__(self, hands: Helper) -> None:
        self._hands = hands
        self._last: object = None

    def __call__(self, view: View) -> None:
        task = view.errand and view.errand.task
        if task and task != self._last:
            words = task.fields
            self._hands.ask(Task("show", Site(words["site"]), piece=words["piece"]))
        self._last = task


# ------------------------------------------------------------------------------------ in a browser


@pytest.fixture
def shop(house, window, tmp_path):
    """The workshop's page of a table where somebody plays against a robot."""

    def open_shop(**terms):
        home = house(folder=tmp_path, **terms)
        page = window(home.web_table.service)
        page.wait_for_selector(".sensor")
        return home, page

    return open_shop


@pytest.mark.long
@pytest.mark.browser
def test_a_check_from_the_page_to_its_report(shop):
    from axe_playwright_python.sync_playwright import Axe

    home, page = shop()
    home.host.mailbox.post(Obey("kill c5"))
    page.click("#check")
    page.wait_for_selector("#errand.running")
    page.click("#help")
    page.wait_for_selector(".found .flawed:has-text('c5 never closes')", timeout=1000 * HUNG)
    page.wait_for_selector("#errand:not(.running)", timeout=1000 * HUNG)
    assert "One thing is wrong: c5 never closes." in page.inner_text("#asks")
    assert page.get_attribute("#flight", "aria-valuenow") == "100"
    found = Axe().run(page)
    assert not found.response["violations"], found.generate_report()
    with page.context.expect_page() as opened:
        page.get_by_text("Open the report").click()
    shown = opened.value
    assert "c5 never closes" in shown.inner_text("main")
    background = shown.evaluate("getComputedStyle(document.body).backgroundColor")
    assert background == "rgb(10, 15, 36)", "its own style is let in"
    with page.expect_download() as taken:
        page.get_by_text("Download report.html").click()
    assert "c5 never closes" in Path(taken.value.path()).read_text()
    page.wait_for_selector("#link:has-text('linked')")


@pytest.mark.long
@pytest.mark.browser
def test_a_calibration_from_the_page(shop, tmp_path):
    _, page = shop()
    page.click("#calibrate")
    page.wait_for_selector("#pointing:not([hidden])")
    assert "Put the magnet where the light is" in page.inner_text("#asks")
    page.click("#help")
    page.wait_for_selector("#errand:not(.running)", timeout=1000 * HUNG)
    assert str(tmp_path / "wirings" / "astron.toml") in page.inner_text("#asks")
    with page.expect_download() as taken:
        page.get_by_text("Download wiring.toml").click()
    assert load_wiring(Path(taken.value.path())).file.name == "Astron panel"


@pytest.mark.long
@pytest.mark.browser
def test_stopped_from_the_page_the_game_goes_on(shop, window):
    home, page = shop(pace=20.0)
    ada = Person(window(home.web_table.table))
    page.click("#check")
    ada.until_asked("The workshop is using the board")
    page.click("#help")
    page.wait_for_function("() => document.querySelector('#flight').ariaValueNow > 20")
    page.click("#stop")
    page.wait_for_selector("#errand:not(.running)")
    ada.until_asked("play a card")
    ada.lay()
    ada.fly()
    ada.until_recorded(2)


@pytest.mark.long
@pytest.mark.browser
def test_a_round_is_recorded_taken_away_and_played_again(shop, window, tmp_path, capsys):
    home, page = shop()
    ada = Person(window(home.web_table.table))
    page.click("#record")
    page.wait_for_selector("#record[aria-pressed=true]")
    ada.lay()
    ada.fly()
    ada.until_recorded(4)
    page.click("#record")
    page.wait_for_selector("#reels a")
    with page.expect_download() as taken:
        page.click("#reels a")
    reel = tmp_path / "taken.rec"
    taken.value.save_as(reel)
    moves = history(home.host)[: len(played(reel))]
    assert sum("lays" in move or "flies" in move for move in moves) >= 4
    assert played(reel) == moves
    assert main(["replay", str(reel)]) == 0
    assert "made     1 lays" in capsys.readouterr().out


@pytest.mark.browser
def test_whoever_is_asked_can_read_why_and_the_workshop_all_that_was_weighed(shop, window):
    """On reeds, which cannot tell a small ship from a large one."""
    home, page = shop(
        game=SHELF["space_walk"],
        players=("human", "human"),
        panel=lambda game: load_wiring(game.panel),
    )
    for line in ("fetch green.medium.1", "put o1"):
        home.host.mailbox.post(Obey(line))
    table = window(home.web_table.table)
    table.click("#why summary")
    assert table.inner_text("#whysaid") == "o1 feels that a piece is there, but not which one."
    page.click("#decided summary:has-text('ask')")
    weighed = page.locator("#decided details[open] ol li")
    weighed.first.wait_for()
    assert "lawful · 1 places green" in weighed.first.inner_text()
    assert page.locator("#decided details[open] ul li").count()
