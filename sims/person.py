"""Somebody at a simulated board who reads what he is told and does it, for want of a real one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from controller.table import YES
from controller.values import Piece, Site
from controller.words import catalogue
from sims.bench import Bench
from sims.hand import Hand, Wait


class Person:
    """Knows nothing but the sentence: what it does not say is not done."""

    def __init__(self, bench: Bench, wait: Wait, box: Mapping[str, Piece]) -> None:
        self.bench = bench
        self.box = box
        self.hand = Hand(bench, wait)
        self.heard: list[str] = []
        self._next: list[str] = []
        self._deeds: Mapping[str, Callable[..., None]] = {
            "scenario.clear": self._clear,
            "scenario.lift": self._lift,
            "scenario.lift_all": self._lift_all,
            "scenario.lift_piece": self._lift,
            "scenario.put": self._put,
            "scenario.put_all": self._put_all,
            "scenario.put_piece": self._put,
            "scenario.move": self._carry,
            "scenario.move_piece": self._carry,
            "scenario.fetch": self._take_out,
            "scenario.away": self._put_away,
            "scenario.away_all": self._put_all_away,
            "scenario.away_piece": self._put_away,
            "scenario.point": lambda site: self.hand.point(Site(site)),
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
        deed = sentence.removesuffix(catalogue()["scenario.enter_now"]).strip()
        self._do(deed)
        enter = catalogue()["scenario.enter"]
        return not self.bench.plugged or deed != sentence or sentence == enter

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

    def _lift(self, site: str, piece: str = "") -> None:
        self.hand.lift(Site(site), piece)

    def _lift_all(self, site: str) -> None:
        while Site(site) in self.bench.stacks:
            self._lift(site)

    def _put(self, site: str, piece: str = "") -> None:
        self._choose(piece)
        self.hand.put(Site(site))

    def _put_all(self, site: str) -> None:
        while self.hand.held:
            self._put(site)

    def _carry(self, source: str, target: str, piece: str = "") -> None:
        self._lift(source, piece)
        self.hand.put(Site(target))

    def _take_out(self, piece: str) -> None:
        self.hand.held.append(self.box[piece.lower()])

    def _put_away(self, piece: str = "") -> None:
        self._choose(piece)
        self.hand.held.pop()

    def _put_all_away(self) -> None:
        self.hand.held.clear()

    def _choose(self, piece: str) -> None:
        """Of what is held this one comes next."""
        self.hand.held.sort(key=lambda held: held.name.lower() == piece.lower())

    def _slide(self, source: str, target: str, way: str) -> None:
        between = [Site(site) for site in way.split(", ") if site != target]
        self.hand.slide([Site(source), *between, Site(target)])

    def _fetch(self, piece: str, target: str) -> None:
        """Each from the hand, from elsewhere on the board, or else out of the box."""
        for name in piece.split(" + "):
            lying = [s for s, stack in self.bench.stacks.items() if has(stack, name)]
            if Site(target) in lying:
                continue
            if lying:
                self._lift(lying[0], name)
            elif not has(self.hand.held, name):
                self._take_out(name)
            self._put(target, name)

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


def has(pieces: Iterable[Piece], name: str) -> bool:
    return any(piece.name == name for piece in pieces)


def pattern(key: str) -> re.Pattern[str]:
    """The sentence of this key with its gaps open."""
    text = re.escape(catalogue()[key])
    return re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+)", text))
