"""A clumsy hand at the page: what it undoes is forgotten, what it does wrong is told, what it means
is read.

By mouse and by finger, in every game: a piece is nudged, carried to where it may not go, dropped
beside the board; each time it is put back, and the page says what it said before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

import pytest

from controller.game import Game, Move, Position, Setting
from controller.games import SHELF
from controller.robots.players import random_player, robots_choice
from controller.values import CHANCE, Seat
from tests.web.played_out import Newcomer

SAMPLE = {("astron", "touch")}  # in every make test
TURNS = [
    pytest.param(name, pointer, marks=() if (name, pointer) in SAMPLE else pytest.mark.long)
    for name in sorted(SHELF)
    for pointer in ("mouse", "touch")
]
TELLING = ("turn", "asks", "how", "notice", "message", "wrong", "moves")
PIECES = 3
LOOK, LOOKS = 100, 200  # ms, of the table's own time twenty times as much
MOVES = 14  # until something stands on every board
SEEN = """([piece, site]) => [...document.querySelectorAll('.pieces .piece, #held .piece')].some(
  (one) => one.dataset.piece === piece && [site, undefined].includes(one.dataset.site))"""
STANDS = """([piece, site]) => !document.querySelector('.ghost, #held .piece') &&
  document.querySelector(`.pieces .piece[data-piece='${piece}']`)?.dataset.site === site"""
IN_SIGHT = """all => all.filter((one) => {
  const { x, y, width, height } = one.querySelector('.edge').getBoundingClientRect();
  const [across, down] = [x + width / 2, y + height / 2];
  return document.elementFromPoint(across, down)?.closest('.cell') === one;
}).map((one) => one.dataset.site)"""
"""Cells whose middle a pointer can reach without scrolling."""
LATE = """() => { const Prompt = WebSocket; window.WebSocket = class extends Prompt {
  set onmessage(hear) { super.onmessage = (word) => setTimeout(() => hear(word), 400); } } }"""
"""A page that learns 0.4 s late what happens, as over a slow network."""

pytestmark = pytest.mark.browser


class Fumbler(Newcomer):
    """Carries by mouse or by finger."""

    def __init__(self, page, luck: Random, pointer: str) -> None:
        super().__init__(page, luck)
        self.carry = self.slide_finger if pointer == "touch" else self.drag

    def says(self) -> dict[str, object]:
        now = self.sees()
        return {what: now[what] for what in TELLING}

    def until_says(self, hoped: Callable[[dict[str, object]], bool]) -> dict[str, object]:
        """What the page says when it says what was hoped for, or after long enough."""
        for _ in range(LOOKS):
            if hoped(now := self.says()):
                break
            self.page.wait_for_timeout(LOOK)
        return now

    def until_seen(self, piece: str, site: str) -> None:
        """It stands there, or is still in the hand, if it did not fit."""
        self.until(SEEN, piece, site)

    def put_back(self, target: str, source: str) -> None:
        """From where it was put, or out of the hand, if it did not fit; a person looks first."""
        if self.settled()["held"]:
            self.click(source)
        else:
            self.carry(target, source)

    def single(self) -> dict[str, str]:
        """The pieces that stand alone: in a stack, a hand takes the topmost."""
        places = "all => all.map(one => one.dataset.site)"
        counts = Counter(self.page.eval_on_selector_all(".pieces .piece", places))
        near = self.page.eval_on_selector_all(".cell", IN_SIGHT)
        return {s: piece for s, piece in self.standing().items() if counts[s] == 1 and s in near}

    def free(self) -> list[str]:
        """Cells in sight with nothing on them and no light."""
        cells = self.page.eval_on_selector_all(".cell", IN_SIGHT)
        taken = {*self.standing(), *self.lit("pulse", "double", "steady", "fast")}
        return sorted(set(cells) - taken)


def begun(game: Game, luck: Random) -> Iterator[tuple[Move, Position]]:
    """The first moves of a game, by anybody."""
    position = game.start(Setting(game.seats.start))
    players = {Seat(seat): random_player(luck) for seat in (CHANCE, *range(game.seats.start))}
    for _ in range(MOVES):
        move = robots_choice(position, players, CHANCE)
        position = position.after(move)
        yield move, position


@pytest.mark.parametrize(("name", "pointer"), TURNS)
def test_what_was_put_right_is_as_if_it_had_never_been(house, window, name, pointer):
    game, luck = SHELF[name], Random(name)
    people = [f"Player {n + 1}" for n in range(game.seats.start)]
    open_table = house(game=game, players=people, played=tuple(begun(game, luck)), pace=20.0)
    hand = Fumbler(window(open_table.web_table.table, has_touch=pointer == "touch"), luck, pointer)
    hand.settled()
    before = hand.says()
    for _ in range(PIECES):
        standing = hand.single()
        source, target = luck.choice(sorted(standing)), luck.choice(hand.free())
        hand.carry(source, target, source)
        hand.carry(source, target)
        hand.until_seen(standing[source], target)
        assert hand.until_says(lambda now: now != before) != before, f"{source} to {target}"
        hand.put_back(target, source)
        hand.until_seen(standing[source], source)
        now = hand.until_says(lambda now: now == before)
        assert now == before, f"{source} to {target} and back"


@pytest.mark.parametrize("pointer", ["mouse", "touch"])
def test_a_hand_faster_than_the_page_loses_no_drag(house, window, pointer):
    open_table = house(game=SHELF["astron"], players=["Ada", "Ben"], pace=20.0)
    page = window(open_table.web_table.table, has_touch=pointer == "touch")
    page.add_init_script(f"({LATE})()")
    page.reload()
    hand = Fumbler(page, Random(1), pointer)
    hand.settled()
    source, piece = next(iter(hand.single().items()))
    there, further, *_ = hand.free()
    for start, *way in (
        [source, there],
        [there, further],
        [further, there, source],
        [source, further],
    ):
        hand.carry(start, *way)
    hand.until(STANDS, piece, further)
