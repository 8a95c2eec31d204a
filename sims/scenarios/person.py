"""A simulated person who reads sentences and acts on a simulated board."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from controller.sitting.keys import YES
from controller.values import Piece, Site, kind
from controller.words import catalogue
from sims.bench.bench import Bench
from sims.bench.hand import Hand, Wait
from sims.bench.motions import Motions


class SimulatedPerson:
    """A simulated person; they know only the sentences that they are told."""

    def __init__(self, bench: Bench, wait: Wait, box: Mapping[str, Piece]) -> None:
        self.bench = bench
        self.box = box
        self.hand = Hand(Motions(bench), wait)
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
        """Do what was said; return True (Enter) only where the board cannot notice it."""
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
        """Lift the top piece, or this one, or one that looks like it."""
        stack = self.bench.stacks.get(Site(site), ())
        alike = sorted((p for p in stack if has_name(p, piece)), key=lambda p: p.name != piece)
        self.hand.lift(Site(site), alike[0].name if alike else piece)

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
        """Make this piece the next one to be put down."""
        self.hand.held.sort(key=lambda held: (has_name(held, piece), held.name == piece))

    def _slide(self, source: str, target: str, way: str) -> None:
        between = [Site(site) for site in way.split(", ") if site != target]
        self.hand.slide([Site(source), *between, Site(target)])

    def _fetch(self, piece: str, target: str) -> None:
        """Put each of these pieces there: from the hand, the box, or elsewhere on the board."""
        there = list(self.bench.stacks.get(Site(target), ()))
        for name in piece.split(" + "):
            if lying := next((one for one in there if has_name(one, name)), None):
                there.remove(lying)
                continue
            if not any(has_name(held, name) for held in self.hand.held):
                self._bring(name)
            self._put(target, name)

    def _bring(self, name: str) -> None:
        """Take a piece of this name or kind into the hand."""
        stacks = self.bench.stacks
        lying = {one for stack in stacks.values() for one in names_of_pieces(stack)}
        spare = [p for p in self.box.values() if has_name(p, name) and p.name not in lying]
        if spare:
            self.hand.held.append(spare[0])
            return
        where, stack = next(
            (s, st) for s, st in stacks.items() if any(has_name(p, name) for p in st)
        )
        self._lift(where, next(p.name for p in stack if has_name(p, name)))

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


def names_of_pieces(pieces: Iterable[Piece]) -> set[str]:
    """Return the names of these pieces."""
    return {piece.name for piece in pieces}


def has_name(piece: Piece, name: str) -> bool:
    """True if the piece has this name, or looks like one that has."""
    own = kind(piece.name).lower()
    return own in (name.lower(), kind(name).lower())


def pattern(key: str) -> re.Pattern[str]:
    """Return a pattern that matches the sentence of this key, with groups for its gaps."""
    text = re.escape(catalogue()[key])
    return re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+)", text))
