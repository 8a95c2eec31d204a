"""Touch-move: what was lifted and put back must move, and nothing else may until it has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import islice
from typing import Any, cast

from msgspec import Struct

from controller.game import Move, Position, Wide
from controller.reading.input_filter import Felt
from controller.reading.moment import Moment
from controller.reading.move_index import lacks
from controller.sitting.mending.way_back import names, surplus
from controller.values import (
    CHANCE,
    Layout,
    Reading,
    Refusal,
    Seat,
    Site,
    Trace,
    differing,
    standing,
)

LIFTED = 0.15  # s in the air; what a contact opens for less was brushed against


class Bound(Struct, frozen=True, dict=True):
    """A moment of a game at which the piece on this site must move."""

    position: Position[Any]
    site: Site
    seat: Seat
    rule: Refusal

    def __getattr__(self, name: str) -> Any:
        return getattr(self.position, name)

    def moves(self) -> Iterator[Move]:
        return self._open(self.position.moves())

    def refusal(self, move: Move) -> Refusal | None:
        return self.position.refusal(move) or self._against(move)

    def after(self, move: Move) -> Position[Any]:
        """It stays bound as long as it stands there and its player has not ended his turn."""
        then = self.position.after(move)
        stays = standing(then.layout(), self.site) == standing(self.position.layout(), self.site)
        if stays and then.actors and then.actors <= {self.seat, CHANCE}:
            return bound(then, self.site, self.seat, self.rule)
        return then

    def seen_by(self, seat: Seat) -> Position[Any]:
        return bound(self.position.seen_by(seat), self.site, self.seat, self.rule)

    def public(self) -> Position[Any]:
        return bound(self.position.public(), self.site, self.seat, self.rule)

    def _open(self, moves: Iterable[Move]) -> Iterator[Move]:
        return (move for move in moves if self._against(move) is None)

    def _against(self, move: Move) -> Refusal | None:
        """Another piece of that player's would move, or his turn would end without this one."""
        if move.seat != self.seat or not self._can_move:
            return None
        before, then = self.position.layout(), self.position.after(move)
        left = departed(before, then.layout(), self.seat)
        ends = then.actors.isdisjoint({self.seat, CHANCE})
        return self.rule if self.site not in left and (left or ends) else None

    @cached_property
    def _can_move(self) -> bool:
        position, near = self.position, frozenset({self.site})
        moves = position.near(near) if isinstance(position, Wide) else position.moves()
        before = position.layout()
        return any(
            self.site in departed(before, position.after(move).layout(), self.seat)
            for move in moves
        )


class WideBound(Bound, frozen=True, dict=True):
    """The same on a board so wide that its lawful moves are asked for by place."""

    def near(self, sites: frozenset[Site]) -> Iterator[Move]:
        return self._open(cast("Wide[Any]", self.position).near(sites))

    def starts(self) -> frozenset[Site]:
        starts = cast("Wide[Any]", self.position).starts()
        return starts & {self.site} if self._can_move else starts


def bound(position: Position[Any], site: Site, seat: Seat, rule: Refusal) -> Position[Any]:
    """This moment, with nothing else to be moved by that player."""
    kind = WideBound if isinstance(position, Wide) else Bound
    return cast("Position[Any]", kind(position, site, seat, rule))


def unbound(position: Position[Any]) -> Position[Any]:
    """The moment as the game knows it."""
    return position.position if isinstance(position, Bound) else position


def departed(before: Layout, after: Layout, seat: Seat) -> set[Site]:
    """Where a piece of that player's has left."""
    return {
        site
        for site in differing(before, after)
        for piece in set(standing(before, site)).difference(standing(after, site))
        if piece.seat == seat
    }


def let_go(before: Position[Any], after: Position[Any]) -> bool:
    """The move between the two is done with: it has not only taken pieces up."""
    was, now = before.layout(), after.layout()
    stacks = [(set(standing(was, site)), set(standing(now, site))) for site in differing(was, now)]
    return not stacks or not all(left < stood for stood, left in stacks)


class Touched(Struct, frozen=True):
    """A piece that was lifted and put back, though it could have moved."""

    site: Site
    seat: Seat
    piece: str


class Lifts:
    """Remembers since when, and from what, something was in the air at this moment."""

    def __init__(self) -> None:
        self._here: Moment | None = None
        self._since: dict[Site, tuple[float, Reading]] = {}
        self._excused: frozenset[Site] = frozenset()  # what the lights have led back

    def follow(self, seen: Trace, here: Moment, felt: Felt, *, excused: bool) -> None:
        if here is not self._here:
            self._here, self._since, self._excused = here, {}, frozenset()
        if excused:
            self._excused |= seen.changes.keys()
        for site, reading in seen.changes.items():
            if site not in self._since and lacks(reading, here.expected.get(site)):
                self._since[site] = felt.changed.get(site, felt.at), reading

    def touched(self, sites: frozenset[Site], here: Moment, felt: Felt) -> Touched | None:
        """The first of what was put back on these sites that its player could have moved."""
        self._since = {s: was for s, was in self._since.items() if s not in self._excused}
        self._excused = frozenset()
        back = [site for site in self._since if site in sites and not here.pointed(site)]
        for site in sorted(back, key=lambda site: self._since[site][0]):
            since, reading = self._since.pop(site)
            seat = mover(site, here)
            if seat is not None and felt.changed.get(site, since) - since >= LIFTED:
                return Touched(site, seat, name(site, reading, here))
        return None


def mover(site: Site, here: Moment) -> Seat | None:
    """Who may move a piece of his own from there now, or another; else nobody has to be bound."""
    position, before = here.position, here.position.layout()
    if len([*islice(position.moves(), 2)]) < 2:
        return None
    for mark in here.known.taking(Trace({site: None}, frozenset({site}))):
        if site in departed(before, position.after(mark.move).layout(), mark.move.seat):
            return mark.move.seat
    return None


def name(site: Site, reading: Reading, here: Moment) -> str:
    """What was lifted there: as the site tells it, or what lies on top."""
    told = names(surplus(here.expected.get(site), reading))
    return told or standing(here.position.layout(), site)[-1].name
