"""Somebody at a simulated board who reads what he is told and does it, for want of a real one."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from controller.table import YES
from controller.values import CHANCE, Piece, Seat, Site
from controller.words import catalogue
from sims.bench import Bench
from sims.hand import Hand, Wait


class Person:
    """Knows nothing but the sentence: what it does not say is not done."""

    def __init__(self, bench: Bench, wait: Wait) -> None:
        self.bench = bench
        self.hand = Hand(bench, wait)
        self.heard: list[str] = []
        self._next: list[str] = []
        self._deeds: Mapping[str, Callable[..., None]] = {
            "scenario.clear": self._clear,
            "scenario.lift": self._lift,
            "scenario.put": self._put,
            "scenario.move": self._carry,
            "scenario.slide": self._slide,
            "scenario.tap": self._tap,
            "scenario.stranger": self._stranger,
            "scenario.turn_on": self._turn,
            "scenario.turn_back": lambda rows: self._turn(f"-{rows}"),
            "scenario.press": self._press,
            "scenario.unplug": bench.unplug,
            "scenario.plug": bench.plug,
            "scenario.reset": self._reset,
            "table.put": self._fetch,
            "table.lift": self._remove,
            "table.carry": self._carry,
            "table.turn_on": self._turn,
            "table.turn_back": lambda rows: self._turn(f"-{rows}"),
            "table.locate": lambda row: self.hand.press(YES),
        }

    def hear(self, sentence: str) -> None:
        self.heard.append(sentence)
        self._next.append(sentence)

    def entered(self) -> bool:
        """Do what was said; press Enter only where the board does not or cannot notice."""
        if not self._next:
            return False
        sentence = self._next.pop(0)
        self._do(sentence)
        return not self.bench.plugged or sentence == catalogue()["scenario.enter"]

    def _do(self, sentence: str) -> None:
        for key, deed in self._deeds.items():
            if told := pattern(key).fullmatch(sentence):
                deed(**told.groupdict())
                return

    # ------------------------------------------------------------------------------------- deeds

    def _clear(self) -> None:
        for site in list(self.bench.stacks):
            self._remove(site)

    def _remove(self, source: str) -> None:
        self.hand.lift(Site(source))
        self.hand.held.pop()

    def _lift(self, site: str) -> None:
        self.hand.lift(Site(site))

    def _put(self, site: str) -> None:
        self.hand.put(Site(site))

    def _carry(self, source: str, target: str) -> None:
        self.hand.lift(Site(source))
        self.hand.put(Site(target))

    def _slide(self, source: str, target: str, way: str) -> None:
        between = [Site(site) for site in way.split(", ") if site != target]
        self.hand.slide([Site(source), *between, Site(target)])

    def _fetch(self, piece: str, target: str) -> None:
        """From the hand, from elsewhere on the board, or else out of the box."""
        held = next((p for p in self.hand.held if p.name == piece), None)
        lying = next((s for s, st in self.bench.stacks.items() if st[-1].name == piece), None)
        if held:
            self.hand.held.remove(held)
            self.hand.held.append(held)
        elif lying:
            self.hand.lift(lying)
        else:
            self.hand.held.append(Piece(piece, owner(piece)))
        self.hand.put(Site(target))

    def _tap(self, card: str, reader: str) -> None:
        self.hand.tap(Site(reader), card)

    def _stranger(self, reader: str) -> None:
        self.hand.tap(Site(reader), "stranger")

    def _turn(self, rows: str) -> None:
        for dial in self.bench.wiring.limits:
            self.hand.turn(dial, float(rows))

    def _press(self, key: str) -> None:
        self.hand.press(Site(f"key.{key}"))

    def _reset(self) -> None:
        self.bench.unplug()
        self.hand.wait(0.1)
        self.bench.plug()


def owner(piece: str) -> Seat:
    """ship3 flies for the third seat."""
    digits = re.sub(r"\D", "", piece)
    return Seat(int(digits) - 1) if digits else CHANCE


def pattern(key: str) -> re.Pattern[str]:
    """The sentence of this key with its gaps open."""
    text = re.escape(catalogue()[key])
    return re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+)", text))
