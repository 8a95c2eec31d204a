"""The touch-move rule: a piece that was lifted and put back must move before any other."""

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
from controller.sitting.mending.way_back import names_in_reading, surplus
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

LIFTED = 0.15  # s in the air; less is an accidental touch


class Bound(Struct, frozen=True, dict=True):
    """A position in which the piece on this site must move."""

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
        """Return the position after a move, still bound while piece and turn stay."""
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
        """Return the rule if this moves another piece of the player, or ends the turn instead."""
        if move.seat != self.seat or not self._can_move:
            return None
        before, then = self.position.layout(), self.position.after(move)
        left = vacated_sites(before, then.layout(), self.seat)
        ends = then.actors.isdisjoint({self.seat, CHANCE})
        return self.rule if self.site not in left and (left or ends) else None

    @cached_property
    def _can_move(self) -> bool:
        position, near = self.position, frozenset({self.site})
        moves = position.near(near) if isinstance(position, Wide) else position.moves()
        before = position.layout()
        return any(
            self.site in vacated_sites(before, position.after(move).layout(), self.seat)
            for move in moves
        )


class WideBound(Bound, frozen=True, dict=True):
    """A bound position of a game with too many moves to list, which are requested by place."""

    def near(self, sites: frozenset[Site]) -> Iterator[Move]:
        return self._open(cast("Wide[Any]", self.position).near(sites))

    def starts(self) -> frozenset[Site]:
        starts = cast("Wide[Any]", self.position).starts()
        return starts & {self.site} if self._can_move else starts


def bound(position: Position[Any], site: Site, seat: Seat, rule: Refusal) -> Position[Any]:
    """Return this position, restricted: the player may move no other piece."""
    kind = WideBound if isinstance(position, Wide) else Bound
    return cast("Position[Any]", kind(position, site, seat, rule))


def unbound(position: Position[Any]) -> Position[Any]:
    """Return the position without the restriction."""
    return position.position if isinstance(position, Bound) else position


def vacated_sites(before: Layout, after: Layout, seat: Seat) -> set[Site]:
    """Return the sites that a piece of this player has left."""
    return {
        site
        for site in differing(before, after)
        for piece in set(standing(before, site)).difference(standing(after, site))
        if piece.seat == seat
    }


def let_go(before: Position[Any], after: Position[Any]) -> bool:
    """True if the move between these positions is finished, and has not only lifted pieces."""
    was, now = before.layout(), after.layout()
    stacks = [(set(standing(was, site)), set(standing(now, site))) for site in differing(was, now)]
    return not stacks or not all(left < stood for stood, left in stacks)


class Touched(Struct, frozen=True):
    """A piece that was lifted and put back though it could have moved."""

    site: Site
    seat: Seat
    piece: str


class Lifts:
    """Records since when pieces of this moment are in the air, and what was read then."""

    def __init__(self) -> None:
        self._here: Moment | None = None
        self._since: dict[Site, tuple[float, Reading]] = {}
        self._excused: frozenset[Site] = frozenset()  # sites put right as the lights asked

    def follow(self, seen: Trace, here: Moment, felt: Felt, *, excused: bool) -> None:
        if here is not self._here:
            self._here, self._since, self._excused = here, {}, frozenset()
        if excused:
            self._excused |= seen.changes.keys()
        for site, reading in seen.changes.items():
            if site not in self._since and lacks(reading, here.expected.get(site)):
                self._since[site] = felt.changed.get(site, felt.at), reading

    def touched(self, sites: frozenset[Site], here: Moment, felt: Felt) -> Touched | None:
        """Return the earliest piece put back on these sites that its player could have moved."""
        self._since = {s: was for s, was in self._since.items() if s not in self._excused}
        self._excused = frozenset()
        back = [site for site in self._since if site in sites and not here.pointed(site)]
        for site in sorted(back, key=lambda site: self._since[site][0]):
            since, reading = self._since.pop(site)
            seat = mover(site, here)
            if seat is not None and felt.changed.get(site, since) - since >= LIFTED:
                return Touched(site, seat, lifted_name(site, reading, here))
        return None


def mover(site: Site, here: Moment) -> Seat | None:
    """Return who could move a piece of their own from there; None if only one move is open."""
    position, before = here.position, here.position.layout()
    if len([*islice(position.moves(), 2)]) < 2:
        return None
    for mark in here.known.taking(Trace({site: None}, frozenset({site}))):
        if site in vacated_sites(before, position.after(mark.move).layout(), mark.move.seat):
            return mark.move.seat
    return None


def lifted_name(site: Site, reading: Reading, here: Moment) -> str:
    """Return the name of what was lifted there, or of the top piece if the site tells no names."""
    told = names_in_reading(surplus(here.expected.get(site), reading))
    return told or standing(here.position.layout(), site)[-1].name
