"""`python -m tests.web.played_out space_walk`: a game by mouse alone, from lobby to rematch.

A newcomer's hand: it does what is lit, clicks what says Play, and drags nothing that is dark.
With `--user` at a table that was started by `stardeck play`, at its own pace; with `--hints` by
somebody who presses NEXT before a move, and does what it says.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Browser, Page, TimeoutError, sync_playwright

from controller.drawing import Token
from controller.game import Move, Setting
from controller.games import SHELF
from controller.robots.players import greedy, random_player, robots_choice
from controller.sitting.journal import Journal, Played
from controller.values import CHANCE, Seat
from controller.words import said
from tests.web.chromium import FLAGS, chromium
from tests.web.house import open_house
from tests.web.nonsense import listen
from tests.web.person import Person

QUIET = 150  # ms without a change, after which a person looks up
THOUGHT = 1500  # ms until somebody wonders whether what he did has counted
RECORDED = re.compile(r"By the record (?P<piece>.+) stands on (?P<site>\w+),")
ADVICE = re.compile(r"from (?P<site>\w+) (to|at) (?P<goal>\w+).*\. Ask again")
STANDS = re.compile(r"stands on (?P<site>\w+): carry it from there")
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
    message: words("#message"), troubles: words("#troubles"),
    asked: cells("pulse", "double"), double: cells("double"), wrong: cells("fast"),
    keys: keys.map((one) => one.dataset.key),
    hinted: keys.filter((one) => one.dataset.glow === "double").map((one) => one.dataset.key),
    held: document.querySelectorAll("#held .piece").length,
    cards: document.querySelectorAll("#hand .card.open button").length,
    answers: document.querySelectorAll("#hand .choice button").length,
    fan: all("#fan:not([hidden]) button").map((one) => one.textContent),
    turning: document.querySelector(".roller")?.dataset.glow || "",
    moves: document.querySelectorAll("#record li").length,
    boxed: document.querySelectorAll("#box .pile.asked").length,
    seen: document.querySelector("#board svg, svg#board")?.getAttribute("viewBox"),
  };
}"""


@cache
def tokens() -> list[Token]:
    """Every piece of every game for two."""
    drawings = (game.drawing(game.start(Setting(2))) for game in SHELF.values())
    return [token for drawing in drawings for token in drawing.tokens]


