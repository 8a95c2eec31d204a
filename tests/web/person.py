"""Somebody at the table page who has read nothing but the page."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

from playwright.sync_api import CDPSession, TimeoutError


class Person:
    """`page` is the table's own screen."""

    def __init__(self, page: Any) -> None:
        self.page = page
        page.wait_for_selector(".cell")

    def lit(self, *glows: str) -> list[str]:
        """The cells whose light has one of these rhythms."""
        chosen = ", ".join(f".light.{glow}" for glow in glows)
        return self.page.eval_on_selector_all(chosen, "all => all.map(one => one.dataset.lamp)")

    def middle(self, site: str) -> tuple[float, float]:
        box = self.page.locator(f'.cell[data-site="{site}"] .edge').bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def standing(self) -> dict[str, str]:
        """Which piece stands on which cell."""
        found = self.page.eval_on_selector_all(
            ".pieces .piece", "all => all.map(one => [one.dataset.site, one.dataset.piece])"
        )
        return dict(found)

    def where(self, piece: str) -> str:
        return next((site for site, name in self.standing().items() if name == piece), "")

    def drag(self, source: str, *way: str) -> None:
        """Lift, carry over, put down on the last of these, as a mouse does it."""
        self.page.mouse.move(*self.middle(source))
        self.page.mouse.down()
        for site in way:
            self.page.mouse.move(*self.middle(site), steps=6)
        self.page.mouse.up()

    def slide_finger(self, source: str, *way: str) -> None:
        """Touch, carry over, let go on the last of these, as a finger does it."""
        line = self.page.context.new_cdp_session(self.page)
        spots = [self.middle(site) for site in (source, *way)]
        touch(line, "touchStart", spots[0])
        for (x, y), (to_x, to_y) in pairwise(spots):
            for n in range(1, 9):
                touch(line, "touchMove", (x + (to_x - x) * n / 8, y + (to_y - y) * n / 8))
        touch(line, "touchEnd")

    def asked(self) -> str:
        return self.page.inner_text("#asks")

    def until(self, truth: str, *values: object) -> None:
        """Wait for this to be so in the page; if it never is, what the page says instead."""
        try:
            self.page.wait_for_function(truth, arg=list(values))
        except TimeoutError as late:
            raise AssertionError(f"{values} was awaited, and there is {self.told()}") from late

    def told(self) -> dict[str, Any]:
        """All that the page says."""
        shown = ("#asks", "#how", "#notice", "#message")
        words = {place: self.page.inner_text(place) for place in shown}
        return {**words, "record": self.page.locator("#record li").all_inner_texts()}

    def until_asked(self, words: str) -> None:
        self.until(
            "([words]) => document.querySelector('#asks').textContent.includes(words)", words
        )

    def until_recorded(self, moves: int) -> None:
        self.until("([n]) => document.querySelectorAll('#record li').length >= n", moves)

    def recorded(self) -> int:
        return self.page.locator("#record li").count()

    def lay(self, sign: str = "") -> None:
        """Play the first card that may be played, or the one with this sign."""
        card = self.page.locator("#hand .card.open button")
        (card.filter(has_text=sign) if sign else card).first.click()

    def fly(self) -> None:
        """Carry the ship that may move to the first cell that asks for it."""
        self.until("() => document.querySelectorAll('.light.pulse, .light.double').length > 1")
        lit = self.lit("pulse", "double")
        standing = self.standing()
        source = next(site for site in lit if site in standing)
        self.drag(source, next(site for site in lit if site != source))

    def crank(self, rows: float) -> None:
        """Drag the drum, onward for rows above zero."""
        box = self.page.locator(".drum").bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x, y + rows * box["height"] / 6, steps=8)
        self.page.mouse.up()


def rows_asked(sentence: str) -> int:
    """Return by how many rows this sentence asks to turn the strip; below zero it is back."""
    number = re.search(r"[+-]?\d+", sentence)
    assert number, sentence
    return -int(number[0]) if "strip back" in sentence else int(number[0])


def touch(line: CDPSession, kind: str, *spots: tuple[float, float]) -> None:
    points = [{"x": x, "y": y} for x, y in spots]
    line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
