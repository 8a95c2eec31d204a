"""A newcomer with a keyboard and no mouse: Tab, arrows, Enter, and the keys that help tells of."""

from __future__ import annotations

from tests.web.films import Learner
from tests.web.played_out import Newcomer

OWN = {"yes": "y", "no": "n", "next": "x", "back": "b"}
FOCUSED = """([which, at]) => at === null ? document.activeElement.matches(which)
  : document.activeElement === document.querySelectorAll(which)[at]"""
FAR = 200  # presses of Tab that go once round any page
STEPS = 60  # of the arrows over any board


class Typist(Newcomer):
    """Does what a newcomer does, and comes to everything by keys."""

    def tab_to(self, selector: str, at: int | None = None) -> None:
        """On with Tab until this has the focus; with `at`, that one of them."""
        for _ in range(FAR):
            if self.page.evaluate(FOCUSED, [selector, at]):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab never comes to {selector}")

    def enter(self, selector: str) -> None:
        self.tab_to(selector)
        self.page.keyboard.press("Enter")

    def go(self, site: str) -> None:
        """Tab to the board, and over it by the arrows; where they lead astray, by any of them."""
        self.tab_to("#board [data-site]")
        seen: set[str] = set()
        for _ in range(STEPS):
            here = str(self.page.evaluate("document.activeElement.dataset.site || ''"))
            if here == site:
                return
            self.page.keyboard.press(self.arrow(here, site, known=here in seen))
            seen.add(here)
        raise AssertionError(f"The arrows never come to {site}")

    def arrow(self, here: str, site: str, *, known: bool) -> str:
        (x, y), (to_x, to_y) = self.middle(here), self.middle(site)
        across = "ArrowRight" if to_x > x else "ArrowLeft"
        along = "ArrowDown" if to_y > y else "ArrowUp"
        nearer = across if abs(to_x - x) > abs(to_y - y) else along
        return self.luck.choice((across, along)) if known else nearer

    def click(self, site: str) -> None:
        if site:
            self.go(site)
            self.page.keyboard.press("Enter")

    def drag(self, source: str, target: str) -> None:
        self.click(source)
        self.click(target)

    def press(self, key: str) -> None:
        if key in OWN:
            self.page.keyboard.press(OWN[key])
        else:
            self.enter(f"button.key[data-key='{key}']")

    def turn(self, rows: int) -> None:
        self.page.keyboard.press("+" if rows > 0 else "-")

    def lay_card(self, which: str, at: int = 0) -> None:
        every = f"(all) => all.map((card, n) => card.matches('.card{which}') ? n : -1)"
        fitting = [n for n in self.page.eval_on_selector_all("#hand .card", every) if n >= 0]
        if at < len(fitting):
            self.page.keyboard.press(str(fitting[at] + 1))

    def take_of_fan(self, at: int) -> None:
        for _ in range(at):
            self.page.keyboard.press("ArrowDown")
        self.page.keyboard.press("Enter")

    def clear(self, site: str) -> None:
        self.go(site)
        self.page.keyboard.press("Delete")

    def put_away(self) -> None:
        self.tab_to("#held .pile")
        self.page.keyboard.press("Delete")

    def bring(self, site: str, pile: str = "#box .pile", at: int = 0) -> None:
        self.tab_to(f"{pile}:enabled", at)
        self.page.keyboard.press("Enter")
        self.page.wait_for_selector("#held .piece")
        self.click(site)


class TypingLearner(Typist, Learner):
    """Takes a lesson by keys alone."""