class Newcomer(Person):
    """Does what the page asks for, by mouse; luck chooses where it leaves a choice."""

    def __init__(self, page: Page, luck: Random) -> None:
        super().__init__(page)
        self.luck = luck
        self.clumsy = 0  # refusals so far
        self.taken_from = self.put_on = ""  # the cells of the last piece
        self.bring_to = ""  # the cell that was named for it
        self.lit_then: list[str] = []  # the cells that were lit before it was taken up
        self.asks_then = ""  # what was asked before the last act
        self.questions: set[str] = set()  # what was asked and answered with NEXT

    def sees(self) -> dict[str, Any]:
        return self.page.evaluate(SEES)

    def act(self) -> bool:
        """One thing that is asked for; whether the game is over."""
        now = self.answered()
        mine = "Player 1" in now["turn"] or now["turn"] == said("ui.all_at_once")
        ours = mine or now["stage"] == "mending"
        if not now["over"] and ours:
            self.do(now)
        return bool(now["over"])

    def answered(self) -> dict[str, Any]:
        """What is seen when the lights have answered the hand, or it has waited for them."""
        now = self.settled()
        if self.unanswered(now):
            self.page.wait_for_timeout(THOUGHT)
            now = self.settled()
        return now

    def unanswered(self, now: dict[str, Any]) -> bool:
        """Something was put down, or taken up, and the lights say nothing of it yet."""
        if not now["held"]:
            return bool(now["stage"] == "moving")
        as_before = now["stage"] == "moving" and now["asks"] == self.asks_then
        return as_before or set(now["asked"]) <= set(self.lit_then)

    def settled(self) -> dict[str, Any]:
        """What is seen when nothing has changed for a moment."""
        now: dict[str, Any] = {}
        while now != (then := self.sees()):
            now = then
            self.page.wait_for_timeout(QUIET)
        return now

    def do(self, now: dict[str, Any]) -> None:
        self.asks_then = now["asks"]
        if now["fan"]:
            self.choose(now)
        elif now["wrong"]:
            self.mend(now)
        elif now["stage"] == "asking" and not now["held"]:
            self.answer(now["asks"])
        elif not now["held"] and (told := STANDS.search(now["message"])):
            self.click(told["site"])
        elif not now["held"] and now["boxed"] and now["stage"] == "mending":
            self.bring(self.some(now["double"]), "#box .pile.asked")
        elif not now["held"] and (told := RECORDED.search(now["message"])):
            if "press NO" in now["message"]:
                self.press("no")
            else:
                self.fetch_or_lift(told["piece"], told["site"])
        elif now["turning"] in ("run", "run_back"):
            rows = 1 if now["turning"] == "run" else -1
            self.turn(rows)
        elif now["cards"]:
            self.lay_card(".open", self.pick(now["cards"]))
        elif now["message"] in (said("table.seen_done"), said("table.seen_among_others")):
            self.press("yes")
        elif "into the box" in now["how"] and now["held"]:
            self.put_away()
        elif now["held"]:
            lit = self.some(now["double"] or now["asked"])
            self.put_on = self.bring_to or lit or self.taken_from
            self.bring_to = ""
            self.click(self.put_on)
        elif "out of the box" in now["how"]:
            self.fetch(now)
        else:
            self.begin(now)

    def answer(self, question: str) -> None:
        """YES to what was meant, NEXT until that comes; NO, when all was asked already.

        Of what stands where it has pointed, the first will do.
        """
        way = question.partition(" from ")[2]  # of one piece, if there is nothing behind it
        meant = not way or way in (f"{self.taken_from} {at} {self.put_on}." for at in ("to", "at"))
        key = "yes" if meant else "no" if question in self.questions else "next"
        self.questions = set() if key != "next" else {*self.questions, question}
        self.press(key)

    def fetch_or_lift(self, title: str, site: str) -> None:
        """What is to go there: from where it stands, or out of the box."""
        if stands := self.seen_on(title):
            self.bring_to = site
            self.click(stands)
        elif self.page.locator("#box .pile:enabled").count():
            self.bring(site)

    def seen_on(self, title: str) -> str:
        """Where a piece of this name stands to be seen."""
        names = [token.name for token in tokens() if token.title == title]
        seen = dict(self.pieces())
        return next((seen[name] for name in names if name in seen), "")

    def pieces(self) -> list[tuple[str, str]]:
        """Every piece that is to be seen, and where."""
        all_pieces = "all => all.map(one => [one.dataset.piece, one.dataset.site])"
        found: list[tuple[str, str]] = self.page.eval_on_selector_all(".pieces .piece", all_pieces)
        return found

    def own(self) -> set[str]:
        """Return the sites with a piece that is not the other player's."""
        others = {token.name for token in tokens() if token.seat == 1}
        return {site for name, site in self.pieces() if name not in others}

    def begin(self, now: dict[str, Any]) -> None:
        """Press a key that is lit, or click a piece that is."""
        now["keys"] = [key for key in now["keys"] if not key.endswith("2")]  # the other's
        standing = [site for site in now["asked"] if site in self.standing()]
        standing = [site for site in standing if site in self.own()] or standing
        ends = [key for key in now["keys"] if key in ("done", "ready1", "stop1")]
        if now["keys"] and (not standing or self.luck.random() < 0.2):
            self.press(self.some(ends or now["keys"]))
        elif standing:
            self.taken_from, self.lit_then = self.some(standing), now["asked"]
            self.click(self.taken_from)
        elif now["asked"]:
            self.click(self.some(now["asked"]))

    def choose(self, now: dict[str, Any]) -> None:
        """Of a stack the piece that was spoken of, else one of the own."""
        mine = {token.title for token in tokens() if token.seat != 1}
        every = list(enumerate(now["fan"]))
        told = now["message"] + now["asks"]
        named = [at for at, words in every if any(one in told and one in words for one in mine)]
        own = [at for at, words in every if any(one in words for one in mine)]
        self.take_of_fan(self.luck.choice(named or own or range(len(every))))

    def mend(self, now: dict[str, Any]) -> None:
        self.clumsy += 1
        source = now["wrong"][0]
        if now["double"]:
            self.drag(source, now["double"][0])
        else:
            self.clear(source)

    def fetch(self, now: dict[str, Any]) -> None:
        """One of those that are marked in the box, on to a cell that is lit."""
        if now["boxed"]:
            at = self.luck.randrange(now["boxed"])
            with suppress(TimeoutError):  # the box may have changed meanwhile
                self.bring(self.some(now["asked"]), "#box .pile.asked", at)

    def pick(self, count: int) -> int:
        return self.luck.randrange(count)

    def some(self, names: list[str]) -> str:
        return self.luck.choice(names) if names else ""

    # -------------------------------------------------------------------------------- by the mouse

    def press(self, key: str) -> None:
        self.page.click(f"button.key[data-key='{key}']")

    def turn(self, rows: int) -> None:
        self.page.click(f".roller button[data-rows='{rows}']")

    def lay_card(self, which: str, at: int = 0) -> None:
        """The hand may have changed meanwhile."""
        with suppress(TimeoutError):
            self.page.locator(f"#hand .card{which} button").nth(at).click(timeout=1000)

    def take_of_fan(self, at: int) -> None:
        with suppress(TimeoutError):
            self.page.locator("#fan button").nth(at).click(timeout=1000)

    def carry(self, source: tuple[float, float], target: tuple[float, float]) -> None:
        self.page.mouse.move(*source)
        self.page.mouse.down()
        self.page.mouse.move(*target, steps=4)
        self.page.mouse.up()

    def clear(self, site: str) -> None:
        self.carry(self.middle(site), self.centre("#box"))

    def put_away(self) -> None:
        self.carry(self.centre("#held .pile"), self.centre("#box"))

    def bring(self, site: str, pile: str = "#box .pile:enabled", at: int = 0) -> None:
        self.carry(self.centre(pile, at), self.middle(site))

    def centre(self, selector: str, at: int = 0) -> tuple[float, float]:
        while (box := self.page.locator(selector).nth(at).bounding_box(timeout=2000)) is None:
            self.page.wait_for_timeout(QUIET)  # it is being drawn anew
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def click(self, site: str) -> None:
        if site:
            self.page.mouse.click(*self.middle(site))


