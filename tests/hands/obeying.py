"""A hand that knows nothing of the game and does literally what light and words say."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import ceil, floor
from random import Random
from typing import Any

from controller.scene import Glow
from controller.sitting.flow import Stage
from controller.sitting.keys import NO, YES
from controller.values import Piece, Site, kind
from tests.hands.seated import Seated

SETTLED = (Stage.WAITING, Stage.OVER)
READ = 0.6  # s until lights and words have changed, and somebody has read them
PAUSE = 3.5  # s; by then a mere touch is forgotten


class ObedientHand:
    """Holds what it was told to lift, and whatever was in the air when it came."""

    def __init__(self, rig: Seated, luck: Random, homes: Mapping[str, Site] | None = None) -> None:
        self.rig = rig
        self.luck = luck
        self.homes = homes or {}  # where whoever disturbed the board took each piece from
        self.held = rig.in_air
        self.aside: list[Piece] = []  # what was taken off the board
        self.carried: set[str] = set()  # pieces it was told to move
        self.brought: set[str] = set()  # pieces it brought to where one like them was missing
        self.done: list[str] = []  # what it did, step by step
        self.identity = False  # it was told to look whether each stands on its own light

    def obey(self, most: int) -> bool:
        """Do what is said until play goes on; False when it does not after so many steps."""
        for _ in range(most):
            self.read()
            if self.at_peace():
                return True
            self.step()
        self.read()
        return self.at_peace()

    def read(self) -> None:
        self.rig.wait(READ)
        message = self.rig.table.message
        self.identity |= bool(message and message.key == "table.identity")

    def at_peace(self) -> bool:
        return self.rig.table.stage in SETTLED and not self.rig.table.busy

    def step(self) -> None:
        """The one thing that is asked for now."""
        stage, words = self.rig.table.stage, self.rig.table.asks()
        if stage is Stage.PAUSED:
            self.note("plug the cable in")
            self.rig.bench.plug()
            self.rig.wait(PAUSE)
        elif stage is Stage.ASKING:
            self.press(NO)
        elif words.key == "table.locate":
            self.bring_to(int(words.fields["row"]))
        elif stage is Stage.MOVING:
            self.put_where_it_may()
        elif "rows" in words.fields:
            self.turn(float(words.fields["rows"]), words.key == "table.turn_on")
        else:
            self.mend({key: str(value) for key, value in words.fields.items()})

    def note(self, deed: str) -> None:
        self.done.append(deed)

    def press(self, key: Site) -> None:
        self.note(f"press {key}")
        self.rig.hand.press(key)

    # --------------------------------------------------------------------------------- the strip

    def bring_to(self, row: int) -> None:
        """Turn until this row is at the near edge; where it is already, YES."""
        (dial,) = self.rig.wiring.limits
        off = row - self.rig.bench.row(dial)
        if abs(off) < 0.3:
            self.press(YES)
        else:
            self.wind(dial, off)

    def turn(self, rows: float, onward: bool) -> None:
        (dial,) = self.rig.wiring.limits
        self.wind(dial, rows if onward else -rows)

    def wind(self, dial: Site, rows: float) -> None:
        self.note(f"turn {rows:g}")
        self.rig.wait(self.rig.bench.turn(dial, rows) + 0.1)

    # ---------------------------------------------------------------------------------- the pieces

    def mend(self, said: dict[str, str]) -> None:
        """Carry the piece from here to there; take it off; put it there."""
        source, target = Site(said.get("source", "")), Site(said.get("target", ""))
        names = [name for name in said.get("piece", "").split(" + ") if name]
        if source:
            self.take_off(source, target or self.origin(source), names)
        elif target:
            self.bring(target, names)
        else:
            self.look_for_red()

    def origin(self, source: Site) -> Site:
        """Where this came from, if it is to go back there."""
        stack = self.rig.bench.stacks.get(source)
        if not stack or self.rig.table.asks().key != "table.carry_back":
            return Site("")
        lit = sorted(self.rig.lit(Glow.DOUBLE))
        return self.homes.get(stack[-1].name) or self.luck.choice([*lit, Site("")][:1])

    def take_off(self, source: Site, target: Site, names: list[str]) -> None:
        stack = list(self.rig.bench.stacks.get(source, ()))
        if not stack:
            self.press(NO)  # nothing stands there, whatever the board feels
            return
        meant = named(names, stack) or stack
        chosen = meant[-1:] if target else meant
        for piece in chosen:
            self.lift(source, piece)
        for piece in chosen:
            if target:
                self.put(piece, target)
            elif piece in self.held:
                self.held.remove(piece)
                self.aside.append(piece)

    def bring(self, target: Site, names: list[str]) -> None:
        """The pieces that were named, as far as they are not there yet."""
        there = list(self.rig.bench.stacks.get(target, ()))
        moved = False
        for name in names:
            lying = next((p for p in there if p.name == name or self.only_kind(p, name)), None)
            if lying is not None:
                there.remove(lying)
            elif (piece := self.find(name, target)) is not None:
                self.put(piece, target)
                self.brought.add(piece.name)
                moved = True
        if not moved:
            self.press(NO)  # it stands there already, whatever the board feels

    def only_kind(self, piece: Piece, name: str) -> bool:
        """It is of the kind that was named, and no other of it is at hand or in the box."""
        return called(piece, name) and not self.like(name) and not self.in_box(name)

    def find(self, name: str, target: Site) -> Piece | None:
        """In the hand, where it was left astray, in the box, or elsewhere on the board."""
        if held := self.like(name):
            return held
        on_board = [
            (site, piece)
            for site, stack in sorted(self.rig.bench.stacks.items())
            for piece in stack
            if site != target and self.same(piece, name)
        ]
        left = [place for place in on_board if self.left_astray(*place)]
        if not left and (boxed := self.in_box(name)):
            return boxed
        others = [place for place in on_board if place[1].name not in self.brought]
        own = [place for place in others if called(place[1], name)]
        for site, piece in left or own or others or on_board:
            self.lift(site, piece)
            return piece
        return None

    def left_astray(self, site: Site, piece: Piece) -> bool:
        """A person who disturbed the board remembers what they put there."""
        return self.homes.get(piece.name, site) != site

    def like(self, name: str) -> Piece | None:
        """This one in the hand or beside the board, or one that looks like it."""
        loose = [*self.held, *self.aside]
        named = (piece for piece in loose if called(piece, name))
        return next(named, None) or next((p for p in loose if self.same(p, name)), None)

    def same(self, piece: Piece, name: str) -> bool:
        """It is called so, or looks like one that is."""
        looks = self.rig.looks()
        wanted = {look for (own, _), look in looks.items() if name in (own, kind(own))}
        return called(piece, name) or looks.get((piece.name, piece.seat)) in wanted

    def in_box(self, name: str) -> Piece | None:
        out = [p.name for stack in self.rig.bench.stacks.values() for p in stack]
        out += [piece.name for piece in [*self.held, *self.aside]]
        tokens = self.rig.game.drawing(self.rig.table.position).tokens
        for token in tokens:
            piece = Piece(token.name, token.seat)
            if called(piece, name) and out.count(token.name) < token.count:
                return piece
        return None

    def look_for_red(self) -> None:
        """No words for it: what stands on a light that says wrong comes off."""
        wrong = [s for s in self.rig.lit(Glow.FAST) if self.rig.bench.stacks.get(s)]
        if wrong:
            self.lift(wrong[0], self.rig.bench.stacks[wrong[0]][-1])
        else:
            self.wait()

    def put_where_it_may(self) -> None:
        """A piece in the hand goes where a light offers it a place; one that is missed is taken."""
        offered = self.rig.lit(Glow.PULSE) | self.rig.lit(Glow.DOUBLE)
        senses = self.rig.wiring.senses
        cells = [s for s in sorted(offered) if s in senses and senses[s].holds]
        empty = [site for site in cells if not self.rig.bench.stacks.get(site)]
        loose = [*self.held, *self.aside]
        held = self.held if cells else []
        homely = [piece for piece in loose if self.homes.get(piece.name) in cells]
        if candidates := held + homely or self.at_hand(cells):
            piece = candidates[-1]
            self.put(piece, self.back(piece, cells, empty))
        elif not self.follow_the_run() and not self.bring_missed():
            self.wait()

    def at_hand(self, cells: list[Site]) -> list[Piece]:
        """What is still to be put somewhere, if anything is."""
        return []

    def back(self, piece: Piece, cells: list[Site], empty: list[Site]) -> Site:
        """Where it was taken from, if that is lit; else wherever there is light."""
        home = self.homes.get(piece.name)
        return home if home in cells else self.luck.choice(empty or cells)

    def bring_missed(self) -> bool:
        """A piece is missing, it is said, and where."""
        message = self.rig.table.message
        if message is None or message.key != "table.missing":
            return False
        self.bring(Site(str(message.fields["site"])), str(message.fields["piece"]).split(" + "))
        return True

    def follow_the_run(self) -> bool:
        """A light that runs says which way the strip goes: to the next line that way."""
        for dial in self.rig.wiring.limits:
            row = self.rig.bench.row(dial)
            if dial in self.rig.lit(Glow.RUN):
                self.wind(dial, floor(row + 0.01) + 1 - row)
                return True
            if dial in self.rig.lit(Glow.RUN_BACK):
                self.wind(dial, ceil(row - 0.01) - 1 - row)
                return True
        return False

    def wait(self) -> None:
        self.note("wait")
        self.rig.wait(PAUSE)

    def lift(self, site: Site, piece: Piece) -> None:
        self.note(f"lift {site} {piece.name}")
        self.carried.add(piece.name)
        self.held.append(self.rig.bench.lift(site, piece.name))
        self.rig.wait(0.15)

    def put(self, piece: Piece, site: Site) -> None:
        self.note(f"put {site} {piece.name}")
        self.carried.add(piece.name)
        for loose in (self.held, self.aside):
            if piece in loose:
                loose.remove(piece)
        self.rig.bench.put(piece, site)
        self.rig.wait(0.1)


def named(names: Iterable[str], stack: Iterable[Piece]) -> list[Piece]:
    """As many as are named, from the top."""
    left, found = list(stack)[::-1], []
    for name in names:
        for piece in [p for p in left if called(p, name)][:1]:
            left.remove(piece)
            found.append(piece)
    return found


def called(piece: Piece, name: Any) -> bool:
    return name in (piece.name, kind(piece.name)) or kind(piece.name) == kind(str(name))
