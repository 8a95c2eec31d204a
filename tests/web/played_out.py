"""`python -m tests.web.played_out space_walk`: a game by mouse alone, from lobby to rematch.

A newcomer's hand: it does what is lit, clicks what says Play, and drags nothing that is dark.
"""

from __future__ import annotations

import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Browser, Page, TimeoutError, sync_playwright

from controller.games import SHELF
from tests.web.conftest import CHROMIUM, FLAGS
from tests.web.house import open_house
from tests.web.person import Person

QUIET = 150  # ms without a change, after which a person looks up
SEES = """() => {
  const all = (chosen) => [...document.querySelectorAll(chosen)];
  const lamps = (chosen) => all(chosen).map((one) => one.dataset.lamp);
  const cells = (...rhythms) => lamps(rhythms.map((one) => `.light.${one}`).join());
  const words = (id) => document.querySelector(id)?.textContent || "";
  const glowing = "[data-glow=pulse], [data-glow=double]";
  const keys = all("button.key").filter((one) => one.matches(glowing));
  return {
    stage: document.body.dataset.stage,
    over: !document.querySelector("#end").hidden,
    turn: words("#turn"), asks: words("#asks"), how: words("#how"), notice: words("#notice"),
    asked: cells("pulse", "double"), double: cells("double"), wrong: cells("fast"),
    keys: keys.map((one) => one.dataset.key),
    held: document.querySelectorAll("#held .piece").length,
    cards: document.querySelectorAll("#hand .card.open button").length,
    answers: document.querySelectorAll("#hand .choice button").length,
    turning: document.querySelector(".roller")?.dataset.glow || "",
    moves: document.querySelectorAll("#record li").length,
  };
}"""


class Newcomer(Person):
    """Does what the page asks for, by mouse; luck chooses where it leaves a choice."""

    def __init__(self, page: Page, luck: Random) -> None:
        super().__init__(page)
        self.luck = luck
        self.clumsy = 0  # refusals so far

    def sees(self) -> dict[str, Any]:
        return self.page.evaluate(SEES)

    def act(self) -> bool:
        """One thing that is asked for; whether the game is over."""
        now = self.settled()
        ours = "Player 1" in now["turn"] or now["stage"] == "mending"
        if not now["over"] and ours:
            self.do(now)
        return bool(now["over"])

    def settled(self) -> dict[str, Any]:
        """What is seen when nothing has changed for a moment."""
        now: dict[str, Any] = {}
        while now != (then := self.sees()):
            now = then
            self.page.wait_for_timeout(QUIET)
        return now

    def do(self, now: dict[str, Any]) -> None:
        if now["wrong"]:
            self.mend(now)
        elif now["turning"] in ("run", "run_back"):
            rows = 1 if now["turning"] == "run" else -1
            self.page.click(f".roller button[data-rows='{rows}']")
        elif now["cards"]:
            card = self.page.locator("#hand .card.open button").nth(self.pick(now["cards"]))
            with suppress(TimeoutError):  # the hand may have changed meanwhile
                card.click(timeout=1000)
        elif "into the box" in now["how"]:
            self.put_away("#held .pile")
        elif now["held"]:
            self.click(self.some(now["double"] or now["asked"]))
        elif "out of the box" in now["how"]:
            self.fetch(now)
        else:
            self.begin(now)

    def begin(self, now: dict[str, Any]) -> None:
        """Press a key that is lit, or click a piece that is."""
        now["keys"] = [key for key in now["keys"] if not key.endswith("2")]  # the other's
        standing = [site for site in now["asked"] if site in self.standing()]
        ends = [key for key in now["keys"] if key in ("done", "ready1", "stop1")]
        if now["keys"] and (not standing or self.luck.random() < 0.2):
            self.page.click(f"button.key[data-key='{self.some(ends or now['keys'])}']")
        elif standing:
            self.click(self.some(standing))
        elif now["asked"]:
            self.click(self.some(now["asked"]))

    def mend(self, now: dict[str, Any]) -> None:
        self.clumsy += 1
        source = now["wrong"][0]
        if now["double"]:
            self.drag(source, now["double"][0])
        else:
            self.page.mouse.move(*self.middle(source))
            self.page.mouse.down()
            self.page.mouse.move(*self.centre("#box"), steps=4)
            self.page.mouse.up()

    def put_away(self, selector: str) -> None:
        self.page.mouse.move(*self.centre(selector))
        self.page.mouse.down()
        self.page.mouse.move(*self.centre("#box"), steps=4)
        self.page.mouse.up()

    def fetch(self, now: dict[str, Any]) -> None:
        """A piece of the own out of the box, on to a cell that is lit: the own lie first."""
        self.page.mouse.move(*self.centre("#box .pile"))
        self.page.mouse.down()
        self.page.mouse.move(*self.middle(self.some(now["asked"])), steps=4)
        self.page.mouse.up()

    def centre(self, selector: str) -> tuple[float, float]:
        while (box := self.page.locator(selector).first.bounding_box()) is None:
            self.page.wait_for_timeout(QUIET)  # it is being drawn anew
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def click(self, site: str) -> None:
        if site:
            self.page.mouse.click(*self.middle(site))

    def pick(self, count: int) -> int:
        return self.luck.randrange(count)

    def some(self, names: list[str]) -> str:
        return self.luck.choice(names) if names else ""


def play(browser: Browser, name: str, seconds: float, pace: float, shots: Path | None) -> str:
    """From the lobby to the rematch; how it went, in a line."""
    with tempfile.TemporaryDirectory() as folder:
        journal = Path(folder) / "journal.db"
        with open_house(sit=False, journal=journal, pace=pace) as house:
            page = browser.new_page(viewport={"width": 1280, "height": 800})
            page.goto(house.web_table.lobby)
            page.click(f".poster:has(input[value='{name}'])")
            page.select_option("#places select[aria-label='Player of seat 2']", "random")
            page.click("#begin")
            page.wait_for_selector(".cell")
            hand = Newcomer(page, Random(7))
            told = until_over(hand, seconds)
            if shots:
                page.screenshot(path=str(shots / f"end-{name}.png"))
            if not told:
                now = hand.sees()
                return f"{name}: not over after {seconds:g} s, {now['moves']} moves: {now}"
            result = page.inner_text("#endtitle")
            page.click("#end button.loud")
            page.wait_for_function("() => document.querySelector('#end').hidden")
            return f"{name}: {told} moves, {hand.clumsy} put right; {result}; the rematch is on"


def until_over(hand: Newcomer, seconds: float) -> int:
    """So many moves, or 0 when the time is up."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if hand.act():
            return int(hand.sees()["moves"])
    return 0


def main(words: list[str]) -> None:
    names = [word for word in words if word in SHELF] or list(SHELF)
    seconds = next((float(word) for word in words if word.isdecimal()), 600.0)
    shots = Path(words[words.index("--shots") + 1]) if "--shots" in words else None
    with sync_playwright() as played:
        browser = played.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        for name in names:
            sys.stdout.write(f"{play(browser, name, seconds, 20.0, shots)}\n")
            sys.stdout.flush()
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