class Asker(Newcomer):
    """Asks the table what would be good, by NEXT, and does that."""

    def __init__(self, page: Page, luck: Random) -> None:
        super().__init__(page, luck)
        self.hinted_at = ""  # the moment when NEXT was pressed last

    def begin(self, now: dict[str, Any]) -> None:
        moment = f"{now['moves']} {now['asks']}"
        if moment != self.hinted_at and now["stage"] == "waiting":
            self.hinted_at = moment
            for _ in range(2):  # the piece, then the goal
                self.ask(now["message"])
                now = self.settled()
        told = ADVICE.search(now["message"])
        if told and told["site"] in now["double"]:
            self.taken_from, self.bring_to = told["site"], told["goal"]
            self.click(told["site"])
        else:
            super().begin(narrowed(now))

    def ask(self, before: str) -> None:
        """NEXT, and a moment's patience until something is said of it."""
        self.press("next")
        told = "(then) => document.querySelector('#message').textContent !== then"
        with suppress(TimeoutError):
            self.page.wait_for_function(told, arg=before, timeout=6000)


def narrowed(now: dict[str, Any]) -> dict[str, Any]:
    """Only what blinks twice, where something does."""
    if not (now["double"] or now["hinted"]):
        return now
    return {**now, "asked": now["double"], "keys": now["hinted"]}


class Diary:
    """What was seen, each time that it was something else."""

    def __init__(self, path: Path | None) -> None:
        self._path, self._last, self._began = path, "", time.monotonic()

    def note(self, now: dict[str, Any]) -> None:
        words = ("turn", "asks", "how", "notice", "message", "troubles")
        told = " | ".join(now[word] for word in words if now[word])
        if self._path and told != self._last:
            at = time.monotonic() - self._began
            with self._path.open("a", encoding="utf-8") as page:
                page.write(f"{at:7.1f} {now['moves']:4} {now['stage']}: {told}\n")
        self._last = told


@contextmanager
def started(folder: Path) -> Iterator[str]:
    """`stardeck play` as somebody types it; the address that it tells."""
    command = [str(Path(sys.executable).with_name("stardeck")), "play", "--quiet", "--port", "0"]
    words = [*command, "--journal", str(folder / "journal.db")]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as table:
        try:
            assert table.stdout
            yield next(line.split()[-1] for line in table.stdout if "/lobby" in line)
        finally:
            table.terminate()


