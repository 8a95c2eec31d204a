"""`make films`: a newcomer's first minutes with every game, on a phone and on a laptop, into docs/.

He chooses it in the lobby, takes its first lessons by mouse, doing what arrows and lights show, and
begins a game against a robot. Every picture is the page as it was, shown as long as a person looks.
"""

from __future__ import annotations

import io
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, TimeoutError, sync_playwright

from controller.games import SHELF
from controller.words import said
from tests.web.chromium import FLAGS, chromium
from tests.web.house import open_house
from tests.web.played_out import Newcomer, narrowed

DOCS = Path(__file__).parents[2] / "docs" / "films"
SIZES = {390: (390, 844), 1280: (1280, 800)}
SMALL = {390: (312, 675), 1280: (800, 500)}
LESSONS, MOVES = 2, 5  # that are filmed
LONGEST = 32  # pictures
READ, GLANCE = 2600, 1100  # ms that a picture with new words stands, and one without
KEPT: dict[str, Any] = {"quality": 42, "method": 3, "loop": 0}
POINTER = """addEventListener("mousemove", ({ clientX: x, clientY: y }) => {
  const own = document.querySelector("#filmed") || document.createElement("div");
  own.id = "filmed";
  const looks = { position: "fixed", left: `${x - 9}px`, top: `${y - 9}px`, width: "18px" };
  const ring = { height: "18px", borderRadius: "50%", border: "3px solid #fff" };
  const over = { background: "#f0a020cc", zIndex: 9999, pointerEvents: "none" };
  Object.assign(own.style, looks, ring, over);
  document.body.append(own);
});"""
WORDS = """() => ['#lesson', '#asks', '#notice', '#end']
  .map((id) => document.querySelector(id)?.innerText).join()"""


class Film:
    """Pictures of a page, each with its time."""

    def __init__(self, page: Page, width: int) -> None:
        self.page, self._size = page, SMALL[width]
        self._pictures: list[Image.Image] = []
        self._lasts: list[int] = []
        self._words = ""

    @property
    def length(self) -> int:
        return len(self._pictures)

    def take(self) -> None:
        words = str(self.page.evaluate(WORDS))
        picture = Image.open(io.BytesIO(self.page.screenshot(type="jpeg", quality=92)))
        self._pictures.append(picture.resize(self._size, Image.Resampling.LANCZOS))
        self._lasts.append(GLANCE if words == self._words else READ)
        self._words = words

    def save(self, path: Path) -> None:
        first, *others = self._pictures
        first.save(path, save_all=True, append_images=others, duration=self._lasts, **KEPT)


class Learner(Newcomer):
    """Follows arrows and marked cards, and else what is lit."""

    def learn(self) -> None:
        """One thing that the lesson wants."""
        now, arrow = self.answered(), self.page.locator(".arrows path")
        card = self.page.locator("#hand .card:has(.pointed) button")
        mine = "Learner" in now["turn"] or now["turn"] == said("ui.all_at_once")
        if not mine and now["stage"] != "mending":
            self.page.wait_for_timeout(1000)  # the others play
        elif card.count():
            self.lay_card(":has(.pointed)")
        elif arrow.count() and not now["held"] and not now["wrong"]:
            self.asks_then = now["asks"]
            ends = [str(arrow.first.get_attribute(f"data-{end}")) for end in ("from", "to")]
            self.drag(ends[0], ends[1])
        else:
            self.do(narrowed(now))


def film(browser: Browser, name: str, width: int) -> Film:
    """From the lobby through the first lessons into a game."""
    wide, high = SIZES[width]
    colours = "light" if list(SHELF).index(name) % 2 else "dark"
    with tempfile.TemporaryDirectory() as folder:
        kept = Path(folder)
        with open_house(sit=False, folder=kept, journal=kept / "journal.db", pace=20.0) as house:
            page = browser.new_page(viewport={"width": wide, "height": high}, color_scheme=colours)
            page.add_init_script(POINTER)
            page.goto(house.web_table.lobby)
            shown = Film(page, width)
            choose(page, name, shown)
            if not learnt(page, shown):
                raise SystemExit(f"{name}, {width}: no lesson was finished; that is no film.")
            page.goto(house.web_table.lobby)
            begun(page, name, shown)
            page.close()
            return shown


def choose(page: Page, name: str, shown: Film) -> None:
    page.wait_for_selector(".poster")
    shown.take()
    page.click(f".poster:has(input[value='{name}'])")
    page.locator("#school").scroll_into_view_if_needed()
    shown.take()
    page.click("#school button.loud")
    page.wait_for_selector("#lesson h3")


def look_at(page: Page, selector: str) -> None:
    """A phone does not show words and board at once."""
    place = "(one) => document.querySelector(one).scrollIntoView({ block: 'center' })"
    page.evaluate(place, selector)


def learnt(page: Page, shown: Film) -> int:
    """The first lessons, or as much of them as the film holds; how many were finished."""
    learner, finished = Learner(page, Random(7)), 0
    while finished < LESSONS and shown.length < LONGEST * 2 // 3:
        look_at(page, "#lesson")
        shown.take()
        if page.locator("#lesson button.loud").count():
            finished += 1
            page.click("#lesson button.loud")
            page.wait_for_timeout(400)
        else:
            look_at(page, ".glass")
            shown.take()
            learner.learn()
    return finished


def begun(page: Page, name: str, shown: Film) -> None:
    page.wait_for_selector(".poster")
    page.click(f".poster:has(input[value='{name}'])")
    page.select_option("#places select[aria-label='Player of seat 2']", "cadet")
    page.locator("#begin").scroll_into_view_if_needed()
    shown.take()
    page.click("#begin")
    with suppress(TimeoutError):
        page.click("#leave", timeout=1000)
    page.wait_for_selector("#lesson", state="hidden")
    newcomer = Newcomer(page, Random(7))
    while shown.length < LONGEST and newcomer.sees()["moves"] < MOVES:
        look_at(page, ".glass")
        newcomer.act()
        shown.take()


def main(words: list[str]) -> None:
    DOCS.mkdir(exist_ok=True)
    with sync_playwright() as played:
        browser = played.chromium.launch(executable_path=chromium(), args=FLAGS)
        for name in [word for word in words if word in SHELF] or SHELF:
            for width in SIZES:
                film(browser, name, width).save(DOCS / f"{name}-{width}.webp")
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
