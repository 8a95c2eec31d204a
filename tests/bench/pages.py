"""What the pages cost: pictures sent to many viewers, and the time from a hand to its light."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from statistics import quantiles
from typing import NamedTuple, TypeAlias

from tests.bench.figures import Figure
from tests.web.chromium import FLAGS, chromium
from tests.web.conftest import missing
from tests.web.house import OpenHouse, open_house

VIEWERS, CROWD = 20, 500
SECONDS = 6.0
IN = 3.0  # s in which viewers come in
TOUCHES = 80
REST = 350  # ms between two touches: a cell that changes more often is thought broken (F09)

WATCH = """
import asyncio, sys, websockets
url, viewers, seconds = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
inside, heard = set(), 0
async def watch(number):
    global heard
    async with websockets.connect(url, open_timeout=60) as line:
        async for _ in line:
            inside.add(number)
            heard += 1
async def main():
    tasks = [asyncio.create_task(watch(number)) for number in range(viewers)]
    for _ in range(200):
        await asyncio.sleep(0.1)
        if len(inside) == viewers:
            break
    before = heard
    await asyncio.sleep(seconds)
    print(len(inside) - sum(task.done() for task in tasks), (heard - before) / seconds)
asyncio.run(main())
"""


def viewers() -> Iterator[Figure]:
    """A strip wound to and fro: every picture differs from the last one."""
    with open_house(players=("human", "human")) as house:
        alone, asleep = watched(house, 0, still), watched(house, VIEWERS, still)
        few, many = watched(house, VIEWERS), watched(house, CROWD)
    yield Figure(f"pages: pictures a second to {VIEWERS} viewers", few.pictures, "/s")
    yield Figure(f"pages: pictures a second to {CROWD} viewers", many.pictures, "/s")
    yield Figure(f"pages: of {CROWD} viewers get in", many.inside, "")
    yield Figure("idle: both threads' share of a processor, nobody looking", alone.whole, "%")
    yield Figure(f"idle: both threads' share, {VIEWERS} viewers", asleep.whole, "%")
    for count, cost in ((VIEWERS, few), (CROWD, many)):
        yield Figure(f"pages: controller's share, {count} viewers", cost.loop, "%")
        yield Figure(f"pages: the pages' own share, {count} viewers", cost.pages, "%")


Meanwhile: TypeAlias = Callable[[OpenHouse, "subprocess.Popen[str]"], None]


class Watched(NamedTuple):
    """What so many viewers heard, and what it cost: both threads in percent of a processor."""

    inside: int
    pictures: float  # a second
    loop: float
    pages: float

    @property
    def whole(self) -> float:
        return self.loop + self.pages


def watched(house: OpenHouse, many: int, meanwhile: Meanwhile | None = None) -> Watched:
    threads = house.thread, house.web_table.server.thread
    clocks = [time.pthread_getcpuclockid(thread.ident) for thread in threads]
    url = house.web_table.address.base.replace("http", "ws") + "/live/table"
    words = [sys.executable, "-c", WATCH, url, str(many), str(SECONDS)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as outside:
        if meanwhile:
            time.sleep(IN)
        start, spent = time.perf_counter(), [time.clock_gettime(clock) for clock in clocks]
        (meanwhile or wind)(house, outside)
        took = time.perf_counter() - start
        now = [time.clock_gettime(clock) for clock in clocks]
        shares = [100 * (after - before) / took for before, after in zip(spent, now, strict=True)]
        assert outside.stdout
        inside, pictures = outside.stdout.read().split()
        return Watched(int(inside), float(pictures), *shares)


def still(house: OpenHouse, outside: subprocess.Popen[str]) -> None:
    """Idle turns, with the simulated Pico in the loop's own thread."""
    time.sleep(SECONDS - 1.0)


def wind(house: OpenHouse, outside: subprocess.Popen[str]) -> None:
    """To and fro, as long as somebody watches."""
    from controller.web.mailbox import Obey

    way = 1
    while outside.poll() is None:
        answer = house.host.mailbox.post(Obey(f"turn {0.9 * way}"))
        assert answer
        answer.result(10)
        way = -way


TOUCH = """() => {
  addEventListener("keydown", () => { window.began = performance.now(); window.took = 0; }, true);
  new MutationObserver(() => {
    if (window.began) { window.took = performance.now() - window.began; window.began = 0; }
  }).observe(document.querySelector(".lights"), { subtree: true, attributes: true });
}"""


def hand_to_light() -> Iterator[Figure]:
    """In a headless browser: a hand's touch, by the bench and the wire, to the light it causes."""
    if why := missing():
        print(f"hand in the page to light in the page: left out. {why}")
        return
    from playwright.sync_api import sync_playwright

    with open_house(players=("human", "human")) as house, sync_playwright() as played:
        browser = played.chromium.launch(executable_path=chromium(), args=FLAGS)
        page = browser.new_page()
        start = time.perf_counter()
        page.goto(house.web_table.table)
        page.wait_for_selector(".piece[data-site='c1']")
        yield Figure("page: opened to first picture", time.perf_counter() - start, "s")
        took = touched(page)
        browser.close()
    cuts = quantiles(took, n=100)
    for label, value in (("p50", cuts[49]), ("p99", cuts[98])):
        yield Figure(f"hand in the page to light in the page, {label}", value * 1000, "us")


def touched(page) -> list[float]:
    """Milliseconds: with ship 2 in the hand too, the lights answer each touch of b1 at once."""
    page.focus(".cell[data-site='a1']")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.wait_for_selector("body[data-stage='mending']")
    page.keyboard.press("ArrowLeft")
    page.evaluate("() => import('/static/line/live.js').then((live) => live.obey('lift b1'))")
    page.wait_for_selector(".light.double[data-lamp='b1']")
    page.evaluate(TOUCH)
    return [once(page, held) for held in [True, False] * (TOUCHES // 2)]


def once(page, held: bool) -> float:
    if held:
        page.keyboard.press("Enter")
        page.wait_for_selector(".light.steady[data-lamp='b1']")
    else:
        page.evaluate("() => { window.began = performance.now(); window.took = 0; }")
        page.evaluate(
            "() => { import('/static/line/live.js').then((live) => live.obey('lift b1')); }"
        )
        page.wait_for_selector(".light.double[data-lamp='b1']")
    page.wait_for_function("() => window.took > 0")
    took = float(page.evaluate("window.took"))
    page.wait_for_timeout(REST)
    return took


PAGES = [viewers, hand_to_light]