@contextmanager
def lobby(asked: argparse.Namespace) -> Iterator[str]:
    """Where it begins: at a table of its own process, or at one that is faster than people."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if asked.user:
            with started(folder) as address:
                yield address
            return
        if asked.late:
            nearly_over(folder / "journal.db", asked)
        with open_house(sit=False, journal=folder / "journal.db", pace=asked.pace) as house:
            yield house.web_table.lobby


def nearly_over(path: Path, asked: argparse.Namespace) -> None:
    """A game that was left a few moves before the first seat would have won it."""
    game, luck = SHELF[asked.names[0]], Random(1)
    start = game.start(Setting(2, options=dict.fromkeys(asked.option, True)))
    robots = {CHANCE: random_player(luck), Seat(0): greedy(luck), Seat(1): random_player(luck)}
    made: list[Move] = []
    position, last = start, CHANCE
    while move := robots_choice(position, robots, last):
        made.append(move)
        position, last = position.after(move), move.seat
    own = [at for at, move in enumerate(made) if move.seat == 0][-asked.late :]
    with closing(Journal.open(path)) as journal:
        terms = {"opened": "1954-10-01 20:00", "seed": 7, "deck": "virtual"}
        record = journal.begin(game, start, players="human,random", **terms)
        record.keep([Played(move) for move in made[: own[0]]])


def play(browser: Browser, name: str, asked: argparse.Namespace) -> str:
    """From the lobby to the rematch; how it went, in a line."""
    width, height = (390, 844) if asked.phone else (1280, 800)
    looks = {"color_scheme": "light" if asked.day else "dark", "has_touch": asked.phone}
    with lobby(asked) as address:
        page = browser.new_page(viewport={"width": width, "height": height}, **looks)
        listen(page, lambda words: sys.stdout.write(f"{words}\n"))
        page.goto(address)
        take_off(page, name, asked)
        page.wait_for_selector(".cell")
        hand = (Asker if asked.hints else Newcomer)(page, Random(7))
        began = time.monotonic()
        over = until_over(hand, asked, name)
        if asked.shots:
            page.screenshot(path=str(asked.shots / f"end-{name}.png"))
        now, minutes = hand.sees(), (time.monotonic() - began) / 60
        if not over:
            return f"{name}: not over after {minutes:.1f} min, {now['moves']} moves: {now}"
        result = page.inner_text("#endtitle")
        page.click("#end button.loud")
        page.wait_for_function("() => document.querySelector('#end').hidden")
        told = f"{now['moves']} moves in {minutes:.1f} min, {hand.clumsy} put right"
        return f"{name}: {told}; {result}; the rematch is on"


def take_off(page: Page, name: str, asked: argparse.Namespace) -> None:
    """A new game, or the one that was left."""
    if asked.late:
        page.click(f"#kept button:has-text('{said('ui.go_on')}')")
        return
    page.click(f".poster:has(input[value='{name}'])")
    page.select_option("#places select[aria-label='Player of seat 2']", asked.level)
    for option in asked.option:
        page.check(f"#options input[name='{option}']")
    page.click("#begin")


def until_over(hand: Newcomer, asked: argparse.Namespace, name: str) -> bool:
    """Whether the game has come to its end in time."""
    diary = Diary(asked.shots / f"diary-{name}.txt" if asked.shots else None)
    end, shot, shots = time.monotonic() + asked.seconds, 0.0, 0
    while time.monotonic() < end:
        if hand.act():
            return True
        diary.note(hand.sees())
        if asked.shots and time.monotonic() > shot:
            shot, shots = time.monotonic() + 20.0, shots + 1
            hand.page.screenshot(path=str(asked.shots / f"{name}-{shots:02}.png"))
    return False


def main(words: list[str]) -> None:
    asked = parsed(words)
    if asked.shots:
        asked.shots.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as played:
        browser = played.chromium.launch(executable_path=chromium(), args=FLAGS)
        for name in asked.names or SHELF:
            sys.stdout.write(f"{play(browser, name, asked)}\n")
            sys.stdout.flush()
        browser.close()


def parsed(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.web.played_out", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="GAME", help="all, unless said")
    parser.add_argument("--seconds", type=float, default=600.0, help="at most, for each")
    parser.add_argument("--level", default="random", help="of the robot on the second seat")
    parser.add_argument("--pace", type=float, default=20.0, help="of the table's own clock")
    parser.add_argument("--option", action="append", default=[], help="a house rule")
    parser.add_argument(
        "--late", type=int, default=0, help="go on so many own moves before the end"
    )
    parser.add_argument("--shots", type=Path, help="a folder for pictures and a diary")
    for flag in ("user", "hints", "phone", "day"):
        parser.add_argument(f"--{flag}", action="store_true")
    return parser.parse_args(words)


if __name__ == "__main__":
    main(sys.argv[1:])
