"""`make screenshots`: the pages as they are, into docs/, and twenty seconds of a game."""

from __future__ import annotations

import base64
import io
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from controller.game import Position, Setting
from controller.games import SHELF
from controller.robots.players import greedy, random_player, robots_choice
from controller.sitting.luck import secret_seed
from controller.values import CHANCE, Seat
from tests.astron_at import astron
from tests.web.chromium import FLAGS, chromium
from tests.web.house import OpenHouse, open_house
from tests.web.person import Person, rows_asked

DOCS = Path(__file__).parents[2] / "docs"
LAPTOP, PHONE, TV = (1280, 800), (390, 844), (1920, 1080)
MIDST = {"space_walk": (3, 33), "situation7": (2, 40), "zylatron": (2, 31), "astroplane": (4, 60)}
"""Seats and moves of a game at its fairest."""

LUCK = secret_seed("of the pictures")
LENGTH = 20.0  # s of the look at a game ...
RATE = 8  # ... and pictures a second of it, at most
SMALL = (800, 500)


def scene(*others: str) -> dict[str, Any]:
    """Four ships before the Moon, Ada to play."""
    hands = ("S2.1 F2.1 F1.1 B2.1 U+2.1", "S1.1 F1.2 F3.1", "F2.2 S1.2", "S3.1 F1.3 B1.1")
    ships = astron("e4", "c6", "g3", "h6", hands=hands, offset=8)
    return {"start": ships, "players": ("Ada", *others), "seed": LUCK}


def window(browser: Browser, url: str, size: tuple[int, int], colours: str = "dark") -> Page:
    width, height = size
    page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=colours)
    page.goto(url)
    return page


def show_hand(page: Page) -> Person:
    """Ada's cards, on the table's own screen."""
    person = Person(page)
    page.locator(".door button").first.click()
    page.wait_for_selector("#hand .card")
    return person


def stills(browser: Browser, house: OpenHouse) -> None:
    web_table = house.web_table
    page = window(browser, web_table.table, LAPTOP)
    ada = show_hand(page)
    ada.lay("Sideways")
    ada.until_asked("flies")
    save(page, "page-table.png")
    phone = window(browser, web_table.seat(3), PHONE)
    phone.wait_for_selector(".card")
    save(phone, "page-seat.png")
    day = window(browser, web_table.table, TV, "light")
    Person(day)
    ada.drag("e4", "e7")
    page.wait_for_selector("#notice:has-text('rule')")
    save(day, "page-refused.png")
    workshop = window(browser, web_table.service, LAPTOP)
    workshop.wait_for_selector(".sensor")
    save(workshop, "page-workshop.png")
    lobby = window(browser, web_table.lobby, LAPTOP)
    lobby.wait_for_selector("#places .pass")
    save(lobby, "page-lobby.png")


def save(page: Page, name: str) -> None:
    page.wait_for_timeout(700)
    shot = Image.open(io.BytesIO(page.screenshot()))
    shot.convert("RGB").save(DOCS / name, optimize=True, quality=82)


class Camera:
    """The browser's own pictures, each time something has moved on its screen."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taken: list[tuple[float, bytes]] = []
        self._line = page.context.new_cdp_session(page)
        self._line.on("Page.screencastFrame", self._take)
        self._line.send("Page.startScreencast", {"format": "jpeg", "quality": 90})

    @property
    def length(self) -> float:
        return self.taken[-1][0] - self.taken[0][0] if self.taken else 0.0

    def _take(self, frame: dict[str, Any]) -> None:
        self._line.send("Page.screencastFrameAck", {"sessionId": frame["sessionId"]})
        at = float(frame["metadata"]["timestamp"])
        if not self.taken or at - self.taken[-1][0] >= 1 / RATE:
            self.taken.append((at, base64.b64decode(frame["data"])))

    def save(self, path: Path) -> None:
        self._line.send("Page.stopScreencast")
        self._line.remove_listener("Page.screencastFrame", self._take)
        frames = [small(picture) for _, picture in self.taken]
        times = [at for at, _ in self.taken]
        lasted = [int(1000 * (later - at)) for at, later in pairwise(times)]
        terms: dict[str, Any] = {"quality": 38, "method": 4, "loop": 0}
        frames[0].save(
            path, save_all=True, append_images=frames[1:], duration=[*lasted, 1500], **terms
        )


def small(picture: bytes) -> Image.Image:
    return Image.open(io.BytesIO(picture)).resize(SMALL, Image.Resampling.LANCZOS)


def look(browser: Browser, house: OpenHouse) -> None:
    """Cards, flights, robots and the crank, until the time is up."""
    page = window(browser, house.web_table.table, LAPTOP)
    ada = Person(page)
    camera = Camera(page)
    page.wait_for_timeout(1200)
    while camera.length < LENGTH:
        one_move(ada)
    camera.save(DOCS / "look.webp")


def one_move(person: Person) -> None:
    """Whatever the page asks for."""
    asked = person.asked()
    if "play a card" in asked and person.page.locator("#hand .card.open").count():
        person.lay()
    elif "flies" in asked and "Ship 1" in asked:
        carried(person)
    elif "Turn the strip" in asked:
        person.crank(rows_asked(asked))
    person.page.wait_for_timeout(900)


def carried(person: Person) -> None:
    """A drag slow enough to be seen."""
    lit, standing = person.lit("pulse", "double"), person.standing()
    source = next(site for site in lit if site in standing)
    target = next(site for site in lit if site != source)
    (x, y), (to_x, to_y) = person.middle(source), person.middle(target)
    person.page.mouse.move(x, y)
    person.page.mouse.down()
    for step in range(1, 13):
        person.page.mouse.move(x + (to_x - x) * step / 12, y + (to_y - y) * step / 12)
        person.page.wait_for_timeout(50)
    person.page.mouse.up()


def begun(name: str, seats: int, moves: int) -> Position[Any]:
    """A game after so many moves of robots, the same ones each time."""
    game, luck = SHELF[name], Random(7)
    robots = {Seat(seat): greedy(luck) for seat in range(seats)}
    position = game.start(Setting(seats))
    last = CHANCE
    for _ in range(moves):
        move = robots_choice(position, {CHANCE: random_player(luck), **robots}, last)
        assert move
        position, last = position.after(move), move.seat
    return position


def shelf(browser: Browser) -> None:
    """The other games, each in the midst of it."""
    for name, (seats, moves) in MIDST.items():
        people = ("Ada", "Grace", "Emmy", "Sophie")[:seats]
        start = begun(name, seats, moves)
        with open_house(game=SHELF[name], start=start, players=people, seed=LUCK) as house:
            page = window(browser, house.web_table.table, LAPTOP)
            page.wait_for_selector("[data-piece]")
            save(page, f"page-{name}.webp")


def main() -> None:
    DOCS.mkdir(exist_ok=True)
    with sync_playwright() as played:
        browser = played.chromium.launch(executable_path=chromium(), args=FLAGS)
        shelf(browser)
        with open_house(**scene("random", "Grace", "first")) as house:
            stills(browser, house)
        with open_house(**scene("random", "random", "random")) as house:
            look(browser, house)
        browser.close()


if __name__ == "__main__":
    main()
